package order

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// Rules are the limits and durations of the service.
type Rules struct {
	// SalesClosed refuses new holds. Live ones continue.
	SalesClosed bool
	// Hold is how long an edition is held for a buyer who has not paid.
	Hold   time.Duration
	Limits HoldLimits
	// ArtistShareBps is the artist's share in hundredths of a percent.
	ArtistShareBps int
	// SessionLife is how long a card session is open. The provider requires at least 30 minutes from when it
	// creates the session, which may be as late as the end of the hold.
	SessionLife time.Duration
	// SettledEvery is the interval for checking a recent card order with the provider.
	SettledEvery time.Duration
	// SettledFor is how long after the payment these checks continue.
	SettledFor time.Duration
	Refunds    RefundRules
	// Overdue is the maximum time that an order normally stays in a status. A zero duration is never overdue.
	Overdue OverdueAfter
}

// OverdueAfter has the maximum times that orders normally stay in statuses that change without the buyer.
type OverdueAfter struct {
	// Card is for the bank's decision about a card payment, Chain for the confirmation of an ether payment, Mint for the
	// mint after a final payment, Refund for a refund, Review for the staff decision.
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

// Deps are the dependencies of a Service.
type Deps struct {
	Store    Store
	Catalog  Catalog
	Accounts Accounts
	Chain    Chainwatcher
	Cards    Cards

	// Phases says who may buy in a drop.
	Phases *phase.Service

	Rules Rules
	// Detail returns the text for staff about a review with a Cause.
	Detail func(Review) string
	Log    *slog.Logger
}

// Service implements the checkout.
type Service struct {
	Deps
	// heads are the last known heads, for Invariants while the chainwatcher is unavailable.
	heads atomic.Pointer[[]Head]
}

// New returns a service; it starts nothing.
func New(d Deps) *Service { return &Service{Deps: d} }

// change runs Checkouts.Update as the given actor and notifies the buyer of the resulting status.
func (s *Service) change(ctx context.Context, id string, by Actor, fn func(*Checkout) error) (Checkout, error) {
	return s.Store.Update(ctx, id, func(c *Checkout) error {
		from := c.Status
		if err := fn(c.As(by)); err != nil {
			return err
		}
		c.notifyStatus(from)
		for i := range c.Reviews {
			s.describe(&c.Reviews[i])
		}
		return nil
	})
}

// changeUnmatched is like change, for money that belongs to no checkout.
func (s *Service) changeUnmatched(ctx context.Context, reviewID string, by Actor, fn func(*Unmatched) error) error {
	_, err := s.Store.UpdateUnmatched(ctx, reviewID, func(x *Unmatched) error {
		if err := fn(x.As(by)); err != nil {
			return err
		}
		s.describe(&x.Review)
		return nil
	})
	return err
}

// describe turns the cause of a review that a change opened into its text for staff.
func (s *Service) describe(r *Review) {
	if r.Cause != (Cause{}) {
		r.Detail, r.Cause = s.Detail(*r), Cause{}
	}
}

// openReview opens a review of money that belongs to no checkout.
func (s *Service) openReview(ctx context.Context, r Review) error {
	s.describe(&r)
	return s.Store.Review(ctx, r)
}

// Caller is the account that makes a request. Network is where the request came from; only Prepare uses it.
type Caller struct{ AccountID, Network string }

// Get returns one of the caller's checkouts. ErrNotFound also for another account's checkout.
func (s *Service) Get(ctx context.Context, caller Caller, id string) (Checkout, error) {
	c, err := s.Store.Get(ctx, id)
	if err == nil && c.Buyer.AccountID != caller.AccountID {
		return Checkout{}, ErrNotFound
	}
	return c, err
}

// List returns the caller's checkouts, newest first.
func (s *Service) List(ctx context.Context, caller Caller) ([]Checkout, error) {
	return s.Store.List(ctx, caller.AccountID, 200)
}

// Invariants counts violations of the invariants. While the chainwatcher is unavailable, the counts of the chains are the
// last known ones.
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
			i.ContractUnpaid += h.ContractUnpaid
			if h.Halted {
				i.Halted++
			}
		}
	}
	return i, nil
}

// NoteTransaction stores the transaction that the buyer says pays the quote; it is a hint and proves nothing.
func (s *Service) NoteTransaction(ctx context.Context, caller Caller, id, hash string) (Checkout, error) {
	if _, err := s.Get(ctx, caller, id); err != nil {
		return Checkout{}, err
	}
	return s.change(ctx, id, ActorBuyer, func(c *Checkout) error {
		if c.Method == Ether && !c.pending() && c.Credited() == nil {
			c.TransactionHash = hash
		}
		return nil
	})
}

// Cancel releases an unpaid edition. It first ends a card session at the provider and revokes an ether quote. Errors:
// ErrNotCancellable if the session took a payment, ErrEtherSent if the quote may have been paid.
func (s *Service) Cancel(ctx context.Context, caller Caller, id string) (Checkout, error) {
	for try := 0; ; try++ {
		c, err := s.Get(ctx, caller, id)
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
