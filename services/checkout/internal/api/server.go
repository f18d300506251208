// Package api answers checkout.proto over Connect and gRPC.
package api

import (
	"context"
	"errors"
	"sync"
	"time"

	"connectrpc.com/connect"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1/checkoutv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// counted is how long an answer about the invariants is good for: the call is public, and counting reads whole tables.
const counted = time.Second

// Printer prints receipts.
type Printer interface {
	Print(c order.Checkout) ([]byte, error)
}

// Server implements checkoutv1connect.CheckoutServiceHandler.
type Server struct {
	checkoutv1connect.UnimplementedCheckoutServiceHandler

	Till     *order.Service
	Pool     *pgxpool.Pool
	Receipts Printer
	Clock    clock.Clock

	mu   sync.Mutex
	last *checkoutv1.GetInvariantsResponse
}

func caller(ctx context.Context) (order.Caller, error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return order.Caller{}, err
	}
	return order.Caller{AccountID: p.Subject, SessionID: p.SessionID}, nil
}

var errNoReply = errors.New("no reply is stored")

// CreateCheckout implements the service. A repeated key is answered from the store before anybody else is asked; the hold
// and the stored reply are one transaction.
func (s *Server) CreateCheckout(ctx context.Context, req *connect.Request[checkoutv1.CreateCheckoutRequest]) (*connect.Response[checkoutv1.Checkout], error) {
	who, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	scope, key := who.AccountID+" POST /api/checkouts", rpc.IdempotencyKey(ctx)
	do := func(fn func(ctx context.Context) (*checkoutv1.Checkout, error)) (*checkoutv1.Checkout, error) {
		return idempotency.Do(ctx, s.Pool, scope, key, req.Msg, fn)
	}
	m, err := do(func(context.Context) (*checkoutv1.Checkout, error) { return nil, errNoReply })
	if errors.Is(err, errNoReply) {
		var draft order.Checkout
		if draft, err = s.Till.Prepare(ctx, who, req.Msg.GetArtworkId(), req.Msg.GetTermsVersion()); err == nil {
			m, err = do(func(ctx context.Context) (*checkoutv1.Checkout, error) {
				c, err := s.Till.Reserve(ctx, draft)
				if err != nil {
					return nil, err
				}
				return s.checkout(c), nil
			})
		}
	}
	return answer(m, err)
}

// ListCheckouts implements the service.
func (s *Server) ListCheckouts(ctx context.Context, _ *connect.Request[checkoutv1.ListCheckoutsRequest]) (*connect.Response[checkoutv1.ListCheckoutsResponse], error) {
	who, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.Till.List(ctx, who)
	out := &checkoutv1.ListCheckoutsResponse{}
	for _, c := range list {
		out.Items = append(out.Items, s.checkout(c))
	}
	return answer(out, err)
}

// GetCheckout implements the service.
func (s *Server) GetCheckout(ctx context.Context, req *connect.Request[checkoutv1.GetCheckoutRequest]) (*connect.Response[checkoutv1.Checkout], error) {
	who, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	c, err := s.Till.Get(ctx, who, req.Msg.GetId())
	return s.one(c, err)
}

// CancelCheckout implements the service.
func (s *Server) CancelCheckout(ctx context.Context, req *connect.Request[checkoutv1.CancelCheckoutRequest]) (*connect.Response[checkoutv1.Checkout], error) {
	who, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	c, err := s.Till.Cancel(ctx, who, req.Msg.GetId())
	return s.one(c, err)
}

// StartCardPayment implements the service.
func (s *Server) StartCardPayment(ctx context.Context, req *connect.Request[checkoutv1.StartCardPaymentRequest]) (*connect.Response[checkoutv1.StartCardPaymentResponse], error) {
	who, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	m, err := outside(ctx, s, who, "card", req.Msg, func(ctx context.Context) (*checkoutv1.StartCardPaymentResponse, error) {
		url, err := s.Till.StartCard(ctx, who, req.Msg.GetId())
		return &checkoutv1.StartCardPaymentResponse{RedirectUrl: url}, err
	})
	return answer(m, err)
}

// StartEtherPayment implements the service.
func (s *Server) StartEtherPayment(ctx context.Context, req *connect.Request[checkoutv1.StartEtherPaymentRequest]) (*connect.Response[checkoutv1.Quote], error) {
	who, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	m, err := outside(ctx, s, who, "ether", req.Msg, func(ctx context.Context) (*checkoutv1.Quote, error) {
		q, err := s.Till.StartEther(ctx, who, req.Msg.GetId(), req.Msg.GetRefundAddress())
		if err != nil {
			return nil, err
		}
		return &checkoutv1.Quote{
			ChainId: q.ChainID, To: q.To, Data: q.Data, Value: q.Value.String(), ExpiresAt: timestamppb.New(q.ExpiresAt),
			Rate: q.Rate, RateSource: q.RateSource,
		}, nil
	})
	return answer(m, err)
}

// outside runs a call that talks to others under its idempotency key.
func outside[R proto.Message](ctx context.Context, s *Server, who order.Caller, way string, req proto.Message, fn func(context.Context) (R, error)) (R, error) {
	return idempotency.DoOutside(ctx, s.Pool, who.AccountID+" POST /api/checkouts/{id}/"+way, rpc.IdempotencyKey(ctx), req, fn)
}

// SubmitTransaction implements the service.
func (s *Server) SubmitTransaction(ctx context.Context, req *connect.Request[checkoutv1.SubmitTransactionRequest]) (*connect.Response[checkoutv1.Checkout], error) {
	who, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	c, err := s.Till.NoteTransaction(ctx, who, req.Msg.GetId(), req.Msg.GetHash())
	return s.one(c, err)
}

// GetReceipt implements the service.
func (s *Server) GetReceipt(ctx context.Context, req *connect.Request[checkoutv1.GetReceiptRequest]) (*connect.Response[httpbody.HttpBody], error) {
	who, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	c, err := s.Till.Get(ctx, who, req.Msg.GetId())
	if err == nil && !c.Bought() {
		err = order.ErrNotPaid
	}
	if err != nil {
		return nil, public(err)
	}
	pdf, err := s.Receipts.Print(c)
	return answer(&httpbody.HttpBody{ContentType: "application/pdf", Data: pdf}, err)
}

// GetInvariants implements the service. Callers within a second share one count.
func (s *Server) GetInvariants(ctx context.Context, _ *connect.Request[checkoutv1.GetInvariantsRequest]) (*connect.Response[checkoutv1.GetInvariantsResponse], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock.Now()
	if s.last != nil && now.Sub(s.last.GetAt().AsTime()).Abs() < counted {
		return connect.NewResponse(s.last), nil
	}
	i, err := s.Till.Invariants(ctx)
	if err != nil {
		return nil, public(err)
	}
	s.last = &checkoutv1.GetInvariantsResponse{
		Violations: i.Violations(), OversoldArtworks: i.Oversold, UnmatchedPayments: i.UnmatchedPayments,
		UnpaidCompletions: i.UnpaidCompletions, Editions: i.Editions, Sold: i.Sold, Held: i.Held,
		UnbalancedLedgers: i.UnbalancedLedgers, At: timestamppb.New(now),
	}
	return connect.NewResponse(s.last), nil
}

func (s *Server) one(c order.Checkout, err error) (*connect.Response[checkoutv1.Checkout], error) {
	if err != nil {
		return nil, public(err)
	}
	return connect.NewResponse(s.checkout(c)), nil
}

func answer[T any](m *T, err error) (*connect.Response[T], error) {
	if err != nil {
		return nil, public(err)
	}
	return connect.NewResponse(m), nil
}
