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

// Service decides reviews.
type Service struct {
	Store    Store
	Accounts Accounts
	Orders   *order.Service
	Refunds  *refund.Service
	Log      *slog.Logger
}

// Store finds reviews.
type Store interface {
	// FindReview returns the owner of a review. order.ErrNotFound.
	FindReview(ctx context.Context, reviewID string) (purchase.Case, error)
}

// Accounts returns members of staff. Errors: order.ErrSessionGone if the account no longer exists, order.ErrUnavailable.
type Accounts interface {
	Account(ctx context.Context, accountID string) (purchase.Account, error)
}

// Choice is what a member of staff can decide about a review now.
type Choice struct {
	Actions []purchase.Action
	// NeedsSecond is whether a refund, to the address that is known, needs another member of staff.
	NeedsSecond bool
}

// Choices returns what an account can decide about reviews, by review. It calls the chainwatcher.
func (s *Service) Choices(ctx context.Context, cases []purchase.Case, by string) (map[string]Choice, error) {
	out, checkouts := map[string]Choice{}, map[string]*order.Checkout{}
	for _, at := range cases {
		c, r, actions, err := s.open(ctx, at, checkouts)
		if err != nil {
			return nil, err
		}
		choice := Choice{Actions: actions}
		if slices.Contains(actions, purchase.ActionRefund) {
			if choice.NeedsSecond, err = s.Refunds.NeedsSecond(ctx, c, r, by); err != nil {
				return nil, err
			}
		}
		out[at.ReviewID] = choice
	}
	return out, nil
}

// open returns a review with its order, if it has one, and the actions that are possible now. It reads each order once.
func (s *Service) open(ctx context.Context, at purchase.Case, have map[string]*order.Checkout) (*order.Checkout, purchase.Review, []purchase.Action, error) {
	if at.CheckoutID == "" {
		m, err := s.Refunds.Store.Unmatched(ctx, at.ReviewID)
		return nil, m.Review, m.Actions(), err
	}
	c := have[at.CheckoutID]
	if c == nil {
		got, err := s.Orders.Checkout(ctx, at.CheckoutID)
		if err != nil {
			return nil, purchase.Review{}, nil, err
		}
		c = &got
		have[at.CheckoutID] = c
	}
	i := slices.IndexFunc(c.Reviews, func(r purchase.Review) bool { return r.ID == at.ReviewID })
	if i < 0 {
		return nil, purchase.Review{}, nil, order.ErrNotFound
	}
	return c, c.Reviews[i], c.Actions(c.Reviews[i]), nil
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

// Decided is the result of a decision.
type Decided struct {
	// Actions are possible if the review is still open.
	Actions []purchase.Action
	// Request is the refund request that the decision created instead of a refund.
	Request *refund.Request
}

// Look reads what a decision about a review needs from other services. Errors: those of refund.Service's Look.
func (s *Service) Look(ctx context.Context, by, reviewID string) (refund.Look, error) {
	at, err := s.Store.FindReview(ctx, reviewID)
	if err != nil {
		return refund.Look{}, err
	}
	return s.Refunds.Look(ctx, by, at)
}

// Decide closes a review with a staff decision and records who decided what, and why. A refund that one person may not make
// alone becomes a request, and the review stays open. Errors: those of refund.Service's MayDecide and Refund.
func (s *Service) Decide(ctx context.Context, l refund.Look, d purchase.Decision) (out Decided, err error) {
	if d.Action == purchase.ActionRefund {
		out.Request, err = s.Refunds.Refund(ctx, l, 0, d)
	} else {
		err = s.close(ctx, l, d)
	}
	if err != nil {
		return Decided{}, err
	}
	_, _, out.Actions, err = s.open(ctx, l.Case, map[string]*order.Checkout{})
	return out, err
}

// close closes a review without a refund.
func (s *Service) close(ctx context.Context, l refund.Look, d purchase.Decision) error {
	if err := s.Refunds.MayDecide(ctx, l, d.RefundAddress); err != nil {
		return err
	}
	d.By = l.By()
	if l.CheckoutID == "" {
		return s.Refunds.ChangeUnmatched(ctx, l.ReviewID, purchase.ActorStaff, func(m *unmatched.Money) error { return m.Decide(d) })
	}
	_, err := s.Orders.Change(ctx, l.CheckoutID, purchase.ActorStaff, func(c *order.Checkout) error { return c.Decide(l.ReviewID, d) })
	return err
}
