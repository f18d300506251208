package order

import (
	"context"
	"errors"
	"slices"
	"time"
)

const (
	batch = 50
	// lease is how long one replica may work on a checkout before another one takes over.
	lease = 30 * time.Second
	// pollEvery is the interval for checking an open card session, in case its webhook is lost.
	pollEvery = time.Minute
	// repeatEvery is how long the chainwatcher has to accept a mint or a refund before the request is repeated.
	repeatEvery = 5 * time.Minute
)

// Reconcile runs one round of one kind of work and returns how many checkouts it processed. Every step can be repeated, and
// several replicas can run concurrently. Failures are logged and retried in a later round.
func (s *Service) Reconcile(ctx context.Context, work Work) (int, error) {
	step, wait := s.ExpireHold, lease
	switch work {
	case WorkSessions:
		step, wait = s.checkSession, pollEvery
	case WorkRefunds:
		step = s.pushRefunds
	case WorkUnmatched:
		step = s.pushUnmatched
	case WorkSettled:
		step, wait = s.checkSettled, s.Rules.SettledEvery
	case WorkForgotten:
		step, wait = s.reopen, repeatEvery
	case WorkRequests:
		step = s.checkRequest
	case WorkAuctions:
		step = s.settleAuction
	case WorkMints, WorkEther:
		wait = repeatEvery
	case WorkHolds:
	}
	ids, err := s.Store.Claim(ctx, Claim{Work: work, Lease: wait, Limit: batch, SettledFor: s.Rules.SettledFor})
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	switch work {
	case WorkMints:
		return len(ids), s.checkMints(ctx, ids)
	case WorkEther:
		return len(ids), s.checkEtherRefunds(ctx, ids)
	case WorkHolds, WorkSessions, WorkRefunds, WorkUnmatched, WorkSettled, WorkForgotten, WorkRequests, WorkAuctions:
	}
	for _, checkoutID := range ids {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if err := step(ctx, checkoutID); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "reconciling a checkout failed, it is retried", "work", string(work), "checkout", checkoutID, "error", err)
		}
	}
	return len(ids), nil
}

// ExpireHold releases an expired hold. It first ends a card session at the provider: if that took a payment, the checkout is
// paid instead.
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

// checkSession completes a card session after a crash or a lost webhook.
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

// pushRefunds sends queued refunds to the provider and checks those that the bank still processes.
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

// pushUnmatched is like pushRefunds, for card money that belongs to no checkout.
func (s *Service) pushUnmatched(ctx context.Context, reviewID string) error {
	x, err := s.Store.Unmatched(ctx, reviewID)
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
		err = s.changeUnmatched(ctx, reviewID, ActorProvider, func(x *Unmatched) error {
			x.settle(r.ID, got.Status, got.ProviderID, "")
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// reopen reopens the review of a failed refund that nobody handles.
func (s *Service) reopen(ctx context.Context, checkoutID string) error {
	_, err := s.change(ctx, checkoutID, ActorReconciler, func(c *Checkout) error {
		c.reopen(c.Now)
		return nil
	})
	return err
}

// checkSettled loads refunds and disputes of a card payment that were made at the provider.
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
