package refund

import (
	"context"
	"errors"
	"slices"
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
	RequestReturning: {
		RequestApproved: {purchase.ActorChain, purchase.ActorStaff}, RequestRejected: {purchase.ActorStaff}, RequestExpired: {purchase.ActorReconciler},
	},
}

// Problem is why the money of a returned token doesn't go out. Staff see it, and the refund is tried again until they reject it.
type Problem string

// The problems.
const (
	// ProblemLimit: it would exceed the daily limit of all refunds.
	ProblemLimit Problem = "limit"
	// ProblemChanged: what is left of the payment isn't what was approved.
	ProblemChanged Problem = "changed"
	// ProblemOrder: the order's status doesn't allow a refund, for example because the bank has the money during a dispute.
	ProblemOrder Problem = "not_possible"
)

// problemOf returns the problem that an error of a refund means, or "" for an error that isn't about the refund.
func problemOf(err error) Problem {
	for problem, all := range map[Problem][]error{
		ProblemLimit:   {ErrLimit},
		ProblemChanged: {order.ErrConflict, order.ErrRefundAmount, order.ErrNoRefundAmount},
		ProblemOrder:   {order.ErrActionNotPossible, order.ErrAlreadyDecided, order.ErrNotFound, order.ErrRefundAddress, order.ErrNoRefundAddress},
	} {
		if slices.ContainsFunc(all, func(is error) bool { return errors.Is(err, is) }) {
			return problem
		}
	}
	return ""
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
	// ReturnedAt is since when the token has been back although the money couldn't go out. Problem is why it can't, while it waits.
	ReturnedAt time.Time
	Problem    Problem

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
	r.Status, r.DecidedBy, r.DecidedAt, r.Problem = to, account, now, ""
	return nil
}

// Approve makes a requested refund, or lets it wait for the token if it is against its return. Once the token is back, it also makes a refund
// that couldn't go out. Errors: ErrNotFound, ErrAlreadyDecided, ErrRequestExpired, ErrOwnDecision, ErrLimit, and ErrConflict or those of Decide if the
// money changed since the request.
func (s *Service) Approve(ctx context.Context, l Look, requestID string) (Request, error) {
	by := l.By()
	return s.decideRequest(ctx, requestID, func(ctx context.Context, r *Request, now time.Time) error {
		if r.RequestedBy == by {
			return ErrOwnDecision
		}
		if err := s.MayDecide(ctx, l, r.To); err != nil {
			return err
		}
		switch {
		case r.Status == RequestReturning && r.Problem == "":
			return order.ErrAlreadyDecided
		case r.Status == RequestReturning && l.place != PlaceReturned:
			return order.ErrConflict
		case r.Status == RequestPending && !now.Before(r.ExpiresAt):
			return ErrRequestExpired
		case l.place == PlaceWallet && r.Place != PlaceWallet:
			return order.ErrConflict // the token left the vault after the first person decided
		}
		if r.ReturnTo == "" || l.place == PlaceReturned {
			if err := r.move(RequestApproved, purchase.ActorStaff, by, now); err != nil {
				return err
			}
			return s.refundRequested(ctx, l, r)
		}
		if err := r.move(RequestReturning, purchase.ActorStaff, by, now); err != nil {
			return err
		}
		r.ExpiresAt = now.Add(returnLife)
		if _, err := s.planRequested(ctx, l, r); err != nil {
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

// planRequested returns the refund that a request would make now.
func (s *Service) planRequested(ctx context.Context, l Look, r *Request) (staffRefund, error) {
	planned, err := s.plan(ctx, r.Case, r.Amount.Amount, r.decision())
	if err == nil {
		err = l.fits(planned)
	}
	return planned, err
}

// refundRequested makes the refund of an approved request. Errors: ErrLimit, and ErrConflict or those of Decide if the money changed
// since the request. It wrote nothing if it returns one of these.
func (s *Service) refundRequested(ctx context.Context, l Look, r *Request) error {
	planned, err := s.planRequested(ctx, l, r)
	if err != nil {
		return err
	}
	if _, err := s.withinLimits(ctx, planned, r.DecidedBy); err != nil {
		return err
	}
	r.RefundID, err = s.run(ctx, r.Case, r.Amount.Amount, r.decision(), r.refund())
	return err
}

// Reject closes a request without a refund, also one that waits for the token. The account that requested it may do so too. Errors:
// ErrNotFound, ErrAlreadyDecided, ErrOwnDecision.
func (s *Service) Reject(ctx context.Context, l Look, requestID string) (Request, error) {
	return s.decideRequest(ctx, requestID, func(ctx context.Context, r *Request, now time.Time) error {
		if err := s.MayDecide(ctx, l, r.To); err != nil {
			return err
		}
		waited := r.Status == RequestReturning
		if err := r.move(RequestRejected, purchase.ActorStaff, l.By(), now); err != nil || !waited {
			return err
		}
		return s.notifyKeep(ctx, *r, purchase.ActorStaff)
	})
}

// notifyKeep notifies the buyer that the token stays theirs, unless it is back already: then staff have to settle it with the buyer.
func (s *Service) notifyKeep(ctx context.Context, r Request, by purchase.Actor) error {
	if !r.ReturnedAt.IsZero() {
		return nil
	}
	return s.notifyReturn(ctx, order.NoticeKeep, r, by)
}

func (s *Service) decideRequest(ctx context.Context, requestID string, fn func(context.Context, *Request, time.Time) error) (Request, error) {
	return s.changeRequest(ctx, requestID, order.ErrAlreadyDecided, func(ctx context.Context, r *Request, now time.Time) (purchase.Actor, error) {
		return purchase.ActorStaff, fn(ctx, r, now)
	})
}

// TokenReturned makes the refund that waits for an order's token, which is back in the vault in a final block. It does nothing for other orders.
func (s *Service) TokenReturned(ctx context.Context, checkoutID string) error {
	r, err := s.Store.ReturningRequest(ctx, checkoutID)
	if errors.Is(err, order.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = s.changeRequest(ctx, r.ID, nil, func(ctx context.Context, r *Request, now time.Time) (purchase.Actor, error) {
		return purchase.ActorChain, s.payReturned(ctx, r, now)
	})
	return err
}

// checkRequest is for lost events: it makes a refund whose token was returned, and otherwise ends a request after its time. It also repeats a refund
// that couldn't go out.
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
	_, err = s.changeRequest(ctx, requestID, nil, func(ctx context.Context, r *Request, now time.Time) (purchase.Actor, error) {
		switch {
		case back && r.Status == RequestReturning:
			return purchase.ActorChain, s.payReturned(ctx, r, now)
		case now.Before(r.ExpiresAt):
			return purchase.ActorReconciler, nil
		}
		waited := r.Status == RequestReturning
		if err := r.move(RequestExpired, purchase.ActorReconciler, "", now); err != nil || !waited {
			return purchase.ActorReconciler, err
		}
		return purchase.ActorReconciler, s.notifyKeep(ctx, *r, purchase.ActorReconciler)
	})
	return err
}

// changeRequest changes a request that hasn't ended. For another, it returns the error ended.
func (s *Service) changeRequest(
	ctx context.Context, requestID string, ended error, fn func(context.Context, *Request, time.Time) (purchase.Actor, error),
) (r Request, err error) {
	err = s.Store.WithRefundLock(ctx, func(ctx context.Context) error {
		if r, err = s.Store.RefundRequest(ctx, requestID); err != nil {
			return err
		}
		if r.Status != RequestPending && r.Status != RequestReturning {
			return ended
		}
		now, err := s.Store.Now(ctx)
		if err != nil {
			return err
		}
		was := r
		by, err := fn(ctx, &r, now)
		if err != nil || r == was {
			return err
		}
		return s.Store.SaveRefundRequest(ctx, r, by)
	})
	return r, err
}

// payReturned makes the refund of a request whose token is back. If it can't go out, it records why.
func (s *Service) payReturned(ctx context.Context, r *Request, now time.Time) error {
	paid := *r
	if err := paid.move(RequestApproved, purchase.ActorChain, r.DecidedBy, now); err != nil {
		return err
	}
	err := s.refundRequested(ctx, Look{place: PlaceReturned}, &paid)
	problem := problemOf(err)
	switch {
	case err == nil:
		*r = paid
		return nil
	case problem == "":
		return err
	}
	if r.ReturnedAt.IsZero() {
		r.ReturnedAt = now
	}
	if r.Problem != problem {
		s.Log.ErrorContext(ctx, "a token was returned, but its refund can't go out",
			"request", r.ID, "checkout", r.CheckoutID, "problem", string(problem), "error", err)
	}
	r.Problem = problem
	return nil
}
