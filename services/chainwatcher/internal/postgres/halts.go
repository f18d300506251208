package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Halt implements chain.HaltStore.
func (s *Store) Halt(ctx context.Context, chainID uint32, reason chain.HaltReason, detail string) (fresh bool, err error) {
	n, err := s.exec(ctx, haltSQL, int64(chainID), string(reason), detail)
	return n > 0, err
}

// Halted implements chain.HaltStore.
func (s *Store) Halted(ctx context.Context, chainID uint32) (h chain.Halt, err error) {
	var id int64
	err = s.row(ctx, haltedSQL, int64(chainID)).Scan(&id, &h.Reason, &h.Detail, &h.At, &h.Vanished)
	h.ChainID = uint32(id)
	return h, found(err)
}

// SetVanished implements chain.HaltStore.
func (s *Store) SetVanished(ctx context.Context, chainID uint32, tokens int) error {
	_, err := s.exec(ctx, setVanishedSQL, int64(chainID), tokens)
	return err
}

// ReleaseHalt implements chain.HaltStore.
func (s *Store) ReleaseHalt(ctx context.Context, chainID uint32, by, note string) error {
	n, err := s.exec(ctx, releaseHaltSQL, int64(chainID), by, note)
	if err == nil && n == 0 {
		return chain.ErrNotFound
	}
	return err
}

// LatestMints implements chain.HaltStore.
func (s *Store) LatestMints(ctx context.Context, chainID uint32, limit int) ([]int64, error) {
	return collect(ctx, s, func(r pgx.Row) (token int64, err error) { return token, r.Scan(&token) }, latestMintsSQL, int64(chainID), limit)
}
