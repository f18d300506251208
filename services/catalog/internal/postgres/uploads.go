package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// CreateUpload implements tus.Store.
func (s *Store) CreateUpload(ctx context.Context, u studio.Upload) error {
	n, err := s.queries(ctx).CountUploads(ctx, u.ArtistID)
	if err == nil && n >= studio.MaxUploads {
		err = studio.ErrTooMany
	}
	if err != nil {
		return err
	}
	return s.queries(ctx).CreateUpload(ctx, db.CreateUploadParams{ID: u.ID, ArtistID: u.ArtistID, Account: u.Account, Length: u.Length, CreatedAt: u.CreatedAt})
}

// Upload implements tus.Store.
func (s *Store) Upload(ctx context.Context, id string) (studio.Upload, error) {
	if !studio.ValidID(id) {
		return studio.Upload{}, artwork.ErrNotFound
	}
	r, err := s.queries(ctx).Upload(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return studio.Upload{}, artwork.ErrNotFound
	}
	if err != nil {
		return studio.Upload{}, err
	}
	u := studio.Upload{ID: r.ID, ArtistID: r.ArtistID, Length: r.Length, Received: r.Received}
	u.Picture, err = draftPicture(r.Media, r.Original, r.OriginalSum)
	return u, err
}

// AppendUpload implements tus.Store. The file of a complete upload gets the job that makes its renditions.
func (s *Store) AppendUpload(ctx context.Context, id string, at, received int64, p *studio.Picture) error {
	if p == nil {
		rows, err := s.queries(ctx).AppendUpload(ctx, db.AppendUploadParams{ID: id, Received: received, At: at})
		return moved(rows, err)
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		hash := p.Media.Hash
		file, err := s.queries(ctx).KeepFile(ctx, db.KeepFileParams{Hash: hash, Name: path.Base(p.Original)})
		if err != nil {
			return err
		}
		done := *p
		// A file that the gallery has already is kept under the name that it has.
		done.Original = hash + "/" + file.Name
		doc, original, sum, err := stored(&done, "")
		if err != nil {
			return err
		}
		if err := moved(s.queries(ctx).CompleteUpload(ctx, db.CompleteUploadParams{ID: id, Media: doc, Original: original, OriginalSum: sum, At: at})); err != nil {
			return err
		}
		if !file.Waiting {
			return nil
		}
		return jobs.Add(ctx, s.conn(ctx), artwork.MakeRenditions{Hash: hash, Awaited: true})
	})
}

// moved is studio.ErrChanged if no row was changed.
func moved(rows int64, err error) error {
	if err == nil && rows == 0 {
		return studio.ErrChanged
	}
	return err
}

// DeleteUpload implements tus.Store.
func (s *Store) DeleteUpload(ctx context.Context, id string) error {
	_, err := s.queries(ctx).DeleteUpload(ctx, id)
	return err
}

// OldUploads returns uploads that expired before a time.
func (s *Store) OldUploads(ctx context.Context, before time.Time) ([]string, error) {
	return s.queries(ctx).OldUploads(ctx, before)
}

// uploaded returns the picture of a finished upload of an artist, with what was made of it so far; nil for no upload.
func (s *Store) uploaded(ctx context.Context, artistID int64, id string) (*studio.Picture, error) {
	if id == "" {
		return nil, nil //nolint:nilnil // no upload is valid
	}
	u, err := s.Upload(ctx, id)
	if errors.Is(err, artwork.ErrNotFound) || err == nil && (u.ArtistID != artistID || u.Picture == nil) {
		return nil, &artwork.FieldError{Field: "picture", Reason: "this upload isn't there any more, or isn't finished: send the file again"}
	}
	if err != nil {
		return nil, err
	}
	file, err := s.queries(ctx).LockFile(ctx, u.Picture.Media.Hash)
	if err != nil {
		return nil, err
	}
	if len(file.Made) > 0 {
		var made artwork.Made
		if err := json.Unmarshal(file.Made, &made); err != nil {
			return nil, fmt.Errorf("renditions of %s: %w", u.Picture.Media.Hash, err)
		}
		u.Picture.Media.Complete(made)
	}
	return u.Picture, nil
}
