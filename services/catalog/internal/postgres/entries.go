package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// Entries implements graph.Desk.
func (s *Store) Entries(ctx context.Context, l artwork.DeskList, now time.Time) ([]artwork.DeskEntry, int, error) {
	rows, err := s.read().Entries(ctx, db.EntriesParams{
		Kind: string(l.Kind), Search: l.Search, SearchKey: artwork.SortKey(l.Search), Status: string(l.Status), Now: now,
		MaxRows: search.PageSize, Skip: offset(l.Page),
	})
	if err != nil || len(rows) == 0 {
		return nil, 0, err
	}
	out := make([]artwork.DeskEntry, len(rows))
	for i, r := range rows {
		out[i] = entry(r)
	}
	return out, int(rows[0].Total), nil
}

// Entry implements graph.Desk.
func (s *Store) Entry(ctx context.Context, kind artwork.EntryKind, id int64, now time.Time) (artwork.DeskEntry, error) {
	if id == 0 {
		return artwork.DeskEntry{}, artwork.ErrNotFound
	}
	rows, err := s.read().Entries(ctx, db.EntriesParams{Kind: string(kind), ID: id, Now: now, MaxRows: 1})
	if err != nil {
		return artwork.DeskEntry{}, err
	}
	if len(rows) == 0 {
		return artwork.DeskEntry{}, artwork.ErrNotFound
	}
	return entry(rows[0]), nil
}

func entry(r db.EntriesRow) artwork.DeskEntry {
	e := artwork.DeskEntry{ID: r.ID, Slug: r.Slug, Title: r.Title, Label: r.Label, Status: artwork.EntryStatus(r.Status), Edited: r.Edited}
	if r.PublishedAt.Unix() != 0 {
		e.PublishedAt = r.PublishedAt.UTC()
	}
	return e
}

// EntryFields implements graph.Desk.
func (s *Store) EntryFields(ctx context.Context, kind artwork.EntryKind, id int64) ([]artwork.Field, error) {
	switch kind {
	case artwork.PostEntries:
		p, published, err := s.staffPost(ctx, id)
		return postText(p, published).Fields(), err
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
	w, published, err := s.anyArtwork(ctx, id, "")
	return artworkText(w, published).Fields(), err
}

// AnyArtwork implements graph.Desk.
func (s *Store) AnyArtwork(ctx context.Context, id int64) (artwork.Artwork, error) {
	w, _, err := s.anyArtwork(ctx, id, "")
	return w, err
}

// EntryPicture implements graph.Desk.
func (s *Store) EntryPicture(ctx context.Context, kind artwork.EntryKind, id int64) (*artwork.Media, error) {
	doc, err := s.read().EntryPicture(ctx, db.EntryPictureParams{Kind: string(kind), ID: id})
	if err != nil {
		return nil, found(err)
	}
	return one(doc)
}

// ArtworkCategories implements graph.Desk.
func (s *Store) ArtworkCategories(ctx context.Context) ([]artwork.Category, error) {
	rows, err := s.read().AllCategories(ctx)
	return converted(rows, err, func(r db.AllCategoriesRow) (artwork.Category, error) {
		return artwork.Category{Slug: r.Slug, Name: r.Name}, nil
	})
}

// EntryChanges implements graph.Desk.
func (s *Store) EntryChanges(ctx context.Context, kind artwork.EntryKind, id int64, page int) (list []artwork.EntryChange, total int, err error) {
	rows, err := s.read().ContentChanges(ctx, db.ContentChangesParams{Kind: string(kind), EntryID: id, MaxRows: search.PageSize, Skip: offset(page)})
	if err != nil {
		return nil, 0, err
	}
	for _, r := range rows {
		c := artwork.EntryChange{ID: r.ID, At: r.At.UTC(), Email: r.Email, Action: r.Action}
		if c.Before, err = fieldsOf(kind, r.Before); err == nil {
			c.After, err = fieldsOf(kind, r.After)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("change %d of %s %d: %w", r.ID, kind, id, err)
		}
		list, total = append(list, c), int(r.Total)
	}
	return list, total, nil
}

// fieldsOf reads the recorded fields of an entry. Records of drops, artists, curators and pages without published are older than it: those
// entries were published.
func fieldsOf(kind artwork.EntryKind, recorded []byte) ([]artwork.Field, error) {
	switch kind {
	case artwork.PostEntries:
		return decoded(artwork.PostText{}, recorded)
	case artwork.DropEntries:
		return decoded(artwork.DropText{Published: true}, recorded)
	case artwork.ArtistEntries:
		return decoded(artwork.ArtistText{Published: true}, recorded)
	case artwork.CuratorEntries:
		return decoded(artwork.CuratorText{Published: true}, recorded)
	case artwork.PageEntries:
		return decoded(artwork.PageText{Published: true}, recorded)
	}
	return decoded(artwork.ArtworkText{}, recorded)
}

func decoded[T interface{ Fields() []artwork.Field }](t T, recorded []byte) ([]artwork.Field, error) {
	err := json.Unmarshal(recorded, &t)
	return t.Fields(), err
}
