// Package invariant counts what must never happen, over all orders, and the work that waits.
package invariant

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Store counts over all orders.
type Store interface {
	// Count counts violations of the invariants, of all orders or, if within isn't 0, of those that changed in that time until now.
	Count(ctx context.Context, within time.Duration) (Counts, error)
	// Unresolved returns the pending work, by kind.
	Unresolved(ctx context.Context) ([]Unresolved, error)
	// Editions returns the counts of artworks with sold or held editions, ordered by artwork.
	Editions(ctx context.Context, limit int) ([]Editions, error)
}

// Unresolved is the pending work of one kind.
type Unresolved struct {
	// Kind is holds, sessions, refunds, payments, mints, outbox, reviews, returns or auctions.
	Kind   string
	Oldest time.Duration
	Count  int32
}

// Editions are the counts of one artwork.
type Editions struct {
	ArtworkID        int64
	Size, Sold, Held int32
}

// Counts are counts over all orders.
type Counts struct {
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
func (i Counts) Violations() int32 {
	return i.Oversold + i.UnmatchedPayments + i.UnpaidCompletions + i.UnbalancedLedgers + i.UnmatchedTokens + i.IllegalTransitions + i.WrongDifferences +
		i.Vanished + i.ContractUnpaid
}

const (
	// wholeEvery is how often all orders are counted if that takes long. In between, only those that changed since then are.
	wholeEvery = time.Hour
	// long is how long a count of all orders must take for that.
	long = time.Second
	// overlap is longer than any transaction: what it changed has the time of its beginning.
	overlap = 10 * time.Minute
)

// Service counts the invariants.
type Service struct {
	Store Store
	// Heads returns how far the chainwatcher processed each chain.
	Heads func(ctx context.Context) ([]order.Head, error)
	// last are the last known heads, for while the chainwatcher is unavailable.
	last atomic.Pointer[[]order.Head]
	// whole is the last count of all orders.
	whole atomic.Pointer[whole]
}

type whole struct {
	began      time.Time
	took       time.Duration
	violations int32
}

// count counts all orders, or those that changed since an earlier count that found no violation and took long.
func (s *Service) count(ctx context.Context) (Counts, error) {
	if w := s.whole.Load(); w != nil && w.violations == 0 && w.took > long && time.Since(w.began) < wholeEvery {
		return s.Store.Count(ctx, time.Since(w.began)+overlap)
	}
	began := time.Now()
	i, err := s.Store.Count(ctx, 0)
	if err == nil {
		s.whole.Store(&whole{began, time.Since(began), i.Violations()})
	}
	return i, err
}

// Count counts violations of the invariants. While the chainwatcher is unavailable, the counts of the chains are the
// last known ones.
func (s *Service) Count(ctx context.Context) (Counts, error) {
	i, err := s.count(ctx)
	if err != nil {
		return i, err
	}
	if heads, err := s.Heads(ctx); err == nil {
		s.last.Store(&heads)
	} else if ctx.Err() != nil {
		return i, ctx.Err()
	}
	if heads := s.last.Load(); heads != nil {
		for _, h := range *heads {
			i.Vanished += h.Vanished
			i.ContractUnpaid += h.ContractUnpaid
			if h.Halted {
				i.Halted++
			}
		}
	}
	return i, nil
}
