package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// Publisher publishes events after the transaction that ctx carries has committed.
type Publisher interface {
	Publish(ctx context.Context, e artwork.Event) error
}

// version is the version of the last change of an artwork. While changes are locked, artworks with a higher one are those that the
// turn changed.
func (s *Store) version(ctx context.Context) (v int64, err error) {
	err = s.conn(ctx).QueryRow(ctx, versionSQL).Scan(&v)
	return v, err
}

// announced is what a turn published about artworks.
type announced struct {
	last int64 // the version of the last one
	all  bool  // whether each has its own event
}

// announce publishes an event for each artwork that changed after a version and was public before or is now. The numbered listing
// still has to hold what was public before. Nothing is published for more than artwork.MaxListed.
func (s *Store) announce(ctx context.Context, since int64, now time.Time) (announced, error) {
	rows, err := s.conn(ctx).Query(ctx, changesSQL, since, now, artwork.MaxListed+1)
	if err != nil {
		return announced{}, err
	}
	events, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (artwork.Event, error) {
		var c artwork.Snapshot
		var public, listed bool
		var err error
		c.Offer, err = scanOffer(row, &c.Category, &c.DropID, &c.CuratorIDs, &c.Version, &public, &listed)
		c.At = now
		switch {
		case err != nil:
			return nil, err
		case public && listed:
			return artwork.Changed{Snapshot: c}, nil
		case public:
			return artwork.Published{Snapshot: c}, nil
		case listed:
			return artwork.Unpublished{Snapshot: c}, nil
		default:
			return nil, nil // nobody knew of it, and nobody will
		}
	})
	if err != nil {
		return announced{}, err
	}
	out := announced{all: len(events) <= artwork.MaxListed}
	if out.all {
		for _, e := range events {
			if e == nil {
				continue
			}
			if err := s.publisher.Publish(ctx, e); err != nil {
				return out, err
			}
		}
	}
	out.last, err = s.version(ctx)
	return out, err
}

// scanOffer reads the columns of an offer, and those that follow it.
func scanOffer(row pgx.Row, more ...any) (artwork.Offer, error) {
	var o artwork.Offer
	w := &o.Artwork
	var numbers []int
	var price int64
	var currency string
	var starts, ends *time.Time
	var media []byte
	err := row.Scan(append([]any{
		&w.ID, &w.Slug, &w.Title, &w.Artist.ID, &w.Artist.Name, &w.Editions.Size, &w.Editions.Withheld, &numbers, &price, &currency,
		&w.ChainID, &starts, &ends, &w.Year, &w.Medium, &media, &o.Sum,
	}, more...)...)
	if err != nil {
		return o, err
	}
	if price > 0 {
		w.Price = &money.Money{Amount: price, Currency: currency}
	}
	w.Sale = window(starts, ends)
	if len(media) > 0 {
		if err := json.Unmarshal(media, &w.Media); err != nil {
			return o, fmt.Errorf("media of artwork %d: %w", w.ID, err)
		}
	}
	o.Withheld = artwork.WithheldNumbers(w.Editions, numbers)
	o.Picture, o.Live = artwork.PictureNear(w.Media, 640), artwork.LivePath(w.ID, w.Media)
	return o, nil
}
