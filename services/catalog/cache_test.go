package catalog_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

// TestResponsesAreKeptUntilAChange changes rows behind the catalog's back, which only a response that is not kept can show.
func TestResponsesAreKeptUntilAChange(t *testing.T) {
	t.Parallel()
	h := setup(t, func(h *fixture) { h.cfg.RenditionWorkers = 0 }) // renditions are changes, too
	pool, err := postgres.Open(t.Context(), h.cfg.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
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
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
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
	testkit.Eventually(t, 10*time.Second, func() bool { return strings.Contains(h.as(nil, drop), "AVAILABLE") })
}
