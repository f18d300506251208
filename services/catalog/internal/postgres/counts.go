package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// SetCounts implements events.Counter.
func (s *Store) SetCounts(ctx context.Context, c artwork.Counts) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		rows, err := s.queries(ctx).PutCounts(ctx, db.PutCountsParams{ArtworkID: c.Artwork, Version: c.Version, Held: c.Held, Sold: c.Sold})
		if err != nil || rows == 0 {
			return err
		}
		e := artwork.AvailabilityChanged{Counts: c}
		found, err := s.copyCounts(ctx, &e)
		if err == nil && !found {
			// A work that a running import adds isn't visible yet, and the import doesn't see these counts.
			if err = s.awaitContent(ctx); err == nil {
				found, err = s.copyCounts(ctx, &e)
			}
		}
		if err != nil || !found {
			return err
		}
		if err := s.publisher.Publish(ctx, e); err != nil {
			return err
		}
		return s.move(ctx)
	})
}

// copyCounts copies counts to their work and completes the event. It returns false if there is no such work, or nothing changed.
func (s *Store) copyCounts(ctx context.Context, e *artwork.AvailabilityChanged) (found bool, err error) {
	row, err := s.queries(ctx).CopyCounts(ctx, db.CopyCountsParams{ID: e.Artwork, Held: e.Held, Sold: e.Sold})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	e.DropID, e.Size, e.Withheld = row.DropID, row.EditionSize, row.Withheld
	return err == nil, err
}
