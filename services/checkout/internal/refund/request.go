package refund

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// RequestStatus is the state of a refund request.
type RequestStatus string

// The states of a refund request.
const (
	RequestPending RequestStatus = "pending"
	// RequestReturning was approved, and the money goes out once the buyer has sent the token back to the vault.
	RequestReturning RequestStatus = "returning"
	RequestApproved  RequestStatus = "approved"
	RequestRejected  RequestStatus = "rejected"
	RequestExpired   RequestStatus = "expired"
)

// RequestSteps is the table of refund requests.
var RequestSteps = purchase.Table[RequestStatus]{
	"": {RequestPending: {purchase.ActorStaff}},
	RequestPending: {
		RequestApproved: {purchase.ActorStaff}, RequestReturning: {purchase.ActorStaff}, RequestRejected: {purchase.ActorStaff}, RequestExpired: {purchase.ActorReconciler},
	},
	RequestReturning: {RequestApproved: {purchase.ActorChain}, RequestRejected: {purchase.ActorStaff}, RequestExpired: {purchase.ActorReconciler}},
}

// returnLife is how long a buyer has to send a token back.
const returnLife = 14 * 24 * time.Hour

// Request is a refund that one member of staff decided and a second one must approve before any money moves.
type Request struct {
	ID     string
	Status RequestStatus
	// Case is the order or review that the money belongs to. ReviewID is empty for a refund of a settled checkout.
	purchase.Case

	Method purchase.Method
	// Amount is the amount of a card refund.
	Amount money.Money
	// ChainID, Wei and To are set for ether.
	ChainID uint32
	Wei     money.Wei
	To      string

	// RequestedBy and DecidedBy are accounts. They differ if the request was approved.
	RequestedBy, Note string
	DecidedBy         string
	// RefundID is set once the refund was made.
	RefundID string

	// Place is where the token was when the refund was requested.
	Place Place
	// ReturnTo is the vault that the buyer must send the token to before the money goes out; empty if the buyer keeps it.
	ReturnTo string

	CreatedAt, ExpiresAt, DecidedAt time.Time
}

// refund returns the request's money as a refund.
func (r Request) refund() purchase.Refund {
	return purchase.Refund{Method: r.Method, Amount: r.Amount, ChainID: r.ChainID, Wei: r.Wei, To: r.To}
}

// move takes one step of the table.
func (r *Request) move(to RequestStatus, by purchase.Actor, account string, now time.Time) error {
	if !RequestSteps.Allows(r.Status, to, by) {
		return order.ErrAlreadyDecided
	}
	r.Status, r.DecidedBy, r.DecidedAt = to, account, now
	return nil
}

// Approve makes a requested refund, or lets it wait for the token if it is against its return. Errors: ErrNotFound,
// ErrAlreadyDecided, ErrRequestExpired, ErrOwnDecision,
// ErrLimit, ErrUnavailable, and ErrConflict or those of Decide if the money changed since the request.
func (s *Service) Approve(ctx context.Context, requestID, by string) (Request, error) {
	who, err := s.decider(ctx, by)
	if err != nil {
		return Request{}, err
	}
	r, err := s.Store.RefundRequest(ctx, requestID)
	if err != nil {
		return r, err
	}
	place, _, err := s.placeOf(ctx, r.Case)
	if err != nil {
		return r, err
	}
	return s.decideRequest(ctx, requestID, func(ctx context.Context, r *Request, now time.Time) error {
		if r.RequestedBy == by {
			return ErrOwnDecision
		}
		if err := s.mayDecide(ctx, who, r.Case, r.To); err != nil {
			return err
		}
		if !now.Before(r.ExpiresAt) {
			return ErrRequestExpired
		}
		if place == PlaceWallet && r.Place != PlaceWallet {
			return order.ErrConflict // the token left the vault after the first person decided
		}
		if r.ReturnTo == "" || place == PlaceReturned {
			if err := r.move(RequestApproved, purchase.ActorStaff, by, now); err != nil {
				return err
			}
			return s.refundRequested(ctx, r)
		}
		if err := r.move(RequestReturning, purchase.ActorStaff, by, now); err != nil {
			return err
		}
		r.ExpiresAt = now.Add(returnLife)
		if _, err := s.plan(ctx, r.Case, r.Amount.Amount, r.decision()); err != nil {
			return err
		}
		return s.notifyReturn(ctx, order.NoticeReturn, *r, purchase.ActorStaff)
	})
}

func (s *Service) notifyReturn(ctx context.Context, n order.NoticeKind, r Request, by purchase.Actor) error {
	_, err := s.Orders.Change(ctx, r.CheckoutID, by, func(c *order.Checkout) error {
		c.NotifyReturn(n, order.Return{RequestID: r.ID, Refund: r.refund(), To: r.ReturnTo, Until: r.ExpiresAt})
		return nil
	})
	return err
}

// decision returns the decision that an approved request carries out.
func (r Request) decision() purchase.Decision {
	return purchase.Decision{
		Action: purchase.ActionRefund, By: r.RequestedBy, ApprovedBy: r.DecidedBy, Note: r.Note, RefundAddress: r.To, InFull: r.Method == purchase.Ether,
	}
}

// refundRequested makes the refund of an approved request. Errors: ErrLimit, and ErrConflict or those of Decide if the money changed
// since the request.
func (s *Service) refundRequested(ctx context.Context, r *Request) error {
	d := r.decision()
	planned, err := s.plan(ctx, r.Case, r.Amount.Amount, d)
	if err != nil {
		return err
	}
	if _, err := s.withinLimits(ctx, planned, r.DecidedBy); err != nil {
		return err
	}
	r.RefundID, err = s.run(ctx, r.Case, r.Amount.Amount, d, r.refund())
	return err
}

// Reject closes a request without a refund, also one that waits for the token. The account that requested it may do so too. Errors:
// ErrNotFound, ErrAlreadyDecided.
func (s *Service) Reject(ctx context.Context, requestID, by string) (Request, error) {
	return s.decideRequest(ctx, requestID, func(ctx context.Context, r *Request, now time.Time) error {
		waited := r.Status == RequestReturning
		if err := r.move(RequestRejected, purchase.ActorStaff, by, now); err != nil || !waited {
			return err
		}
		return s.notifyReturn(ctx, order.NoticeKeep, *r, purchase.ActorStaff)
	})
}

func (s *Service) decideRequest(ctx context.Context, requestID string, fn func(context.Context, *Request, time.Time) error) (r Request, err error) {
	err = s.Store.WithRefundLock(ctx, func(ctx context.Context) error {
		if r, err = s.Store.RefundRequest(ctx, requestID); err != nil {
			return err
		}
		if r.Status != RequestPending && r.Status != RequestReturning {
			return order.ErrAlreadyDecided
		}
		now, err := s.Store.Now(ctx)
		if err != nil {
			return err
		}
		if err := fn(ctx, &r, now); err != nil {
			return err
		}
		return s.Store.SaveRefundRequest(ctx, r, purchase.ActorStaff)
	})
	return r, err
}

// checkRequest makes a refund whose token was returned, and otherwise ends a request after its time. A refund that fails then, for example
// because of a daily limit or a dispute, is tried again until staff reject it.
func (s *Service) checkRequest(ctx context.Context, requestID string) error {
	r, err := s.Store.RefundRequest(ctx, requestID)
	if err != nil {
		return err
	}
	back := false
	if r.Status == RequestReturning {
		place, _, err := s.placeOf(ctx, r.Case)
		if err != nil {
			return err
		}
		if place == PlaceUnknown {
			return nil // it may be back in time
		}
		back = place == PlaceReturned
	}
	return s.Store.WithRefundLock(ctx, func(ctx context.Context) error {
		r, err := s.Store.RefundRequest(ctx, requestID)
		if err != nil || r.Status != RequestPending && r.Status != RequestReturning {
			return err
		}
		now, err := s.Store.Now(ctx)
		if err != nil {
			return err
		}
		if back {
			if err := r.move(RequestApproved, purchase.ActorChain, r.DecidedBy, now); err != nil {
				return err
			}
			if err := s.refundRequested(ctx, &r); err != nil {
				return err
			}
			return s.Store.SaveRefundRequest(ctx, r, purchase.ActorChain)
		}
		if now.Before(r.ExpiresAt) {
			return nil
		}
		waited := r.Status == RequestReturning
		if err := r.move(RequestExpired, purchase.ActorReconciler, "", now); err != nil {
			return err
		}
		if waited {
			if err := s.notifyReturn(ctx, order.NoticeKeep, r, purchase.ActorReconciler); err != nil {
				return err
			}
		}
		return s.Store.SaveRefundRequest(ctx, r, purchase.ActorReconciler)
	})
}
