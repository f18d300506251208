package watching

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// HaltStore stores halts and who released them.
type HaltStore interface {
	chain.Halts
	// Halt halts a chain. It returns false and changes nothing if the chain is already halted.
	Halt(ctx context.Context, chainID uint32, reason chain.HaltReason, detail string) (fresh bool, err error)
	// SetVanished stores the number of vanished tokens with the halt of a chain.
	SetVanished(ctx context.Context, chainID uint32, tokens int) error
	// ReleaseHalt ends the halt of a chain and records who decided it and why, or returns chain.ErrNotFound.
	ReleaseHalt(ctx context.Context, chainID uint32, by, note string) error
	// LatestMints returns the tokens of a chain with a final mint, newest first.
	LatestMints(ctx context.Context, chainID uint32, limit int) ([]int64, error)
}

const (
	// mintsChecked is how many of the newest mints CountVanished checks at most.
	mintsChecked = 2000
	// existingInARow is how many existing tokens in a row end the count: a reorganisation removes the newest tokens, so older ones
	// exist too.
	existingInARow = 25
)

// CountVanished counts the tokens with a final mint that the chain no longer has, and stores the number with the
// chain's halt.
func CountVanished(ctx context.Context, s HaltStore, link chain.Link) (int, error) {
	tokens, err := s.LatestMints(ctx, link.Chain.ID, mintsChecked)
	if err != nil {
		return 0, err
	}
	vanished, existing := 0, 0
	for _, token := range tokens {
		_, err := link.Contracts.Owner(ctx, token)
		switch {
		case errors.Is(err, chain.ErrNotYet):
			vanished, existing = vanished+1, 0
		case err != nil:
			return 0, err
		default:
			existing++
		}
		if existing == existingInARow {
			return vanished, s.SetVanished(ctx, link.Chain.ID, vanished)
		}
	}
	return vanished, s.SetVanished(ctx, link.Chain.ID, vanished)
}
