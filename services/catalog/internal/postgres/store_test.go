package postgres_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/money"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk/bulktest"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
)

var now = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

var availabilities = []artwork.Availability{artwork.Upcoming, artwork.Available, artwork.Reserved, artwork.SoldOut, artwork.NotForSale}

func migrate(ctx context.Context, url string) error {
	return kitpg.Migrate(ctx, url, postgres.Migrations)
}

func TestAdoption(t *testing.T) {
	t.Parallel()
	testkit.Adopts(t, postgres.Migrations, 39)
}

// published are the events of a store.
type published struct {
	mu     sync.Mutex
	events []artwork.Event
}

// Publish implements postgres.Publisher.
func (p *published) Publish(_ context.Context, e artwork.Event) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.events = append(p.events, e)
	return nil
}

// taken are the events since the last call.
func (p *published) taken() []artwork.Event {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.events
	p.events = nil
	return e
}

func open(t *testing.T) (*postgres.Store, *pgxpool.Pool) {
	t.Helper()
	return publishing(t, &published{})
}

func publishing(t *testing.T, to *published) (*postgres.Store, *pgxpool.Pool) {
	t.Helper()
	url := testkit.Postgres(t, migrate)
	pool := testkit.Pool(t, url)
	lists, err := postgres.OpenLists(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(lists.Close)
	s := postgres.New(pool, lists, to, 0, time.Hour)
	s.LooseBudget = time.Minute // a busy machine must not change what a search finds
	return s, pool
}

// gallery is a collection with every kind of sale.
func gallery() artwork.Collection {
	price := func(n int64) *money.Money { return &money.Money{Amount: n, Currency: "USD"} }
	day := 24 * time.Hour
	c := artwork.Collection{Source: "content", IDBase: 0, IDLast: 999_999, Digest: "1"}
	c.Categories = []artwork.Category{{Slug: "generative", Name: "Generative"}, {Slug: "painting", Name: "Paintings"}}
	for i, name := range []string{"Ångström, Åsa", "Zed", "Hughes, Ted"} {
		id := int64(i + 1)
		c.Artists = append(c.Artists, artwork.ArtistEntry{Artist: artwork.Artist{ID: id, Slug: artwork.Slug(name, id), Name: name, SortName: name}, Account: fmt.Sprintf("a%d@example.org", id)})
	}
	c.Curators = []artwork.CuratorEntry{{Curator: artwork.Curator{ID: 1, Slug: "c-1", Name: "C"}}}
	windows := map[int64]artwork.Window{
		1: {Starts: now.Add(day)}, 2: {Starts: now.Add(-day)}, 3: {Starts: now.Add(-2 * day), Ends: now.Add(-day)},
	}
	for id, w := range windows {
		c.Drops = append(c.Drops, artwork.DropEntry{Drop: artwork.Drop{ID: id, Slug: fmt.Sprintf("d-%d", id), Title: fmt.Sprintf("Drop %d", id), Window: w}})
	}
	for id := int64(1); id <= 40; id++ {
		w := artwork.ArtworkEntry{Artwork: artwork.Artwork{
			ID: id, Title: fmt.Sprintf("Éclair %d", id%7), Slug: fmt.Sprintf("w-%d", id), Category: "generative", DropID: id % 4,
			Editions: artwork.Editions{Size: int(id%3)*5 + 1, Withheld: int(id % 2)}, PublishedAt: now.Add(-time.Duration(id%5) * day),
			Description: "A study of rivers",
		}}
		w.Artist.ID = id%3 + 1
		if id%6 != 0 {
			w.Price = price(100 * (id % 9 * 7))
			if w.Price.Amount == 0 {
				w.Price.Amount = 5
			}
		}
		if id%5 == 1 {
			w.CuratorIDs = []int64{1}
		}
		if id%11 == 0 { // not public yet
			w.PublishedAt, w.DropID = now.Add(time.Hour), 0
		}
		w.VisibleFrom = w.PublishedAt
		if win, ok := windows[w.DropID]; ok {
			w.Sale, w.VisibleFrom = win, artwork.VisibleFrom(w.PublishedAt, &win)
		}
		c.Artworks = append(c.Artworks, w)
	}
	return c
}

// model is a naive implementation of the store.
type model []artwork.ArtworkEntry

func fill(t *testing.T, s *postgres.Store) model {
	t.Helper()
	var m model
	c := gallery()
	// Counts may arrive before the works.
	for id := int64(1); id <= 30; id += 2 {
		if err := s.SetCounts(t.Context(), artwork.Counts{Artwork: id, Version: 1, Held: int(id % 2), Sold: int(id % 5)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Import(t.Context(), c, now); err != nil {
		t.Fatal(err)
	}
	artists, artworks := bulktest.Files(t)
	b, err := bulk.Read(bulk.Source{Artists: artists, Artworks: artworks, Name: "museum", Currency: "USD", IDBase: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ImportBulk(t.Context(), b, now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	names := map[int64]artwork.Artist{}
	for _, a := range append(slices.Clone(c.Artists), b.Artists...) {
		names[a.ID] = a.Artist
	}
	m = append(m, c.Artworks...)
	for w, err := range b.Artworks {
		if err != nil {
			t.Fatal(err)
		}
		m = append(m, w)
	}
	for i := range m {
		m[i].Artist = names[m[i].Artist.ID]
		if id := m[i].ID; id <= 30 && id%2 == 1 {
			m[i].Editions.Held, m[i].Editions.Sold = int(id%2), int(id%5)
		}
	}
	return m
}

func inside(r artwork.Range, n int64) bool {
	return (r.Min == nil || n >= *r.Min) && (r.Max == nil || n <= *r.Max)
}

func (m model) ids(l artwork.List) []int64 {
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
	slices.SortFunc(chosen, func(a, b artwork.ArtworkEntry) int {
		n := 0
		switch l.Sort {
		case artwork.Newest:
			n = b.PublishedAt.Compare(a.PublishedAt)
		case artwork.Oldest:
			n = a.PublishedAt.Compare(b.PublishedAt)
		case artwork.PriceAsc:
			n = byPrice(a, b, 1)
		case artwork.PriceDesc:
			n = byPrice(a, b, -1)
		case artwork.EditionAsc:
			n = cmp.Compare(a.Editions.Size, b.Editions.Size)
		case artwork.EditionDesc:
			n = cmp.Compare(b.Editions.Size, a.Editions.Size)
		case artwork.ByArtist:
			n = cmp.Compare(artwork.SortKey(a.Artist.SortName), artwork.SortKey(b.Artist.SortName))
		case artwork.ByTitle:
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
	m := fill(t, s)
	num := func(n int64) *int64 { return &n }
	filters := []artwork.Filter{
		{},
		{Categories: []string{"painting"}},
		{Categories: []string{"generative", "painting"}},
		{EditionSize: artwork.Range{Min: num(2), Max: num(10)}},
		{Price: artwork.Range{Min: num(700)}},
		{Price: artwork.Range{Max: num(200000)}},
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
		filters = append(filters, artwork.Filter{Availability: []artwork.Availability{a}})
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
			f.Price = artwork.Range{Min: num(int64(r.IntN(3000))), Max: num(int64(3000 + r.IntN(400000)))}
		}
		filters = append(filters, f)
	}
	sorts := []artwork.Sort{
		artwork.Newest, artwork.Oldest, artwork.PriceAsc, artwork.PriceDesc, artwork.EditionAsc, artwork.EditionDesc, artwork.ByArtist, artwork.ByTitle,
	}
	for _, f := range filters {
		for _, sort := range sorts {
			l, err := artwork.List{Filter: f, Sort: sort, Page: 1}.Check()
			if err != nil {
				t.Fatal(err)
			}
			want := m.ids(l)
			n, err := s.CountArtworks(t.Context(), l.Filter, now)
			if err != nil || n != (artwork.Total{Count: len(want)}) {
				t.Fatalf("%+v: counted %+v, want %d (%v)", f, n, len(want), err)
			}
			got := []int64{}
			for l.Page = 1; l.Page <= artwork.PageCount(n.Count); l.Page++ {
				page, err := s.Artworks(t.Context(), l, now)
				if err != nil {
					t.Fatal(err)
				}
				for _, w := range page {
					got = append(got, w.ID)
					at := slices.IndexFunc(m, func(e artwork.ArtworkEntry) bool { return e.ID == w.ID })
					if w.Availability(now) != m[at].Availability(now) || w.Editions != m[at].Editions || w.Artist.Name != m[at].Artist.Name {
						t.Fatalf("%+v, want %+v", w, m[at])
					}
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%+v by %s:\n%v, want\n%v", f, sort, got, want)
			}
			l.Page = 1
			page, total, err := s.ArtworksCounted(t.Context(), l, now)
			if err != nil || total != n || !slices.EqualFunc(page, want[:len(page)], func(w artwork.Artwork, id int64) bool { return w.ID == id }) || len(page) != min(n.Count, artwork.PageSize) {
				t.Fatalf("%+v by %s, counted: %d of %+v, want %+v (%v)", f, sort, len(page), total, n, err)
			}
		}
	}
	l, _ := artwork.List{Filter: artwork.Filter{Search: "landscape OR river"}, Sort: artwork.Relevance, Page: 1}.Check()
	works, err := s.Artworks(t.Context(), l, now)
	if err != nil || len(works) == 0 {
		t.Errorf("search by relevance = %d works, %v, want some", len(works), err)
	}
	n, err := s.CountArtworks(t.Context(), l.Filter, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, l.Page = range []int{1, artwork.PageCount(n.Count) + 1} {
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
		"ecl": "", "Eclair ANGSTR": "Ångström, Åsa", "ted é": "Hughes, Ted", "aså 3": "Ångström, Åsa", "hughes nobody": "nobody", "?!": "nobody", "' & | :*": "nobody",
	} {
		l, err := artwork.List{Filter: artwork.Filter{Search: text}, Sort: artwork.Relevance, Page: 1}.Check()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.CountArtworks(t.Context(), l.Filter, now); err != nil || n != (artwork.Total{}) {
			t.Errorf("search for %s as written = %+v, %v, want none", text, n, err)
		}
		l, ok := l.LooseSearch()
		if !ok {
			t.Fatalf("LooseSearch() of %s = false, want true", text)
		}
		works, total, err := s.ArtworksCounted(t.Context(), l, now)
		if err != nil || (total.Count > 0) != (artist != "nobody") || len(works) != min(total.Count, artwork.PageSize) {
			t.Errorf("%s: %d works of %+v, %v, want some = %t", text, len(works), total, err, artist != "nobody")
		}
		for _, w := range works {
			if !strings.HasPrefix(w.Title, "Éclair") || (artist != "" && w.Artist.Name != artist) {
				t.Errorf("%s: %s by %s, want Éclair… by %q", text, w.Title, w.Artist.Name, artist)
			}
		}
	}
	for _, text := range []string{"", `"long fur"`, "long -fur", "long or fur"} {
		if _, ok := (artwork.List{Filter: artwork.Filter{Search: text}}).LooseSearch(); ok {
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

func TestScheduledWorksBecomePublic(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	fill(t, s)
	list := func(at time.Time) int {
		n, err := s.CountArtworks(t.Context(), artwork.Filter{}, at)
		if err != nil {
			t.Fatal(err)
		}
		return n.Count
	}
	before := list(now)
	if _, err := s.Artwork(t.Context(), 11, nil, now); err == nil {
		t.Error("Artwork() of a work with a future date: error = nil, want one")
	}
	due, err := s.NextScheduled(t.Context(), now)
	if err != nil || !due.Equal(now.Add(time.Hour)) {
		t.Fatalf("NextScheduled() = %v, %v, want %v", due, err, now.Add(time.Hour))
	}
	if _, err := s.Advance(t.Context(), due, false); err != nil {
		t.Fatal(err)
	}
	if after := list(due); after != before+3 {
		t.Errorf("%d works, want %d", after, before+3)
	}
	if w, err := s.Artwork(t.Context(), 11, nil, due); err != nil || w.ID != 11 {
		t.Errorf("Artwork() when due = %d, %v, want 11", w.ID, err)
	}
	// A work of a drop that has not begun is public, and its page says so.
	if w, err := s.Artwork(t.Context(), 1, nil, now); err != nil || w.Availability(now) != artwork.Upcoming {
		t.Errorf("availability = %v, %v, want %v", w.Availability(now), err, artwork.Upcoming)
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

func TestImportIsIdempotentAndUnpublishes(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	c := gallery()
	first, err := s.Import(t.Context(), c, now)
	if err != nil || first.Written == 0 || first.Unchanged {
		t.Fatalf("first Import() = %+v, %v, want some written", first, err)
	}
	if again, err := s.Import(t.Context(), c, now); err != nil || !again.Unchanged {
		t.Errorf("second Import() = %+v, %v, want unchanged", again, err)
	}
	c.Digest = "2" // something changed that no entry shows
	if again, err := s.Import(t.Context(), c, now); err != nil || again.Unchanged || again.Written != 0 || again.Removed != 0 {
		t.Errorf("second Import() = %+v, %v, want no changes", again, err)
	}
	c.Digest, c.Artworks = "3", c.Artworks[1:]
	if again, err := s.Import(t.Context(), c, now); err != nil || again.Removed != 1 {
		t.Errorf("Import() without an entry = %+v, %v, want 1 removed", again, err)
	}
	if _, err := s.Artwork(t.Context(), 1, nil, now); err == nil {
		t.Error("Artwork() of a removed work: error = nil, want one")
	}
	if _, err := s.Offer(t.Context(), 1, now, false); err == nil {
		t.Error("Offer() of a removed work: error = nil, want one")
	}
	// One wrong entry: nothing changes.
	bad := gallery()
	bad.Digest, bad.Artworks[5].Artist.ID = "4", 77
	if _, err := s.Import(t.Context(), bad, now); err == nil {
		t.Fatal("Import() of a work without an artist: error = nil, want one")
	}
	if n, _ := s.CountArtworks(t.Context(), artwork.Filter{}, now); n.Count != 36 {
		t.Errorf("works after a failed import = %d, want 36", n.Count)
	}
	var digest string
	if err := pool.QueryRow(t.Context(), `SELECT digest FROM sources WHERE name = 'content'`).Scan(&digest); err != nil || digest != "3" {
		t.Errorf(`digest, err = %v, %v, want digest "3" and no error`, digest, err)
	}
	// Another source can't use ids of this one, and a source keeps its base id.
	artists, artworks := bulktest.Files(t)
	b, err := bulk.Read(bulk.Source{Artists: artists, Artworks: artworks, Name: "museum", Currency: "USD", IDBase: 500})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ImportBulk(t.Context(), b, now, func(string, int) {}); err == nil {
		t.Error("ImportBulk() of ids that overlap: error = nil, want one")
	}
}

func TestBulkIsIdempotent(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	artists, artworks := bulktest.Files(t)
	src := bulk.Source{Artists: artists, Artworks: artworks, Name: "museum", Currency: "USD", IDBase: 2_000_000}
	b, err := bulk.Read(src)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	first, err := s.ImportBulk(t.Context(), b, now, func(stage string, _ int) { told = append(told, stage) })
	if err != nil || first.Written < 200 || len(told) < 3 {
		t.Fatalf("first ImportBulk() = %+v, %v, stages %q, want at least 200 written and 3 stages", first, err, told)
	}
	if again, err := s.ImportBulk(t.Context(), b, now, func(string, int) {}); err != nil || !again.Unchanged {
		t.Errorf("second ImportBulk() = %+v, %v, want unchanged", again, err)
	}
	b.Digest = "other"
	if again, err := s.ImportBulk(t.Context(), b, now, func(string, int) {}); err != nil || again.Written != 0 || again.Removed != 0 {
		t.Errorf("second ImportBulk() = %+v, %v, want no changes", again, err)
	}
	if err := s.Vacuum(t.Context()); err != nil {
		t.Error(err)
	}
	var pages, visible int
	if err := pool.QueryRow(t.Context(), `SELECT relpages, relallvisible FROM pg_class WHERE relname = 'artworks'`).Scan(&pages, &visible); err != nil || visible < pages || pages == 0 {
		t.Errorf("pages in the visibility map = %d, %v, want all %d", visible, err, pages)
	}
	var sold, withheld int
	if err := pool.QueryRow(t.Context(), `SELECT sum(sold), sum(withheld) FROM artworks`).Scan(&sold, &withheld); err != nil || sold != 0 || withheld == 0 {
		t.Errorf("sold = %d, withheld = %d, %v, want 0 sold, and withheld what the source doesn't offer", sold, withheld, err)
	}
}

// TestPicturesElsewhere: whatever reads media finds the picture of an imported work, which is stored elsewhere, and reads a work without one.
func TestPicturesElsewhere(t *testing.T) {
	t.Parallel()
	to := &published{}
	s, _ := publishing(t, to)
	const remote, first, second = "https://museum.example/1.jpg", 1_000_001, 1_000_002
	collection := func(digest string) artwork.Bulk {
		c := generated(20)
		works := c.Artworks
		c.Digest, c.Artworks = digest, func(yield func(artwork.ArtworkEntry, error) bool) {
			for w, err := range works {
				if w.ID == first {
					w.Media = []artwork.Media{{Kind: artwork.Image, Alt: w.Title, SourceURL: remote}}
				}
				if !yield(w, err) {
					return
				}
			}
		}
		return c
	}
	if _, err := s.ImportBulk(t.Context(), collection("1"), now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	if again, err := s.ImportBulk(t.Context(), collection("2"), now, func(string, int) {}); err != nil || again.Written != 0 {
		t.Errorf("second ImportBulk() = %+v, %v, want no changes", again, err)
	}
	for _, want := range []struct {
		id      int64
		picture string
	}{{first, remote}, {second, ""}} {
		got := map[string]string{}
		w, err := s.Artwork(t.Context(), want.id, nil, now)
		if err != nil {
			t.Fatal(err)
		}
		got["Artwork"] = artwork.PictureOfWidth(w.Media, 640)
		o, err := s.Offer(t.Context(), want.id, now, false)
		if err != nil {
			t.Fatal(err)
		}
		got["Offer"] = o.Picture
		stock, err := s.Stock(t.Context(), []int64{want.id}, now)
		if err != nil || len(stock) != 1 {
			t.Fatalf("Stock() = %+v, %v, want one work", stock, err)
		}
		got["Stock"] = artwork.PictureOfWidth(stock[0].Media, 640)
		e, public, err := s.EditionSource(t.Context(), want.id, now)
		if err != nil || !public {
			t.Fatalf("EditionSource() = %+v, %t, %v, want a public work", e, public, err)
		}
		got["EditionSource"] = artwork.PictureOfWidth(e.Media, 640)
		for _, event := range to.events {
			if e, ok := event.(artwork.Published); ok && e.Offer.Artwork.ID == want.id {
				got["event"] = e.Offer.Picture
			}
		}
		for reader, picture := range got {
			if picture != want.picture {
				t.Errorf("%s of artwork %d: picture = %q, want %q", reader, want.id, picture, want.picture)
			}
		}
	}
}

// TestMostRemovalsNeedConsent: a truncated or wrong file doesn't empty the gallery.
func TestMostRemovalsNeedConsent(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	artists, artworks := bulktest.Files(t)
	src := bulk.Source{Artists: artists, Artworks: artworks, Name: "museum", Currency: "USD"}
	b, err := bulk.Read(src)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ImportBulk(t.Context(), b, now, func(string, int) {}); err != nil {
		t.Fatal(err)
	}
	published := func() (n int) {
		if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM artworks WHERE published`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := published()
	all := b.Artworks
	b.Digest = "a part"
	b.Artworks = func(yield func(artwork.ArtworkEntry, error) bool) {
		n := 0
		for w, err := range all {
			if n++; n > 20 || !yield(w, err) {
				return
			}
		}
	}
	_, err = s.ImportBulk(t.Context(), b, now, func(string, int) {})
	if e, ok := errors.AsType[artwork.MostlyRemovedError](err); !ok || e.Removed != before-20 || e.Published != before+len(b.Artists) {
		t.Errorf("%v, want %d of %d removed", err, before-20, before+len(b.Artists))
	}
	if n := published(); n != before {
		t.Errorf("%d artworks are published after the refused import, want %d", n, before)
	}
	b.AllowRemovals = true
	if c, err := s.ImportBulk(t.Context(), b, now, func(string, int) {}); err != nil || c.Removed != before-20 || published() != 20 {
		t.Errorf("ImportBulk() of 20 works = %+v, %v, want all others removed", c, err)
	}
}

// TestVacuumOutlastsAnOlderSnapshot: rows that an open transaction doesn't see can't be marked as all-visible.
func TestVacuumOutlastsAnOlderSnapshot(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	older, err := pool.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = older.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := older.Exec(t.Context(), `SELECT FROM artworks`); err != nil {
		t.Fatal(err)
	}
	fill(t, s)
	vacuumed := make(chan error, 1)
	go func() { vacuumed <- s.Vacuum(t.Context()) }()
	testkit.Eventually(t, 30*time.Second, func() bool {
		var tried bool
		err := pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND query LIKE '%bool_and(relallvisible%')`).Scan(&tried)
		return err == nil && tried
	})
	if err := older.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-vacuumed; err != nil {
		t.Fatal(err)
	}
	var pages, visible int
	if err := pool.QueryRow(t.Context(), `SELECT relpages, relallvisible FROM pg_class WHERE relname = 'artworks'`).Scan(&pages, &visible); err != nil || visible < pages || pages == 0 {
		t.Errorf("pages in the visibility map = %d, %v, want all %d", visible, err, pages)
	}
}

func TestCountsIgnoreOldVersions(t *testing.T) {
	t.Parallel()
	events := &published{}
	s, _ := publishing(t, events)
	if _, err := s.Import(t.Context(), gallery(), now); err != nil {
		t.Fatal(err)
	}
	events.taken()
	for _, c := range []struct {
		version    int64
		held, sold int
		changed    bool
	}{{3, 1, 2, true}, {1, 5, 0, false}, {3, 4, 4, false}, {4, 1, 2, false}, {5, 0, 3, true}} {
		counts := artwork.Counts{Artwork: 2, Version: c.version, Held: c.held, Sold: c.sold}
		if err := s.SetCounts(t.Context(), counts); err != nil {
			t.Errorf("%+v: error = %v, want nil", c, err)
		}
		var want []artwork.Event
		if c.changed {
			want = []artwork.Event{artwork.AvailabilityChanged{Counts: counts, DropID: 2, Size: 11}}
		}
		if got := events.taken(); !slices.Equal(got, want) {
			t.Errorf("%+v: events %+v, want %+v", c, got, want)
		}
	}
	w, err := s.Artwork(t.Context(), 2, nil, now)
	if err != nil || w.Editions.Held != 0 || w.Editions.Sold != 3 {
		t.Errorf("editions = %+v, %v, want 3 sold and none held", w.Editions, err)
	}
}
