package postgres_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
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
