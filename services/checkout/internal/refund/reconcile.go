package refund

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
	"github.com/vitrine/vitrine/services/checkout/internal/unmatched"
)

// Push sends queued card refunds of checkouts to the provider and checks those that the bank still processes.
func (s *Service) Push(ctx context.Context) (int, error) {
	return reconcile.Round(ctx, s.Store, s.Log, reconcile.Claim{Kind: reconcile.Refunds, Lease: reconcile.Lease}, s.push)
}

// PushUnmatched is like Push, for card money that belongs to no checkout.
func (s *Service) PushUnmatched(ctx context.Context) (int, error) {
	return reconcile.Round(ctx, s.Store, s.Log, reconcile.Claim{Kind: reconcile.Unmatched, Lease: reconcile.Lease}, s.pushUnmatched)
}

// CheckEther reads the state of ether refunds that aren't settled.
func (s *Service) CheckEther(ctx context.Context) (int, error) {
	return reconcile.Batch(ctx, s.Store, reconcile.Claim{Kind: reconcile.Ether, Lease: reconcile.RepeatEvery}, s.checkEther)
}

// CheckRequests ends requests after their time, and makes refunds whose token was returned.
func (s *Service) CheckRequests(ctx context.Context) (int, error) {
	return reconcile.Round(ctx, s.Store, s.Log, reconcile.Claim{Kind: reconcile.Requests, Lease: reconcile.RepeatEvery}, s.checkRequest)
}

// Reopen reopens the reviews of failed refunds that nobody handles.
func (s *Service) Reopen(ctx context.Context) (int, error) {
	return reconcile.Round(ctx, s.Store, s.Log, reconcile.Claim{Kind: reconcile.Forgotten, Lease: reconcile.RepeatEvery}, func(ctx context.Context, checkoutID string) error {
		_, err := s.Orders.Change(ctx, checkoutID, purchase.ActorReconciler, func(c *order.Checkout) error {
			c.Reopen()
			return nil
		})
		return err
	})
}

func (s *Service) push(ctx context.Context, checkoutID string) error {
	c, err := s.Orders.Checkout(ctx, checkoutID)
	if err != nil {
		return err
	}
	for _, r := range c.Refunds {
		if r.Status != purchase.RefundQueued || r.Method != purchase.Card {
			continue
		}
		paid := c.PaymentByID(r.PaymentID)
		if paid == nil {
			continue
		}
		got, err := s.Cards.Refund(ctx, r, paid.ProviderID)
		if err != nil {
			return err
		}
		_, err = s.Orders.Change(ctx, checkoutID, purchase.ActorProvider, func(c *order.Checkout) error { return c.ApplyCardRefund(paid.ID, got) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) pushUnmatched(ctx context.Context, reviewID string) error {
	m, err := s.Store.Unmatched(ctx, reviewID)
	if err != nil {
		return err
	}
	for _, r := range m.Refunds {
		if r.Status != purchase.RefundQueued || r.Method != purchase.Card {
			continue
		}
		got, err := s.Cards.Refund(ctx, r, m.Review.Funds.ProviderID)
		if err != nil {
			return err
		}
		err = s.ChangeUnmatched(ctx, reviewID, purchase.ActorProvider, func(m *unmatched.Money) error {
			m.Settle(r.ID, got.Status, got.ProviderID, "")
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkEther reads the state of refunds. Calling the chainwatcher with a refund is enough for
// it to accept one that it has not received.
func (s *Service) checkEther(ctx context.Context, owners []string) error {
	var due []order.EtherRefundDue
	add := func(checkoutID string, refunds []purchase.Refund) {
		for _, r := range refunds {
			if r.Method == purchase.Ether && (r.Status == purchase.RefundQueued || r.Status == purchase.RefundSent) {
				due = append(due, order.EtherRefundDue{
					RefundID: r.ID, CheckoutID: checkoutID, To: r.To, ChainID: r.ChainID, Wei: r.Wei, At: r.CreatedAt,
				})
			}
		}
	}
	for _, owner := range owners {
		c, err := s.Orders.Checkout(ctx, owner)
		if err == nil {
			add(c.ID, c.Refunds)
			continue
		}
		if !errors.Is(err, order.ErrNotFound) {
			return err
		}
		m, err := s.Store.Unmatched(ctx, owner)
		if err != nil {
			return err
		}
		add("", m.Refunds)
	}
	known, err := s.Fleet.Refunds(ctx, due)
	if err != nil {
		return err
	}
	var errs []error
	for _, r := range known {
		errs = append(errs, s.EtherRefund(ctx, r))
	}
	return errors.Join(errs...)
}
