// Package refund has the rules of refunds that staff decide: limits, second people, where the token is, and the token's return. It pushes
// refunds to the card provider and the chainwatcher, and releases the editions of refunded orders.
package refund

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
	"github.com/vitrine/vitrine/services/checkout/internal/unmatched"
)

// Service decides and makes refunds.
type Service struct {
	Orders *order.Service
	Store  Store
	Cards  Cards
	Fleet  Fleet
	Rules  Rules
	Log    *slog.Logger
}

// Store stores refunds that wait for a second member of staff, what staff refunded, and money that belongs to no checkout.
type Store interface { //nolint:interfacebloat // one port for one store
	reconcile.Queue
	// WithRefundLock runs fn in a transaction, or in the transaction of ctx if it has one. Other calls wait until it ends, so
	// that concurrent refunds can't exceed a limit together.
	WithRefundLock(ctx context.Context, fn func(ctx context.Context) error) error
	// Refunded returns the refunds of the last 24 hours that staff decided and that didn't fail: in the refund's currency, or
	// in ether on its chain. byAccount counts only those that the account decided alone.
	Refunded(ctx context.Context, r purchase.Refund, account string) (total, byAccount money.Wei, err error)
	// RefundRequest returns a request. order.ErrNotFound.
	RefundRequest(ctx context.Context, id string) (Request, error)
	// ReturningRequest returns the request that waits for an order's token, or order.ErrNotFound.
	ReturningRequest(ctx context.Context, checkoutID string) (Request, error)
	// SaveRefundRequest stores a new request or its next step. ErrRequested if the same money already has a request that is
	// pending or waits for a token.
	SaveRefundRequest(ctx context.Context, r Request, by purchase.Actor) error
	// FindRefund returns the owner of a refund. order.ErrNotFound.
	FindRefund(ctx context.Context, refundID string) (purchase.Case, error)
	// Unmatched returns the money of a review that belongs to no checkout. order.ErrNotFound.
	Unmatched(ctx context.Context, reviewID string) (unmatched.Money, error)
	// UpdateUnmatched is like order.Store.Update, for money that belongs to no checkout.
	UpdateUnmatched(ctx context.Context, reviewID string, fn func(*unmatched.Money) error) (unmatched.Money, error)
	// Now returns the database's time.
	Now(ctx context.Context) (time.Time, error)
}

// Cards is the part of the card provider that refunds money. Every call can be repeated.
type Cards interface {
	// Refund refunds money, or returns the state of the refund that the same Refund.ID created before. order.ErrUnavailable means that the
	// outcome is unknown.
	Refund(ctx context.Context, r purchase.Refund, paymentIntent string) (order.CardRefund, error)
}

// Fleet is the part of the other services that refunds depend on. Errors: order.ErrUnavailable.
type Fleet interface {
	// Account returns a member of staff. order.ErrSessionGone if the account no longer exists.
	Account(ctx context.Context, accountID string) (purchase.Account, error)
	// LinkedArtist returns the artist that an account is linked to, or 0.
	LinkedArtist(ctx context.Context, accountID string) (int64, error)
	// Refunds returns the state of ether refunds. The chainwatcher accepts those that it hasn't received yet.
	Refunds(ctx context.Context, due []order.EtherRefundDue) ([]order.ChainRefund, error)
	// TokenRelease reports what ReleaseToken would return now, or ReleaseReady, and where the token is.
	TokenRelease(ctx context.Context, checkoutID string, tokenID int64) (TokenState, error)
	// ReleaseToken permanently removes the token from a refunded order, so that the next order gets it, and returns ReleaseDone. In
	// any other state it changes nothing. It can be repeated.
	ReleaseToken(ctx context.Context, checkoutID string, tokenID int64) (ReleaseState, error)
}

// ChangeUnmatched runs Store.UpdateUnmatched as the given actor.
func (s *Service) ChangeUnmatched(ctx context.Context, reviewID string, by purchase.Actor, fn func(*unmatched.Money) error) error {
	_, err := s.Store.UpdateUnmatched(ctx, reviewID, func(m *unmatched.Money) error {
		if err := fn(m.As(by)); err != nil {
			return err
		}
		s.Orders.Describe(&m.Review)
		return nil
	})
	return err
}

// EtherRefund records the chainwatcher's report about a refund. An unknown refund is only logged.
func (s *Service) EtherRefund(ctx context.Context, t order.ChainRefund) error {
	at, err := s.Store.FindRefund(ctx, t.RefundID)
	switch {
	case errors.Is(err, order.ErrNotFound):
		s.Log.WarnContext(ctx, "a chain event names an unknown refund", "refund", t.RefundID)
		return nil
	case err != nil:
		return err
	case at.CheckoutID == "":
		return s.ChangeUnmatched(ctx, at.ReviewID, purchase.ActorChain, func(m *unmatched.Money) error {
			m.Settle(t.RefundID, t.Status, t.Transaction, t.Reason)
			return nil
		})
	}
	_, err = s.Orders.Change(ctx, at.CheckoutID, purchase.ActorChain, func(c *order.Checkout) error { return c.ApplyEtherRefund(t) })
	return err
}
