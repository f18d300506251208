package postgres

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
)

// CountFacets counts colors and techniques of a large catalog, if something changed since the last count. It reads all artworks: 1 to 2 seconds
// for a million. Replicas don't count at the same time, nor the same version twice.
func (s *Store) CountFacets(ctx context.Context, now time.Time) error {
	if large, err := s.read().Large(ctx, s.MaxExact); err != nil || !large {
		return err
	}
	if due, err := s.read().FacetsDue(ctx); err != nil || !due {
		return err
	}
	return postgres.InTx(postgres.WithStatementTimeout(ctx, imports), s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		claimed, err := q.ClaimFacets(ctx)
		if err != nil || claimed == 0 {
			return err
		}
		changed, err := q.CountFacets(ctx, now)
		if err != nil || changed == 0 {
			return err
		}
		return s.move(ctx) // cached responses show counts
	})
}
