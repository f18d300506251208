package postgres_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// TestEveryVisibleChangeMovesTheVersion: responses are cached for one version of the content.
func TestEveryVisibleChangeMovesTheVersion(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	const hash = "0123456789abcdef0123"
	c := gallery()
	c.Files = []artwork.File{{Hash: hash, Name: "work.webp", Raster: true}}
	c.Artworks[0].Media = []artwork.Media{{Kind: artwork.Image, Hash: hash, Alt: "A work"}}
	made := artwork.Made{Width: 8, Height: 5, Renditions: []artwork.Rendition{{URL: "/assets/a/b.webp", Width: 8, Height: 5}}}
	by := artwork.Change{At: now, Account: "a", Action: "edit"}
	retitle := func() error {
		err := s.UpdateArtwork(t.Context(), 2, by, func(w *artwork.ArtworkText) error { w.Title = "Another title"; return nil })
		return err
	}
	sell := func(version int64) func() error {
		return func() error { return s.SetCounts(t.Context(), artwork.Counts{Artwork: 2, Version: version, Held: 1}) }
	}
	load := func() error {
		_, err := s.Import(t.Context(), c, now)
		return err
	}
	bulk := func() error {
		_, err := s.ImportBulk(t.Context(), generated(500), now, func(string, int) {})
		return err
	}
	for _, step := range []struct {
		name  string
		do    func() error
		moves bool
	}{
		{"import", load, true},
		{"the same import", load, false},
		{"counts", sell(1), true},
		{"the same counts", sell(1), false},
		{"newer counts that are equal", sell(2), false},
		{"counts of an unknown work", func() error { return s.SetCounts(t.Context(), artwork.Counts{Artwork: 888_888, Version: 1, Held: 1}) }, false},
		{"renditions", func() error { _, err := s.SetMade(t.Context(), c.Files[0], made, now); return err }, true},
		{"an edit", retitle, true},
		{"the same edit", retitle, false},
		{"a scheduled work", func() error { _, err := s.Advance(t.Context(), now.Add(2*time.Hour), false); return err }, true},
		{"nothing scheduled", func() error { _, err := s.Advance(t.Context(), now.Add(2*time.Hour), false); return err }, false},
		{"bulk import", bulk, true},
		{"the same bulk import", bulk, false},
	} {
		before, err := s.Version(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := step.do(); err != nil {
			t.Fatalf("%s: error = %v, want nil", step.name, err)
		}
		after, err := s.Version(t.Context())
		if err != nil || after < before || (after > before) != step.moves {
			t.Errorf("%s: version %d, then %d (%v), want change = %t", step.name, before, after, err, step.moves)
		}
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
