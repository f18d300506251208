package site

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestBuildFilesAreRequestedOnce(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := asked.Add(1)
		w.Header().Set("Date", "Mon, 01 Jan 2024 00:00:00 GMT")
		w.Header().Set("Content-Type", "font/woff2")
		w.Header().Set("ETag", `"a"`)
		if !strings.HasSuffix(r.URL.Path, "changing.woff2") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		switch {
		case strings.HasSuffix(r.URL.Path, "gone.woff2"):
			w.WriteHeader(http.StatusNotFound)
		case strings.HasSuffix(r.URL.Path, "large.woff2"):
			_, _ = io.WriteString(w, strings.Repeat("a", maxFileBytes+1))
		case r.Header.Get("Range") != "":
			w.WriteHeader(http.StatusPartialContent)
		case r.Header.Get("If-None-Match") != "":
			w.WriteHeader(http.StatusNotModified)
		default:
			_, _ = fmt.Fprint(w, "file ", n)
		}
	}))
	t.Cleanup(upstream.Close)
	gateway := pages(t, Options{Site: at(t, upstream.URL)})
	get := func(path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		gateway.ServeHTTP(w, r)
		return w
	}

	first, again := get("/_next/static/media/a.woff2"), get("/_next/static/media/a.woff2")
	if first.Body.String() != "file 1" || again.Body.String() != "file 1" || asked.Load() != 1 {
		t.Fatalf("got %q, then %q, with %d requests to the site; want \"file 1\" twice with one request", first.Body, again.Body, asked.Load())
	}
	h := again.Header()
	if again.Code != http.StatusOK || h.Get("Content-Type") != "font/woff2" || h.Get("ETag") != `"a"` || !strings.Contains(h.Get("Cache-Control"), "immutable") {
		t.Errorf("the cached file: %d %v, want 200 with its type, its ETag and an immutable lifetime", again.Code, h)
	}
	if h.Get("Date") != "" {
		t.Errorf("Date = %q, want none instead of the first response's", h.Get("Date"))
	}
	if got := get("/_next/static/media/a.woff2", "Range", "bytes=0-1").Code; got != http.StatusPartialContent {
		t.Errorf("a part: %v, want PartialContent", got)
	}
	if got := get("/_next/static/media/a.woff2", "If-None-Match", `"a"`).Code; got != http.StatusNotModified {
		t.Errorf("revalidation: %v, want NotModified", got)
	}
	for _, path := range []string{"/_next/static/media/changing.woff2", "/_next/static/media/gone.woff2", "/_next/static/media/large.woff2", "/_next/data.json"} {
		before := asked.Load()
		one, two := get(path), get(path)
		requests := int64(2)
		if one.Code == http.StatusNotFound {
			requests *= tries // another replica may have it
		}
		if asked.Load() != before+requests || one.Code != two.Code {
			t.Errorf("%s: %d requests, status %d, then %d, want %d requests and the same status", path, asked.Load()-before, one.Code, two.Code, requests)
		}
	}
}
