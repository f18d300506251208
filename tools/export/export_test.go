package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// site is a small gallery: its responses by address, and how often each address was requested.
type site struct {
	*httptest.Server
	mu       sync.Mutex
	bodies   map[string]string
	requests map[string]int
	// busy is how many more requests for an address are refused.
	busy map[string]int
	// down are addresses that respond with 501, moved those that redirect.
	down  map[string]bool
	moved map[string]string
}

func head(extra string) string {
	return `<!DOCTYPE html><html lang="en"><head><meta property="og:site_name" content="Test gallery"/><link rel="stylesheet" href="/_next/static/a.css"/>` +
		`<link rel="preload" as="script" href="/_next/static/a.js"/><script src="/_next/static/a.js"></script>` + extra + `</head><body>`
}

const foot = `<footer><ul><li><a href="/en/login/">Log in</a></li></ul></footer></body></html>`

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{
		requests: map[string]int{}, busy: map[string]int{}, down: map[string]bool{}, moved: map[string]string{"/en/artworks/former-words-1/": "/en/artworks/tide-1/"},
	}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	loc := func(path string) string { return "<loc>https://gallery.example" + path + "</loc>" }
	s.bodies = map[string]string{
		"/api/config":        `{"buildId":"b1","artOrigin":"` + strings.Replace(s.URL, "127.0.0.1", "localhost", 1) + `"}`,
		"/graphql":           `{"data":{"artworks":{"pageCount":1,"items":[{"slug":"tide-1","media":[{"generatorPath":"/works/1/?hash="}],"editions":[{"hash":"0xab"}]},{"slug":"still-2","media":[{"generatorPath":null}]}]}}}`,
		"/sitemap.xml":       `<sitemapindex><sitemap>` + loc("/sitemaps/all.xml") + `</sitemap></sitemapindex>`,
		"/sitemaps/all.xml":  `<urlset><url>` + loc("/en/") + `</url><url>` + loc("/en/artworks/tide-1/") + `</url></urlset>`,
		"/_next/static/a.js": `alert(1)`,
		"/_next/static/a.css": `@font-face{src:url(./media/f.woff2)format("woff2")}.a{background:url("/assets/1/bg.png")}` +
			`@media (scripting:none){.fold{display:block}}`,
		"/_next/static/media/f.woff2": "font",
		"/assets/1/bg.png":            "background",
		"/assets/2/tide.webp":         "large",
		"/assets/2/tide-640.webp":     "small",
		"/assets/3/film.webm":         "film",
		"/en/blog/feed.xml":           "<feed/>",
		"/works/1/":                   `<!doctype html><html><head></head><body><canvas></canvas><script>draw()</script></body></html>`,
		"/en/": head("") + `<p><a href="/en/artworks/?page=2">Next</a> <a href="/en/artworks/?category=image">Images</a> <a href="/en/artworks/?page=1#list">All</a></p>` +
			`<a href="/en/artworks/former-words-1/">Tide</a><a href="/en/gone/">Gone</a><a href="/en/blog/feed.xml">Feed</a><a href="https://elsewhere.example/">Elsewhere</a>` +
			`<a href="mailto:a@example.org">Mail</a><form action="/en/artworks/"><button>Search</button></form>` +
			`<!--$?--><template id="B:0"></template><span>waiting</span><!--/$--><div hidden id="S:0"><p id="late">It arrived <template id="P:1"></template></p></div>` +
			`<div hidden id="S:1"><b>in parts</b></div><script>$RS("S:1","P:1")</script><script>$RC("B:0","S:0")</script>` +
			`<section><h2>Provenance</h2><div aria-busy="true">…</div></section>` + foot,
		"/en/artworks/": head("") + `<h1 id="list">Artworks</h1><img src="/assets/2/tide.webp" srcset="/assets/2/tide-640.webp 640w, /assets/2/missing.webp 800w, /assets/2/tide.webp 1920w"/>` +
			`<a href="/en/artworks/still-2/">Still</a>` + foot,
		"/en/artworks/?page=2": head("") + `<h1>Artworks, page 2</h1><a href="/en/artworks/">First page</a>` + foot,
		"/en/artworks/tide-1/": head("") + `<h1>Tide</h1><div data-state="still"><div data-sheet="true"><img src="/assets/2/tide.webp"/></div></div>` +
			`<div><a class="button" href="/en/artworks/tide-1/checkout/">Buy</a></div><div><a class="button" href="/en/artworks/tide-1/checkout/">Buy</a></div>` + foot,
		"/en/artworks/still-2/": head("") + `<h1>Still</h1><video src="/assets/3/film.webm" autoplay="" onplay="x()"></video><a href="/en/private/">Private</a>` + foot,
		"/en/private/":          head(`<meta name="robots" content="noindex"/>`) + `secret` + foot,
	}
	return s
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := r.URL.Path
	if page := r.URL.Query().Get("page"); page != "" {
		at += "?page=" + page
	}
	s.requests[at]++
	body, ok := s.bodies[at]
	switch {
	case s.busy[at] > 0:
		s.busy[at]--
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusTooManyRequests)
	case s.down[at]:
		w.WriteHeader(http.StatusNotImplemented) // not retried
	case s.moved[at] != "":
		http.Redirect(w, r, s.moved[at], http.StatusPermanentRedirect)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	default:
		for ext, mediaType := range map[string]string{".css": "text/css", ".webp": "image/webp", ".xml": "application/xml", ".woff2": "font/woff2", ".webm": "video/webm"} {
			if filepath.Ext(at) == ext {
				w.Header().Set("Content-Type", mediaType)
			}
		}
		_, _ = io.WriteString(w, body)
	}
}

func (s *site) count(at string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests[at]
}

func (s *site) options(t *testing.T, dir string) options {
	t.Helper()
	return options{
		site: must(url.Parse(s.URL + "/")), dir: dir, parallel: 4, perSecond: 10_000, progress: io.Discard,
		now: time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC),
	}
}

func exported(t *testing.T, o options) report {
	t.Helper()
	r, err := export(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func checked(t *testing.T, dir string) []string {
	t.Helper()
	problems, err := check(dir)
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

func content(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestAnExportNeedsNoServer exports a gallery and checks how each kind of reference was rewritten.
func TestAnExportNeedsNoServer(t *testing.T) {
	t.Parallel()
	s, dir := newSite(t), t.TempDir()
	s.busy["/en/artworks/tide-1/"], s.busy["/assets/2/tide.webp"] = 2, 1
	o := s.options(t, dir)
	o.ownership = &ownership{Gallery: "Test gallery", Issuer: "0xabc", Tokens: []token{
		{TokenID: "1000001", ArtworkID: "1", EditionNumber: 1, EditionSize: 5, Title: "Tide <1>", Slug: "tide-1", Hash: "0x12", Location: "vault", Holder: "0xvault", Claim: []byte(`{"tokenId":"1000001"}`)},
	}}
	r := exported(t, o)
	if r.pages != 5 || r.tokens != 1 || len(r.failed) != 0 || !slices.Equal(r.missing, []string{"/assets/2/missing.webp", "/en/gone/"}) {
		t.Errorf("report = %+v, want 5 pages, 1 token, none failed, 2 missing", r)
	}
	if problems := checked(t, dir); len(problems) != 0 {
		t.Errorf("problems = %q, want none", problems)
	}
	for name, want := range map[string][]string{
		"en/index.html": {
			`href="artworks/page/2/index.html">Next`, `href="artworks/index.html#list"`, `<a href="artworks/tide-1/index.html">Tide`, `href="https://elsewhere.example/"`,
			`href="mailto:a@example.org"`, `href="blog/feed.xml"`, `href="../_next/static/a.css"`, `<p id="late">It arrived <b>in parts</b></p>`, " Images ",
			"a copy of the gallery from 25 November 2026", `href="../about-this-copy.html"`,
		},
		"en/artworks/index.html":         {`srcset="../../assets/2/tide-640.webp 640w, ../../assets/2/tide.webp 1920w"`},
		"en/artworks/page/2/index.html":  {`href="../../index.html">First page`},
		"en/artworks/tide-1/index.html":  {`<iframe sandbox="allow-scripts" allow="" loading="lazy" title="Tide" src="../../../works/1/index.html?hash=0xab">`, `data-state="live"`, "Not for sale in this copy"},
		"en/artworks/still-2/index.html": {`<video src="../../../assets/3/film.webm" controls="">`},
		"_next/static/a.css":             {`url("data:font/woff2;base64,Zm9udA==")`, `url("../../assets/1/bg.png")`, "@media (min-width:0)"},
		"works/1/index.html":             {"<script>draw()</script>", "default-src &#39;none&#39;"},
		"index.html":                     {`href="en/index.html"`},
		"about-this-copy.html":           {"5 pages", "1 live works", `href="ownership/index.html"`, "signed: 1 tokens"},
		"ownership/index.html":           {"Tide &lt;1&gt;", `href="../en/artworks/tide-1/index.html"`, `href="../works/1/index.html?hash=0x12"`, `href="claims/1000001.json"`, "<td>Vault</td>"},
		"ownership/ownership.csv":        {"1000001,0,,1,1,5,Tide <1>,,vault,0xvault"},
		"ownership/claims/1000001.json":  {`{"tokenId":"1000001"}`},
		"manifest.json":                  {`"/en/artworks/?page=2": "en/artworks/page/2/index.html"`, `"exportedAt": "2026-11-25T12:00:00Z"`},
	} {
		t.Run(name, func(t *testing.T) {
			got := content(t, dir, name)
			for _, w := range want {
				if !strings.Contains(got, w) {
					t.Errorf("%s = %s\nwant %q in it", name, got, w)
				}
			}
		})
	}
	home := content(t, dir, "en/index.html")
	for _, never := range []string{"<script", "<form", "<button", "preload", "Log in", "waiting", "Gone", "Provenance", "login"} {
		if strings.Contains(home, never) {
			t.Errorf("the home page has %q, want it removed:\n%s", never, home)
		}
	}
	if n := strings.Count(content(t, dir, "en/artworks/tide-1/index.html"), "Not for sale in this copy"); n != 1 {
		t.Errorf("the export says %d times that nothing is for sale, want 1", n)
	}
	for _, at := range []string{"/en/artworks/tide-1/checkout/", "/en/login/", "/_next/static/a.js"} {
		if s.count(at) != 0 {
			t.Errorf("%s was requested, want it left out", at)
		}
	}
}

// TestAnExportContinues interrupts an export, repeats it, and then exports a gallery that has changed.
func TestAnExportContinues(t *testing.T) {
	t.Parallel()
	s, dir := newSite(t), filepath.Join(t.TempDir(), "copy")
	s.down["/assets/3/film.webm"] = true
	r := exported(t, s.options(t, dir))
	if len(r.failed) != 1 || !strings.HasPrefix(r.failed[0], "/assets/3/film.webm: ") {
		t.Fatalf("failed = %q, want the film alone", r.failed)
	}
	if problems := checked(t, dir); len(problems) != 0 {
		t.Errorf("an incomplete copy has problems: %q, want none", problems)
	}
	s.down["/assets/3/film.webm"] = false
	if r = exported(t, s.options(t, dir)); len(r.failed) != 0 {
		t.Errorf("failed = %q, want none", r.failed)
	}
	if kept, read := s.count("/assets/2/tide.webp"), s.count("/assets/3/film.webm"); kept != 1 || read != 2 {
		t.Errorf("the present file was requested %d times, the missing one %d times, want 1 and 2", kept, read)
	}
	before := content(t, dir, "SHA256SUMS")
	exported(t, s.options(t, dir))
	if content(t, dir, "SHA256SUMS") != before {
		t.Errorf("SHA256SUMS of a second export = %s\nwant %s", content(t, dir, "SHA256SUMS"), before)
	}

	if err := os.WriteFile(filepath.Join(dir, "mine.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	s.bodies["/en/artworks/"] = head("") + `<h1 id="list">Artworks</h1>` + foot
	s.mu.Unlock()
	exported(t, s.options(t, dir))
	if _, err := os.Stat(filepath.Join(dir, "en/artworks/still-2/index.html")); !os.IsNotExist(err) {
		t.Errorf("page that is no longer public: error = %v, want not found", err)
	}
	if problems := checked(t, dir); !slices.Equal(problems, []string{"mine.txt is not part of the export"}) {
		t.Errorf("problems = %q, want mine.txt alone", problems)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := export(ctx, s.options(t, dir)); err == nil {
		t.Error("export() of a cancelled export = nil, want an error")
	}
}

// TestAddressesElsewhere exports pages that show pictures of a museum, which redirects, and that link to pages which redirect away from the copy.
func TestAddressesElsewhere(t *testing.T) {
	t.Parallel()
	museum := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/full.jpg":
			http.Redirect(w, r, "/stored/1", http.StatusFound)
		case "/stored/1":
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = io.WriteString(w, "picture")
		default:
			_, _ = io.WriteString(w, "<html><body>a museum</body></html>")
		}
	}))
	t.Cleanup(museum.Close)
	s, dir := newSite(t), t.TempDir()
	s.bodies["/en/"] = head("") + `<p><a href="/en/away/">Away</a> <a href="/en/account/">Account</a></p><img src="` + museum.URL + `/full.jpg?size=2"/>` +
		`<div style="background:url(&quot;/assets/1/bg.png&quot;)"></div><svg><image href="/assets/2/tide.webp"></image></svg><noscript><b>without</b></noscript>` + foot
	s.moved = map[string]string{"/en/away/": museum.URL + "/", "/en/account/": "/en/login/"}
	if r := exported(t, s.options(t, dir)); len(r.failed) != 0 || len(r.missing) != 0 {
		t.Errorf("failed = %q, missing = %q, want none", r.failed, r.missing)
	}
	if problems := checked(t, dir); len(problems) != 0 {
		t.Errorf("problems = %q, want none", problems)
	}
	home := content(t, dir, "en/index.html")
	for _, want := range []string{
		"<p>Away Account</p>", `src="../external/` + clean(strings.TrimPrefix(museum.URL, "http://")) + "/full-", `url(&#34;../assets/1/bg.png&#34;)`,
		`<image href="../assets/2/tide.webp">`, "<b>without</b>",
	} {
		if !strings.Contains(home, want) {
			t.Errorf("home = %s\nwant %q in it", home, want)
		}
	}
	if s.count("/en/login/") != 0 {
		t.Error("a page that needs the server was requested after a redirect, want it left out")
	}
}

// TestPartOfAGallery exports some pages: links to the others are left out.
func TestPartOfAGallery(t *testing.T) {
	t.Parallel()
	s, dir := newSite(t), t.TempDir()
	o := s.options(t, dir)
	o.only = []string{"/en/artworks/tide-1/"}
	if r := exported(t, o); r.pages != 1 {
		t.Errorf("report = %+v, want 1 page", r)
	}
	if problems := checked(t, dir); len(problems) != 0 {
		t.Errorf("problems = %q, want none", problems)
	}
	if !strings.Contains(content(t, dir, "index.html"), `href="en/artworks/tide-1/index.html"`) {
		t.Errorf("index = %s\nwant a link to its only page", content(t, dir, "index.html"))
	}
}

// TestCheckFindsDamage damages a copy in every way that the check must find.
func TestCheckFindsDamage(t *testing.T) {
	t.Parallel()
	s, dir := newSite(t), t.TempDir()
	exported(t, s.options(t, dir))
	at := func(name string) string { return filepath.Join(dir, name) }
	page := at("en/index.html")
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.Replace(data, []byte("</body>"), []byte(`<a href="nowhere.html">x</a><a href="/en/">x</a><a href="artworks/index.html#none">x</a>`+
		`<img src="https://gallery.example/a.png"><script>x()</script><form></form></body>`), 1)
	if err := os.WriteFile(page, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(at("assets/2/tide-640.webp")); err != nil {
		t.Fatal(err)
	}
	problems := strings.Join(checked(t, dir), "\n")
	for _, want := range []string{
		"en/index.html was changed", "assets/2/tide-640.webp is missing", `"nowhere.html" leads nowhere`, `"/en/" needs a server`,
		"artworks/index.html has no such place", `"https://gallery.example/a.png" needs a server`, "has a script", "has a form",
	} {
		if !strings.Contains(problems, want) {
			t.Errorf("the check doesn't report %q:\n%s", want, problems)
		}
	}
	if _, err := check(t.TempDir()); err == nil {
		t.Error("checking an empty folder succeeded, want an error")
	}
}

// TestForeignFoldersStay checks that an export never writes into a folder with other files.
func TestForeignFoldersStay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "letter.txt"), []byte("dear"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := export(t.Context(), newSite(t).options(t, dir)); err == nil || !strings.Contains(err.Error(), "neither empty nor an earlier export") {
		t.Errorf("export() error = %v, want a refusal of the folder", err)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"/en/": "en/index.html", "/en/artworks/?page=3": "en/artworks/page/3/index.html", "/en/tv/?page=tide-1": "en/tv/page/tide-1/index.html",
		"/en/artworks/caf%C3%A9-1/": "en/artworks/café-1/index.html", "/en/a%2F..%2Fb/": "en/a_.._b/index.html", "/": "index.html",
	} {
		t.Run(key, func(t *testing.T) {
			if got := pageName(key); got != want {
				t.Errorf("page %s = %s, want %s", key, got, want)
			}
		})
	}
	for key, want := range map[string]string{
		"/assets/a%3Ab.png": "assets/a_b.png", "/icon.svg?icon.1.svg": "icon-" + "aa", "https://museum.example/iiif/1/full.jpg": "external/museum.example/iiif/1/full.jpg",
		"/../../etc/passwd.png": "etc/passwd.png",
	} {
		t.Run(key, func(t *testing.T) {
			if got := fileName(key, ""); got != want && !strings.HasPrefix(got, strings.TrimSuffix(want, "aa")) {
				t.Errorf("file %s = %s, want %s", key, got, want)
			}
		})
	}
	for _, c := range [][3]string{
		{"en/index.html", "en/tv/index.html", "tv/index.html"},
		{"index.html", "en/index.html", "en/index.html"},
		{"en/a/index.html", "b.html", "../../b.html"},
		{"en/a/index.html", "en/a/index.html", "index.html"},
		{"en/a/b.html", "en/c d.html", "../c%20d.html"},
	} {
		if got := relative(c[0], c[1]); got != c[2] {
			t.Errorf("from %s to %s = %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

func TestReadOwnership(t *testing.T) {
	t.Parallel()
	for in, ok := range map[string]bool{
		`{"issuer":"0x1","tokens":[{"tokenId":"1"}]}`: true, `{}`: false, `<html>`: false, `{"issuer":"0x1","tokens":[{"tokenId":"../x"}]}`: false,
	} {
		t.Run(in, func(t *testing.T) {
			if _, err := readOwnership([]byte(in)); (err == nil) != ok {
				t.Errorf("got %v, want success: %t", err, ok)
			}
		})
	}
	if got := (token{TokenID: "7", Claim: []byte("{}")}).claimFile(); got != "ownership/claims/7.json" {
		t.Errorf("claimFile() of token 7 = %s, want ownership/claims/7.json", got)
	}
}
