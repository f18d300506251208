package postgres_test

import (
	"testing"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// TestAWorkIsProtectedWhileItsPicturesAreMade: the renditions of a public picture include its original.
func TestAWorkIsProtectedWhileItsPicturesAreMade(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	const hash, original = "0123456789abcdef0123", "/assets/0123456789abcdef0123/work.webp"
	c := gallery()
	show := func(digest string, protected bool) {
		c.Digest = digest
		c.Files = []artwork.File{{Hash: hash, Name: "work.webp", Raster: true, Protected: protected}}
		c.Artworks[0].Media = []artwork.Media{{Kind: artwork.Image, Hash: hash, Alt: "A work"}}
		if !protected {
			c.Artworks[0].Media[0].URL = original
		}
		if _, err := s.Import(t.Context(), c, now); err != nil {
			t.Fatal(err)
		}
	}
	show("1", false)
	public, ok, err := s.WaitingFile(t.Context(), hash)
	if err != nil || !ok {
		t.Fatalf("WaitingFile() = %t, %v, want true and no error", ok, err)
	}
	show("2", true)
	if stored, err := s.SetMade(t.Context(), public, artwork.Made{Width: 8, Height: 5, Renditions: []artwork.Rendition{{URL: original, Width: 8, Height: 5}}}, now); err != nil || stored {
		t.Fatalf("SetMade() of a file that is protected now = %t, %v, want false and no error", stored, err)
	}
	w, err := s.Artwork(t.Context(), c.Artworks[0].ID, nil, false, now)
	if err != nil || len(w.Media) != 1 || w.Media[0].URL != nil || len(w.Media[0].Renditions) > 0 {
		t.Errorf("protected work = %+v, %v, want one media file without a URL or renditions", w, err)
	}
	if f, ok, err := s.WaitingFile(t.Context(), hash); err != nil || !ok || !f.Protected {
		t.Errorf("WaitingFile() of the protected work = %+v, %t, %v, want a protected file", f, ok, err)
	}
	made := []artwork.Rendition{{URL: "/assets/0123456789abcdef0123/work-3-8.webp", Width: 8, Height: 5}}
	if stored, err := s.SetMade(t.Context(), c.Files[0], artwork.Made{Width: 8, Height: 5, Renditions: made}, now); err != nil || !stored {
		t.Fatalf("SetMade() = %t, %v, want true and no error", stored, err)
	}
	if w, err = s.Artwork(t.Context(), c.Artworks[0].ID, nil, false, now); err != nil || address(w.Media[0].URL) != made[0].URL {
		t.Errorf("work = %+v, %v, want the new address", w, err)
	}
}
