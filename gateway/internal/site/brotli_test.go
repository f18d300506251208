package site

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestScriptsComeAsTheBuildCompressedThem(t *testing.T) {
	t.Parallel()
	plain := strings.Repeat("let a = 1;\n", 1000)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "" {
			t.Errorf("request to the site for %s has Accept-Encoding %q, want none", r.URL.Path, r.Header.Get("Accept-Encoding"))
		}
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		switch r.URL.Path {
		case "/_next/static/a.js.br":
			w.Header().Set("Content-Type", "application/octet-stream")
			_, _ = io.WriteString(w, "small")
		case "/_next/static/a.js", "/_next/static/old.js", "/a.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, plain)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(upstream.Close)
	gateway := pages(t, Options{Site: at(t, upstream.URL)})
	for _, c := range []struct{ path, accept, coding, kind string }{
		{"/_next/static/a.js", "gzip, deflate, br, zstd", "br", "text/javascript; charset=utf-8"},
		{"/_next/static/a.js", "br;q=0.1", "br", "text/javascript; charset=utf-8"},
		{"/_next/static/a.js", "gzip, br;q=0", "gzip", "text/javascript"},
		{"/_next/static/a.js", "gzip", "gzip", "text/javascript"},
		{"/_next/static/a.js", "", "", "text/javascript"},
		{"/_next/static/old.js", "gzip, br", "gzip", "text/javascript"},
		{"/a.js", "gzip, br", "gzip", "text/javascript"},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		gateway.ServeHTTP(w, r)
		h := w.Header()
		if w.Code != http.StatusOK || h.Get("Content-Encoding") != c.coding || h.Get("Content-Type") != c.kind || !strings.Contains(h.Get("Cache-Control"), "immutable") {
			t.Errorf("%s %q: %d %v; want 200 %s in coding %q, immutable", c.path, c.accept, w.Code, h, c.kind, c.coding)
		}
		if c.coding != "" && !strings.Contains(strings.Join(h.Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("%s %q: %v, want Vary: Accept-Encoding", c.path, c.accept, h)
		}
		if (c.coding == "br") != (w.Body.String() == "small") {
			t.Errorf("%s %q: %d bytes, want the small file = %t", c.path, c.accept, w.Body.Len(), c.coding == "br")
		}
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/_next/static/none.js", nil)
	r.Header.Set("Accept-Encoding", "br")
	if gateway.ServeHTTP(w, r); w.Code != http.StatusNotFound {
		t.Errorf("missing file: status = %d, want 404", w.Code)
	}
}
