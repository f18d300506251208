package media

import (
	"context"
	"errors"
	"io/fs"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/blob/blobtest"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// plain draws the same for every page.
type plain struct{ Pages }

func (plain) Draw(context.Context, artwork.Drawing) ([]byte, error) { return []byte("a picture"), nil }

// TestAnUndrawableEditionIsRetriedTheNextDay: the machine may have caused the failure.
func TestAnUndrawableEditionIsRetriedTheNextDay(t *testing.T) {
	t.Parallel()
	l := New(blobtest.Folder(t, t.TempDir()), nil, nil, false, "")
	proven := true
	e, err := EditionOf(artwork.Artwork{ID: 64, Editions: artwork.Editions{Size: 2}, Media: []artwork.Media{{
		Kind: artwork.Generator, Page: "0123456789abcdef0123/dots.html", Deterministic: &proven, Width: 160, Height: 100,
	}}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	if _, err := l.editionPicture(t.Context(), e, now); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before: error = %v, want ErrNotExist", err)
	}
	if err := l.markUndrawable(t.Context(), e, now); err != nil {
		t.Fatal(err)
	}
	last := now.Add(24*time.Hour - time.Second)
	if err := l.DrawEdition(t.Context(), plain{}, e, false, last); err != nil {
		t.Error(err)
	}
	if _, err := l.editionPicture(t.Context(), e, last); !errors.Is(err, artwork.ErrNotFound) {
		t.Errorf("within a day: error = %v, want ErrNotFound", err)
	}
	next := now.Add(24 * time.Hour)
	if _, err := l.editionPicture(t.Context(), e, next); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after a day: error = %v, want ErrNotExist", err)
	}
	if err := l.DrawEdition(t.Context(), plain{}, e, false, next); err != nil {
		t.Error(err)
	}
	if picture, err := l.editionPicture(t.Context(), e, next); err != nil || len(picture) == 0 {
		t.Errorf("editionPicture() after rendering = %d bytes, %v, want a picture", len(picture), err)
	}
}
