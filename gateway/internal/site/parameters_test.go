package site

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine/vitrine/kit"
)

// TestPagesDropOtherParameters: the site caches a page with the address of its first visitor, and the second one doesn't see anything of it.
func TestPagesDropOtherParameters(t *testing.T) {
	t.Parallel()
	var cached sync.Map
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		page, _ := cached.LoadOrStore(r.URL.Path, r.RequestURI+" "+r.Header.Get("Rsc"))
		_, _ = io.WriteString(w, page.(string))
	}))
	t.Cleanup(site.Close)
	h := pages(t, Options{Site: at(t, site.URL), Key: kit.Secret("0123456789abcdef0123456789abcdef")})
	read := func(address string, header ...string) string {
		r := httptest.NewRequest(http.MethodGet, address, nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Body.String()
	}
	paths := []string{"/en/", "/en/login/", "/en/gift/", "/en/terms/", "/en/artworks/tide-1/", "/en/artworks/tide-1/checkout/", "/en/artworks/tide-1/manifest.json", "/en/blog/feed.xml", "/en/drops/feed.xml", "/profile/orders/"}
	for page := range parameters {
		paths = append(paths, "/en"+strings.ReplaceAll(page, "*", "tide-1"))
	}
	for _, path := range paths {
		edition := strings.HasSuffix(path, "/share.jpg") || strings.HasSuffix(path, "/poster/") // they read it
		for _, query := range []string{"email=marker@example.com", "_rsc=marker@example.com", "marker", "=marker", "%65dition=1&%marker=1", "edition=marker&a=marker;b", "utm_source=marker&&"} {
			cached.Clear()
			if first := read(path + "?" + query); strings.Contains(first, "email") || !edition && strings.Contains(first, "marker") {
				t.Errorf("%s?%s: the site saw %s, want no parameter that it doesn't read", path, query, first)
			}
			if !edition && strings.Contains(read(path), "marker") {
				t.Errorf("%s after %s: the second visitor sees the first one's query", path, query)
			}
		}
	}
}

// TestPagesGetWhatTheyRead: parameters that a page reads arrive as they were sent, and redirects keep all.
func TestPagesGetWhatTheyRead(t *testing.T) {
	t.Parallel()
	var seen string
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if seen = r.RequestURI; r.URL.Path == "/en/artworks/former-1/" {
			w.Header().Set("Location", "/en/artworks/tide-1/")
			w.WriteHeader(http.StatusPermanentRedirect)
		}
	}))
	t.Cleanup(site.Close)
	h := pages(t, Options{Site: at(t, site.URL), Key: kit.Secret("0123456789abcdef0123456789abcdef")})
	const browser, bot = "Mozilla/5.0", "Mozilla/5.0 (compatible; Discordbot/2.0)"
	for _, c := range []struct{ address, agent, rsc, want, location string }{
		{address: "/en/artworks/?category=print&color=RED&color=b%20c&a=1", want: "/en/artworks/?category=print&color=RED&color=b%20c"},
		{address: "/en/artworks/?page=2&_rsc=Zq3_x-9AbCdEfGh0", rsc: "1", want: "/en/artworks/?page=2&_rsc=Zq3_x-9AbCdEfGh0"},
		{address: "/en/?a&_rsc", rsc: "1", want: "/en/?_rsc"},
		{address: "/en/artworks/?page=2&_rsc=Zq3_x-9AbCdEfGh0", want: "/en/artworks/?page=2"},
		{address: "/en/artists/ada-1/?page=2&sort=NEWEST", want: "/en/artists/ada-1/?page=2"},
		{address: "/profile/desk/?status=new&search=ada&x", want: "/profile/desk/?status=new&search=ada"},
		{address: "/en/profile/desk/approvals/?kind=a", want: "/en/profile/desk/approvals/?kind=a"},
		{address: "/en/tv/?work=7&page=2", want: "/en/tv/?work=7"},
		{address: "/en/?", want: "/en/"},
		// The site redirects these.
		{address: "/en/artworks?a=1", want: "/en/artworks?a=1"},
		{address: "/?a=1", want: "/?a=1"},
		{address: "/artworks/?a=1", want: "/artworks/?a=1"},
		{address: "/en/artworks/former-1/?edition=3", want: "/en/artworks/former-1/", location: "/en/artworks/tide-1/?edition=3"},
		// Readers of link previews get what an edition has to say, visitors the page of the work.
		{address: "/en/artworks/tide-1/?edition=3", agent: bot, want: "/en/artworks/tide-1/editions/3/"},
		{address: "/en/artworks/tide-1/?edition=3", agent: browser, want: "/en/artworks/tide-1/"},
		{address: "/en/artworks/tide-1/?edition=x", agent: bot, want: "/en/artworks/tide-1/"},
		{address: "/en/artworks/tide-1/", agent: bot, want: "/en/artworks/tide-1/"},
		{address: "/en/artworks/tide-1/checkout/?edition=3", agent: bot, want: "/en/artworks/tide-1/checkout/"},
	} {
		r := httptest.NewRequest(http.MethodGet, c.address, nil)
		r.Header.Set("User-Agent", c.agent)
		r.Header.Set("Rsc", c.rsc)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Header().Get("Location"); seen != c.want || got != c.location {
			t.Errorf("%s by %q: the site saw %s and redirected to %q, want %s and %q", c.address, c.agent, seen, got, c.want, c.location)
		}
	}
}
