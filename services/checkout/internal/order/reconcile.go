package order

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
)

// pollEvery is the interval for checking an open card session, in case its webhook is lost.
const pollEvery = time.Minute

// ExpireHolds ends unpaid holds that expired.
func (s *Service) ExpireHolds(ctx context.Context) (int, error) {
	return reconcile.Round(ctx, s.Store, s.Log, reconcile.Claim{Kind: reconcile.Holds, Lease: reconcile.Lease}, s.ExpireHold)
}

// CheckSessions completes card sessions after a crash or a lost webhook.
func (s *Service) CheckSessions(ctx context.Context) (int, error) {
	return reconcile.Round(ctx, s.Store, s.Log, reconcile.Claim{Kind: reconcile.Sessions, Lease: pollEvery}, s.checkSession)
}

// CheckSettled loads refunds and disputes of card payments that were made at the provider.
func (s *Service) CheckSettled(ctx context.Context) (int, error) {
	return reconcile.Round(ctx, s.Store, s.Log, reconcile.Claim{Kind: reconcile.Settled, Lease: s.Rules.SettledEvery, SettledFor: s.Rules.SettledFor}, s.checkSettled)
}

// CheckMints looks up the tokens of orders that wait too long.
func (s *Service) CheckMints(ctx context.Context) (int, error) {
	return reconcile.Batch(ctx, s.Store, reconcile.Claim{Kind: reconcile.Mints, Lease: reconcile.RepeatEvery}, s.checkMints)
}

// ExpireHold releases an expired hold. It first ends a card session at the provider: if that took a payment, the checkout is
// paid instead.
func (s *Service) ExpireHold(ctx context.Context, checkoutID string) error {
	c, err := s.Store.Get(ctx, checkoutID)
	if err != nil {
		return err
	}
	if !c.Status.Payable() && c.Status != purchase.Reverted || c.Now.Before(c.ExpiresAt) || c.OpenQuote() != nil {
		return nil
	}
	if err := s.endSession(ctx, c); err != nil {
		return err
	}
	_, err = s.Change(ctx, checkoutID, purchase.ActorReconciler, func(c *Checkout) error { return c.expire(c.Now) })
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
	case open.Status == purchase.SessionIntent:
		_, err := s.openSession(ctx, c)
		return err
	}
	for _, ses := range c.Sessions {
		if ses.ProviderID == "" || (ses.Status != purchase.SessionOpen && ses.Status != purchase.SessionComplete) {
			continue
		}
		t, err := s.Cards.Session(ctx, ses.ProviderID)
		if err := s.applyRead(ctx, c.ID, t, err); err != nil {
			return err
		}
	}
	return nil
}

// checkSettled loads refunds and disputes of a card payment that were made at the provider.
func (s *Service) checkSettled(ctx context.Context, checkoutID string) error {
	c, err := s.Store.Get(ctx, checkoutID)
	if err != nil {
		return err
	}
	for _, p := range c.Payments {
		if p.Method != purchase.Card || p.Status != purchase.PaymentFinal {
			continue
		}
		gone := slices.ContainsFunc(c.Refunds, func(r purchase.Refund) bool { return r.PaymentID == p.ID })
		t, err := s.Cards.Payment(ctx, p.ProviderID, gone)
		if err := s.applyRead(ctx, c.ID, t, err); err != nil {
			return err
		}
	}
	return nil
}

// applyRead applies what was read from the provider to a checkout, unless the provider doesn't know it.
func (s *Service) applyRead(ctx context.Context, checkoutID string, t CardState, err error) error {
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	t.CheckoutID = checkoutID
	return s.ApplyCard(ctx, t)
}
