package read_test

import (
	"context"
	"errors"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/repository"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/color"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// sent stores the last statement of a pool.
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

// TestALargeCatalogIsNotReadAsAWhole: totals of wide filters and searches stop at MaxCounted, precomputed ones are exact, and statements
// that run every half minute, or look for a few works among many, use an index.
func TestALargeCatalogIsNotReadAsAWhole(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	s, pool := open(t)
	const works, most = 12_000, 1000 // 12 of the works are photographs
	capped := search.Total{Count: most, Capped: true}
	s.Bound(10_000, most)
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
		filter search.Filter
		want   search.Total
	}{
		"everything":             {search.Filter{}, search.Total{Count: works}},
		"a category":             {search.Filter{Categories: []string{"painting"}}, search.Total{Count: works - 12}},
		"an artist":              {search.Filter{Artist: 1_000_000}, search.Total{Count: 20}},
		"an unknown artist":      {search.Filter{Artist: 7}, search.Total{}},
		"most works":             {search.Filter{Techniques: []string{"oil paint on canvas"}}, capped},
		"a search for most":      {search.Filter{Search: "canvas"}, capped},
		"a few":                  {search.Filter{Availability: []artwork.Availability{artwork.SoldOut}}, search.Total{Count: works / 500}},
		"a few of a category":    {search.Filter{Categories: []string{"painting"}, Search: "vellum"}, search.Total{}},
		"two categories, capped": {search.Filter{Categories: []string{"painting", "photography"}}, capped},
	} {
		if n, err := s.CountArtworks(t.Context(), c.filter, now); err != nil || n != c.want {
			t.Errorf("%s: %+v, %v, want %+v", name, n, err, c.want)
		}
	}
	for _, q := range []search.List{
		{Filter: search.Filter{Search: "canvas"}, Sort: search.Relevance},
		{Filter: search.Filter{Search: "canvas"}, Sort: search.Newest},
		{Filter: search.Filter{Search: "canva", Loose: true}, Sort: search.Newest},
	} {
		seen := map[int64]bool{}
		for q.Page = 1; q.Page <= search.PageCount(most); q.Page++ {
			list, total, err := s.ArtworksCounted(t.Context(), q, now)
			if err != nil || total != capped {
				t.Fatalf("page %d of %+v has %d works of %+v, %v, want %+v", q.Page, q.Filter, len(list), total, err, capped)
			}
			for _, w := range list {
				seen[w.Number] = true
			}
		}
		if len(seen) < most {
			t.Errorf("the pages of %+v have %d different works, want %d", q.Filter, len(seen), most)
		}
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
	traced := opened(lists, lists, &published{}, 0)
	traced.Bound(10_000, 500)
	few := search.Filter{Availability: []artwork.Availability{artwork.SoldOut}}
	for name, call := range map[string]func() error{
		"list": func() error {
			_, err := traced.Artworks(t.Context(), search.List{Filter: few, Sort: search.Newest, Page: 1}, now)
			return err
		},
		"total": func() error { _, err := traced.CountArtworks(t.Context(), few, now); return err },
	} {
		if err := call(); err != nil {
			t.Fatal(err)
		}
		if plan := explained(t, pool, last.sql, last.args...); !strings.Contains(plan, "artworks_sold_out") || strings.Contains(plan, "Seq Scan") {
			t.Errorf("plan of %s = %s, want the index artworks_sold_out", name, plan)
		}
	}

	// No work has a colour yet.
	if list, err := traced.Artworks(t.Context(), search.List{Filter: search.Filter{Colors: []color.Family{"BLUE"}}, Sort: search.Newest, Page: 1}, now); err != nil || len(list) > 0 {
		t.Fatalf("works with a colour = %d, %v, want none", len(list), err)
	}
	if plan := explained(t, pool, last.sql, last.args...); strings.Contains(plan, "Rows Removed by Filter: 1") || strings.Contains(plan, "artworks_newest") {
		t.Errorf("plan filters rows or reads artworks_newest, want neither:\n%s", plan)
	}

	// For a work without colours, the listing isn't searched for similar colours.
	if related, err := traced.Related(t.Context(), 1_000_002, 6, search.Fields{}, now); err != nil || len(related) != 6 {
		t.Fatalf("related works = %d, %v, want 6", len(related), err)
	}
	if plan := explained(t, pool, last.sql, last.args...); !strings.Contains(plan, "never executed") || strings.Contains(plan, "Rows Removed by Filter: 1") {
		t.Errorf("plan filters rows or searches similar colours, want neither:\n%s", plan)
	}

	// Frequent words are found among every sixteenth work, other words among all.
	for word, frequent := range map[string]bool{"canvas": true, "vellum": false} {
		if _, err := traced.Artworks(t.Context(), search.List{Filter: search.Filter{Search: word}, Sort: search.Relevance, Page: 1}, now); err != nil {
			t.Fatal(err)
		}
		plan := explained(t, pool, last.sql, last.args...)
		if strings.Contains(plan, "on artworks w_3 (never executed)") != frequent { // w_2 is the sample
			t.Errorf("plan of a search for %s, want one that reads all works only for a word that isn't frequent:\n%s", word, plan)
		}
	}

	// Works of a colour, and works like one of them, are found in an index alone.
	if _, err := pool.Exec(t.Context(), `UPDATE artworks SET media = jsonb_build_array(jsonb_build_object('kind', 'IMAGE', 'colors',
		jsonb_build_array((ARRAY['RED', 'GREEN', 'BLUE', 'WHITE'])[1 + id / 20 % 4]))) WHERE id % 20 = 0`); err != nil {
		t.Fatal(err)
	}
	if err := s.Vacuum(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func() ([]*gen.Artwork, error){
		"works of a colour": func() ([]*gen.Artwork, error) {
			return traced.Artworks(t.Context(), search.List{Filter: search.Filter{Colors: []color.Family{"BLUE"}}, Sort: search.Newest, Page: 1}, now)
		},
		"works like a coloured one": func() ([]*gen.Artwork, error) {
			return traced.Related(t.Context(), 1_000_040, 20, search.Fields{}, now)
		},
	} {
		if list, err := call(); err != nil || len(list) < 20 {
			t.Fatalf("%s = %d, %v, want at least 20", name, len(list), err)
		}
		if plan := explained(t, pool, last.sql, last.args...); !strings.Contains(plan, "Index Only Scan using artworks_colored_newest") {
			t.Errorf("plan of %s = %s, want an index-only scan of artworks_colored_newest", name, plan)
		}
	}

	// The check for due changes.
	refresh, err := os.ReadFile(repository.Path("services/catalog/internal/postgres/queries/refresh.sql"))
	if err != nil {
		t.Fatal(err)
	}
	_, due, _ := strings.Cut(string(refresh), "-- name: Due :one")
	due, _, _ = strings.Cut(due, "-- name:")
	if plan := explained(t, pool, strings.ReplaceAll(due, "@now", "$1"), now); !strings.Contains(plan, "artworks_scheduled") || strings.Contains(plan, "rows=12000") {
		t.Errorf("plan, want artworks_scheduled and not all 12000 rows:\n%s", plan)
	}
}

// TestSearchesOfALargeCatalog: a search for the newest works returns the same as in a small catalog, where all results are sorted. A search
// by relevance begins with works that have the words in their names, although not all results are ranked.
func TestSearchesOfALargeCatalog(t *testing.T) {
	t.Parallel()
	small, pool := open(t)
	large := opened(pool, pool, &published{}, 0)
	large.Bound(1000, 100)
	c := generated(3000)
	c.Artworks = titled(c.Artworks, func(i int) string {
		switch {
		case i >= 2900 && i%10 == 0:
			return "Canvas of a river" // every work has the word in its medium
		case i%150 == 0:
			return "Heron"
		}
		return ""
	})
	if _, err := small.ImportBulk(t.Context(), c, now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	ids := func(s catalog, l search.List) (ids []int64, total search.Total) {
		works, total, err := s.ArtworksCounted(t.Context(), l, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range works {
			ids = append(ids, w.Number)
		}
		return ids, total
	}
	for _, f := range []search.Filter{
		{Search: "canvas"},
		{Search: "heron"},
		{Search: "heron canvas"},
		{Search: "river or heron"},
		{Search: "canvas -heron"},
		{Search: "penrose"},
		{Search: "zqqx"},
		{Search: "canvas", Artist: 1_000_003},
		{Search: "heron", Categories: []string{"painting"}},
		{Search: "vellum", Categories: []string{"photography", "print"}},
	} {
		for page := 1; page <= 3; page++ {
			l := search.List{Filter: f, Sort: search.Newest, Page: page}
			got, total := ids(large, l)
			want, all := ids(small, l)
			if !slices.Equal(got, want) || total != (search.Total{Count: min(all.Count, 100), Capped: all.Count > 100}) {
				t.Errorf("page %d of %+v: %v of %+v, want %v of %+v", page, f, got, total, want, all)
			}
		}
	}
	for _, f := range []search.Filter{{Search: "canvas"}, {Search: "canvas", Categories: []string{"painting"}}} {
		l := search.List{Filter: f, Sort: search.Relevance, Page: 1}
		got, total := ids(large, l)
		want, _ := ids(small, l)
		if !slices.Equal(got[:10], want[:10]) || total != (search.Total{Count: 100, Capped: true}) || got[0] != 1_002_901 {
			t.Errorf("the most relevant of %+v: %v of %+v, want %v", f, got, total, want)
		}
	}
	// All results of a rare word are ranked, as in a small catalog.
	l := search.List{Filter: search.Filter{Search: "heron"}, Sort: search.Relevance, Page: 1}
	if got, total := ids(large, l); total != (search.Total{Count: 20}) || len(got) != 20 {
		t.Errorf("ids = %v of %+v, want 20 of 20", got, total)
	}
}

// TestATotalIsCappedOnlyIfThereAreMore: a total that is exactly the bound isn't capped, nor is a larger one that is precomputed.
func TestATotalIsCappedOnlyIfThereAreMore(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	if _, err := s.ImportBulk(t.Context(), generated(3000), now, func(string, int) {}); err != nil { // 3 of the works are on vellum
		t.Fatal(err)
	}
	bounded := func(most int) catalog {
		large := opened(pool, pool, &published{}, 0)
		large.Bound(1000, most)
		return large
	}
	word, loose := search.Filter{Search: "vellum"}, search.Filter{Search: "vellu", Loose: true}
	technique := search.Filter{Techniques: []string{"lithograph on vellum"}}
	totals := func(s catalog, f search.Filter) (totals []search.Total) {
		t.Helper()
		n, err := s.CountArtworks(t.Context(), f, now)
		if err != nil {
			t.Fatal(err)
		}
		totals = append(totals, n)
		for _, sort := range []search.Sort{search.Newest, search.ByTitle, search.Relevance} {
			if sort == search.Relevance && (f.Search == "" || f.Loose) {
				continue
			}
			for page := 1; page <= 2; page++ {
				_, n, err := s.ArtworksCounted(t.Context(), search.List{Filter: f, Sort: sort, Page: page}, now)
				if err != nil {
					t.Fatal(err)
				}
				totals = append(totals, n)
			}
		}
		return totals
	}
	exact := search.Total{Count: 3}
	for name, c := range map[string]struct {
		store catalog
		want  search.Total
	}{
		"a small catalog": {s, exact},
		"a large catalog with a total at its bound":   {bounded(3), exact},
		"a large catalog with a total over its bound": {bounded(2), search.Total{Count: 2, Capped: true}},
	} {
		for _, f := range []search.Filter{word, loose, technique} {
			for i, got := range totals(c.store, f) {
				if got != c.want {
					t.Errorf("%s: total %d of %+v is %+v, want %+v", name, i, f, got, c.want)
				}
			}
		}
	}
	if err := bounded(2).CountFacets(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	for i, got := range totals(bounded(2), technique) {
		if got != exact {
			t.Errorf("precomputed: total %d is %+v, want %+v", i, got, exact)
		}
	}
}

// titled gives artworks other titles; "" keeps one.
func titled(all iter.Seq2[artwork.ArtworkEntry, error], title func(i int) string) iter.Seq2[artwork.ArtworkEntry, error] {
	return func(yield func(artwork.ArtworkEntry, error) bool) {
		i := 0
		for w, err := range all {
			if t := title(i); t != "" {
				w.Title = t
			}
			i++
			if !yield(w, err) {
				return
			}
		}
	}
}

// TestFacetsOfALargeCatalogAreCountedByAJob: visitors read what the job counted, which changes after the content did.
func TestFacetsOfALargeCatalogAreCountedByAJob(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	s, pool := open(t)
	s.Bound(1000, 100)
	if _, err := s.ImportBulk(t.Context(), generated(3000), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	exec := func(sql string) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	blue := search.Filter{Colors: []color.Family{"BLUE"}}
	oil := search.Filter{Techniques: []string{"oil paint on canvas"}}
	want := func(when string, oilFacet, oilTotal, blueFacet, blueTotal int) {
		t.Helper()
		techniques, err := s.Techniques(t.Context(), 1, now)
		colors, err2 := s.Colors(t.Context(), now)
		painted, err3 := s.CountArtworks(t.Context(), oil, now)
		colored, err4 := s.CountArtworks(t.Context(), blue, now)
		if err := errors.Join(err, err2, err3, err4); err != nil {
			t.Fatalf("%s: error = %v, want nil", when, err)
		}
		blue := 0
		for _, c := range colors {
			blue += c.ArtworkCount // no other colour exists
		}
		if len(techniques) != 1 || *techniques[0] != (gen.Technique{Name: "Oil paint on canvas", ArtworkCount: oilFacet}) || painted.Count != oilTotal || blue != blueFacet || colored.Count != blueTotal {
			t.Errorf("%s: techniques = %v of %d works, colors = %v of %d works, want oil %d of %d, blue %d of %d", when, techniques[0], painted.Count, blue, colored.Count, oilFacet, oilTotal, blueFacet, blueTotal)
		}
	}
	count := func() {
		t.Helper()
		if err := s.CountFacets(t.Context(), now); err != nil {
			t.Fatal(err)
		}
	}
	version := func() int64 {
		v, err := s.Version(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	const paint = `UPDATE artworks SET media = '[{"kind": "IMAGE", "colors": ["BLUE"]}]', medium = 'OIL paint on canvas, framed' WHERE id % 10 = 1; UPDATE content_version SET version = version + 1`
	want("before the first count", 2997, 100, 0, 0)
	count()
	want("after the first count", 2997, 2997, 0, 0)
	exec(paint)
	want("before the second count", 2997, 2997, 0, 100)
	before := version()
	count()
	if version() == before {
		t.Errorf("version = %v, want a new one after the counts changed", before)
	}
	want("after the second count", 3000, 3000, 300, 300)
	count() // the version changed because of the counts
	before = version()
	count()
	if version() != before {
		t.Errorf("version = %v, want %v, as the counts didn't change", version(), before)
	}
	exec(`UPDATE artworks SET media = NULL; UPDATE content_version SET version = version + 1`)
	count()
	want("without colours", 3000, 3000, 0, 0)
	s = opened(pool, pool, &published{}, 0)
	exec(`UPDATE artworks SET published = false WHERE id % 2 = 0`)
	want("in a small catalog", 1500, 1500, 0, 0)
}

// TestDeepPagesHaveTheListingInOrder: pages that begin in each range of the listing, at its borders and among works of the same time, follow each other.
func TestDeepPagesHaveTheListingInOrder(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	if _, err := s.ImportBulk(t.Context(), generated(3500), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	// A fifth of the works share the time of publication of one of them, more than a range has; the ranges are counted again.
	if _, err := pool.Exec(t.Context(), `UPDATE artworks SET published_at = (SELECT published_at FROM artworks ORDER BY published_at, id OFFSET 1200 LIMIT 1)
		WHERE id IN (SELECT id FROM artworks ORDER BY published_at, id OFFSET 1000 LIMIT 1400); DELETE FROM listed WHERE artwork_id % 20 = 0`); err != nil {
		t.Fatal(err)
	}
	if done, err := s.Advance(t.Context(), now, true); !done || err != nil {
		t.Fatalf("Advance() = %t, %v, want true and no error", done, err)
	}
	rows, err := pool.Query(t.Context(), "SELECT id FROM artworks ORDER BY published_at DESC, id")
	if err != nil {
		t.Fatal(err)
	}
	want, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		t.Fatal(err)
	}
	got := []int64{}
	for page := 1; page <= search.PageCount(len(want))+1; page++ {
		list, err := s.Artworks(t.Context(), search.List{Sort: search.Newest, Page: page}, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range list {
			got = append(got, w.Number)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the pages have %d works, want all %d in the order of the listing", len(got), len(want))
	}
}

// TestAListingThatMissesWorksIsFound: the first check of a process counts works, so that an incomplete listing is rebuilt.
func TestAListingThatMissesWorksIsFound(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	if _, err := s.ImportBulk(t.Context(), generated(200), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `DELETE FROM listed WHERE artwork_id % 20 = 0`); err != nil {
		t.Fatal(err)
	}
	if done, err := s.Advance(t.Context(), now, false); done || err != nil {
		t.Errorf("Advance() of an unchanged listing = %t, %v, want false and no error", done, err)
	}
	if done, err := s.Advance(t.Context(), now, true); !done || err != nil {
		t.Errorf("Advance() of an incomplete listing = %t, %v, want true and no error", done, err)
	}
	if n, err := s.CountArtworks(t.Context(), search.Filter{}, now); n.Count != 200 || err != nil {
		t.Errorf("n, err = %v, %v, want count 200 and no error", n, err)
	}
	if done, err := s.Advance(t.Context(), now, true); done || err != nil {
		t.Errorf("Advance() of a complete listing = %t, %v, want false and no error", done, err)
	}
}

// TestCountsOfFacetsAreRemembered: counts of techniques read every artwork, so they are cached for a while; an import clears them.
func TestCountsOfFacetsAreRemembered(t *testing.T) {
	t.Parallel()
	_, pool := open(t)
	s := opened(pool, pool, &published{}, time.Minute)
	if _, err := s.ImportBulk(t.Context(), generated(2000), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	techniques := func() (n int) {
		list, err := s.Techniques(t.Context(), 10, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			n += l.ArtworkCount
		}
		return n
	}
	if n := techniques(); n != 2000 {
		t.Fatalf("techniques() = %v, want 2000", n)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE artworks SET published = false WHERE id % 2 = 0`); err != nil {
		t.Fatal(err)
	}
	if n := techniques(); n != 2000 {
		t.Errorf("listings counted again: %v, want 2000", n)
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
		t.Errorf("listings after an import: %v, want 1000", n)
	}
}
