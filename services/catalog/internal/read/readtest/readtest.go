// Package readtest has catalogs for tests: a store with its reader, and content to fill it with.
package readtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/money"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk/bulktest"
	"github.com/vitrine/vitrine/services/catalog/internal/cache"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/read"
)

// Now is the time of all tests.
var Now = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// Migrate brings a database to the newest version.
func Migrate(ctx context.Context, url string) error {
	return kitpg.Migrate(ctx, url, postgres.Migrations)
}

// Published keeps the events of a store.
type Published struct {
	mu     sync.Mutex
	events []artwork.Event
}

// Publish implements postgres.Publisher.
func (p *Published) Publish(_ context.Context, e artwork.Event) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.events = append(p.events, e)
	return nil
}

// Taken returns the events since the last call.
func (p *Published) Taken() []artwork.Event {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.events
	p.events = nil
	return e
}

// Catalog is a store with its reader.
type Catalog struct {
	*postgres.Store
	*read.Reader
}

// Opened returns a catalog whose totals may have an age.
func Opened(pool, lists *pgxpool.Pool, to *Published, age time.Duration) Catalog {
	remembered := cache.New(0)
	reader := read.New(read.Options{Pool: pool, Lists: lists, Cache: remembered, CountAge: age})
	reader.LooseBudget = time.Minute // a busy machine must not change what a search finds
	return Catalog{postgres.New(pool, to, remembered, time.Hour), reader}
}

// Bound lowers the limits of a large catalog, before the first call.
func (c Catalog) Bound(exact, counted int) {
	c.Store.MaxExact, c.Reader.MaxExact, c.MaxCounted = exact, exact, counted
}

// Address returns a text that may be absent.
func Address(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Open returns an empty catalog that counts every time, with its database.
func Open(t testing.TB) (Catalog, *pgxpool.Pool) {
	t.Helper()
	return Publishing(t, &Published{})
}

// Publishing is Open with its events.
func Publishing(t testing.TB, to *Published) (Catalog, *pgxpool.Pool) {
	t.Helper()
	return connected(t, testkit.Postgres(t, Migrate), to)
}

// OpenIn is Open in a database of a locale.
func OpenIn(t testing.TB, locale string) (Catalog, *pgxpool.Pool) {
	t.Helper()
	url := testkit.PostgresIn(t, locale)
	if err := Migrate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	return connected(t, url, &Published{})
}

func connected(t testing.TB, url string, to *Published) (Catalog, *pgxpool.Pool) {
	t.Helper()
	pool := testkit.Pool(t, url)
	lists, err := read.OpenLists(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(lists.Close)
	return Opened(pool, lists, to, 0), pool
}

// Gallery returns a collection with every kind of sale.
func Gallery() artwork.Collection {
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
		1: {Starts: Now.Add(day)}, 2: {Starts: Now.Add(-day)}, 3: {Starts: Now.Add(-2 * day), Ends: Now.Add(-day)},
	}
	for id, w := range windows {
		c.Drops = append(c.Drops, artwork.DropEntry{Drop: artwork.Drop{ID: id, Slug: fmt.Sprintf("d-%d", id), Title: fmt.Sprintf("Drop %d", id), Window: w}})
	}
	for id := int64(1); id <= 40; id++ {
		w := artwork.ArtworkEntry{Artwork: artwork.Artwork{
			ID: id, Title: fmt.Sprintf("Éclair %d", id%7), Slug: fmt.Sprintf("w-%d", id), Category: "generative", DropID: id % 4,
			Editions: artwork.Editions{Size: int(id%3)*5 + 1, Withheld: int(id % 2)}, PublishedAt: Now.Add(-time.Duration(id%5) * day),
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
			w.PublishedAt, w.DropID = Now.Add(time.Hour), 0
		}
		w.VisibleFrom = w.PublishedAt
		if win, ok := windows[w.DropID]; ok {
			w.Sale, w.VisibleFrom = win, artwork.VisibleFrom(w.PublishedAt, &win)
		}
		c.Artworks = append(c.Artworks, w)
	}
	return c
}

// Fill imports Gallery and a museum's files, and returns all artworks as they are then.
func Fill(t testing.TB, s Catalog) []artwork.ArtworkEntry {
	t.Helper()
	var m []artwork.ArtworkEntry
	c := Gallery()
	// Counts may arrive before the works.
	for id := int64(1); id <= 30; id += 2 {
		if err := s.SetCounts(t.Context(), artwork.Counts{Artwork: id, Version: 1, Held: int(id % 2), Sold: int(id % 5)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Import(t.Context(), c, Now); err != nil {
		t.Fatal(err)
	}
	artists, artworks := bulktest.Files(t)
	b, err := bulk.Read(bulk.Source{Artists: artists, Artworks: artworks, Name: "museum", Currency: "USD", IDBase: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ImportBulk(t.Context(), b, Now, func(string, int) {}); err != nil {
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

// Generated returns a collection of n artworks with some ten thousand different words.
func Generated(n int) artwork.Bulk {
	r := rand.New(rand.NewPCG(7, 7)) //nolint:gosec // the same works in every run
	word := func() string {
		var b strings.Builder
		for range 2 + r.IntN(2) {
			b.WriteByte("bcdfghklmnprstvw"[r.IntN(16)])
			b.WriteByte("aeiou"[r.IntN(5)])
		}
		return b.String()
	}
	b := artwork.Bulk{Source: "generated", IDBase: 1_000_000, IDLast: 1_000_000 + int64(n), Digest: "1"}
	for i := range int64(n / 20) {
		name := word() + " " + word()
		b.Artists = append(b.Artists, artwork.ArtistEntry{Artist: artwork.Artist{ID: 1_000_000 + i, Slug: artwork.Slug(name, i), Name: name, SortName: name}})
	}
	b.Artists[0].Name, b.Artists[0].SortName = "Ada Penrose", "Penrose, Ada"
	b.Artworks = func(yield func(artwork.ArtworkEntry, error) bool) {
		for i := range n {
			id := int64(1_000_001 + i)
			w := artwork.ArtworkEntry{Artwork: artwork.Artwork{
				ID: id, Slug: fmt.Sprintf("w-%d", id), Title: word() + " " + word(), Category: "painting", Medium: "Oil paint on canvas",
				Editions: artwork.Editions{Size: 1}, PublishedAt: Now.Add(-time.Duration(i) * time.Minute),
			}}
			if i%1000 == 0 {
				w.Category, w.Medium = "photography", "Lithograph on vellum"
			}
			w.Artist.ID = 1_000_000 + int64(i)%int64(n/20)
			w.VisibleFrom = w.PublishedAt
			if !yield(w, nil) {
				return
			}
		}
	}
	return b
}
