package order

import (
	"context"
	"errors"
	"time"
)

const (
	batch = 50
	// lease is how long one replica works on a checkout before another one may.
	lease = 30 * time.Second
	// pollEvery is how often an open card session is asked for, in case its webhook is lost.
	pollEvery = time.Minute
)

// Reconcile does one round of one kind of work and tells how many checkouts it looked at. Every step may be repeated, and
// several replicas may work at once. What fails is logged and comes again.
func (s *Service) Reconcile(ctx context.Context, work Work) (int, error) {
	step, wait := s.ExpireHold, lease
	switch work {
	case WorkSessions:
		step, wait = s.checkSession, pollEvery
	case WorkRefunds:
		step, wait = s.pushRefunds, lease
	case WorkHolds:
	}
	ids, err := s.Store.Claim(ctx, work, s.Clock.Now(), wait, batch)
	if err != nil {
		return 0, err
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
	if !c.Status.Payable() && c.Status != Reverted || s.Clock.Now().Before(c.ExpiresAt) || c.ActiveQuote() != nil {
		return nil
	}
	if err := s.endSession(ctx, c); err != nil {
		return err
	}
	_, err = s.Store.Update(ctx, checkoutID, func(c *Checkout) error { return c.expire(s.Clock.Now()) })
	return err
}

// checkSession finishes what a crash or a lost webhook left of a card session.
func (s *Service) checkSession(ctx context.Context, checkoutID string) error {
	c, err := s.Store.Get(ctx, checkoutID)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	open := c.OpenSession()
	switch {
	case open == nil:
	case !c.Status.Payable() || !now.Before(c.ExpiresAt):
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
		if r.Status != RefundQueued {
			continue
		}
		var paid *Payment
		for i := range c.Payments {
			if c.Payments[i].ID == r.PaymentID {
				paid = &c.Payments[i]
			}
		}
		if paid == nil {
			continue
		}
		got, err := s.Cards.Refund(ctx, r, paid.ProviderID)
		if err != nil {
			return err
		}
		key := paid.Key
		_, err = s.Store.Update(ctx, checkoutID, func(c *Checkout) error {
			p := c.payment(key)
			if p == nil {
				return nil
			}
			return c.applyRefund(p, got, s.Clock.Now())
		})
		if err != nil {
			return err
		}
	}
	return nil
}
