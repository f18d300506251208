package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

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
	err = s.queries(ctx).CreateUpload(ctx, db.CreateUploadParams{ID: u.ID, ArtistID: u.ArtistID, Account: u.Account, Length: u.Length, CreatedAt: u.CreatedAt})
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.Code == "23503" { // an artist that staff named
		return artwork.ErrNotFound
	}
	return err
}

// Upload implements tus.Store.
func (s *Store) Upload(ctx context.Context, id string) (studio.Upload, error) {
	if !studio.ValidID(id) {
		return studio.Upload{}, artwork.ErrNotFound
	}
	r, err := s.queries(ctx).Upload(ctx, id)
	if err != nil {
		return studio.Upload{}, found(err)
	}
	u := studio.Upload{ID: r.ID, ArtistID: r.ArtistID, Account: r.Account, Length: r.Length, Received: r.Received}
	u.File, err = draftPicture(r.Media, r.Original, r.OriginalSum)
	return u, err
}

// AppendUpload implements tus.Store. The picture of a complete upload gets the job that makes its renditions.
func (s *Store) AppendUpload(ctx context.Context, id string, at, received int64, p *studio.File) error {
	if p == nil {
		rows, err := s.queries(ctx).AppendUpload(ctx, db.AppendUploadParams{ID: id, Received: received, At: at})
		return moved(rows, err)
	}
	if p.Media.Kind != artwork.Image {
		return s.completeUpload(ctx, id, at, p)
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		hash := p.Media.Hash
		file, err := s.queries(ctx).EnsureFile(ctx, db.EnsureFileParams{Hash: hash, Name: path.Base(p.Original)})
		if err != nil {
			return err
		}
		done := *p
		// A file that the gallery already has keeps its earlier name.
		done.Original = hash + "/" + file.Name
		if err := s.completeUpload(ctx, id, at, &done); err != nil {
			return err
		}
		if !file.Waiting {
			return nil
		}
		return jobs.Add(ctx, s.conn(ctx), artwork.MakeRenditions{Hash: hash, Awaited: true})
	})
}

func (s *Store) completeUpload(ctx context.Context, id string, at int64, p *studio.File) error {
	doc, original, sum, err := pictureColumns(p, "")
	if err != nil {
		return err
	}
	return moved(s.queries(ctx).CompleteUpload(ctx, db.CompleteUploadParams{ID: id, Media: doc, Original: original, OriginalSum: sum, At: at}))
}

// moved returns studio.ErrChanged if no row was changed.
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

// finished returns the file of an artist's finished upload of the given kind; nil without an upload. field is its name in errors.
func (s *Store) finished(ctx context.Context, artistID int64, id string, kind artwork.MediaKind, field string) (*studio.File, error) {
	if id == "" {
		return nil, nil //nolint:nilnil // no upload is valid
	}
	u, err := s.Upload(ctx, id)
	switch {
	case errors.Is(err, artwork.ErrNotFound) || err == nil && (u.ArtistID != artistID || u.File == nil):
		return nil, &artwork.FieldError{Field: field, Reason: "this upload has expired or isn't finished: upload the file again"}
	case err != nil:
		return nil, err
	case u.File.Media.Kind != kind && kind == artwork.Image:
		return nil, &artwork.FieldError{Field: field, Reason: "this isn't a picture: send " + studio.PictureLimit.Formats}
	case u.File.Media.Kind != kind && kind == artwork.Generator:
		return nil, &artwork.FieldError{Field: field, Reason: "this isn't a live work: send an HTML file"}
	case u.File.Media.Kind != kind:
		return nil, &artwork.FieldError{Field: field, Reason: "this isn't a film or sound: send " + studio.FilmLimit.Formats}
	}
	return u.File, nil
}

// uploaded returns the picture of a finished upload, with what was already made of it; nil without an upload.
func (s *Store) uploaded(ctx context.Context, artistID int64, id string) (*studio.File, error) {
	p, err := s.finished(ctx, artistID, id, artwork.Image, "picture")
	if err != nil || p == nil {
		return nil, err
	}
	file, err := s.queries(ctx).LockFile(ctx, p.Media.Hash)
	if err != nil {
		return nil, err
	}
	if len(file.Made) > 0 {
		var made artwork.Made
		if err := json.Unmarshal(file.Made, &made); err != nil {
			return nil, fmt.Errorf("renditions of %s: %w", p.Media.Hash, err)
		}
		p.Media.Complete(made)
	}
	return p, nil
}

// uploadedFilm returns the film of a finished upload with its measurements; nil without an upload.
func (s *Store) uploadedFilm(ctx context.Context, artistID int64, files studio.Files) (*studio.File, error) {
	f, err := s.finished(ctx, artistID, files.Film, artwork.Video, "film")
	if f != nil {
		f.Media.Duration, f.Media.Width, f.Media.Height = files.Measured.Seconds, files.Measured.Width, files.Measured.Height
	}
	return f, err
}
