package api

import (
	"context"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/read"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
)

// Desk implements checkoutv1connect.DeskServiceHandler for callers in the areas support and finance.
type Desk struct {
	read.Desk

	Reviews Reviews
}

// GetDeskOrder implements the service: the order, what was stored about it, and what the caller may decide now.
func (s Desk) GetDeskOrder(ctx context.Context, req *checkoutv1.GetDeskOrderRequest) (*checkoutv1.DeskOrder, error) {
	by := rpc.Caller(ctx).Subject
	c, err := s.Reviews.Orders.Checkout(ctx, req.GetId())
	if err != nil {
		return nil, public(err)
	}
	out := &checkoutv1.DeskOrder{
		Buyer:   &checkoutv1.DeskBuyer{AccountId: c.Buyer.AccountID, Email: c.Buyer.Email, EmailVerified: c.Buyer.EmailVerified, Name: c.Buyer.Name},
		TokenId: c.TokenID(), Dispute: string(c.Dispute.State), ArtistId: c.Artwork.ArtistID,
		PaidAt: rpc.Timestamp(c.PaidAt), CompletedAt: rpc.Timestamp(c.CompletedAt),
	}
	if out.Order, err = s.Reviews.WithDocuments(ctx, c.ID); err != nil {
		return nil, err
	}
	if err := s.History(ctx, c.ID, out); err != nil {
		return nil, err
	}
	able, err := s.Reviews.Refunds.Able(ctx, &c, by)
	if err != nil {
		return nil, public(err)
	}
	out.Refundable = refundable(able)
	known := names{cases: s.Reviews.Cases, known: map[string]string{}}
	for _, m := range out.GetRefunds() {
		m.DecidedByName, m.ApprovedByName = known.of(ctx, m.GetDecidedBy()), known.of(ctx, m.GetApprovedBy())
	}
	known.add(ctx, out.GetRefundRequests()...)
	if out.Reviews, err = s.Reviews.Shown.OfOrder(ctx, c.ID); err != nil {
		return nil, err
	}
	if err := s.Reviews.choices(ctx, out.GetReviews()...); err != nil {
		return nil, public(err)
	}
	for _, m := range out.GetReviews() {
		m.DecidedByName = known.of(ctx, m.GetDecidedBy())
	}
	return out, nil
}

// GetDeskRelease implements the service.
func (s Desk) GetDeskRelease(ctx context.Context, req *checkoutv1.GetDeskReleaseRequest) (*checkoutv1.DeskRelease, error) {
	r, err := s.Reviews.Refunds.Releasable(ctx, req.GetId())
	return respond(deskRelease(r), err)
}

// ReleaseEdition implements the service.
func (s Desk) ReleaseEdition(ctx context.Context, req *checkoutv1.ReleaseEditionRequest) (*checkoutv1.DeskRelease, error) {
	by := rpc.Caller(ctx).Subject
	r, err := s.Reviews.Refunds.Release(ctx, req.GetId(), purchase.Decision{By: by, Note: req.GetNote()})
	return respond(deskRelease(r), err)
}

func deskRelease(r refund.Release) *checkoutv1.DeskRelease {
	return &checkoutv1.DeskRelease{State: string(r.State), ReleasedAt: rpc.Timestamp(r.At)}
}

func amount(m money.Money) *checkoutv1.Money {
	return &checkoutv1.Money{Amount: m.Amount, Currency: m.Currency}
}

func refundable(r *refund.Refundable) *checkoutv1.DeskRefundable {
	if r == nil {
		return nil
	}
	m := &checkoutv1.DeskRefundable{
		PaymentMethod: string(r.Method), ChainId: r.ChainID, RefundAddress: r.To, TokenPlace: string(r.Place), Alone: r.Alone.String(),
	}
	if r.Method == purchase.Card {
		m.Amount = amount(r.Amount)
	} else {
		m.Wei = r.Wei.String()
	}
	return m
}
