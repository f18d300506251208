// Package reconcile leases the work of reconcilers, so that several replicas share it.
package reconcile

import (
	"context"
	"log/slog"
	"time"
)

// Claim requests work.
type Claim struct {
	Kind  Kind
	Lease time.Duration
	Limit int
	// SettledFor is the maximum age of settled orders.
	SettledFor time.Duration
}

// Kind is a kind of work.
type Kind string

// The kinds of work.
const (
	// Holds are unpaid holds that expired and have no active quote.
	Holds Kind = "holds"
	// Sessions are card sessions that need a check: unfinished intents, sessions of checkouts that are no longer
	// payable, and open or completed ones whose webhook may be lost.
	Sessions Kind = "sessions"
	// Refunds are unsettled card refunds of checkouts; Unmatched are those of money that belongs to no checkout.
	Refunds   Kind = "refunds"
	Unmatched Kind = "unmatched"
	// Ether are ether refunds that aren't settled after a minute: their events may be lost.
	Ether Kind = "ether"
	// Mints are orders that have waited for their token for more than a minute.
	Mints Kind = "mints"
	// Settled are card orders of the last days: a webhook about a refund or dispute made at the provider may be lost.
	Settled Kind = "settled"
	// Forgotten are orders whose refund failed, that have no open review or pending refund for the money, and where
	// staff didn't decide to keep it. A bug in an older version left them.
	Forgotten Kind = "forgotten"
	// Requests are refund requests that nobody decided in time, and those that wait for a token: the event that it is back may be lost, and its
	// refund may not have gone out.
	Requests Kind = "refund_requests"
	// Auctions are auctions that can take their next step, or have differences to return.
	Auctions Kind = "auctions"
)

const (
	batch = 50
	// Lease is how long one replica may work on a checkout before another one takes over.
	Lease = 30 * time.Second
	// RepeatEvery is how long the chainwatcher has to accept a mint or a refund before the request is repeated.
	RepeatEvery = 5 * time.Minute
)

// Queue leases work.
type Queue interface {
	// Claim leases ids with work to do, each to one caller at a time: ids of reviews for Unmatched, of requests for
	// Requests, of auctions for Auctions, otherwise of checkouts. A new refund ends the lease on its owner's refunds.
	Claim(ctx context.Context, c Claim) ([]string, error)
}

// Round runs one round of one kind of work and returns how many ids it processed. Every step can be repeated, and
// several replicas can run concurrently. Failures are logged and retried in a later round.
func Round(ctx context.Context, queue Queue, log *slog.Logger, c Claim, step func(ctx context.Context, id string) error) (int, error) {
	c.Limit = batch
	ids, err := queue.Claim(ctx, c)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if err := step(ctx, id); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "reconciling a checkout failed, it is retried", "work", string(c.Kind), "checkout", id, "error", err)
		}
	}
	return len(ids), nil
}

// Batch is like Round, with one step for all ids.
func Batch(ctx context.Context, queue Queue, c Claim, step func(ctx context.Context, ids []string) error) (int, error) {
	c.Limit = batch
	ids, err := queue.Claim(ctx, c)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return len(ids), step(ctx, ids)
}
