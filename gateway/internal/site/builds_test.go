package site

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// TestFilesOfTwoBuilds serves a site whose replicas take connections in turn and run two builds. Each file must be found, whichever
// replica the gateway is connected to; a file of neither build is missing after a bounded number of requests.
func TestFilesOfTwoBuilds(t *testing.T) {
	t.Parallel()
	type replica struct{}
	var connections, requests atomic.Int64
	upstream := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		build := []string{"old", "new"}[r.Context().Value(replica{}).(int64)%2]
		if r.URL.Path != "/_next/static/"+build+".woff2" && r.URL.Path != "/_next/static/"+build+".js" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		_, _ = io.WriteString(w, build)
	}))
	upstream.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context {
		return context.WithValue(ctx, replica{}, connections.Add(1))
	}
	upstream.Start()
	t.Cleanup(upstream.Close)
	gateway := pages(t, Options{Site: at(t, upstream.URL)})
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Encoding", "br")
		gateway.ServeHTTP(w, r)
		return w
	}
	for _, build := range []string{"old", "new"} {
		for _, kind := range []string{".woff2", ".js"} {
			if w := get("/_next/static/" + build + kind); w.Code != http.StatusOK || w.Body.String() != build {
				t.Errorf("%s%s: %d %q, want 200", build, kind, w.Code, w.Body)
			}
		}
	}
	before := requests.Load()
	if w := get("/_next/static/neither.js"); w.Code != http.StatusNotFound {
		t.Errorf("a file of neither build: %d, want 404", w.Code)
	}
	if n := requests.Load() - before; n > tries+1 {
		t.Errorf("%d requests for a missing file, want at most %d", n, tries+1)
	}
	before = requests.Load()
	if get("/en/nothing/"); requests.Load() != before+1 {
		t.Errorf("%d requests for a missing page, want 1", requests.Load()-before)
	}
}
