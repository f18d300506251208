package api

import (
	"context"
	"errors"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
	"github.com/vitrine/vitrine/services/approvals/internal/read"
)

// Withdrawals implements WithdrawalService.
type Withdrawals struct {
	*read.Reader

	approvals *approval.Service
	pool      *pgxpool.Pool
	chain     chainv1connect.WithdrawalServiceClient
}

// NewWithdrawals wires the server.
func NewWithdrawals(a *approval.Service, r *read.Reader, pool *pgxpool.Pool, chain chainv1connect.WithdrawalServiceClient) *Withdrawals {
	return &Withdrawals{r, a, pool, chain}
}

// RequestWithdrawal requests the withdrawal of one token or of several.
func (s *Withdrawals) RequestWithdrawal(ctx context.Context, req *approvalsv1.RequestWithdrawalRequest) (*approvalsv1.Withdrawal, error) {
	p := rpc.Caller(ctx)
	wanted := approval.WantedWithdrawal{AccountID: p.Subject, TokenIDs: req.GetTokenIds(), To: req.GetTo(), Name: req.GetName()}
	if req.GetTokenId() > 0 {
		wanted.TokenIDs = []int64{req.GetTokenId()}
	}
	if p.EmailVerified {
		wanted.Email = p.Email
	}
	return idempotency.DoPrepared(ctx, s.pool, p.Subject+" POST /api/withdrawals", rpc.IdempotencyKey(ctx), req,
		func(ctx context.Context) (approval.CheckedWithdrawal, error) {
			checked, err := s.approvals.CheckWithdrawal(ctx, wanted)
			return checked, public(err)
		},
		func(ctx context.Context, checked approval.CheckedWithdrawal) (*approvalsv1.Withdrawal, error) {
			checked, err := s.approvals.Withdrawable(ctx, p.Subject, checked)
			if err != nil {
				return nil, public(err)
			}
			request := id.New()
			draft := approval.Draft{
				ID: request, Kind: approval.TokenWithdrawal, SubjectID: request, AccountID: p.Subject, Email: checked.Account.Email, Wallets: checked.Account.Wallets,
				ChainID: checked.ChainID, To: checked.To, Subject: approval.Subject{Works: checked.Works},
			}
			draft.Summary, draft.Lines = messages.Withdrawal(checked.Works, checked.To, checked.Contract, checked.ChainID)
			r, err := s.approvals.Open(ctx, draft)
			if err != nil {
				return nil, public(err)
			}
			all := make([]int, len(r.Works))
			for i := range all {
				all[i] = i
			}
			out := withdrawals(r, all)
			for _, t := range checked.LeftOut {
				out.LeftOut = append(out.LeftOut, &approvalsv1.TokenLeftOut{TokenId: t.TokenID, Reason: t.Reason})
			}
			return out, nil
		})
}

// CancelWithdrawal cancels a withdrawal or all of a batch: here before the approval, at the chainwatcher after it.
func (s *Withdrawals) CancelWithdrawal(ctx context.Context, req *approvalsv1.CancelWithdrawalRequest) (*approvalsv1.Withdrawal, error) {
	account := rpc.Caller(ctx).Subject
	r, named, here := s.approvals.CancelWithdrawal(ctx, account, req.GetId())
	if here == nil {
		return withdrawals(r, named), nil
	}
	approved := errors.Is(here, approval.ErrApproved)
	if !approved && !errors.Is(here, approval.ErrNotFound) {
		return nil, public(here)
	}
	// The chainwatcher also has the deliveries of gifts, and what former releases requested.
	res, err := s.chain.CancelApprovedWithdrawal(ctx, &chainv1.CancelApprovedWithdrawalRequest{AccountId: account, Id: req.GetId()})
	switch code := connect.CodeOf(err); {
	case err == nil && len(res.GetItems()) > 0:
		return first(res.GetItems()), nil
	case code == connect.CodeFailedPrecondition, code == connect.CodeNotFound && !approved:
		return nil, err
	case code == connect.CodeNotFound:
		return nil, rpc.Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, "This was approved a moment ago. Try again in a moment.", err)
	}
	return nil, rpc.Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, "This can't be cancelled right now. Try again in a moment.", err)
}

// withdrawals returns works of a request: the first one, with all as items.
func withdrawals(r *approval.Request, indexes []int) *approvalsv1.Withdrawal {
	items := make([]*approvalsv1.Withdrawal, len(indexes))
	for i, index := range indexes {
		items[i] = read.Withdrawal(r, index)
	}
	return first(items)
}

// first returns a copy of the first item with all as items.
func first(items []*approvalsv1.Withdrawal) *approvalsv1.Withdrawal {
	w := proto.CloneOf(items[0])
	w.Items = items
	return w
}
