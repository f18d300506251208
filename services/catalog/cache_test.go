package catalog_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/freshness"
	"github.com/vitrine/vitrine/kit/identity"

	"github.com/vitrine/vitrine/kit/testkit"
)

// TestResponsesAreCachedUntilAChange changes rows directly in the database, which only an uncached response shows.
func TestResponsesAreCachedUntilAChange(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.cfg.RenditionWorkers = 0 }) // renditions are changes, too
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	testkit.Eventually(t, time.Minute, func() (done bool) { // rewriting entries is a change, too
		err := pool.QueryRow(t.Context(), "SELECT version > 0 AND artwork_id IS NULL FROM rewritten").Scan(&done)
		return err == nil && done
	})
	run := func(sql string) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	const (
		work     = `{artwork(slug:"1"){title}}`
		loosened = `{artworks(filter:{search:"wor brié"},sort:TITLE){items{title}}}`
	)
	for _, query := range []string{work, loosened} {
		if got := h.as(nil, query); !strings.Contains(got, "Work 1") {
			t.Fatalf("%s: %s, want Work 1", query, got)
		}
	}
	run("UPDATE artworks SET title = 'Unseen' WHERE id = 1")
	for _, c := range []struct {
		name, got, want string
	}{
		{"the same query", h.as(nil, work), "Work 1"},
		{"laid out differently", h.as(nil, "query {\n  artwork(slug: \"1\") { title }\n}"), "Work 1"},
		{"other fields", h.as(nil, `{artwork(slug:"1"){title id}}`), "Unseen"},
		{"other arguments", h.as(nil, `{artwork(slug:"x-1"){title}}`), "Unseen"},
		{"a person", h.as(staff, work), "Unseen"},
		{"a loosened search", h.as(nil, loosened), "Unseen"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(c.got, c.want) {
				t.Errorf("got %s, want %s", c.got, c.want)
			}
		})
	}
	run("UPDATE content_version SET version = version + 1")
	if got := h.as(nil, work); !strings.Contains(got, "Unseen") {
		t.Errorf("after a change: %s, want Unseen", got)
	}
	// A drop begins; nobody changes anything.
	const drop = `{artwork(slug:"2"){availability}}`
	if got := h.as(nil, drop); !strings.Contains(got, "UPCOMING") {
		t.Fatalf("%s, want UPCOMING", got)
	}
	run("UPDATE drops SET starts_at = now() + interval '3 seconds'")
	run("UPDATE artworks SET sale_starts_at = now() + interval '3 seconds' WHERE id = 2")
	run("UPDATE content_version SET version = version + 1")
	testkit.Eventually(t, time.Minute, func() bool { return strings.Contains(h.as(nil, drop), "AVAILABLE") })
}

// TestSharedCaches: a CDN may keep responses to anonymous GETs, with their version and the keys to purge them by; nothing else.
func TestSharedCaches(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.cfg.RenditionWorkers = 0 })
	pool := testkit.Pool(t, h.cfg.DatabaseURL)
	get := func(query string, header ...string) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.url+"/graphql?query="+url.QueryEscape(query), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res, string(body)
	}
	const work = `{artwork(slug:"1"){title artist{name}}}`
	first, _ := get(work)
	version := first.Header.Get("ETag")
	if got := first.Header.Get("Cache-Control"); !strings.HasPrefix(got, "public, max-age=0, s-maxage=") || version == "" {
		t.Fatalf("Cache-Control = %q, ETag = %q, want public, max-age=0, s-maxage=… and an ETag", got, version)
	}
	if got := first.Header.Get("Surrogate-Key"); got != "artists artwork:1" {
		t.Errorf("Surrogate-Key %q, want the artwork and artists", got)
	}
	if got := first.Header.Get("Cache-Tag"); got != "artists,artwork:1" {
		t.Errorf("Cache-Tag %q, want the artwork and artists", got)
	}
	if fresh, ok := freshness.Parse(first.Header.Get(freshness.Header)); !ok || fresh.For <= 0 || fresh.For > 5*time.Second {
		t.Errorf("%s = %q, want at most 5 s", freshness.Header, first.Header.Get(freshness.Header))
	}
	if got := strings.Join(first.Header.Values("Vary"), ", "); got != "Accept, Authorization" {
		t.Errorf("Vary %q, want Accept, Authorization", got)
	}
	if again, body := get(work, "If-None-Match", version); again.StatusCode != http.StatusNotModified || body != "" || again.Header.Get("ETag") != version {
		t.Errorf("with the version: %d %q, want 304", again.StatusCode, body)
	}
	// Another entry changes, and then this one.
	for _, change := range []struct {
		sql    string
		status int
	}{{"UPDATE artworks SET title = 'Other' WHERE id = 2", http.StatusNotModified}, {"UPDATE artworks SET title = 'New' WHERE id = 1", http.StatusOK}} {
		for _, sql := range []string{change.sql, "UPDATE content_version SET version = version + 1"} {
			if _, err := pool.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		if res, _ := get(work, "If-None-Match", version); res.StatusCode != change.status {
			t.Errorf("after %s: %d, want %d", change.sql, res.StatusCode, change.status)
		}
	}
	if res, _ := get(`{artworks{items{title}} posts{items{title}}}`); res.Header.Get("Surrogate-Key") != "artworks posts" {
		t.Errorf("keys of lists: %q, want artworks posts", res.Header.Get("Surrogate-Key"))
	}
	never := map[string]func() *http.Response{
		"an error":        func() *http.Response { res, _ := get(`{artworks(page:0){items{title}}}`); return res },
		"a refused query": func() *http.Response { res, _ := get(`{nothing}`); return res },
		"a preview":       func() *http.Response { res, _ := get(`{postPreview(token:"x"){title}}`); return res },
		"a loosened search": func() *http.Response {
			res, _ := get(`{artworks(filter:{search:"wor brié"}){items{title}}}`)
			return res
		},
		"a person": func() *http.Response {
			res, _ := get(work, identity.Header, h.fleet.Token(t, "catalog", staff))
			return res
		},
		"a POST": func() *http.Response {
			res, err := http.Post(h.url+"/graphql", "application/json", strings.NewReader(`{"query":"{currency}"}`)) //nolint:noctx // a test
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
			return res
		},
	}
	for name, response := range never {
		t.Run(name, func(t *testing.T) {
			if got := response(); got.Header.Get("Cache-Control") != "no-store" || got.Header.Get("ETag") != "" || got.Header.Get("Surrogate-Key") != "" ||
				(got.Header.Get(freshness.Header) == "") == (name == "a POST") {
				t.Errorf("got %d %v, want no-store, and freshness for a POST only", got.StatusCode, got.Header)
			}
		})
	}
}
