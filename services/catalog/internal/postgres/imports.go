package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/bulk"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// SourceBase returns the first id of a source's entries. An unknown one gets ids after those of all others.
func (s *Store) SourceBase(ctx context.Context, name string) (int64, error) {
	return s.queries(ctx).SourceBase(ctx, name)
}

// CollectionImports implements api.Imports.
func (s *Store) CollectionImports(ctx context.Context) ([]bulk.Import, error) {
	rows, err := s.queries(ctx).CollectionImports(ctx)
	return converted(rows, err, func(r db.CollectionImportsRow) (bulk.Import, error) {
		return bulk.Import{
			ID: r.ID, Source: r.Source, Email: r.Email, ArtistsName: r.ArtistsName, ArtworksName: r.ArtworksName, State: bulk.State(r.State),
			Works: r.Works, Done: r.Done, Written: r.Written, Removed: r.Removed, Reason: r.Reason, Retrying: r.Retrying, UpdatedAt: r.UpdatedAt,
		}, nil
	})
}

// CollectionImport implements api.Imports.
func (s *Store) CollectionImport(ctx context.Context, id string) (bulk.Import, error) {
	r, err := s.queries(ctx).CollectionImport(ctx, id)
	if err != nil {
		return bulk.Import{}, found(err)
	}
	out := bulk.Import{
		ID: r.ID, Source: r.Source, Account: r.Account, Email: r.Email, ArtistsName: r.ArtistsName, ArtworksName: r.ArtworksName, State: bulk.State(r.State),
		Result: r.Result, AllowRemovals: r.AllowRemovals, Works: r.Works, Done: r.Done, Written: r.Written, Removed: r.Removed, Reason: r.Reason,
		Retrying: r.Retrying, UpdatedAt: r.UpdatedAt,
	}
	if r.Columns != nil {
		err = json.Unmarshal(r.Columns, &out.Columns)
	}
	return out, err
}

// CollectionFiles implements api.Imports. They are nil once they were removed.
func (s *Store) CollectionFiles(ctx context.Context, id string) (bulk.Files, error) {
	r, err := s.queries(ctx).CollectionImportFiles(ctx, id)
	return bulk.Files{Artists: r.Artists, Artworks: r.Artworks}, found(err)
}

// SaveCollection implements api.Imports.
func (s *Store) SaveCollection(ctx context.Context, i bulk.Import, files bulk.Files) error {
	var columns []byte
	if i.Columns != nil {
		columns, _ = json.Marshal(i.Columns) // strings only
	}
	rows, err := s.queries(ctx).SaveCollectionImport(ctx, db.SaveCollectionImportParams{
		ID: i.ID, Source: i.Source, Account: i.Account, Email: i.Email, ArtistsName: i.ArtistsName, ArtworksName: i.ArtworksName,
		Artists: files.Artists, Artworks: files.Artworks, Columns: columns, Result: notNil(i.Result), Sound: i.Sound, MostlyRemoved: i.MostlyRemoved,
		Works: i.Works, UpdatedAt: i.UpdatedAt,
	})
	if err == nil && rows == 0 {
		err = bulk.ErrState
	}
	return err
}

// StartCollection implements api.Imports.
func (s *Store) StartCollection(ctx context.Context, id string, by artwork.Change, allowRemovals bool) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		r, err := q.LockCollectionImport(ctx, id)
		if err != nil {
			return found(err)
		}
		switch state := bulk.State(r.State); {
		case state == bulk.Running, state == bulk.Done:
			return nil
		case state != bulk.Checked, !r.Sound, r.MostlyRemoved && !allowRemovals:
			return bulk.ErrState
		}
		err = q.StartCollectionImport(ctx, db.StartCollectionImportParams{ID: id, Account: by.Account, Email: by.Email, AllowRemovals: allowRemovals, At: by.At})
		if err != nil {
			return err
		}
		return jobs.Add(ctx, s.conn(ctx), bulk.ImportCollection{ID: id})
	})
}

// ImportCollection runs an import of the desk as ImportBulk does, and records it. Repeating it changes nothing.
func (s *Store) ImportCollection(ctx context.Context, i bulk.Import, c artwork.Bulk, now time.Time) (artwork.Changes, error) {
	finish := func(ctx context.Context, out artwork.Changes) error {
		return s.queries(ctx).FinishCollectionImport(ctx, db.FinishCollectionImportParams{ID: i.ID, Written: out.Written, Removed: out.Removed, At: now})
	}
	report := func(stage string, works int) {
		if done, ok := i.Steps(stage, works); ok { // outside of the import's transaction, so that it can be read
			_ = s.ReportCollection(ctx, i.ID, done, false)
		}
	}
	out, err := s.importSource(ctx, c.Source, c.IDBase, c.IDLast, c.Digest, now, func(ctx context.Context, out *artwork.Changes) error {
		if err := s.writeBulk(ctx, c, report, out); err != nil {
			return err
		}
		after, _ := json.Marshal(map[string]any{"source": c.Source, "written": out.Written, "removed": out.Removed, "artworks": i.Works})
		err := s.queries(ctx).RecordChange(ctx, db.RecordChangeParams{
			At: now, Account: i.Account, Email: i.Email, Action: "import", Kind: "collection", EntryID: c.IDBase, Before: []byte("{}"), After: after,
		})
		if err != nil {
			return err
		}
		return finish(ctx, *out)
	})
	if err == nil && out.Unchanged {
		err = finish(ctx, out)
	}
	return out, err
}

// ReportCollection records how much of an import is done, and whether its last attempt failed for a temporary reason.
func (s *Store) ReportCollection(ctx context.Context, id string, done int, retrying bool) error {
	return s.read().ReportCollectionImport(ctx, db.ReportCollectionImportParams{ID: id, Done: done, Retrying: retrying})
}

// FailCollection ends an import that can't succeed. The files stay for another check.
func (s *Store) FailCollection(ctx context.Context, id, reason string, now time.Time) error {
	return s.queries(ctx).FailCollectionImport(ctx, db.FailCollectionImportParams{ID: id, Reason: reason, At: now})
}

// ExpireCollections removes imports that weren't started, and the files of those that failed.
func (s *Store) ExpireCollections(ctx context.Context, before time.Time) error {
	if err := s.queries(ctx).ExpireCollectionImports(ctx, before); err != nil {
		return err
	}
	return s.queries(ctx).ExpireCollectionFiles(ctx, before)
}
