package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// putFiles stores the collection's pictures, adds jobs for their renditions, and completes its media with earlier results.
func (s *Store) putFiles(ctx context.Context, c *artwork.Collection) error {
	var hashes []string
	var waiting []river.JobArgs
	for _, f := range c.Files {
		if f.Raster {
			hashes = append(hashes, f.Hash)
			changed, err := s.queries(ctx).PutFile(ctx, db.PutFileParams{Hash: f.Hash, Name: f.Name, Protected: f.Protected})
			if err != nil {
				return err
			}
			if changed > 0 {
				waiting = append(waiting, artwork.MakeRenditions{Hash: f.Hash})
			}
		}
	}
	if err := jobs.Add(ctx, s.conn(ctx), waiting...); err != nil {
		return err
	}
	rows, err := s.queries(ctx).MadeFiles(ctx, hashes)
	if err != nil {
		return err
	}
	made := make(map[string]artwork.Made, len(rows))
	for _, row := range rows {
		var m artwork.Made
		if err := json.Unmarshal(row.Made, &m); err != nil {
			return fmt.Errorf("renditions of %s: %w", row.Hash, err)
		}
		made[row.Hash] = m
	}
	complete := func(m *artwork.Media) {
		if m != nil {
			m.Complete(made[m.Hash])
		}
	}
	for i := range c.Artworks {
		for j := range c.Artworks[i].Media {
			complete(&c.Artworks[i].Media[j])
		}
	}
	for _, a := range c.Artists {
		complete(a.Portrait)
	}
	for _, a := range c.Curators {
		complete(a.Portrait)
	}
	for _, d := range c.Drops {
		complete(d.Cover)
	}
	for _, p := range c.Posts {
		complete(p.Cover)
	}
	return nil
}

// WaitingFile returns a picture if it lacks renditions and may have them.
func (s *Store) WaitingFile(ctx context.Context, hash string) (f artwork.File, waiting bool, err error) {
	row, err := s.queries(ctx).WaitingFile(ctx, hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return f, false, nil
	}
	return artwork.File{Hash: hash, Name: row.Name, Protected: row.Protected, Raster: true}, err == nil, err
}

// WaitingFiles returns the hashes of pictures that lack renditions and may have them.
func (s *Store) WaitingFiles(ctx context.Context, limit int32) ([]string, error) {
	return s.queries(ctx).WaitingFiles(ctx, limit)
}

// MadeFile returns a picture with its renditions, or artwork.ErrNotFound if it has none.
func (s *Store) MadeFile(ctx context.Context, hash string) (f artwork.File, made artwork.Made, err error) {
	row, err := s.queries(ctx).MadeFile(ctx, hash)
	if err != nil {
		return f, made, found(err)
	}
	err = json.Unmarshal(row.Made, &made)
	return artwork.File{Hash: hash, Name: row.Name, Protected: row.Protected, Raster: true}, made, err
}

// SetFailed records that no renditions can be made of a picture.
func (s *Store) SetFailed(ctx context.Context, hash, reason string) error {
	return s.queries(ctx).FailFile(ctx, db.FailFileParams{Hash: hash, Reason: reason})
}

// RenditionBacklog counts the pictures whose renditions are still to be made, and those that none can be made of.
func (s *Store) RenditionBacklog(ctx context.Context) (waiting, failed int, err error) {
	row, err := s.queries(ctx).CountUnmade(ctx)
	return int(row.Waiting), int(row.Failed), err
}

// entryKinds are the kinds of events about entries, by table.
var entryKinds = map[string]artwork.EntryKind{
	"artists": artwork.ArtistEntries, "curators": artwork.CuratorEntries, "drops": artwork.DropEntries, "posts": artwork.PostEntries,
}

// SetMade stores the renditions of a picture, which then appear everywhere the picture is used. If the picture was
// protected or released in the meantime, it stores nothing, and the picture waits for new renditions. stored reports which.
func (s *Store) SetMade(ctx context.Context, f artwork.File, made artwork.Made, now time.Time) (stored bool, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		// A running import has read the old state, so wait for its end.
		if err := s.lockContent(ctx); err != nil {
			return err
		}
		doc, err := json.Marshal(made)
		if err != nil {
			return err
		}
		rows, err := s.queries(ctx).PutMade(ctx, db.PutMadeParams{Hash: f.Hash, Made: doc, Protected: f.Protected})
		if err != nil || rows == 0 {
			return err
		}
		since, err := s.version(ctx)
		if err != nil {
			return err
		}
		shown, err := s.queries(ctx).MediaUses(ctx, f.Hash)
		if err != nil {
			return err
		}
		var uses []artwork.PictureUse
		for _, u := range shown {
			doc, err := completed(u.Media, u.Kind == "artworks", f.Hash, made)
			if err != nil {
				return fmt.Errorf("media of %s %d: %w", u.Kind, u.ID, err)
			}
			if err := s.setMedia(ctx, u.Kind, u.ID, doc); err != nil {
				return err
			}
			if kind, ok := entryKinds[u.Kind]; ok {
				uses = append(uses, artwork.PictureUse{EntryRef: artwork.EntryRef{ID: u.ID, Slug: u.Slug}, Kind: kind, Published: u.Published})
			}
		}
		if err := s.publish(ctx, artwork.PictureMade(uses, now)); err != nil {
			return err
		}
		if err := s.completeDrafts(ctx, f.Hash, made); err != nil {
			return err
		}
		stored = true
		if _, err := s.list(ctx, since, now); err != nil {
			return err
		}
		return s.move(ctx)
	})
	return stored && err == nil, err
}

// completeDrafts adds the renditions of a picture to all drafts that use the picture.
func (s *Store) completeDrafts(ctx context.Context, hash string, made artwork.Made) error {
	drafts, err := s.queries(ctx).DraftsOfFile(ctx, hash)
	if err != nil {
		return err
	}
	for _, d := range drafts {
		doc, err := completed(d.Media, true, hash, made)
		if err == nil {
			err = s.queries(ctx).SetDraftMedia(ctx, db.SetDraftMediaParams{ID: d.ID, Media: doc})
		}
		if err != nil {
			return fmt.Errorf("media of draft %s: %w", d.ID, err)
		}
	}
	return nil
}

// setMedia stores the media of one entry of a table.
func (s *Store) setMedia(ctx context.Context, table string, id int64, media []byte) error {
	q := s.queries(ctx)
	switch table {
	case "artworks":
		return q.SetArtworkMedia(ctx, db.SetArtworkMediaParams{ID: id, Media: media})
	case "artists":
		return q.SetArtistPortrait(ctx, db.SetArtistPortraitParams{ID: id, Media: media})
	case "curators":
		return q.SetCuratorPortrait(ctx, db.SetCuratorPortraitParams{ID: id, Media: media})
	case "drops":
		return q.SetDropCover(ctx, db.SetDropCoverParams{ID: id, Media: media})
	case "posts":
		return q.SetPostCover(ctx, db.SetPostCoverParams{ID: id, Media: media})
	}
	return fmt.Errorf("table %q holds no media", table)
}

// completed adds the renditions of a picture to stored media.
func completed(doc []byte, list bool, hash string, made artwork.Made) ([]byte, error) {
	if !list {
		m, err := one(doc)
		if err != nil || m == nil {
			return doc, err
		}
		m.Complete(made)
		return json.Marshal(m)
	}
	var all []artwork.Media
	if err := json.Unmarshal(doc, &all); err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Hash == hash {
			all[i].Complete(made)
		}
	}
	return json.Marshal(all)
}
