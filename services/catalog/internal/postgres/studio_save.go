package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// SaveDraft implements graph.Drafts.
func (s *Store) SaveDraft(ctx context.Context, in studio.Draft, files studio.Files) error {
	if !studio.ValidID(in.ID) {
		return &artwork.FieldError{Field: "id", Reason: "the id must be a UUID"}
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		// Lock this before the draft, in the same order as where renditions are stored.
		up, err := s.uploads(ctx, in.ArtistID, files)
		if err != nil {
			return err
		}
		if in.Category != "" {
			if known, err := s.queries(ctx).CategoryExists(ctx, in.Category); err != nil {
				return err
			} else if !known {
				return &artwork.FieldError{Field: "category", Reason: fmt.Sprintf("there is no category %q", in.Category)}
			}
		}
		before, err := s.lockDraft(ctx, in.ID)
		switch {
		case errors.Is(err, artwork.ErrNotFound) && in.Version == 0:
			if err := s.createDraft(ctx, in, up); err != nil {
				return err
			}
			return s.saveProof(ctx, in.ID, nil, up.Page, files, in.UpdatedAt)
		case err == nil:
			err = in.Replace(&before, files, up)
		}
		if err == nil {
			err = s.saveProof(ctx, in.ID, before.Live, up.Page, files, in.UpdatedAt)
		}
		if err != nil {
			return err
		}
		doc, original, sum, err := pictureColumns(in.Picture, in.Alt)
		if err != nil {
			return err
		}
		amount, currency := priceColumns(in.Price)
		text, _ := profileColumns(in.Profile)
		film, filmOriginal, filmSum := filmColumns(in.Film, in.Alt)
		return s.queries(ctx).UpdateDraft(ctx, db.UpdateDraftParams{
			ID: in.ID, Title: in.Title, Description: in.Description, Medium: in.Medium, Category: in.Category, Year: in.Year, Dimensions: in.Dimensions,
			EditionSize: in.EditionSize, Price: amount, Currency: currency, Alt: in.Alt, Media: doc, Original: original, OriginalSum: sum, UpdatedAt: in.UpdatedAt,
			Profile: text, Film: film, FilmOriginal: filmOriginal, FilmSum: filmSum,
		})
	})
}

// uploads returns the finished uploads that a save refers to.
func (s *Store) uploads(ctx context.Context, artistID int64, files studio.Files) (up studio.Uploads, err error) {
	if up.Picture, err = s.uploaded(ctx, artistID, files.Picture); err != nil {
		return up, err
	}
	if up.Film, err = s.uploadedFilm(ctx, artistID, files); err != nil {
		return up, err
	}
	up.Page, err = s.finished(ctx, artistID, files.Live, artwork.Generator, "live")
	return up, err
}

func (s *Store) createDraft(ctx context.Context, in studio.Draft, up studio.Uploads) error {
	n, err := s.queries(ctx).CountDrafts(ctx, in.ArtistID)
	if err == nil {
		err = in.Create(int(n), up)
	}
	if err == nil && in.Profile != nil {
		err = s.createProfile(ctx, &in)
	}
	if err != nil {
		return err
	}
	doc, original, sum, err := pictureColumns(in.Picture, in.Alt)
	if err != nil {
		return err
	}
	amount, currency := priceColumns(in.Price)
	text, before := profileColumns(in.Profile)
	film, filmOriginal, filmSum := filmColumns(in.Film, in.Alt)
	err = s.queries(ctx).CreateDraft(ctx, db.CreateDraftParams{
		ID: in.ID, ArtistID: in.ArtistID, Account: in.Account, Title: in.Title, Description: in.Description, Medium: in.Medium, Category: in.Category, Year: in.Year,
		Dimensions: in.Dimensions, EditionSize: in.EditionSize, Price: amount, Currency: currency, Alt: in.Alt, Media: doc, Original: original,
		OriginalSum: sum, UpdatedAt: in.UpdatedAt, Profile: text, ProfileBefore: before,
		Film: film, FilmOriginal: filmOriginal, FilmSum: filmSum,
	})
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.ConstraintName == "drafts_open_profile" {
		err = studio.ErrChanged
	}
	return err
}

// createProfile reads what an artist's page says now into a new draft.
func (s *Store) createProfile(ctx context.Context, in *studio.Draft) error {
	open, err := s.queries(ctx).HasOpenProfile(ctx, in.ArtistID)
	if err != nil {
		return err
	}
	now, err := s.artistText(ctx, in.ArtistID)
	if err != nil {
		return err
	}
	name, err := s.artistName(ctx, in.ArtistID)
	if err != nil {
		return err
	}
	return in.CreateProfile(name, now, open)
}

// lockDraft reads a draft and locks it until the transaction ends.
func (s *Store) lockDraft(ctx context.Context, id string) (studio.Draft, error) {
	if !studio.ValidID(id) {
		return studio.Draft{}, artwork.ErrNotFound
	}
	if _, err := s.queries(ctx).LockDraft(ctx, id); err != nil {
		return studio.Draft{}, found(err)
	}
	return s.studioDraft(ctx, id)
}

// DeleteDraft implements graph.Drafts.
func (s *Store) DeleteDraft(ctx context.Context, id string, artistID int64, version int) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		d, err := s.lockDraft(ctx, id)
		if err == nil {
			err = d.Delete(artistID, version)
		}
		if err != nil {
			return err
		}
		return s.queries(ctx).DeleteDraft(ctx, id)
	})
}
