package postgres_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk/bulktest"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

func TestAdoption(t *testing.T) {
	t.Parallel()
	testkit.Adopts(t, postgres.Migrations, 39)
}

func TestScheduledWorksBecomePublic(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	fill(t, s)
	list := func(at time.Time) int {
		n, err := s.CountArtworks(t.Context(), search.Filter{}, at)
		if err != nil {
			t.Fatal(err)
		}
		return n.Count
	}
	before := list(now)
	if _, err := s.Artwork(t.Context(), 11, nil, false, now); err == nil {
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
	if w, err := s.Artwork(t.Context(), 11, nil, false, due); err != nil || w.Number != 11 {
		t.Errorf("Artwork() when due = %v, %v, want 11", w, err)
	}
	// A work of a drop that has not begun is public, and its page says so.
	if w, err := s.Artwork(t.Context(), 1, nil, false, now); err != nil || w.Availability != gen.AvailabilityUpcoming {
		t.Errorf("Artwork() = %+v, %v, want %v", w, err, gen.AvailabilityUpcoming)
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
	if _, err := s.Artwork(t.Context(), 1, nil, false, now); err == nil {
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
	if n, _ := s.CountArtworks(t.Context(), search.Filter{}, now); n.Count != 36 {
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
	events := to.Taken()
	for _, want := range []struct {
		id      int64
		picture string
	}{{first, remote}, {second, ""}} {
		got := map[string]string{}
		w, err := s.Artwork(t.Context(), want.id, nil, false, now)
		if err != nil {
			t.Fatal(err)
		}
		got["Artwork"] = ""
		for _, m := range w.Media {
			got["Artwork"] = address(m.SourceURL)
		}
		o, err := s.Offer(t.Context(), want.id, now, false)
		if err != nil {
			t.Fatal(err)
		}
		got["Offer"] = o.Picture
		stock, err := s.StockMessages(t.Context(), []int64{want.id}, now)
		if err != nil || len(stock) != 1 {
			t.Fatalf("StockMessages() = %+v, %v, want one work", stock, err)
		}
		got["Stock"] = stock[0].GetImageUrl()
		e, public, err := s.EditionSource(t.Context(), want.id, now)
		if err != nil || !public {
			t.Fatalf("EditionSource() = %+v, %t, %v, want a public work", e, public, err)
		}
		got["EditionSource"] = artwork.PictureOfWidth(e.Media, 640)
		for _, event := range events {
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
	events.Taken()
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
		if got := events.Taken(); !slices.Equal(got, want) {
			t.Errorf("%+v: events %+v, want %+v", c, got, want)
		}
	}
	w, err := s.Artwork(t.Context(), 2, nil, false, now)
	if err != nil || w.EditionsAvailable != 8 || w.EditionsSold != 3 {
		t.Errorf("artwork = %+v, %v, want 3 editions sold and 8 available", w, err)
	}
}
