package postgres_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// TestRewrite: what an earlier release stored by other rules is rewritten in steps, once.
func TestRewrite(t *testing.T) {
	t.Parallel()
	to := &published{}
	s, pool := publishing(t, to)
	if _, err := s.Import(t.Context(), gallery(), now); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ImportBulk(t.Context(), generated(1200), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	rewrite := func(most int) (steps int) {
		t.Helper()
		for more := true; more && steps < most; steps++ {
			var err error
			if more, err = s.Rewrite(t.Context(), now); err != nil {
				t.Fatal(err)
			}
		}
		return steps
	}
	rewrite(100)
	stored := texts(t, pool)
	to.Taken()
	if more, err := s.Rewrite(t.Context(), now); err != nil || more || len(to.Taken()) > 0 {
		t.Fatalf("Rewrite() of a new catalog = %t, %v, want nothing to do", more, err)
	}
	for _, sql := range []string{
		`UPDATE artists SET slug = 'old-' || id, sort_key = 'old', name_key = 'old'`, `UPDATE curators SET slug = 'old-' || id, sort_key = 'old'`,
		`UPDATE drops SET slug = 'old-' || id, sort_key = 'old'`, `UPDATE posts SET slug = 'old-' || id`,
		`UPDATE artworks SET slug = 'old-' || id, title_key = 'old', artist_slug = 'old', artist_key = 'old', search = to_tsvector('simple', 'old')`,
		`UPDATE rewritten SET version = 0`, `DELETE FROM words`, `DELETE FROM suggestions`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if steps := rewrite(2); steps != 2 { // the process stops, and another one continues
		t.Fatalf("%d steps, want more than two", steps)
	}
	if steps := rewrite(100); steps < 3 {
		t.Errorf("%d steps of a catalog with more than 1,200 works, want some", steps)
	}
	if got := texts(t, pool); got != stored {
		t.Errorf("rewritten:\n%.3000s\nwant\n%.3000s", got, stored)
	}
	sources := map[string]bool{}
	for _, e := range to.Taken() {
		if e, ok := e.(artwork.Imported); ok && e.Changes.Written > 1200 {
			sources[e.Source] = true
		}
	}
	if !sources["content"] || !sources["generated"] {
		t.Errorf("published that %v changed, want each source", sources)
	}
	l, _ := search.List{Filter: search.Filter{Search: "angstrom"}, Page: 1}.Check()
	if n, err := s.CountArtworks(t.Context(), l.Filter, now); err != nil || n.Count == 0 {
		t.Errorf("search for an artist = %d works, %v, want some", n.Count, err)
	}
	if more, err := s.Rewrite(t.Context(), now); err != nil || more {
		t.Errorf("Rewrite() again = %t, %v, want nothing to do", more, err)
	}
}

// texts returns all rewritten columns.
func texts(t *testing.T, pool *pgxpool.Pool) (all string) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), `SELECT string_agg(t, E'\n' ORDER BY t) FROM (
		SELECT (kind, slug, title_key)::text FROM suggestions
		UNION ALL SELECT (word, entries)::text FROM words
		UNION ALL SELECT (id, slug, sort_key, name_key)::text FROM artists
		UNION ALL SELECT (id, slug, sort_key)::text FROM curators
		UNION ALL SELECT (id, slug, sort_key)::text FROM drops
		UNION ALL SELECT (id, slug)::text FROM posts
		UNION ALL SELECT (id, slug, title_key, artist_slug, artist_key, search)::text FROM artworks) x (t)`).Scan(&all); err != nil {
		t.Fatal(err)
	}
	return all
}
