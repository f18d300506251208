package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// Offer implements api.Works.
func (s *Store) Offer(ctx context.Context, id int64, now time.Time, unpublished bool) (artwork.Offer, error) {
	r, err := s.read().Offer(ctx, db.OfferParams{ID: id, Now: now, Unpublished: unpublished})
	if err != nil {
		return artwork.Offer{}, found(err)
	}
	return offer(r)
}

// Display implements api.Works.
func (s *Store) Display(ctx context.Context, id int64) (artwork.Display, error) {
	r, err := s.read().Display(ctx, id)
	if err != nil {
		return artwork.Display{}, found(err)
	}
	media, err := readMedia(id, r.Media)
	if err != nil {
		return artwork.Display{}, err
	}
	d := artwork.DisplayOf(r.Description, media)
	if len(r.Attributes) > 0 {
		err = json.Unmarshal(r.Attributes, &d.Attributes)
	}
	return d, err
}

// Original implements api.Works.
func (s *Store) Original(ctx context.Context, id int64) (string, error) {
	place, err := s.read().Original(ctx, id)
	return place, found(err)
}

// EditionSource implements media.Works.
func (s *Store) EditionSource(ctx context.Context, id int64, now time.Time) (w artwork.Artwork, public bool, err error) {
	row, err := s.read().EditionSource(ctx, db.EditionSourceParams{ID: id, Now: now})
	if err != nil {
		return artwork.Artwork{}, false, found(err)
	}
	w = artwork.Artwork{ID: id, Editions: artwork.Editions{Size: row.EditionSize}}
	w.Media, err = readMedia(id, row.Media)
	return w, row.Public, err
}

// ArtistOfAccount implements api.Works.
func (s *Store) ArtistOfAccount(ctx context.Context, accountID, email string) (artwork.Linked, error) {
	linked, err := s.read().ArtistsOfAccount(ctx, db.ArtistsOfAccountParams{AccountID: accountID, Email: email})
	switch {
	case err != nil:
		return artwork.Linked{}, err
	case len(linked) == 0:
		return artwork.Linked{}, artwork.ErrNotFound
	case len(linked) > 1:
		return artwork.Linked{}, fmt.Errorf("%w: %s (%d) and %s (%d)", artwork.ErrAmbiguous, linked[0].Name, linked[0].ID, linked[1].Name, linked[1].ID)
	}
	a := artwork.Linked{Artist: artwork.Artist{ID: linked[0].ID, Name: linked[0].Name}, Since: utc(linked[0].LinkedAt), Ends: utc(linked[0].EndsAt)}
	switch {
	case accountID == "" || strings.EqualFold(linked[0].AccountID, accountID):
		return a, nil
	case linked[0].AccountID != "":
		return a, fmt.Errorf("%w: %s (%d)", artwork.ErrTaken, a.Name, a.ID)
	}
	err = s.read().BindAccount(ctx, db.BindAccountParams{ID: a.ID, AccountID: accountID})
	if wrong, ok := errors.AsType[*pgconn.PgError](err); ok && wrong.Code == "23505" {
		return a, fmt.Errorf("%w: %s (%d) and another one", artwork.ErrAmbiguous, a.Name, a.ID)
	}
	return a, err
}

// AccountOfArtist implements api.Works.
func (s *Store) AccountOfArtist(ctx context.Context, id int64) (artwork.Link, error) {
	r, err := s.read().AccountOfArtist(ctx, id)
	if err != nil {
		return artwork.Link{}, found(err)
	}
	l := artwork.LinkTo(r.Name, r.Account, r.AccountID)
	if r.Next != "" {
		l.Next, l.NextAt = new(artwork.LinkTo(r.Name, r.Next, "")), utc(r.EffectiveAt)
	}
	return l, nil
}
