package postgres

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// Publisher publishes events after the transaction that ctx carries has committed.
type Publisher interface {
	Publish(ctx context.Context, e artwork.Event) error
}

// publish publishes events after the transaction that ctx carries has committed.
func (s *Store) publish(ctx context.Context, events []artwork.Event) error {
	for _, e := range events {
		if err := s.publisher.Publish(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// version returns the version of the last change of an artwork. While changes are locked, artworks with a higher version are those that this
// transaction changed.
func (s *Store) version(ctx context.Context) (int64, error) { return s.queries(ctx).LatestVersion(ctx) }

// announced is what a transaction published about artworks.
type announced struct {
	last int64 // the version of the last artwork
	all  bool  // whether each has its own event
}

// list publishes the events of the artworks that changed after a version. The numbered listing must still contain what was public before.
func (s *Store) list(ctx context.Context, since int64, now time.Time) (announced, error) {
	rows, err := s.queries(ctx).ChangesSince(ctx, db.ChangesSinceParams{Now: now, Since: since, MaxRows: artwork.MaxListed + 1})
	changed, err := converted(rows, err, func(r db.ChangesSinceRow) (artwork.ChangedArtwork, error) {
		o, err := offer(db.OfferRow{
			ID: r.ID, Slug: r.Slug, Title: r.Title, ArtistID: r.ArtistID, ArtistName: r.ArtistName, EditionSize: r.EditionSize,
			Withheld: r.Withheld, WithheldNumbers: r.WithheldNumbers, Price: r.Price, Currency: r.Currency, ChainID: r.ChainID,
			SaleStartsAt: r.SaleStartsAt, SaleEndsAt: r.SaleEndsAt, Year: r.Year, Medium: r.Medium, Media: r.Media, OriginalSum: r.OriginalSum, DropID: r.DropID,
		})
		return artwork.ChangedArtwork{
			Snapshot: artwork.Snapshot{Offer: o, Category: r.Category, DropID: r.DropID, CuratorIDs: r.CuratorIds, Version: r.Version, At: now},
			Public:   r.Public, Listed: r.Listed,
		}, err
	})
	if err != nil {
		return announced{}, err
	}
	events, all := artwork.EventsOf(changed)
	if err := s.publish(ctx, events); err != nil {
		return announced{}, err
	}
	last, err := s.version(ctx)
	return announced{last, all}, err
}

func offer(r db.OfferRow) (artwork.Offer, error) {
	w := artwork.Artwork{
		ID: r.ID, Slug: r.Slug, Title: r.Title, Artist: artwork.Artist{ID: r.ArtistID, Name: r.ArtistName}, Medium: r.Medium,
		Editions: artwork.Editions{Size: r.EditionSize, Withheld: r.Withheld}, Price: price(r.Price, r.Currency), ChainID: r.ChainID,
		Sale: window(r.SaleStartsAt, r.SaleEndsAt), Dated: r.Dated,
	}
	if r.Year != nil {
		w.Year = *r.Year
	}
	var err error
	if w.Media, err = readMedia(w.ID, r.Media); err != nil {
		return artwork.Offer{}, err
	}
	return artwork.Offer{
		Artwork: w, Sum: r.OriginalSum, Withheld: artwork.WithheldNumbers(w.Editions, r.WithheldNumbers),
		Picture: artwork.PictureOfWidth(w.Media, 640), Live: artwork.LivePath(w.ID, w.Media), DropID: r.DropID,
	}, nil
}
