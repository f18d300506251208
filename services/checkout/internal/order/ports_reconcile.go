package order

import (
	"context"
	"time"
)

// Reconciling stores the work and the progress of reconciliation.
type Reconciling interface {
	// Claim leases ids with work to do, each to one caller at a time: ids of reviews for WorkUnmatched, of requests for
	// WorkRequests, of auctions for WorkAuctions, otherwise of checkouts. A new refund ends the lease on its owner's refunds.
	Claim(ctx context.Context, c Claim) ([]string, error)
	// Cursor returns the block up to which a chain was compared, or 0 before the first time.
	Cursor(ctx context.Context, chainID uint32) (int64, error)
	SetCursor(ctx context.Context, chainID uint32, height int64) error
	// PendingPayments returns a chain's payments in blocks from..to that aren't final.
	PendingPayments(ctx context.Context, chainID uint32, from, to int64) ([]PendingPayment, error)
	// OverdueQuotes returns a chain's quotes that haven't ended, have a deadline before the given time, and belong to a
	// checkout without a seen or final payment.
	OverdueQuotes(ctx context.Context, chainID uint32, before time.Time) ([]OverdueQuote, error)
}

// Statistics counts over all orders.
type Statistics interface {
	// Invariants counts violations of the invariants.
	Invariants(ctx context.Context) (Invariants, error)
	// Unresolved returns the pending work, by kind.
	Unresolved(ctx context.Context) ([]Unresolved, error)
	// Editions returns the counts of artworks with sold or held editions, ordered by artwork.
	Editions(ctx context.Context, limit int) ([]Editions, error)
}

// PendingPayment is a payment that was seen and isn't final.
type PendingPayment struct {
	CheckoutID string
	Payment    Payment
}

// OverdueQuote is a quote that can't be paid any more.
type OverdueQuote struct{ CheckoutID, IntentHash string }

// Unresolved is the pending work of one kind.
type Unresolved struct {
	// Kind is holds, sessions, refunds, payments, mints, outbox or reviews.
	Kind   string
	Oldest time.Duration
	Count  int32
}

// Editions are the counts of one artwork.
type Editions struct {
	ArtworkID        int64
	Size, Sold, Held int32
}

// Claim requests work.
type Claim struct {
	Work  Work
	Lease time.Duration
	Limit int
	// SettledFor is the maximum age of settled orders.
	SettledFor time.Duration
}

// Work is a kind of work of the reconciler.
type Work string

// The kinds of work.
const (
	// WorkHolds are unpaid holds that expired and have no active quote.
	WorkHolds Work = "holds"
	// WorkSessions are card sessions that need a check: unfinished intents, sessions of checkouts that are no longer
	// payable, and open or completed ones whose webhook may be lost.
	WorkSessions Work = "sessions"
	// WorkRefunds are unsettled card refunds of checkouts; WorkUnmatched are those of money that belongs to no checkout.
	WorkRefunds   Work = "refunds"
	WorkUnmatched Work = "unmatched"
	// WorkEther are ether refunds that aren't settled after a minute: their events may be lost.
	WorkEther Work = "ether"
	// WorkMints are orders that have waited for their token for more than a minute.
	WorkMints Work = "mints"
	// WorkSettled are card orders of the last days: a webhook about a refund or dispute made at the provider may be lost.
	WorkSettled Work = "settled"
	// WorkForgotten are orders whose refund failed, that have no open review or pending refund for the money, and where
	// staff didn't decide to keep it. A bug in an older version left them.
	WorkForgotten Work = "forgotten"
	// WorkRequests are refund requests that nobody decided in time, and those that wait for a token.
	WorkRequests Work = "refund_requests"
	// WorkAuctions are auctions that can take their next step, or have differences to return.
	WorkAuctions Work = "auctions"
)

// Invariants are counts over all orders.
type Invariants struct {
	Oversold, UnmatchedPayments, UnpaidCompletions, UnbalancedLedgers int32
	UnmatchedTokens, IllegalTransitions                               int32
	// WrongDifferences is the number of sales of settled auctions that don't cost the last price, or whose difference didn't go back once.
	WrongDifferences                  int32
	Editions, Sold, Held, OpenReviews int32
	// Vanished is the number of tokens whose mint was final but that their chain no longer has.
	Vanished int32
	// ContractUnpaid is the number of ether orders that the payment contract says are unpaid.
	ContractUnpaid int32
	// Halted is the number of chains where signing is halted until an operator releases them. It is not a violation.
	Halted int32
}

// Violations returns the sum of the counts that must be zero.
func (i Invariants) Violations() int32 {
	return i.Oversold + i.UnmatchedPayments + i.UnpaidCompletions + i.UnbalancedLedgers + i.UnmatchedTokens + i.IllegalTransitions + i.WrongDifferences +
		i.Vanished + i.ContractUnpaid
}
