package order

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Rules are the operator's settings.
type Rules struct {
	// SessionLife is how long a card session is open. The provider requires at least 30 minutes from when it
	// creates the session, which may be as late as the end of the hold.
	SessionLife time.Duration
	// SettledEvery is the interval for checking a recent card order with the provider.
	SettledEvery time.Duration
	// SettledFor is how long after the payment these checks continue.
	SettledFor time.Duration
}

// Service takes payments for orders.
type Service struct {
	Store Store
	Cards Cards
	Fleet Fleet
	Rules Rules
	// Detail returns the text for staff about a review with a Cause.
	Detail func(purchase.Review) string
	Log    *slog.Logger
}

// Change runs Store.Update as the given actor and notifies the buyer of the resulting status.
func (s *Service) Change(ctx context.Context, id string, by purchase.Actor, fn func(*Checkout) error) (Checkout, error) {
	return s.Store.Update(ctx, id, func(c *Checkout) error {
		from := c.Status
		if err := fn(c.As(by)); err != nil {
			return err
		}
		c.notifyStatus(from)
		for i := range c.Reviews {
			s.Describe(&c.Reviews[i])
		}
		return nil
	})
}

// Describe turns the cause of a review that a change opened into its text for staff.
func (s *Service) Describe(r *purchase.Review) {
	if r.Cause != (purchase.Cause{}) {
		r.Detail, r.Cause = s.Detail(*r), purchase.Cause{}
	}
}

// openReview opens a review of money that belongs to no checkout.
func (s *Service) openReview(ctx context.Context, r purchase.Review) error {
	s.Describe(&r)
	return s.Store.OpenReview(ctx, r)
}

// Caller is the account that makes a request. Network is where the request came from; only holds use it.
type Caller struct{ AccountID, Network string }

// Checkout returns a checkout of any buyer. ErrNotFound.
func (s *Service) Checkout(ctx context.Context, id string) (Checkout, error) {
	return s.Store.Get(ctx, id)
}

// Get returns one of the caller's checkouts. ErrNotFound also for another account's checkout.
func (s *Service) Get(ctx context.Context, caller Caller, id string) (Checkout, error) {
	c, err := s.Store.Get(ctx, id)
	if err == nil && c.Buyer.AccountID != caller.AccountID {
		return Checkout{}, ErrNotFound
	}
	return c, err
}

// NoteTransaction stores the transaction that the buyer says pays the quote; it is a hint and proves nothing.
func (s *Service) NoteTransaction(ctx context.Context, caller Caller, id, hash string) (Checkout, error) {
	if _, err := s.Get(ctx, caller, id); err != nil {
		return Checkout{}, err
	}
	return s.Change(ctx, id, purchase.ActorBuyer, func(c *Checkout) error {
		if c.Method == purchase.Ether && !c.pending() && c.Credited() == nil {
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
		if c.Status == purchase.Cancelled {
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
		c, err = s.Change(ctx, id, purchase.ActorBuyer, func(c *Checkout) error { return c.cancel(c.Now) })
		if !errors.Is(err, ErrConflict) || try == 2 {
			return c, err
		}
	}
}
