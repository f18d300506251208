package chain

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrHalted means that nothing is signed on a chain until an operator releases it. It is an ErrUnavailable.
var ErrHalted = fmt.Errorf("%w: signing on the chain is halted", ErrUnavailable)

// ErrContradiction means that nodes report different blocks at a height that should be final. It is an ErrTemporary, because one of
// them may lag.
var ErrContradiction = fmt.Errorf("%w: the nodes contradict each other", ErrTemporary)

// HaltReason is why a chain is halted.
type HaltReason string

// The reasons for a halt.
const (
	// DeepReorg: the nodes replaced a block that was final.
	DeepReorg HaltReason = "deep_reorg"
	// FinalityStalled: new blocks arrive and none becomes final.
	FinalityStalled HaltReason = "finality_stalled"
	// Contradiction: the nodes have contradicted each other for too long.
	Contradiction HaltReason = "contradiction"
	// NoProgress: no block was processed for minutes, whatever the cause.
	NoProgress HaltReason = "no_progress"
	// OtherContracts: the settings have other contracts than the existing ones.
	OtherContracts HaltReason = "other_contracts"
)

// Halt stops quotes, mints, withdrawals, refunds and payouts on a chain whose final state is in doubt. It survives restarts and
// recovery: an operator has to release the chain. Reading blocks continues.
type Halt struct {
	ChainID uint32
	Reason  HaltReason
	Detail  string
	At      time.Time
	// Vanished is how many tokens with a final mint no longer exist on the chain.
	Vanished int
}

// HaltStore stores halts and who released them.
type HaltStore interface {
	// Halt halts a chain. It returns false and changes nothing if the chain is already halted.
	Halt(ctx context.Context, chainID uint32, reason HaltReason, detail string) (fresh bool, err error)
	// Halted returns the halt of a chain, or ErrNotFound.
	Halted(ctx context.Context, chainID uint32) (Halt, error)
	// SetVanished stores the number of vanished tokens with the halt of a chain.
	SetVanished(ctx context.Context, chainID uint32, tokens int) error
	// ReleaseHalt ends the halt of a chain and records who decided it and why, or returns ErrNotFound.
	ReleaseHalt(ctx context.Context, chainID uint32, by, note string) error
	// LatestMints returns the tokens of a chain with a final mint, newest first.
	LatestMints(ctx context.Context, chainID uint32, limit int) ([]int64, error)
}

// refuseHalted returns ErrHalted for a halted chain.
func refuseHalted(ctx context.Context, s interface {
	Halted(ctx context.Context, chainID uint32) (Halt, error)
}, chainID uint32,
) error {
	h, err := s.Halted(ctx, chainID)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	return fmt.Errorf("%w: chain %d, %s, since %s", ErrHalted, chainID, h.Reason, h.At.UTC().Format(time.RFC3339))
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
func CountVanished(ctx context.Context, s HaltStore, link Link) (int, error) {
	tokens, err := s.LatestMints(ctx, link.Chain.ID, mintsChecked)
	if err != nil {
		return 0, err
	}
	vanished, existing := 0, 0
	for _, token := range tokens {
		_, err := link.Contracts.Owner(ctx, token)
		switch {
		case errors.Is(err, ErrNotYet):
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
