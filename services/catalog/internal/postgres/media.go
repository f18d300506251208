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

// mediaColumns are where media are kept, by table.
var mediaColumns = map[string]string{"artists": "portrait", "curators": "portrait", "drops": "cover", "posts": "cover"}

// putFiles stores the collection's pictures, adds jobs that make their renditions, and completes its media with what was made
// of them before.
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
	rows, err := s.conn(ctx).Query(ctx, filesMadeSQL, hashes)
	if err != nil {
		return err
	}
	made := map[string]artwork.Made{}
	for rows.Next() {
		var hash string
		var m artwork.Made
		if err := rows.Scan(&hash, &m); err != nil {
			rows.Close()
			return err
		}
		made[hash] = m
	}
	if err := rows.Err(); err != nil {
		return err
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

// WaitingFile returns a picture if it lacks its renditions and may get them.
func (s *Store) WaitingFile(ctx context.Context, hash string) (f artwork.File, waiting bool, err error) {
	row, err := s.queries(ctx).WaitingFile(ctx, hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return f, false, nil
	}
	return artwork.File{Hash: hash, Name: row.Name, Protected: row.Protected, Raster: true}, err == nil, err
}

// WaitingFiles returns the hashes of pictures that lack their renditions and may get them.
func (s *Store) WaitingFiles(ctx context.Context, limit int32) ([]string, error) {
	return s.queries(ctx).WaitingFiles(ctx, limit)
}

// SetFailed notes that no renditions can be made of a picture.
func (s *Store) SetFailed(ctx context.Context, hash, reason string) error {
	return s.queries(ctx).FailFile(ctx, db.FailFileParams{Hash: hash, Reason: reason})
}

// Unmade counts the pictures whose renditions are still to be made, and those of which none can be made.
func (s *Store) Unmade(ctx context.Context) (waiting, failed int, err error) {
	row, err := s.queries(ctx).CountUnmade(ctx)
	return int(row.Waiting), int(row.Failed), err
}

// entryKinds are the kinds of events about entries, by table.
var entryKinds = map[string]artwork.EntryKind{
	"artists": artwork.ArtistEntries, "curators": artwork.CuratorEntries, "drops": artwork.DropEntries, "posts": artwork.PostEntries,
}

// SetMade notes what was made of a picture and shows it everywhere the picture is used. What was made of one that has become
// protected, or public, in the meantime is left aside: it waits to be made anew.
func (s *Store) SetMade(ctx context.Context, f artwork.File, made artwork.Made, now time.Time) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		// An import that runs now has read the old state: let it end first.
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
		found, err := s.conn(ctx).Query(ctx, mediaUsedSQL, f.Hash)
		if err != nil {
			return err
		}
		type use struct {
			table     string
			id        int64
			slug      string
			published bool
			media     []byte
		}
		uses, err := pgx.CollectRows(found, func(r pgx.CollectableRow) (u use, err error) {
			return u, r.Scan(&u.table, &u.id, &u.slug, &u.published, &u.media)
		})
		if err != nil {
			return err
		}
		var b pgx.Batch
		for _, u := range uses {
			doc, err := completed(u.media, u.table == "artworks", f.Hash, made)
			if err != nil {
				return fmt.Errorf("media of %s %d: %w", u.table, u.id, err)
			}
			if u.table == "artworks" {
				b.Queue(mediaSetArtworkSQL, u.id, doc)
				continue
			}
			b.Queue(fmt.Sprintf(mediaSetSQL, u.table, mediaColumns[u.table]), u.id, doc)
			if u.published {
				if err := s.publisher.Publish(ctx, artwork.EntryChanged{Kind: entryKinds[u.table], ID: u.id, Slug: u.slug, At: now}); err != nil {
					return err
				}
			}
		}
		if err := s.conn(ctx).SendBatch(ctx, &b).Close(); err != nil {
			return err
		}
		_, err = s.announce(ctx, since, now)
		return err
	})
}

// completed is stored media with what was made of one picture.
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
