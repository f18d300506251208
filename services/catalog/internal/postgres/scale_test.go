package postgres_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
)

// sent remembers the last statement of a pool.
type sent struct {
	sql  string
	args []any
}

func (s *sent) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.sql, s.args = data.SQL, data.Args
	return ctx
}

func (*sent) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// explained returns the plan of a statement with what it read.
func explained(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) string {
	t.Helper()
	rows, err := pool.Query(t.Context(), "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) "+sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// TestALargeCatalogIsNotReadAsAWhole: totals of wide filters and searches stop at MaxCounted, precomputed ones are exact, and what runs every
// half minute, or looks for a few works among many, reads an index.
func TestALargeCatalogIsNotReadAsAWhole(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	const works, most = 12_000, 10_000 // 12 of the works are photographs
	s.MaxCounted = most
	if _, err := s.ImportBulk(t.Context(), generated(works), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE artworks SET price = 100, currency = 'USD', sold = edition_size WHERE id % 500 = 0`); err != nil {
		t.Fatal(err)
	}
	if err := s.Vacuum(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		filter artwork.Filter
		want   int
	}{
		"everything":             {artwork.Filter{}, works},
		"a category":             {artwork.Filter{Categories: []string{"painting"}}, works - 12},
		"an artist":              {artwork.Filter{Artist: 1_000_000}, 20},
		"an unknown artist":      {artwork.Filter{Artist: 7}, 0},
		"most works":             {artwork.Filter{Techniques: []string{"oil paint on canvas"}}, most},
		"a search for most":      {artwork.Filter{Search: "canvas"}, most},
		"a few":                  {artwork.Filter{Availability: []artwork.Availability{artwork.SoldOut}}, works / 500},
		"a few of a category":    {artwork.Filter{Categories: []string{"painting"}, Search: "vellum"}, 0},
		"two categories, capped": {artwork.Filter{Categories: []string{"painting", "photography"}}, most},
	} {
		if n, err := s.CountArtworks(t.Context(), c.filter, now); err != nil || n != c.want {
			t.Errorf("%s: %d, %v, want %d", name, n, err, c.want)
		}
	}
	list, total, err := s.ArtworksCounted(t.Context(), artwork.List{Filter: artwork.Filter{Search: "canvas"}, Sort: artwork.Relevance, Page: 1}, now)
	if err != nil || len(list) != artwork.PageSize || total != most {
		t.Errorf("a search for most works has %d on its first page, of %d, %v", len(list), total, err)
	}

	// The few works that are sold out have an index, for the list and for its total.
	var last sent
	cfg := pool.Config()
	cfg.ConnConfig.Tracer = &last
	lists, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer lists.Close()
	traced := postgres.New(lists, lists, &published{}, 0, time.Hour)
	few := artwork.Filter{Availability: []artwork.Availability{artwork.SoldOut}}
	for name, call := range map[string]func() error{
		"list": func() error {
			_, err := traced.Artworks(t.Context(), artwork.List{Filter: few, Sort: artwork.Newest, Page: 1}, now)
			return err
		},
		"total": func() error { _, err := traced.CountArtworks(t.Context(), few, now); return err },
	} {
		if err := call(); err != nil {
			t.Fatal(err)
		}
		if plan := explained(t, pool, last.sql, last.args...); !strings.Contains(plan, "artworks_sold_out") || strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s: %s", name, plan)
		}
	}

	// No work has a colour yet.
	if list, err := traced.Artworks(t.Context(), artwork.List{Filter: artwork.Filter{Colors: []artwork.Color{"BLUE"}}, Sort: artwork.Newest, Page: 1}, now); err != nil || len(list) > 0 {
		t.Fatal(len(list), err)
	}
	if plan := explained(t, pool, last.sql, last.args...); strings.Contains(plan, "Rows Removed by Filter: 1") || strings.Contains(plan, "artworks_newest") {
		t.Error(plan)
	}

	// A work without colours has no work of the same colours, which the listing isn't searched for.
	if related, err := traced.Related(t.Context(), 1_000_002, 6, artwork.Fields{}, now); err != nil || len(related) != 6 {
		t.Fatal(len(related), err)
	}
	if plan := explained(t, pool, last.sql, last.args...); !strings.Contains(plan, "never executed") || strings.Contains(plan, "Rows Removed by Filter: 1") {
		t.Error(plan)
	}

	// The look for what is due.
	text, err := os.ReadFile("queries/refresh.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, due, _ := strings.Cut(string(text), "-- name: Due :one")
	due, _, _ = strings.Cut(due, "-- name:")
	if plan := explained(t, pool, strings.ReplaceAll(due, "@now", "$1"), now); !strings.Contains(plan, "artworks_scheduled") || strings.Contains(plan, "rows=12000") {
		t.Error(plan)
	}
}

// TestAListingThatMissesWorksIsFound: the first look of a process counts, so that a listing that misses works is built again.
func TestAListingThatMissesWorksIsFound(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	if _, err := s.ImportBulk(t.Context(), generated(200), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `DELETE FROM newest WHERE position > 190`); err != nil {
		t.Fatal(err)
	}
	if done, err := s.Advance(t.Context(), now, false); done || err != nil {
		t.Error("a later look counted:", done, err)
	}
	if done, err := s.Advance(t.Context(), now, true); !done || err != nil {
		t.Error("the first look didn't count:", done, err)
	}
	if n, err := s.CountArtworks(t.Context(), artwork.Filter{}, now); n != 200 || err != nil {
		t.Error(n, err)
	}
	if done, err := s.Advance(t.Context(), now, true); done || err != nil {
		t.Error("a complete listing was built again:", done, err)
	}
}

// TestCountsOfFacetsAreRemembered: counts of techniques read every artwork, so that they may be a while old; an import forgets them.
func TestCountsOfFacetsAreRemembered(t *testing.T) {
	t.Parallel()
	_, pool := open(t)
	s := postgres.New(pool, pool, &published{}, time.Minute, time.Hour)
	if _, err := s.ImportBulk(t.Context(), generated(2000), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	techniques := func() (n int) {
		list, err := s.Techniques(t.Context(), 10, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			n += l.Works
		}
		return n
	}
	if n := techniques(); n != 2000 {
		t.Fatal(n)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE artworks SET published = false WHERE id % 2 = 0`); err != nil {
		t.Fatal(err)
	}
	if n := techniques(); n != 2000 {
		t.Error("counted again:", n)
	}
	again := generated(2000)
	again.Digest = "2"
	if _, err := s.ImportBulk(t.Context(), again, now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE artworks SET published = false WHERE id % 2 = 0`); err != nil {
		t.Fatal(err)
	}
	if n := techniques(); n != 1000 {
		t.Error("an import didn't forget:", n)
	}
}
