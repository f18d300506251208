package chain

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrHalted means that nothing is signed on a chain until an operator releases it. It is an ErrUnavailable.
var ErrHalted = fmt.Errorf("%w: signing on the chain is halted", ErrUnavailable)

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
}

// Halts reads halts.
type Halts interface {
	// Halted returns the halt of a chain, or ErrNotFound.
	Halted(ctx context.Context, chainID uint32) (Halt, error)
}

// RefuseHalted returns ErrHalted for a halted chain.
func RefuseHalted(ctx context.Context, s Halts, chainID uint32) error {
	h, err := s.Halted(ctx, chainID)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	return fmt.Errorf("%w: chain %d, %s, since %s", ErrHalted, chainID, h.Reason, h.At.UTC().Format(time.RFC3339))
}
