package hold

import (
	"context"
	"fmt"
	"time"
)

// Limits prevent people who don't pay from holding all editions of an artwork. Zero values mean no limit.
type Limits struct {
	// Live is how many unpaid holds an account may have at the same time.
	Live int
	// PerAccount and PerNetwork are how many holds may be made within Window without a payment, whether they are live, expired or
	// cancelled.
	PerAccount, PerNetwork int
	Window                 time.Duration
	// UnverifiedPercent is the share of an artwork's unsold editions that accounts without a verified email address may hold at the same
	// time; they may always hold one.
	UnverifiedPercent int
}

// Unverified returns how many of an artwork's unsold editions accounts without a verified address may hold.
func (l Limits) Unverified(unsold int) int { return max(1, unsold*l.UnverifiedPercent/100) }

// UnpaidHoldsError is an ErrUnpaidHolds with the time from which another hold is possible.
type UnpaidHoldsError struct{ Until time.Time }

func (e *UnpaidHoldsError) Error() string {
	return fmt.Sprintf("%v; again at %s", ErrUnpaidHolds, e.Until.Format(time.RFC3339))
}

func (e *UnpaidHoldsError) Unwrap() error { return ErrUnpaidHolds }

// ForgetNetworks deletes the networks of holds that don't count any more.
func (s *Service) ForgetNetworks(ctx context.Context) error {
	now, err := s.Store.Now(ctx)
	if err != nil {
		return err
	}
	return s.Store.ForgetNetworks(ctx, now.Add(-s.Rules.Limits.Window))
}
