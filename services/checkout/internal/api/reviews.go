package api

import (
	"context"
	"errors"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
	"github.com/vitrine/vitrine/services/checkout/internal/review"
)

const maxReviews = 200

// Reviews implements checkoutv1connect.ReviewServiceHandler for callers in the area finance.
type Reviews struct{ *Server }

// ListReviews implements the service.
func (s Reviews) ListReviews(ctx context.Context, req *checkoutv1.ListReviewsRequest) (*checkoutv1.ListReviewsResponse, error) {
	out, names := &checkoutv1.ListReviewsResponse{}, names{cases: s.Cases, known: map[string]string{}}
	var err error
	if out.Items, err = s.Shown.List(ctx, req.GetStatus(), maxReviews); err != nil {
		return nil, err
	}
	if err := s.choices(ctx, out.GetItems()...); err != nil {
		return nil, public(err)
	}
	if out.RefundRequests, err = s.Requests.List(ctx, maxReviews); err != nil {
		return nil, err
	}
	names.add(ctx, out.GetRefundRequests()...)
	pending := map[string]*checkoutv1.RequestedRefund{}
	for _, m := range out.GetRefundRequests() {
		if m.GetStatus() == string(refund.RequestPending) && m.GetReviewId() != "" {
			pending[m.GetReviewId()] = m
		}
	}
	for _, m := range out.GetItems() {
		m.DecidedByName, m.RefundRequest = names.of(ctx, m.GetDecidedBy()), pending[m.GetId()]
	}
	return out, nil
}

// choices adds what the caller may decide about the open reviews now.
func (s *Server) choices(ctx context.Context, list ...*checkoutv1.Review) error {
	var open []purchase.Case
	for _, m := range list {
		if m.GetStatus() == "open" {
			open = append(open, purchase.Case{CheckoutID: m.GetCheckoutId(), ReviewID: m.GetId()})
		}
	}
	choices, err := s.Cases.Choices(ctx, open, rpc.Caller(ctx).Subject)
	for _, m := range list {
		choice := choices[m.GetId()]
		m.Actions, m.NeedsSecondPerson = actions(choice.Actions), choice.NeedsSecond
	}
	return err
}

func actions(list []purchase.Action) (out []string) {
	for _, a := range list {
		out = append(out, string(a))
	}
	return out
}

// names looks up the name of each account once.
type names struct {
	cases *review.Service
	known map[string]string
}

func (n names) of(ctx context.Context, account string) string {
	if _, ok := n.known[account]; !ok {
		n.known[account] = n.cases.NameOf(ctx, account)
	}
	return n.known[account]
}

// add adds the names of those who requested and decided refunds.
func (n names) add(ctx context.Context, requests ...*checkoutv1.RequestedRefund) {
	for _, m := range requests {
		m.RequestedByName, m.DecidedByName = n.of(ctx, m.GetRequestedBy()), n.of(ctx, m.GetDecidedBy())
	}
}

// DecideRefundRequest implements the service. The refund, its audit record and the stored reply are one transaction.
func (s Reviews) DecideRefundRequest(ctx context.Context, req *checkoutv1.DecideRefundRequestRequest) (*checkoutv1.RequestedRefund, error) {
	by := rpc.Caller(ctx).Subject
	look := func(ctx context.Context) (refund.Look, error) { return s.Refunds.LookAtRequest(ctx, by, req.GetId()) }
	decide := func(ctx context.Context, l refund.Look) (*checkoutv1.RequestedRefund, error) {
		run := s.Refunds.Reject
		if req.GetDecision() == "approve" {
			run = s.Refunds.Approve
		}
		r, err := run(ctx, l, req.GetId())
		if err != nil {
			return nil, err
		}
		return s.Requests.Get(ctx, r.ID)
	}
	m, err := decided(ctx, s, by+" POST /api/refund-requests/{id}/decision", req, look, decide)
	if err != nil {
		return nil, public(err)
	}
	m.RequestedByName, m.DecidedByName = s.Cases.NameOf(ctx, m.GetRequestedBy()), s.Cases.NameOf(ctx, m.GetDecidedBy())
	return m, nil
}

// DecideReview implements the service. The decision, its audit record and the stored reply are one transaction.
func (s Reviews) DecideReview(ctx context.Context, req *checkoutv1.DecideReviewRequest) (*checkoutv1.Review, error) {
	by := rpc.Caller(ctx).Subject
	look := func(ctx context.Context) (refund.Look, error) { return s.Cases.Look(ctx, by, req.GetId()) }
	m, err := decided(ctx, s, by+" POST /api/reviews/{id}/decision", req, look, func(ctx context.Context, l refund.Look) (*checkoutv1.Review, error) {
		d, err := s.Cases.Decide(ctx, l, purchase.Decision{
			Action: purchase.Action(req.GetAction()), Note: req.GetNote(), RefundAddress: req.GetRefundAddress(),
		})
		if err != nil {
			return nil, err
		}
		m, err := s.Shown.Get(ctx, req.GetId())
		if err != nil {
			return nil, err
		}
		if m.Actions = actions(d.Actions); d.Request != nil {
			m.RefundRequest, err = s.Requests.Get(ctx, d.Request.ID)
		}
		return m, err
	})
	if err == nil {
		m.DecidedByName = s.Cases.NameOf(ctx, m.GetDecidedBy()) // not stored with the reply, because a name can change later
	}
	return respond(m, err)
}

// RefundCheckout implements the service.
func (s Reviews) RefundCheckout(ctx context.Context, req *checkoutv1.RefundCheckoutRequest) (*checkoutv1.Checkout, error) {
	by := rpc.Caller(ctx).Subject
	look := func(ctx context.Context) (refund.Look, error) {
		return s.Refunds.Look(ctx, by, purchase.Case{CheckoutID: req.GetId()})
	}
	m, err := decided(ctx, s, by+" POST /api/checkouts/{id}/refunds", req, look, func(ctx context.Context, l refund.Look) (*checkoutv1.Checkout, error) {
		request, err := s.Refunds.Refund(ctx, l, req.GetAmount(), purchase.Decision{
			Note: req.GetNote(), RefundAddress: req.GetRefundAddress(), InFull: req.GetInFull(), AgainstReturn: req.GetAgainstReturn(),
		})
		if err != nil {
			return nil, err
		}
		m, err := s.Checkout(ctx, req.GetId())
		if err == nil && request != nil {
			m.RefundRequest, err = s.Requests.Get(ctx, request.ID)
		}
		return m, err
	})
	return respond(m, err)
}

// decided runs a decision once per key. look calls other services before the transaction of fn.
func decided[R proto.Message](ctx context.Context, s Reviews, scope string, req proto.Message,
	look func(context.Context) (refund.Look, error), fn func(context.Context, refund.Look) (R, error),
) (R, error) {
	return idempotency.DoPrepared(ctx, s.Pool, scope, rpc.IdempotencyKey(ctx), req, look, fn)
}

// staff returns the account of a caller in the areas content and finance.
func (s Reviews) staff(ctx context.Context) (string, error) {
	p, err := identity.RequireArea(ctx, identity.Content, identity.Finance)
	if refused, ok := errors.AsType[identity.AreaError](err); ok {
		return "", rpc.Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, refused.Error(), nil)
	}
	if err != nil {
		return "", err
	}
	return p.Subject, nil
}
