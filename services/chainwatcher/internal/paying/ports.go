// Package paying sends money: refunds to buyers, and payouts to artists who request their balance in the payment contract.
package paying

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Store stores refunds and payouts.
type Store interface {
	chain.Transactor
	RefundStore
	PayoutStore
}

// RefundStore stores refunds.
type RefundStore interface {
	// Refund returns a refund or chain.ErrNotFound.
	Refund(ctx context.Context, refundID string) (Refund, error)
	// RefundedSince returns the sum of refunds since a time, except for failed ones. It prevents others from
	// accepting more until the transaction of ctx ends.
	RefundedSince(ctx context.Context, chainID uint32, since time.Time) (money.Wei, error)
	// TakeRefund stores a refund and queues it for the signer of sender, unless it has already failed.
	TakeRefund(ctx context.Context, r Refund, now time.Time, sender string) error
}

// PayoutStore stores payouts and reads balances.
type PayoutStore interface {
	// CreatePayout stores a payout and queues it for the signer of sender. ErrPayoutPending.
	CreatePayout(ctx context.Context, p Payout, sender string) error
	// Indexed returns the sum of a payee's events, or chain.ErrNotFound if the chain was never followed.
	Indexed(ctx context.Context, chainID uint32, payee string) (Indexed, error)
	// PayoutByKey returns the payout that a request already created, or chain.ErrNotFound.
	PayoutByKey(ctx context.Context, accountID, key string) (Payout, error)
	// LatestPayout returns when the newest payout for a payee that didn't fail was requested, and whether it is in progress.
	LatestPayout(ctx context.Context, chainID uint32, payee string) (at time.Time, live bool, err error)
}

// Artists finds an account's artist.
type Artists interface {
	// Artist returns the artist. Errors: ErrNoArtist, ErrArtistAmbiguous, chain.ErrUnavailable.
	Artist(ctx context.Context, accountID string) (Artist, error)
}

// Events publishes refunds that can't be sent, in the transaction of ctx.
type Events interface {
	RefundFailed(ctx context.Context, r Refund) error
}
