package order

import (
	"context"
	"errors"
	"slices"
	"time"
)

const (
	batch = 50
	// lease is how long one replica works on a checkout before another one may.
	lease = 30 * time.Second
	// pollEvery is how often an open card session is asked for, in case its webhook is lost.
	pollEvery = time.Minute
	// repeatEvery is how long the chainwatcher has to take on a mint or a refund before it is asked again.
	repeatEvery = 5 * time.Minute
)

// Reconcile does one round of one kind of work and tells how many checkouts it looked at. Every step may be repeated, and
// several replicas may work at once. What fails is logged and comes again.
func (s *Service) Reconcile(ctx context.Context, work Work) (int, error) {
	step, wait := s.ExpireHold, lease
	switch work {
	case WorkSessions:
		step, wait = s.checkSession, pollEvery
	case WorkRefunds:
		step = s.pushRefunds
	case WorkStrays:
		step = s.pushStray
	case WorkSettled:
		step, wait = s.checkSettled, s.Rules.SettledEvery
	case WorkForgotten:
		step, wait = s.reopen, repeatEvery
	case WorkMints, WorkEther:
		wait = repeatEvery
	case WorkHolds:
	}
	ids, err := s.Store.Claim(ctx, Claim{Work: work, Lease: wait, Limit: batch, Within: s.Rules.SettledFor})
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	switch work {
	case WorkMints:
		return len(ids), s.checkMints(ctx, ids)
	case WorkEther:
		return len(ids), s.checkEtherRefunds(ctx, ids)
	case WorkHolds, WorkSessions, WorkRefunds, WorkStrays, WorkSettled, WorkForgotten:
	}
	for _, checkoutID := range ids {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if err := step(ctx, checkoutID); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "a checkout waits", "work", string(work), "checkout", checkoutID, "error", err)
		}
	}
	return len(ids), nil
}

// ExpireHold releases a hold that ran out. A card session is ended at the provider first: if that took a payment, the
// checkout is paid instead.
func (s *Service) ExpireHold(ctx context.Context, checkoutID string) error {
	c, err := s.Store.Get(ctx, checkoutID)
	if err != nil {
		return err
	}
	if !c.Status.Payable() && c.Status != Reverted || c.Now.Before(c.ExpiresAt) || c.OpenQuote() != nil {
		return nil
	}
	if err := s.endSession(ctx, c); err != nil {
		return err
	}
	_, err = s.change(ctx, checkoutID, ActorReconciler, func(c *Checkout) error { return c.expire(c.Now) })
	return err
}

// checkSession finishes what a crash or a lost webhook left of a card session.
func (s *Service) checkSession(ctx context.Context, checkoutID string) error {
	c, err := s.Store.Get(ctx, checkoutID)
	if err != nil {
		return err
	}
	open := c.OpenSession()
	switch {
	case open == nil:
	case !c.Status.Payable() || !c.Now.Before(c.ExpiresAt):
		if err := s.endSession(ctx, c); err != nil {
			return err
		}
	case open.Status == SessionIntent:
		_, err := s.openSession(ctx, c)
		return err
	}
	for _, ses := range c.Sessions {
		if ses.ProviderID == "" || (ses.Status != SessionOpen && ses.Status != SessionComplete) {
			continue
		}
		t, err := s.Cards.Session(ctx, ses.ProviderID)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		t.CheckoutID = c.ID
		if err := s.ApplyCard(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// pushRefunds asks the provider for refunds that are queued, and follows those that the bank still works on.
func (s *Service) pushRefunds(ctx context.Context, checkoutID string) error {
	c, err := s.Store.Get(ctx, checkoutID)
	if err != nil {
		return err
	}
	for _, r := range c.Refunds {
		if r.Status != RefundQueued || r.Method != Card {
			continue
		}
		paid := c.paymentByID(r.PaymentID)
		if paid == nil {
			continue
		}
		got, err := s.Cards.Refund(ctx, r, paid.ProviderID)
		if err != nil {
			return err
		}
		key := paid.Key
		_, err = s.change(ctx, checkoutID, ActorProvider, func(c *Checkout) error {
			p := c.payment(key)
			if p == nil {
				return nil
			}
			return c.applyRefund(p, got, c.Now)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pushStray is pushRefunds for card money that belongs to no checkout.
func (s *Service) pushStray(ctx context.Context, reviewID string) error {
	x, err := s.Store.Stray(ctx, reviewID)
	if err != nil {
		return err
	}
	for _, r := range x.Refunds {
		if r.Status != RefundQueued || r.Method != Card {
			continue
		}
		got, err := s.Cards.Refund(ctx, r, x.Review.Funds.ProviderID)
		if err != nil {
			return err
		}
		_, err = s.Store.UpdateStray(ctx, reviewID, func(x *Stray) error {
			x.As(ActorProvider).settle(r.ID, got.Status, got.ProviderID, "")
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// reopen lets a person decide about a refund that failed and that nobody looks after.
func (s *Service) reopen(ctx context.Context, checkoutID string) error {
	_, err := s.change(ctx, checkoutID, ActorReconciler, func(c *Checkout) error {
		c.reopen(c.Now)
		return nil
	})
	return err
}

// checkSettled reads what became of a card payment at the provider: refunds and disputes that were made there.
func (s *Service) checkSettled(ctx context.Context, checkoutID string) error {
	c, err := s.Store.Get(ctx, checkoutID)
	if err != nil {
		return err
	}
	for _, p := range c.Payments {
		if p.Method != Card || p.Status != PaymentFinal {
			continue
		}
		gone := slices.ContainsFunc(c.Refunds, func(r Refund) bool { return r.PaymentID == p.ID })
		t, err := s.Cards.Payment(ctx, p.ProviderID, gone)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		t.CheckoutID = c.ID
		if err := s.ApplyCard(ctx, t); err != nil {
			return err
		}
	}
	return nil
}
