package site

import (
	"cmp"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit"
)

// TestWhatACDNMayKeep: anonymous public pages only, and only if the setting says so.
func TestWhatACDNMayKeep(t *testing.T) {
	t.Parallel()
	const kept, site = "public, max-age=0, s-maxage=60, stale-while-revalidate=300", "s-maxage=60, stale-while-revalidate=31535940"
	on := Sharing{For: time.Minute, Stale: 5 * time.Minute}
	type c struct {
		sharing     Sharing
		maintenance bool
		path        string
		request     http.Header
		status      int
		response    http.Header
		cache       string
	}
	with := func(name, value string) http.Header {
		h := http.Header{}
		h.Set(name, value)
		return h
	}
	for name, c := range map[string]c{
		"a public page":          {sharing: on, cache: kept},
		"its framework's ETag":   {sharing: on, response: with("Etag", `"abc"`), cache: kept},
		"off":                    {cache: "no-cache"},
		"maintenance":            {sharing: on, maintenance: true, path: "/en/login/", cache: "no-cache"},
		"a page without tags":    {sharing: on, response: with(surrogateKey, ""), cache: "no-cache"},
		"a query":                {sharing: on, path: "/en/?edition=3", cache: "no-cache"},
		"an empty query":         {sharing: on, path: "/en/?", cache: "no-cache"},
		"a cookie":               {sharing: on, request: with("Cookie", "session=1"), cache: "no-cache"},
		"a token":                {sharing: on, request: with("Authorization", "Bearer x"), cache: "no-cache"},
		"a part":                 {sharing: on, request: with("Range", "bytes=0-1"), cache: "no-cache"},
		"data of a page":         {sharing: on, request: with("Rsc", "1"), response: with("Content-Type", "text/x-component"), cache: "no-cache"},
		"a response with cookie": {sharing: on, response: with("Set-Cookie", "a=b"), cache: "no-cache"},
		"an error":               {sharing: on, status: http.StatusInternalServerError, cache: "no-cache"},
		"not found":              {sharing: on, status: http.StatusNotFound, cache: "no-cache"},
		"a picture":              {sharing: on, response: with("Content-Type", "image/jpeg"), cache: site},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				h := w.Header()
				h.Set("Content-Type", "text/html; charset=utf-8")
				h.Set("Cache-Control", site)
				h.Set(surrogateKey, "artworks artwork:12")
				maps.Copy(h, c.response)
				if c.status != 0 {
					w.WriteHeader(c.status)
				}
				_, _ = io.WriteString(w, "<html></html>")
			}))
			t.Cleanup(upstream.Close)
			path := c.path
			path = cmp.Or(path, "/en/artworks/tide-12/")
			r := httptest.NewRequest(http.MethodGet, path, nil)
			maps.Copy(r.Header, c.request)
			w := httptest.NewRecorder()
			SecurityHeaders("https://gallery.example", pages(t, Options{Site: at(t, upstream.URL), Maintenance: c.maintenance, Sharing: c.sharing})).ServeHTTP(w, r)
			h := w.Header()
			keys, tag := "", ""
			if c.cache == kept {
				keys, tag = "artworks artwork:12", "artworks,artwork:12"
				if !strings.HasPrefix(h.Get("ETag"), `W/"`) || !strings.Contains(strings.Join(h.Values("Vary"), ","), "Accept-Encoding") {
					t.Errorf("ETag = %q, Vary = %q, want a weak tag and Accept-Encoding", h.Get("ETag"), h.Values("Vary"))
				}
			}
			if got := h.Get("Cache-Control"); got != c.cache || h.Get(surrogateKey) != keys || h.Get("Cache-Tag") != tag {
				t.Errorf("Cache-Control %q, want %q; keys %q and %q", got, c.cache, h.Get(surrogateKey), h.Get("Cache-Tag"))
			}
		})
	}
}

// TestASharedPageIsRevalidated: a cache that requests a page again gets a 304 as long as the page is the same, although each response has
// another nonce. The 304 has no policy, so the cache keeps the one that is stored with the page.
func TestASharedPageIsRevalidated(t *testing.T) {
	t.Parallel()
	const key = kit.Secret("0123456789abcdef0123456789abcdef")
	text := "one"
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set(surrogateKey, "pages")
		_, _ = io.WriteString(w, `<script nonce="`+placeholder(key)+`"></script>`+text)
	}))
	t.Cleanup(upstream.Close)
	h := SecurityHeaders("https://gallery.example", pages(t, Options{Site: at(t, upstream.URL), Key: key, Sharing: Sharing{For: time.Minute}}))
	get := func(method, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "/en/terms/", nil)
		if tag != "" {
			r.Header.Set("If-None-Match", tag)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	first, second := get(http.MethodGet, ""), get(http.MethodGet, "")
	tag := first.Header().Get("ETag")
	if first.Body.String() == second.Body.String() || tag == "" || tag != second.Header().Get("ETag") {
		t.Fatalf("pages are the same = %t, tags = %q and %q, want different nonces with the same tag", first.Body.String() == second.Body.String(), tag, second.Header().Get("ETag"))
	}
	w := get(http.MethodGet, tag)
	if w.Code != http.StatusNotModified || w.Body.Len() != 0 || len(w.Header().Values("Content-Security-Policy")) != 0 ||
		w.Header().Get("Cache-Control") != "public, max-age=0, s-maxage=60, stale-while-revalidate=0" || w.Header().Get(surrogateKey) != "pages" {
		t.Errorf("unchanged page: status = %d, headers %v, want 304 without a policy", w.Code, w.Header())
	}
	if w := get(http.MethodHead, ""); w.Code != http.StatusOK || w.Header().Get("ETag") != "" {
		t.Errorf("HEAD: status = %d, headers %v, want 200 without an ETag", w.Code, w.Header())
	}
	text = "two"
	if w := get(http.MethodGet, tag); w.Code != http.StatusOK || w.Header().Get("ETag") == tag {
		t.Errorf("changed page: status = %d, headers %v, want 200 with a new ETag", w.Code, w.Header())
	}
}
