package postgres_test

import (
	"errors"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk"
)

// TestOldFilesAreRemoved: files that nobody imports aren't kept.
func TestOldFilesAreRemoved(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	i := bulk.Import{ID: id.New(), Source: "museum", Account: "a", ArtistsName: "a.csv", ArtworksName: "w.csv", Result: []byte("x"), Sound: true, UpdatedAt: now}
	for range 2 { // a repeated check
		if err := s.SaveCollection(t.Context(), i, bulk.Files{Artists: []byte("a"), Artworks: []byte("w")}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.ExpireCollections(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	if f, err := s.CollectionFiles(t.Context(), i.ID); err != nil || string(f.Artworks) != "w" {
		t.Errorf("files of a new import = %q, %v, want them kept", f.Artworks, err)
	}

	// A failed import keeps its row, as the record of what happened.
	by := artwork.Change{Account: "b", Email: "b@example.org", At: now}
	if err := s.StartCollection(t.Context(), i.ID, by, false); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveCollection(t.Context(), i, bulk.Files{}); !errors.Is(err, bulk.ErrState) {
		t.Errorf("a check of a running import = %v, want ErrState", err)
	}
	if err := s.FailCollection(t.Context(), i.ID, "the disk is full", now); err != nil {
		t.Fatal(err)
	}
	if err := s.ExpireCollections(t.Context(), now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	f, err := s.CollectionFiles(t.Context(), i.ID)
	got, failed := s.CollectionImport(t.Context(), i.ID)
	if err != nil || failed != nil || f.Artists != nil || got.State != bulk.Failed || got.Reason != "the disk is full" || got.Account != "b" {
		t.Errorf("failed import = %+v, %v, %v, want its reason without files", got, err, failed)
	}

	i.ID = id.New()
	if err := s.SaveCollection(t.Context(), i, bulk.Files{Artists: []byte("a"), Artworks: []byte("w")}); err != nil {
		t.Fatal(err)
	}
	if err := s.ExpireCollections(t.Context(), now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.CollectionImport(t.Context(), i.ID); !errors.Is(err, artwork.ErrNotFound) {
		t.Errorf("an import that nobody started: %v, want ErrNotFound", err)
	}
}
