// Package review has the rules of payments that no rule could resolve, and of what staff decide about them.
package review

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
	"github.com/vitrine/vitrine/services/checkout/internal/unmatched"
)

// Service lists and decides reviews.
type Service struct {
	Store    Store
	Accounts Accounts
	Orders   *order.Service
	Refunds  *refund.Service
	Log      *slog.Logger
}

// Store finds reviews.
type Store interface {
	// ListReviews returns reviews: open ones first, oldest first, then closed ones, newest first. status is open, closed or
	// empty.
	ListReviews(ctx context.Context, status string, limit int) ([]purchase.Case, error)
	// FindReview returns the owner of a review. order.ErrNotFound.
	FindReview(ctx context.Context, reviewID string) (purchase.Case, error)
}

// Accounts returns members of staff. Errors: order.ErrSessionGone if the account no longer exists, order.ErrUnavailable.
type Accounts interface {
	Account(ctx context.Context, accountID string) (purchase.Account, error)
}

// Case is a review with everything staff need to decide it.
type Case struct {
	Review purchase.Review
	// Checkout is nil if the money belongs to none.
	Checkout *order.Checkout
	Funds    purchase.Funds
	Actions  []purchase.Action
	// Request is the refund request that a decision created instead of a refund.
	Request *refund.Request
}

// List returns at most limit reviews: open ones first, oldest first, then closed ones, newest first.
func (s *Service) List(ctx context.Context, status string, limit int) ([]Case, error) {
	cases, err := s.Store.ListReviews(ctx, status, limit)
	if err != nil {
		return nil, err
	}
	checkouts := map[string]*order.Checkout{}
	out := make([]Case, 0, len(cases))
	for _, at := range cases {
		d, err := s.review(ctx, at, checkouts)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

func (s *Service) review(ctx context.Context, at purchase.Case, have map[string]*order.Checkout) (Case, error) {
	if at.CheckoutID == "" {
		m, err := s.Refunds.Store.Unmatched(ctx, at.ReviewID)
		d := Case{Review: m.Review, Funds: m.Review.Funds, Actions: m.Actions()}
		d.setRefundAddress(m.Refunds)
		return d, err
	}
	c := have[at.CheckoutID]
	if c == nil {
		got, err := s.Orders.Checkout(ctx, at.CheckoutID)
		if err != nil {
			return Case{}, err
		}
		c = &got
		have[at.CheckoutID] = c
	}
	i := slices.IndexFunc(c.Reviews, func(r purchase.Review) bool { return r.ID == at.ReviewID })
	if i < 0 {
		return Case{}, order.ErrNotFound
	}
	return of(c, c.Reviews[i]), nil
}

// Of returns the reviews of a checkout.
func Of(c *order.Checkout) []Case {
	out := make([]Case, len(c.Reviews))
	for i, r := range c.Reviews {
		out[i] = of(c, r)
	}
	return out
}

func of(c *order.Checkout, r purchase.Review) Case {
	d := Case{Review: r, Checkout: c, Funds: r.Funds, Actions: c.Actions(r)}
	if p := c.PaymentByID(r.PaymentID); p != nil {
		d.Funds = purchase.Funds{
			Method: p.Method, Amount: p.Amount, ProviderID: p.ProviderID, ChainID: p.ChainID, Transaction: p.Transaction,
			Payer: p.Payer, Wei: p.Wei, Asset: p.Asset, RefundAddress: p.RefundAddress,
		}
	}
	d.setRefundAddress(c.Refunds)
	return d
}

// setRefundAddress sets the refund's destination to the address that staff entered, if any.
func (d *Case) setRefundAddress(refunds []purchase.Refund) {
	if d.Review.Decision != purchase.ActionRefund {
		return
	}
	for _, r := range refunds {
		if r.PaymentID == d.Review.PaymentID && r.CreatedAt.Equal(d.Review.ClosedAt) {
			d.Funds.RefundAddress = r.To
		}
	}
}

// Expected returns the expected amount of a review's payment: its quote's, or else the order's price. It
// is empty if the order is unknown.
func (d Case) Expected() purchase.Funds {
	if d.Checkout == nil {
		return purchase.Funds{}
	}
	if p := d.Checkout.PaymentByID(d.Review.PaymentID); p != nil {
		if q := d.Checkout.QuoteOf(p); q != nil {
			return purchase.Funds{Method: purchase.Ether, ChainID: q.ChainID, Wei: q.Value}
		}
	}
	return purchase.Funds{Method: purchase.Card, Amount: d.Checkout.Price}
}

// NeedsSecond reports whether a refund that decides the review, to the address that is known, needs another member of staff than the account. It
// is false for a review that can't be decided by a refund. It calls the chainwatcher.
func (s *Service) NeedsSecond(ctx context.Context, d Case, by string) (bool, error) {
	if !slices.Contains(d.Actions, purchase.ActionRefund) {
		return false, nil
	}
	return s.Refunds.NeedsSecond(ctx, d.Checkout, d.Review, d.Funds, by)
}

// NameOf returns the display name of an account for staff: its profile's name, or else its address, or "" if neither is
// available.
func (s *Service) NameOf(ctx context.Context, accountID string) string {
	if accountID == "" {
		return ""
	}
	a, err := s.Accounts.Account(ctx, accountID)
	if err != nil {
		if !errors.Is(err, order.ErrSessionGone) {
			s.Log.WarnContext(ctx, "looking up an account's name failed", "account", accountID, "error", err)
		}
		return ""
	}
	return cmp.Or(a.Name, a.Email)
}

// Decide closes a review with a staff decision and records who decided what, and why. A refund that one person may not make
// alone becomes a request, and the review stays open. Errors: those of refund.Service's MayDecide and ByStaff.
func (s *Service) Decide(ctx context.Context, reviewID string, d purchase.Decision) (Case, error) {
	at, err := s.Store.FindReview(ctx, reviewID)
	if err != nil {
		return Case{}, err
	}
	if err := s.Refunds.MayDecide(ctx, d.By, at, d.RefundAddress); err != nil {
		return Case{}, err
	}
	var request *refund.Request
	switch {
	case d.Action == purchase.ActionRefund:
		request, err = s.Refunds.ByStaff(ctx, at, 0, d)
	case at.CheckoutID == "":
		err = s.Refunds.ChangeUnmatched(ctx, reviewID, purchase.ActorStaff, func(m *unmatched.Money) error { return m.Decide(d) })
	default:
		_, err = s.Orders.Change(ctx, at.CheckoutID, purchase.ActorStaff, func(c *order.Checkout) error { return c.Decide(reviewID, d) })
	}
	if err != nil {
		return Case{}, err
	}
	out, err := s.review(ctx, at, map[string]*order.Checkout{})
	out.Request = request
	return out, err
}
