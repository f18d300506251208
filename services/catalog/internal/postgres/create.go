package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// ownSource is the source of entries that are made here: by artists in the studio, and by staff on the desk. No import touches it.
const ownSource = "studio"

// artworkKind is the kind of artworks in the record of changes.
const artworkKind = artwork.EntryKind("artwork")

// CreateEntry implements api.Entries. It writes the entry as an import does.
func (s *Store) CreateEntry(ctx context.Context, by artwork.Change, e artwork.Entries, upload string) (ref artwork.EntryRef, err error) {
	err = postgres.InTx(postgres.WithStatementTimeout(ctx, changes), s.pool, func(ctx context.Context) error {
		if err := s.lockContent(ctx); err != nil {
			return err
		}
		id, err := s.queries(ctx).NextStudioArtwork(ctx)
		if err != nil {
			return err
		}
		c := artwork.Collection{Source: ownSource, Entries: e}
		var kind artwork.EntryKind
		if len(c.Artworks) == 1 {
			kind = artworkKind
			ref, err = s.putNewArtwork(ctx, id, &c, by, upload)
		} else {
			kind, ref, err = s.putNew(ctx, id, &c, by)
		}
		if err != nil {
			return err
		}
		fields, err := s.entryText(ctx, kind, ref.ID)
		if err != nil {
			return err
		}
		// There is no earlier version to restore.
		is, _ := json.Marshal(fields) // strings, numbers and booleans only
		err = s.queries(ctx).RecordChange(ctx, db.RecordChangeParams{
			At: by.At, Account: by.Account, Email: by.Email, Action: by.Action, Kind: string(kind), EntryID: ref.ID, Before: is, After: is,
		})
		if err != nil {
			return err
		}
		return s.move(ctx)
	})
	if err == nil {
		s.remembered.Forget()
	}
	return ref, err
}

// putNew writes the only entry of a collection as a draft with an id, and returns its kind.
func (s *Store) putNew(ctx context.Context, id int64, c *artwork.Collection, by artwork.Change) (artwork.EntryKind, artwork.EntryRef, error) {
	var out artwork.Changes
	switch {
	case len(c.Posts) == 1:
		p := &c.Posts[0]
		p.ID, p.Slug, p.Draft = id, artwork.Slug(p.Title, id), true
		return artwork.PostEntries, artwork.EntryRef{ID: id, Slug: p.Slug}, s.putPosts(ctx, c, &out)
	case len(c.Artists) == 1:
		a := &c.Artists[0]
		a.ID, a.Slug, a.Draft = id, artwork.Slug(a.Name, id), true
		return artwork.ArtistEntries, artwork.EntryRef{ID: id, Slug: a.Slug}, s.putArtists(ctx, c, &out)
	case len(c.Curators) == 1:
		a := &c.Curators[0]
		a.ID, a.Slug, a.Draft = id, artwork.Slug(a.Name, id), true
		return artwork.CuratorEntries, artwork.EntryRef{ID: id, Slug: a.Slug}, s.putCurators(ctx, c, &out)
	case len(c.Drops) == 1:
		d := &c.Drops[0]
		d.ID, d.Slug, d.Draft = id, artwork.Slug(d.Title, id), true
		return artwork.DropEntries, artwork.EntryRef{ID: id, Slug: d.Slug}, s.putDrops(ctx, c, &out)
	}
	p := &c.Pages[0]
	p.Draft, p.Version = true, artwork.PageVersion(p.Title, p.Body)
	taken, err := s.queries(ctx).PageID(ctx, p.Slug)
	switch {
	case err != nil:
		return "", artwork.EntryRef{}, err
	case taken != 0:
		return "", artwork.EntryRef{}, &artwork.FieldError{Field: "slug", Reason: fmt.Sprintf("there is a page with the address %s already", p.Slug)}
	}
	if err := s.putPages(ctx, c, by.At, &out); err != nil {
		return "", artwork.EntryRef{}, err
	}
	id, err = s.queries(ctx).PageID(ctx, p.Slug)
	return artwork.PageEntries, artwork.EntryRef{ID: id, Slug: p.Slug}, err
}

// putNewArtwork writes an artwork with the picture of an upload. The picture's renditions may be made later.
func (s *Store) putNewArtwork(ctx context.Context, id int64, c *artwork.Collection, by artwork.Change, upload string) (ref artwork.EntryRef, err error) {
	w := &c.Artworks[0]
	w.ID, w.Slug, w.Draft = id, artwork.Slug(w.Title, id), true
	artist, err := s.queries(ctx).ArtistNames(ctx, w.Artist.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return ref, &artwork.FieldError{Field: "artistId", Reason: "there is no artist with this number"}
	}
	if err != nil {
		return ref, err
	}
	c.Artists = []artwork.ArtistEntry{{Artist: artwork.Artist{ID: w.Artist.ID, Name: artist.Name, Slug: artist.Slug, SortName: artist.SortName}}}
	u, err := s.Upload(ctx, upload)
	if err == nil && u.Account != by.Account {
		err = artwork.ErrNotFound
	}
	if err != nil && !errors.Is(err, artwork.ErrNotFound) {
		return ref, err
	}
	if err != nil {
		return ref, &artwork.FieldError{Field: "picture", Reason: "this upload has expired: upload the file again"}
	}
	picture, err := s.uploaded(ctx, w.Artist.ID, upload)
	if err != nil {
		return ref, err
	}
	alt := w.Media[0].Alt
	w.Media[0] = picture.Media
	w.Media[0].Alt, w.Original, w.OriginalSum = alt, picture.Original, picture.Sum
	w.VisibleFrom = artwork.VisibleFrom(w.PublishedAt, nil)
	if w.DropID != 0 {
		d, err := s.queries(ctx).DropWindow(ctx, w.DropID)
		if err != nil {
			return ref, err
		}
		w.Sale = window(&d.StartsAt, d.EndsAt)
		w.VisibleFrom = artwork.VisibleFrom(w.PublishedAt, &w.Sale)
	}
	var out artwork.Changes
	return artwork.EntryRef{ID: id, Slug: w.Slug}, s.putArtworks(ctx, c, &out)
}

// entryText returns an entry's texts as changes record them.
func (s *Store) entryText(ctx context.Context, kind artwork.EntryKind, id int64) (any, error) {
	switch kind {
	case artworkKind:
		_, t, err := s.stored(ctx, id, "")
		return t, err
	case artwork.PostEntries:
		return s.postText(ctx, id)
	case artwork.DropEntries:
		return s.dropText(ctx, id)
	case artwork.ArtistEntries:
		return s.artistText(ctx, id)
	case artwork.CuratorEntries:
		return s.curatorText(ctx, id)
	}
	_, t, err := s.pageText(ctx, id)
	return t, err
}
