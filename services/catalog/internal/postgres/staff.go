package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// changes is the statement timeout of a change: publishing counts artworks and techniques, which takes seconds for a million on a busy server.
const changes = 30 * time.Second

// staff runs a change in sequence with imports, and records it.
func (s *Store) staff(ctx context.Context, kind string, id int64, by artwork.Change, fn func(ctx context.Context) (before, after any, err error)) error {
	changed := false
	err := postgres.InTx(postgres.WithStatementTimeout(ctx, changes), s.pool, func(ctx context.Context) error {
		changed = false
		if err := s.lockContent(ctx); err != nil {
			return err
		}
		before, after, err := fn(ctx)
		if err != nil || reflect.DeepEqual(before, after) {
			return err
		}
		changed = true
		was, _ := json.Marshal(before) // strings, numbers and booleans only
		is, _ := json.Marshal(after)
		err = s.queries(ctx).RecordChange(ctx, db.RecordChangeParams{
			At: by.At, Account: by.Account, Email: by.Email, Action: by.Action, Kind: kind, EntryID: id, Before: was, After: is,
		})
		if err != nil {
			return err
		}
		return s.move(ctx)
	})
	if err == nil && changed {
		s.remembered.Forget()
	}
	return err
}

// UpdateArtwork implements graph.Editor.
func (s *Store) UpdateArtwork(ctx context.Context, id int64, by artwork.Change, fn func(*artwork.ArtworkText) error) error {
	return s.staff(ctx, "artwork", id, by, func(ctx context.Context) (any, any, error) {
		since, err := s.version(ctx)
		if err != nil {
			return nil, nil, err
		}
		w, before, err := s.stored(ctx, id, " FOR UPDATE")
		if err != nil {
			return nil, nil, err
		}
		after := before
		if err := fn(&after); err != nil || reflect.DeepEqual(before, after) {
			return before, after, err
		}
		needs, err := s.queries(ctx).ArtworkNeeds(ctx, id)
		if err != nil {
			return nil, nil, err
		}
		e, err := artwork.EditArtwork(before, after, w.Media, artwork.ArtworkNeeds(needs))
		if err == nil {
			err = s.putArtworkText(ctx, &w, after)
		}
		if err == nil {
			err = s.applyToArtwork(ctx, w, e, since, by.At)
		}
		return before, after, err
	})
}

// applyToArtwork updates listings and suggestions after a change of an artwork, and publishes the events.
func (s *Store) applyToArtwork(ctx context.Context, w artwork.Artwork, e artwork.ArtworkEffect, since int64, now time.Time) error {
	if e.Film {
		if err := s.publishFilm(ctx, w.ID); err != nil {
			return err
		}
	}
	var err error
	if len(e.Categories) > 0 {
		err = s.relist(ctx, w, now, since, e.Categories[0], e.Categories[1])
	} else if _, err = s.list(ctx, since, now); err == nil && e.Techniques {
		err = s.reindex(ctx, now)
	}
	if err != nil {
		return err
	}
	return s.addToVocabulary(ctx, e.Words)
}

// publishFilm makes the film of an artwork public if it was a draft. Repeating it changes nothing.
func (s *Store) publishFilm(ctx context.Context, id int64) error {
	original, err := s.queries(ctx).StudioOriginal(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return jobs.Add(ctx, s.conn(ctx), artwork.PublishFilm{Original: original})
}

func (s *Store) putArtworkText(ctx context.Context, w *artwork.Artwork, t artwork.ArtworkText) error {
	amount, currency := priceColumns(t.Price)
	err := s.queries(ctx).UpdateArtworkText(ctx, db.UpdateArtworkTextParams{
		ID: w.ID, Slug: artwork.Slug(t.Title, w.ID), Title: t.Title, TitleKey: artwork.SortKey(t.Title), Description: t.Description, Medium: t.Medium,
		Category: t.Category, Year: t.Year, Price: amount, Currency: currency, Published: t.Published, Extra: extraWords(t.Medium, w.Artist.Name, w.Attributes),
	})
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.Code == "23503" {
		return &artwork.FieldError{Field: "category", Reason: fmt.Sprintf("there is no category %q", t.Category)}
	}
	return err
}

// storedSQL selects what a change of an artwork depends on.
const storedSQL = `SELECT title, description, medium, category, coalesce(year, 0), price, currency, published, artist_id, artist_name, published_at, media, attributes
FROM artworks WHERE id = $1`

// stored reads an artwork, public or not, and its texts. lock is the end of the statement.
func (s *Store) stored(ctx context.Context, id int64, lock string) (w artwork.Artwork, t artwork.ArtworkText, err error) {
	var amount *int64
	var currency *string
	var media, attributes []byte
	w.ID = id
	err = s.conn(ctx).QueryRow(ctx, storedSQL+lock, id).Scan(&t.Title, &t.Description, &t.Medium, &t.Category, &t.Year, &amount, &currency, &t.Published,
		&w.Artist.ID, &w.Artist.Name, &w.PublishedAt, &media, &attributes)
	if err != nil {
		return w, t, found(err)
	}
	t.Price, w.PublishedAt = price(amount, currency), w.PublishedAt.UTC()
	if w.Media, err = readMedia(id, media); err == nil && len(attributes) > 0 {
		err = json.Unmarshal(attributes, &w.Attributes)
	}
	return w, t, err
}

// LinkArtist implements graph.Editor.
func (s *Store) LinkArtist(ctx context.Context, id int64, by artwork.Change, account, email string) error {
	// link is a link in the record of changes. EffectiveAt is set for a link that waits, Waited if another link was already waiting.
	type link struct {
		Account     string     `json:"account"`
		EffectiveAt *time.Time `json:"effectiveAt,omitempty"`
		Waited      bool       `json:"waited,omitempty"`
	}
	return s.staff(ctx, "artist", id, by, func(ctx context.Context) (any, any, error) {
		now, err := s.queries(ctx).LockArtistAccount(ctx, id)
		if err != nil {
			return nil, nil, found(err)
		}
		if account != "" {
			if err := s.linkable(ctx, id, account, email); err != nil {
				return nil, nil, err
			}
		}
		change := artwork.LinkState{Account: now.Account, LinkedBefore: now.LinkedBefore, Next: now.Next}.ByStaff(account, s.delayed())
		if change == (artwork.LinkChange{}) {
			return nil, nil, nil
		}
		before, after := link{Account: now.Account, Waited: now.Next != ""}, link{Account: account}
		if change.Cancel {
			err = s.queries(ctx).DropArtistLink(ctx, id)
		}
		if err == nil && change.Request {
			var at time.Time
			at, err = s.requestLink(ctx, id, account, true)
			after.EffectiveAt = &at
		}
		if err == nil && change.Set {
			err = s.setLink(ctx, id, account, true)
		}
		if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.Code == "23505" {
			return nil, nil, artwork.ErrTaken
		}
		return before, after, err
	})
}

// linkable returns an error with the artist's name if another artist is linked to the account.
func (s *Store) linkable(ctx context.Context, id int64, account, email string) error {
	other, err := s.queries(ctx).OtherLinkedArtist(ctx, db.OtherLinkedArtistParams{ID: id, Account: account, Email: email})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return fmt.Errorf("%w to %s (%d)", artwork.ErrTaken, other.Name, other.ID)
}
