// Package api serves checkout.proto over Connect and gRPC.
package api

import (
	"cmp"
	"context"
	"strings"
	"sync"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/iso"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/invariant"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/read"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
	"github.com/vitrine/vitrine/services/checkout/internal/review"
)

// Server implements checkoutv1connect.CheckoutServiceHandler.
type Server struct {
	read.Checkouts

	Holds     *hold.Service
	Orders    *order.Service
	Refunds   *refund.Service
	Cases     *review.Service
	Counts    *invariant.Service
	Documents *documents.Issuer
	Archive   *documents.Archive
	Requests  read.Requests
	Shown     read.Reviews
	Clock     clock.Clock
	// Sessions checks the sessions of staff who read other people's documents.
	Sessions rpc.Sessions

	mu     sync.Mutex
	counts counts
}

func callerOf(ctx context.Context) order.Caller {
	p := rpc.Caller(ctx)
	return order.Caller{AccountID: p.Subject, Network: network(p.IP)}
}

// CreateCheckout implements the service. For a repeated key it returns the stored reply before it calls any other service.
// The hold and the stored reply are one transaction.
func (s *Server) CreateCheckout(ctx context.Context, req *checkoutv1.CreateCheckoutRequest) (*checkoutv1.Checkout, error) {
	caller := callerOf(ctx)
	edition := cmp.Or(req.GetEditionNumber(), req.GetEdition()) //nolint:staticcheck // deprecated for callers
	m, err := idempotency.DoPrepared(ctx, s.Pool, caller.AccountID+" POST /api/checkouts", rpc.IdempotencyKey(ctx), req,
		func(ctx context.Context) (hold.Draft, error) {
			draft, err := s.Holds.Prepare(ctx, caller, req.GetArtworkId(), edition, req.GetTermsVersion())
			if shown := req.GetShown(); err == nil && shown != nil {
				price := money.Money{Amount: shown.GetPrice().GetAmount(), Currency: shown.GetPrice().GetCurrency()}
				err = draft.Keep(hold.Shown{Price: price, Lowest: shown.GetLowest()})
			}
			return draft, err
		},
		func(ctx context.Context, draft hold.Draft) (*checkoutv1.Checkout, error) {
			c, err := s.Holds.Reserve(ctx, draft)
			if err != nil {
				return nil, err
			}
			return s.Checkout(ctx, c.ID)
		})
	return respond(m, err)
}

// CancelCheckout implements the service.
func (s *Server) CancelCheckout(ctx context.Context, req *checkoutv1.CancelCheckoutRequest) (*checkoutv1.Checkout, error) {
	caller := callerOf(ctx)
	c, err := s.Orders.Cancel(ctx, caller, req.GetId())
	return s.reply(ctx, c, err)
}

// CancelEtherPayment implements the service.
func (s *Server) CancelEtherPayment(ctx context.Context, req *checkoutv1.CancelEtherPaymentRequest) (*checkoutv1.Checkout, error) {
	caller := callerOf(ctx)
	c, err := s.Orders.CancelEther(ctx, caller, req.GetId())
	return s.reply(ctx, c, err)
}

// StartCardPayment implements the service.
func (s *Server) StartCardPayment(ctx context.Context, req *checkoutv1.StartCardPaymentRequest) (*checkoutv1.StartCardPaymentResponse, error) {
	caller := callerOf(ctx)
	entered, err := billing(req)
	if err != nil {
		return nil, err
	}
	m, err := outside(ctx, s, caller, "card", req, func(ctx context.Context) (*checkoutv1.StartCardPaymentResponse, error) {
		url, err := s.Orders.StartCard(ctx, caller, req.GetId(), entered)
		return &checkoutv1.StartCardPaymentResponse{RedirectUrl: url}, err
	})
	return respond(m, err)
}

// StartEtherPayment implements the service.
func (s *Server) StartEtherPayment(ctx context.Context, req *checkoutv1.StartEtherPaymentRequest) (*checkoutv1.Quote, error) {
	caller := callerOf(ctx)
	entered, err := billing(req)
	if err != nil {
		return nil, err
	}
	m, err := outside(ctx, s, caller, "ether", req, func(ctx context.Context) (*checkoutv1.Quote, error) {
		q, err := s.Orders.StartEther(ctx, caller, req.GetId(), req.GetRefundAddress(), entered)
		if err != nil {
			return nil, err
		}
		return &checkoutv1.Quote{
			ChainId: q.ChainID, To: q.To, Data: q.Data, Value: q.Value.String(), ExpiresAt: timestamppb.New(q.ExpiresAt),
			Rate: q.Rate, RateSource: q.RateSource,
		}, nil
	})
	return respond(m, err)
}

// billing returns what a buyer entered to start a payment. Without a gift, the buyer keeps the edition.
func billing(req interface {
	GetBillingCountry() string
	GetImmediateDelivery() bool
	GetGift() *checkoutv1.OrderGift
},
) (order.Billing, error) {
	known, gift := iso.Country(req.GetBillingCountry()), req.GetGift()
	if known == "" && req.GetBillingCountry() != "" {
		return order.Billing{}, rpc.Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "No country has this code.", map[string]string{"billingCountry": "not an ISO 3166-1 code"})
	}
	return order.Billing{
		Country: known, ImmediateDelivery: req.GetImmediateDelivery(),
		Gift: purchase.Gift{Email: gift.GetEmail(), Message: strings.TrimSpace(gift.GetMessage()), To: gift.GetTo(), ToName: gift.GetName()},
	}, nil
}

// outside runs a call that uses other services, under its idempotency key.
func outside[R proto.Message](ctx context.Context, s *Server, caller order.Caller, way string, req proto.Message, fn func(context.Context) (R, error)) (R, error) {
	return idempotency.DoOutside(ctx, s.Pool, caller.AccountID+" POST /api/checkouts/{id}/"+way, rpc.IdempotencyKey(ctx), req, fn)
}

// SubmitTransaction implements the service.
func (s *Server) SubmitTransaction(ctx context.Context, req *checkoutv1.SubmitTransactionRequest) (*checkoutv1.Checkout, error) {
	caller := callerOf(ctx)
	c, err := s.Orders.NoteTransaction(ctx, caller, req.GetId(), req.GetHash())
	return s.reply(ctx, c, err)
}

// reply returns the order that a command changed.
func (s *Server) reply(ctx context.Context, c order.Checkout, err error) (*checkoutv1.Checkout, error) {
	if err != nil {
		return nil, public(err)
	}
	return s.Checkout(ctx, c.ID)
}

func respond[T any](m *T, err error) (*T, error) {
	if err != nil {
		return nil, public(err)
	}
	return m, nil
}
