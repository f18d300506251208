package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
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
		picture, err := s.uploaded(ctx, in.ArtistID, files.Picture)
		if err == nil {
			in.Film, err = s.uploadedFilm(ctx, in.ArtistID, files)
		}
		var page *studio.File
		if err == nil {
			page, err = s.finished(ctx, in.ArtistID, files.Live, artwork.Generator, "live")
		}
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
			if err := oneWork(in.Film != nil, page != nil); err != nil {
				return err
			}
			if err := s.createDraft(ctx, in, picture); err != nil {
				return err
			}
			return s.saveProof(ctx, in.ID, nil, page, files, in.UpdatedAt)
		case err != nil:
			return err
		case before.ArtistID != in.ArtistID || (before.Profile == nil) != (in.Profile == nil):
			return artwork.ErrNotFound
		}
		if err := before.Editable(); err != nil {
			return err
		}
		// A caller that repeats a creation has not received its response.
		if in.Version != before.Version && (in.Version != 0 || before.Version != 1) {
			return studio.ErrChanged
		}
		if picture == nil && !files.DropPicture {
			picture = before.Picture
		}
		if in.Film == nil && !files.DropFilm {
			in.Film = before.Film
		}
		if err := oneWork(in.Film != nil, page != nil || before.Live != nil && !files.DropLive); err != nil {
			return err
		}
		if in.Profile != nil {
			in.Title = before.Title
		}
		if err := s.saveProof(ctx, in.ID, before.Live, page, files, in.UpdatedAt); err != nil {
			return err
		}
		doc, original, sum, err := pictureColumns(picture, in.Alt)
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

// oneWork rejects a draft with two works.
func oneWork(isFilm, isLive bool) error {
	if isFilm && isLive {
		return &artwork.FieldError{Field: "live", Reason: "a work is a film or a live work: remove one of them first"}
	}
	return nil
}

func (s *Store) createDraft(ctx context.Context, in studio.Draft, picture *studio.File) error {
	n, err := s.queries(ctx).CountDrafts(ctx, in.ArtistID)
	if err == nil && n >= studio.MaxDrafts {
		err = studio.ErrTooMany
	}
	if err == nil && in.Profile != nil {
		err = s.beginProfile(ctx, &in)
	}
	if err != nil {
		return err
	}
	doc, original, sum, err := pictureColumns(picture, in.Alt)
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

// beginProfile sets the texts that the page has now on a new draft of an artist's page. Error: studio.ErrChanged if the artist has another one.
func (s *Store) beginProfile(ctx context.Context, in *studio.Draft) error {
	open, err := s.queries(ctx).HasOpenProfile(ctx, in.ArtistID)
	if err == nil && open {
		err = studio.ErrChanged
	}
	if err != nil {
		return err
	}
	before, err := s.artistText(ctx, in.ArtistID)
	if err != nil {
		return err
	}
	before.Portrait, before.Published = "", false
	name, err := s.artistName(ctx, in.ArtistID)
	in.Title, in.Profile = name, &studio.Profile{Text: in.Profile.Text, Before: before, RemovesPortrait: in.Profile.RemovesPortrait}
	return err
}

// lockDraft reads a draft and locks it until the transaction ends.
func (s *Store) lockDraft(ctx context.Context, id string) (studio.Draft, error) {
	if !studio.ValidID(id) {
		return studio.Draft{}, artwork.ErrNotFound
	}
	if _, err := s.queries(ctx).LockDraft(ctx, id); errors.Is(err, pgx.ErrNoRows) {
		return studio.Draft{}, artwork.ErrNotFound
	} else if err != nil {
		return studio.Draft{}, err
	}
	return s.studioDraft(ctx, id)
}

// DeleteDraft implements graph.Drafts.
func (s *Store) DeleteDraft(ctx context.Context, id string, artistID int64, version int) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		d, err := s.lockDraft(ctx, id)
		switch {
		case err != nil:
			return err
		case d.ArtistID != artistID:
			return artwork.ErrNotFound
		case d.State != studio.Open:
			return fmt.Errorf("%w: the draft is %s", studio.ErrState, d.State)
		case d.Version != version:
			return studio.ErrChanged
		}
		return s.queries(ctx).DeleteDraft(ctx, id)
	})
}
