package postgres

import (
	"context"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// EntryFields implements graph.Editor. They are read by what changes them, so that a caller's values can be compared with them.
func (s *Store) EntryFields(ctx context.Context, kind artwork.EntryKind, id int64) ([]artwork.Field, error) {
	switch kind {
	case artwork.PostEntries:
		t, err := s.postText(ctx, id)
		return t.Fields(), err
	case artwork.DropEntries:
		t, err := s.dropText(ctx, id)
		return t.Fields(), err
	case artwork.ArtistEntries:
		t, err := s.artistText(ctx, id)
		return t.Fields(), err
	case artwork.CuratorEntries:
		t, err := s.curatorText(ctx, id)
		return t.Fields(), err
	case artwork.PageEntries:
		_, t, err := s.pageText(ctx, id)
		return t.Fields(), err
	}
	_, t, err := s.stored(ctx, id, "")
	return t.Fields(), err
}
