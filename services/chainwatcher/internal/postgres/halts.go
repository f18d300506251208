package postgres

import (
	"context"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// Halt implements watching.HaltStore.
func (s *Store) Halt(ctx context.Context, chainID uint32, reason chain.HaltReason, detail string) (fresh bool, err error) {
	n, err := s.queries(ctx).CreateHalt(ctx, db.CreateHaltParams{ChainID: chainID, Reason: reason, Detail: detail})
	return n > 0, err
}

// Halted implements watching.HaltStore.
func (s *Store) Halted(ctx context.Context, chainID uint32) (chain.Halt, error) {
	h, err := s.queries(ctx).ReadHalt(ctx, chainID)
	return chain.Halt{ChainID: h.ChainID, Reason: h.Reason, Detail: h.Detail, At: h.HaltedAt}, found(err)
}

// SetVanished implements watching.HaltStore.
func (s *Store) SetVanished(ctx context.Context, chainID uint32, tokens int) error {
	return s.queries(ctx).SetVanished(ctx, db.SetVanishedParams{ChainID: chainID, Vanished: tokens})
}

// ReleaseHalt implements watching.HaltStore.
func (s *Store) ReleaseHalt(ctx context.Context, chainID uint32, by, note string) error {
	n, err := s.queries(ctx).ReleaseHalt(ctx, db.ReleaseHaltParams{ChainID: chainID, ReleasedBy: by, Note: note})
	return changed(n, err, chain.ErrNotFound)
}

// LatestMints implements watching.HaltStore.
func (s *Store) LatestMints(ctx context.Context, chainID uint32, limit int) ([]int64, error) {
	return s.queries(ctx).LatestMints(ctx, db.LatestMintsParams{ChainID: chainID, Limit: int32(limit)})
}
