package postgres

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/studio"
)

// Claim implements media.Discarded.
func (s *Store) Claim(ctx context.Context, hashes []string) error {
	rows, err := s.queries(ctx).ClaimFiles(ctx, hashes)
	for _, r := range rows {
		if r.Removing && err == nil {
			err = studio.ErrRemoving
		}
	}
	return err
}

// DiscardedFiles implements media.Discarded.
func (s *Store) DiscardedFiles(ctx context.Context, before time.Time, limit int32) ([]string, error) {
	return s.queries(ctx).DiscardedFiles(ctx, db.DiscardedFilesParams{Before: before, Limit: limit})
}

// StartRemoval implements media.Discarded.
func (s *Store) StartRemoval(ctx context.Context, hash string, before time.Time) (removing bool, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		rows, err := s.queries(ctx).StartRemoval(ctx, db.StartRemovalParams{Hash: hash, Before: before})
		if removing = rows > 0; err != nil {
			return err
		}
		if removing {
			return s.queries(ctx).DeleteFile(ctx, hash)
		}
		return s.queries(ctx).ForgetDiscarded(ctx, db.ForgetDiscardedParams{Hash: hash, Before: before})
	})
	return removing, err
}

// EndRemoval implements media.Discarded.
func (s *Store) EndRemoval(ctx context.Context, hash string) error {
	return s.queries(ctx).EndRemoval(ctx, hash)
}
