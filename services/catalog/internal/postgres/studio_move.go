package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// MoveDraft implements graph.Drafts.
func (s *Store) MoveDraft(ctx context.Context, id string, version int, m studio.Move, allowed func(studio.Draft) error) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		// An accepted draft becomes content, in sequence with imports and renditions.
		if err := s.lockContent(ctx); err != nil {
			return err
		}
		d, err := s.lockDraft(ctx, id)
		if err == nil {
			err = allowed(d)
		}
		if err == nil && d.Version != version {
			err = studio.ErrChanged
		}
		if err == nil {
			err = m.Check(&d)
		}
		if err != nil {
			return err
		}
		var work int64
		switch {
		case m.To != studio.Accepted:
		case d.Profile != nil:
			err = s.acceptProfile(ctx, d, m)
		default:
			work, err = s.acceptDraft(ctx, d, m.At)
		}
		if err != nil {
			return err
		}
		err = s.queries(ctx).MoveDraft(ctx, db.MoveDraftParams{
			ID: id, State: string(m.To), Account: m.Account, ByStaff: m.ByStaff, Comment: m.Comment, At: m.At, ArtworkID: work,
		})
		if err != nil {
			return err
		}
		out, err := s.studioDraft(ctx, id)
		if err != nil {
			return err
		}
		name, err := s.artistName(ctx, d.ArtistID)
		if err != nil {
			return err
		}
		return s.publisher.Publish(ctx, out.Moved(name, m.At))
	})
}

// acceptProfile publishes an artist's changes to their page, as a change by the member of staff who accepts it.
func (s *Store) acceptProfile(ctx context.Context, d studio.Draft, m studio.Move) error {
	var portrait *artwork.Media
	if d.Picture != nil {
		portrait = &d.Picture.Media
	}
	by := artwork.Change{Account: m.Account, Email: m.Email, Action: "accept", At: m.At}
	return s.updateArtist(ctx, d.ArtistID, by, portrait, func(t *artwork.ArtistText) error {
		d.Profile.Apply(t)
		return nil
	})
}

// artworkOf returns the id of the artwork that a draft becomes.
func (s *Store) artworkOf(ctx context.Context, d studio.Draft) (int64, error) {
	if d.Live != nil {
		return d.Live.ArtworkID, nil
	}
	return s.queries(ctx).NextStudioArtwork(ctx)
}

// acceptDraft turns a draft into an unpublished artwork and returns its id. Publishing it updates the listings and makes its film public.
func (s *Store) acceptDraft(ctx context.Context, d studio.Draft, now time.Time) (int64, error) {
	id, err := s.artworkOf(ctx, d)
	if err != nil {
		return 0, err
	}
	attributes, err := json.Marshal(d.Attributes())
	if err != nil {
		return 0, err
	}
	face, file := d.Work()
	media, err := json.Marshal([]artwork.Media{face})
	if err != nil {
		return 0, err
	}
	id, err = s.queries(ctx).AcceptDraft(ctx, db.AcceptDraftParams{
		Media: media, Original: file.Original, OriginalSum: file.Sum,
		ID: id, Slug: artwork.Slug(d.Title, id), TitleKey: artwork.SortKey(d.Title), At: now, Attributes: attributes,
		Extra: d.Medium + " " + d.Dimensions, DraftID: d.ID,
	})
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.Code == "23503" {
		err = &artwork.FieldError{Field: "category", Reason: fmt.Sprintf("category %q no longer exists: ask for another one", d.Category)}
	}
	return id, err
}
