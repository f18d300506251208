package order

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"
)

// Rules are the figures of the shop.
type Rules struct {
	// Hold is how long an edition is held for a buyer who has not paid.
	Hold time.Duration
	// MaxHolds is how many unpaid holds an account may have at once.
	MaxHolds int
	// ArtistShareBps is the artist's share in hundredths of a percent.
	ArtistShareBps int
	// SessionLife is the provider's own end of a card session. The provider wants at least 30 minutes, counted from when it
	// hears of the session, which may be as late as the end of the hold.
	SessionLife time.Duration
	// SettledEvery is how often a card order of the last days is compared with the provider.
	SettledEvery time.Duration
	// SettledFor is for how long after the payment that goes on.
	SettledFor time.Duration
	// Overdue is how long an order normally stays in a status, at most. A zero duration is never overdue.
	Overdue OverdueAfter
}

// OverdueAfter is how long orders normally stay in statuses that change without the buyer, at most.
type OverdueAfter struct {
	// Card is the bank's decision about a card payment, Chain the confirmation of an ether payment, Mint the token after a payment is
	// final, Refund the money's way back, Review staff's decision.
	Card, Chain, Mint, Refund, Review time.Duration
}

// Overdue reports whether an order has been in its status for longer than it normally takes.
func (s *Service) Overdue(c Checkout) bool {
	var most time.Duration
	switch after := s.Rules.Overdue; c.Status {
	case PaymentSeen, Confirming, Reverted:
		if most = after.Chain; c.lastPayment().Method == Card {
			most = after.Card
		}
	case Paid, Delivering:
		most = after.Mint
	case RefundPending:
		most = after.Refund
	case InReview:
		most = after.Review
	case Reserved, AwaitingPayment, PaymentFailed, Completed, Expired, Cancelled, Refunded, RefundFailed, Disputed:
	}
	return most > 0 && c.Now.Sub(c.UpdatedAt) > most
}

// Deps are what a Service needs.
type Deps struct {
	Store    Store
	Catalog  Catalog
	Accounts Accounts
	Chain    Chain
	Cards    Cards
	Rules    Rules
	Log      *slog.Logger
}

// Service is the shop's till.
type Service struct {
	Deps
	// heads are what Invariants reports of the chains while the chainwatcher is unavailable.
	heads atomic.Pointer[[]Head]
}

// New wires a service; it starts nothing.
func New(d Deps) *Service { return &Service{Deps: d} }

// change is Store.Update on somebody's word, and tells the buyer where it left the order.
func (s *Service) change(ctx context.Context, id string, by Actor, fn func(*Checkout) error) (Checkout, error) {
	return s.Store.Update(ctx, id, func(c *Checkout) error {
		from := c.Status
		if err := fn(c.As(by)); err != nil {
			return err
		}
		c.tellStep(from)
		return nil
	})
}

// Caller is who asks.
type Caller struct{ AccountID string }

// Get is one of the caller's checkouts. ErrNotFound also for somebody else's.
func (s *Service) Get(ctx context.Context, who Caller, id string) (Checkout, error) {
	c, err := s.Store.Get(ctx, id)
	if err == nil && c.Buyer.AccountID != who.AccountID {
		return Checkout{}, ErrNotFound
	}
	return c, err
}

// List is the caller's checkouts, newest first.
func (s *Service) List(ctx context.Context, who Caller) ([]Checkout, error) {
	return s.Store.List(ctx, who.AccountID, 200)
}

// Invariants counts what must never happen. While the chainwatcher is unavailable, the counts of the chains are the last known ones.
func (s *Service) Invariants(ctx context.Context) (Invariants, error) {
	i, err := s.Store.Invariants(ctx)
	if err != nil {
		return i, err
	}
	if heads, err := s.Chain.Heads(ctx); err == nil {
		s.heads.Store(&heads)
	} else if ctx.Err() != nil {
		return i, ctx.Err()
	}
	if heads := s.heads.Load(); heads != nil {
		for _, h := range *heads {
			i.Vanished += h.Vanished
			if h.Halted {
				i.Halted++
			}
		}
	}
	return i, nil
}

// NoteTransaction keeps the buyer's hint of which transaction pays; it proves nothing.
func (s *Service) NoteTransaction(ctx context.Context, who Caller, id, hash string) (Checkout, error) {
	if _, err := s.Get(ctx, who, id); err != nil {
		return Checkout{}, err
	}
	return s.change(ctx, id, ActorBuyer, func(c *Checkout) error {
		if c.Method == Ether && !c.pending() && c.Credited() == nil {
			c.TransactionHash = hash
		}
		return nil
	})
}

// Cancel releases an unpaid edition. A card session is ended at the provider first, and an ether quote is revoked. Errors:
// ErrNotCancellable when the session took a payment, ErrEtherSent when the quote may have been paid.
func (s *Service) Cancel(ctx context.Context, who Caller, id string) (Checkout, error) {
	for try := 0; ; try++ {
		c, err := s.Get(ctx, who, id)
		if err != nil {
			return Checkout{}, err
		}
		if c.Status == Cancelled {
			return c, nil
		}
		if !c.Status.Payable() {
			return Checkout{}, ErrNotCancellable
		}
		if c, err = s.revokeQuote(ctx, id); err != nil {
			return Checkout{}, err
		}
		if err := s.endSession(ctx, c); err != nil {
			return Checkout{}, err
		}
		c, err = s.change(ctx, id, ActorBuyer, func(c *Checkout) error { return c.cancel(c.Now) })
		if !errors.Is(err, ErrConflict) || try == 2 {
			return c, err
		}
	}
}
