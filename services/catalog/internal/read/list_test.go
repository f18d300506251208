package read_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

var availabilities = []artwork.Availability{artwork.Upcoming, artwork.Available, artwork.Reserved, artwork.SoldOut, artwork.NotForSale}

// model is a naive implementation of the store.
type model []artwork.ArtworkEntry

func inside(r search.Range, n int64) bool {
	return (r.Min == nil || n >= *r.Min) && (r.Max == nil || n <= *r.Max)
}

func (m model) ids(l search.List) []int64 {
	f := l.Filter
	var chosen []artwork.ArtworkEntry
	for _, w := range m {
		text := strings.ToLower(w.Title + " " + w.Description)
		switch {
		case w.VisibleFrom.After(now), f.Nothing,
			len(f.Categories) > 0 && !slices.Contains(f.Categories, w.Category),
			!inside(f.EditionSize, int64(w.Editions.Size)),
			f.Priced && w.Price == nil,
			w.Price != nil && !inside(f.Price, w.Price.Amount),
			len(f.Availability) > 0 && !slices.Contains(f.Availability, w.Availability(now)),
			f.Artist != 0 && w.Artist.ID != f.Artist,
			f.Drop != 0 && w.DropID != f.Drop,
			f.Curator != 0 && !slices.Contains(w.CuratorIDs, f.Curator),
			f.IDs != nil && !slices.Contains(f.IDs, w.ID),
			f.Artists != nil && !slices.Contains(f.Artists, w.Artist.ID),
			f.Search != "" && !strings.Contains(text, f.Search):
		default:
			chosen = append(chosen, w)
		}
	}
	// byPrice compares two prices; none is last in either direction.
	byPrice := func(a, b artwork.ArtworkEntry, direction int) int {
		switch {
		case a.Price == nil && b.Price == nil:
			return 0
		case a.Price == nil:
			return 1
		case b.Price == nil:
			return -1
		}
		return direction * cmp.Compare(a.Price.Amount, b.Price.Amount)
	}
	// byYear compares the first known years of two dates; none is last in either direction.
	byYear := func(a, b artwork.ArtworkEntry, direction int) int {
		x, y := cmp.Or(a.Year, a.YearLast), cmp.Or(b.Year, b.YearLast)
		if x == 0 || y == 0 {
			return -cmp.Compare(min(x*x, 1), min(y*y, 1))
		}
		return direction * cmp.Compare(x, y)
	}
	slices.SortFunc(chosen, func(a, b artwork.ArtworkEntry) int {
		n := 0
		switch l.Sort {
		case search.Newest:
			n = b.PublishedAt.Compare(a.PublishedAt)
		case search.Oldest:
			n = a.PublishedAt.Compare(b.PublishedAt)
		case search.PriceAsc:
			n = byPrice(a, b, 1)
		case search.PriceDesc:
			n = byPrice(a, b, -1)
		case search.YearAsc:
			n = byYear(a, b, 1)
		case search.YearDesc:
			n = byYear(a, b, -1)
		case search.EditionAsc:
			n = cmp.Compare(a.Editions.Size, b.Editions.Size)
		case search.EditionDesc:
			n = cmp.Compare(b.Editions.Size, a.Editions.Size)
		case search.ByArtist:
			n = cmp.Compare(artwork.SortKey(a.Artist.SortName), artwork.SortKey(b.Artist.SortName))
		case search.ByTitle:
			n = cmp.Compare(artwork.SortKey(a.Title), artwork.SortKey(b.Title))
		}
		return cmp.Or(n, cmp.Compare(a.ID, b.ID))
	})
	out := []int64{}
	for _, w := range chosen {
		out = append(out, w.ID)
	}
	return out
}

func TestListsEqualANaiveModel(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	m := model(fill(t, s))
	num := func(n int64) *int64 { return &n }
	filters := []search.Filter{
		{},
		{Categories: []string{"painting"}},
		{Categories: []string{"generative", "painting"}},
		{EditionSize: search.Range{Min: num(2), Max: num(10)}},
		{Price: search.Range{Min: num(700)}},
		{Price: search.Range{Max: num(200000)}},
		{Artist: 2},
		{Drop: 1},
		{Drop: 3},
		{Curator: 1},
		{IDs: []int64{3, 5, 11, 1_000_003}},
		{IDs: []int64{}},
		{Artists: []int64{1, 3, 1_000_003}},
		{Artists: []int64{}},
		{Nothing: true},
		{Search: "river"},
	}
	for _, a := range availabilities {
		filters = append(filters, search.Filter{Availability: []artwork.Availability{a}})
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 { // combinations
		f := filters[r.IntN(len(filters))]
		if r.IntN(2) == 0 {
			f.Availability = []artwork.Availability{availabilities[r.IntN(5)], artwork.Available}
		}
		if r.IntN(2) == 0 {
			f.Categories = []string{"generative"}
		}
		if r.IntN(3) == 0 {
			f.Price = search.Range{Min: num(int64(r.IntN(3000))), Max: num(int64(3000 + r.IntN(400000)))}
		}
		filters = append(filters, f)
	}
	sorts := []search.Sort{
		search.Newest, search.Oldest, search.PriceAsc, search.PriceDesc, search.EditionAsc, search.EditionDesc, search.YearAsc, search.YearDesc,
		search.ByArtist, search.ByTitle,
	}
	for _, f := range filters {
		for _, sort := range sorts {
			l, err := search.List{Filter: f, Sort: sort, Page: 1}.Check()
			if err != nil {
				t.Fatal(err)
			}
			want := m.ids(l)
			n, err := s.CountArtworks(t.Context(), l.Filter, now)
			if err != nil || n != (search.Total{Count: len(want)}) {
				t.Fatalf("%+v: counted %+v, want %d (%v)", f, n, len(want), err)
			}
			got := []int64{}
			for l.Page = 1; l.Page <= search.PageCount(n.Count); l.Page++ {
				page, err := s.Artworks(t.Context(), l, now)
				if err != nil {
					t.Fatal(err)
				}
				for _, w := range page {
					got = append(got, w.Number)
					at := slices.IndexFunc(m, func(e artwork.ArtworkEntry) bool { return e.ID == w.Number })
					e := m[at].Editions
					if string(w.Availability) != string(m[at].Availability(now)) || w.EditionSize != e.Size || w.EditionsAvailable != e.Free() || w.EditionsSold != e.Sold || w.Artist.Name != m[at].Artist.Name {
						t.Fatalf("%+v, want %+v", w, m[at])
					}
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%+v by %s:\n%v, want\n%v", f, sort, got, want)
			}
			l.Page = 1
			page, total, err := s.ArtworksCounted(t.Context(), l, now)
			if err != nil || total != n || !slices.EqualFunc(page, want[:len(page)], func(w *gen.Artwork, id int64) bool { return w.Number == id }) || len(page) != min(n.Count, search.PageSize) {
				t.Fatalf("%+v by %s, counted: %d of %+v, want %+v (%v)", f, sort, len(page), total, n, err)
			}
		}
	}
	l, _ := search.List{Filter: search.Filter{Search: "landscape OR river"}, Sort: search.Relevance, Page: 1}.Check()
	works, err := s.Artworks(t.Context(), l, now)
	if err != nil || len(works) == 0 {
		t.Errorf("search by relevance = %d works, %v, want some", len(works), err)
	}
	n, err := s.CountArtworks(t.Context(), l.Filter, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, l.Page = range []int{1, search.PageCount(n.Count) + 1} {
		if _, total, err := s.ArtworksCounted(t.Context(), l, now); err != nil || total != n {
			t.Errorf("page %d of a search: %+v in all, want %+v (%v)", l.Page, total, n, err)
		}
	}
}

// TestASearchIsLoosened: people type beginnings of names without accents, in any order.
func TestASearchIsLoosened(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	fill(t, s)
	for text, artist := range map[string]string{
		"ecl": "", "Eclair ANGSTR": "Ångström, Åsa", "ted é": "Hughes, Ted", "ångst 3": "Ångström, Åsa", "hughes nobody": "nobody", "?!": "nobody", "' & | :*": "nobody",
	} {
		l, err := search.List{Filter: search.Filter{Search: text}, Sort: search.Relevance, Page: 1}.Check()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.CountArtworks(t.Context(), l.Filter, now); err != nil || n != (search.Total{}) {
			t.Errorf("search for %s as written = %+v, %v, want none", text, n, err)
		}
		l, ok := l.LooseSearch()
		if !ok {
			t.Fatalf("LooseSearch() of %s = false, want true", text)
		}
		works, total, err := s.ArtworksCounted(t.Context(), l, now)
		if err != nil || (total.Count > 0) != (artist != "nobody") || len(works) != min(total.Count, search.PageSize) {
			t.Errorf("%s: %d works of %+v, %v, want some = %t", text, len(works), total, err, artist != "nobody")
		}
		for _, w := range works {
			if !strings.HasPrefix(w.Title, "Éclair") || (artist != "" && w.Artist.Name != artist) {
				t.Errorf("%s: %s by %s, want Éclair… by %q", text, w.Title, w.Artist.Name, artist)
			}
		}
	}
	for _, text := range []string{"", `"long fur"`, "long -fur", "long or fur"} {
		if _, ok := (search.List{Filter: search.Filter{Search: text}}).LooseSearch(); ok {
			t.Errorf("LooseSearch() of %q = true, want false", text)
		}
	}
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), `SET LOCAL enable_seqscan = off`); err != nil {
		t.Fatal(err)
	}
	var plan string
	err = tx.QueryRow(t.Context(), `EXPLAIN (FORMAT JSON) SELECT FROM artworks w
		WHERE w.published AND artwork_names(w.title_key, w.artist_key) @@ to_tsquery('pg_catalog.simple', 'ecl:*')`).Scan(&plan)
	if err != nil || !strings.Contains(plan, "artworks_named") {
		t.Errorf("plan = %s, %v, want the index artworks_named", plan, err)
	}
}

func TestTimesAtWhichPagesChange(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	c := gallery()
	c.Drops[0].Window = artwork.Window{Starts: now.Add(2 * time.Hour), Ends: now.Add(3 * time.Hour)}
	for i := range c.Drops[1:] {
		c.Drops[i+1].Window = artwork.Window{Starts: now.Add(-time.Hour)}
	}
	post := artwork.PostEntry{}
	post.ID, post.Title, post.PublishedAt = 1, "Later", now.Add(4*time.Hour)
	c.Posts = append(c.Posts, post)
	if _, err := s.Import(t.Context(), c, now); err != nil {
		t.Fatal(err)
	}
	at := now
	for hours := 1; hours <= 4; hours++ { // a work, a drop's start and end, a post
		next, err := s.NextScheduled(t.Context(), at)
		if err != nil || !next.Equal(now.Add(time.Duration(hours)*time.Hour)) {
			t.Fatalf("NextScheduled() = %v, %v, want %v", next, err, now.Add(time.Duration(hours)*time.Hour))
		}
		at = next
	}
	if next, err := s.NextScheduled(t.Context(), at); err != nil || !next.IsZero() {
		t.Errorf("NextScheduled() after the last = %v, %v, want zero", next, err)
	}
}

// TestCountsAreOfTheCurrentVersion: a total from before a change would stay in a cached response.
func TestCountsAreOfTheCurrentVersion(t *testing.T) {
	t.Parallel()
	_, pool := open(t)
	s := opened(pool, pool, &published{}, time.Hour)
	fill(t, s)
	free := search.Filter{Availability: []artwork.Availability{artwork.Available}}
	total := func() int {
		if _, err := s.Cache.Enter(t.Context(), s, now); err != nil {
			t.Fatal(err)
		}
		n, err := s.CountArtworks(t.Context(), free, now)
		if err != nil {
			t.Fatal(err)
		}
		return n.Count
	}
	before := total()
	works, err := s.Artworks(t.Context(), search.List{Filter: free, Sort: search.Newest, Page: 1}, now)
	if err != nil || len(works) == 0 {
		t.Fatalf("free works = %v, %v, want some", works, err)
	}
	// Another replica sells the work.
	if _, err := pool.Exec(t.Context(), "UPDATE artworks SET sold = edition_size, withheld = 0 WHERE id = $1", works[0].Number); err != nil {
		t.Fatal(err)
	}
	if n := total(); n != before {
		t.Fatalf("%d works before the version changed, want the cached %d", n, before)
	}
	if _, err := pool.Exec(t.Context(), "UPDATE content_version SET version = version + 1"); err != nil {
		t.Fatal(err)
	}
	if n := total(); n != before-1 {
		t.Errorf("%d works, want %d", n, before-1)
	}
}
