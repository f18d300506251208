package api

import (
	"context"

	"connectrpc.com/connect"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Withdrawals implements WithdrawalService.
type Withdrawals struct {
	Withdrawals *chain.Withdrawals
	Pool        *pgxpool.Pool
}

// RequestWithdrawal requests to move a token.
func (s *Withdrawals) RequestWithdrawal(ctx context.Context, req *connect.Request[chainv1.RequestWithdrawalRequest]) (*connect.Response[chainv1.Withdrawal], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	key := rpc.IdempotencyKey(ctx)
	res, err := idempotency.DoOutside(ctx, s.Pool, p.Subject+" POST /api/withdrawals", key, req.Msg, func(ctx context.Context) (*chainv1.Withdrawal, error) {
		email := ""
		if p.EmailVerified {
			email = p.Email
		}
		w, err := s.Withdrawals.Request(ctx, chain.WithdrawalRequest{
			AccountID: p.Subject, Email: email, Key: key, TokenID: req.Msg.GetTokenId(), To: req.Msg.GetTo(), Name: req.Msg.GetName(),
		})
		if err != nil {
			return nil, public(err)
		}
		return withdrawal(w), nil
	})
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(res), nil
}

// ListWithdrawals returns the caller's withdrawals.
func (s *Withdrawals) ListWithdrawals(ctx context.Context, _ *connect.Request[chainv1.ListWithdrawalsRequest]) (*connect.Response[chainv1.ListWithdrawalsResponse], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.Withdrawals.List(ctx, p.Subject)
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.ListWithdrawalsResponse{}
	for _, w := range list {
		res.Items = append(res.Items, withdrawal(w))
	}
	return connect.NewResponse(res), nil
}

// CancelWithdrawal cancels a request.
func (s *Withdrawals) CancelWithdrawal(ctx context.Context, req *connect.Request[chainv1.CancelWithdrawalRequest]) (*connect.Response[chainv1.Withdrawal], error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	w, err := s.Withdrawals.Cancel(ctx, p.Subject, req.Msg.GetId())
	if err != nil {
		return nil, public(err)
	}
	return connect.NewResponse(withdrawal(w)), nil
}

func withdrawal(w chain.Withdrawal) *chainv1.Withdrawal {
	out := &chainv1.Withdrawal{
		Id: w.ID, TokenId: w.TokenID, To: w.To, Status: w.Status.Public(), RequestedAt: timestamppb.New(w.RequestedAt), ChainId: w.ChainID, Reason: w.Reason,
		Name: w.ToName,
	}
	if w.Status == chain.Approved && w.NotBefore.After(w.ApprovedAt) {
		out.NotBefore = timestamppb.New(w.NotBefore)
	}
	if w.TxHash != "" {
		out.TransactionHash = &w.TxHash
	}
	return out
}
