package postgres

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
)

// CountFacets counts colors and techniques of a large catalog and rebuilds its suggestions, if something changed since the last count. It reads all
// artworks: seconds for a million. Replicas don't count at the same time, nor the same version twice.
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
		counts, err := q.CountFacets(ctx, now)
		if err != nil {
			return err
		}
		suggestions, err := s.index(ctx, now, false)
		if err != nil || counts == 0 && !suggestions {
			return err
		}
		return s.move(ctx) // cached responses show counts
	})
}
