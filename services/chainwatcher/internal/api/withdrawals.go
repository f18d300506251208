package api

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Withdrawals implements WithdrawalService.
type Withdrawals struct {
	Withdrawals *chain.Withdrawals
	Pool        *pgxpool.Pool
	Now         func() time.Time
}

// RequestWithdrawal requests to move a token.
func (s *Withdrawals) RequestWithdrawal(ctx context.Context, req *chainv1.RequestWithdrawalRequest) (*chainv1.Withdrawal, error) {
	p := rpc.Caller(ctx)
	key := rpc.IdempotencyKey(ctx)
	return idempotency.DoOutside(ctx, s.Pool, p.Subject+" POST /api/withdrawals", key, req, func(ctx context.Context) (*chainv1.Withdrawal, error) {
		email := ""
		if p.EmailVerified {
			email = p.Email
		}
		w, err := s.Withdrawals.Request(ctx, chain.WithdrawalRequest{
			AccountID: p.Subject, Email: email, Key: key, TokenID: req.GetTokenId(), To: req.GetTo(), Name: req.GetName(),
		})
		if err != nil {
			return nil, public(err)
		}
		return withdrawal(w), nil
	})
}

// RequestWithdrawals requests to move several tokens to one address.
func (s *Withdrawals) RequestWithdrawals(ctx context.Context, req *chainv1.RequestWithdrawalsRequest) (*chainv1.RequestWithdrawalsResponse, error) {
	p := rpc.Caller(ctx)
	key := rpc.IdempotencyKey(ctx)
	return idempotency.DoOutside(ctx, s.Pool, p.Subject+" POST /api/withdrawal-batches", key, req, func(ctx context.Context) (*chainv1.RequestWithdrawalsResponse, error) {
		email := ""
		if p.EmailVerified {
			email = p.Email
		}
		b, err := s.Withdrawals.RequestBatch(ctx, chain.BatchRequest{
			AccountID: p.Subject, Email: email, Key: key, TokenIDs: req.GetTokenIds(), To: req.GetTo(), Name: req.GetName(),
		})
		if err != nil {
			return nil, public(err)
		}
		out := &chainv1.RequestWithdrawalsResponse{Id: b.ID}
		for _, w := range b.Withdrawals {
			out.Items = append(out.Items, withdrawal(w))
		}
		for _, t := range b.Skipped {
			reason, _ := rpc.ReasonOf(public(t.Why))
			out.LeftOut = append(out.LeftOut, &chainv1.TokenLeftOut{TokenId: t.TokenID, Reason: reason})
		}
		return out, nil
	})
}

// ListWithdrawals returns the caller's withdrawals.
func (s *Withdrawals) ListWithdrawals(ctx context.Context, _ *chainv1.ListWithdrawalsRequest) (*chainv1.ListWithdrawalsResponse, error) {
	list, err := s.Withdrawals.List(ctx, rpc.Caller(ctx).Subject)
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.ListWithdrawalsResponse{}
	for _, w := range list {
		res.Items = append(res.Items, withdrawal(w))
	}
	return res, nil
}

// CancelWithdrawal cancels a request.
func (s *Withdrawals) CancelWithdrawal(ctx context.Context, req *chainv1.CancelWithdrawalRequest) (*chainv1.Withdrawal, error) {
	w, err := s.Withdrawals.Cancel(ctx, rpc.Caller(ctx).Subject, req.GetId())
	if err != nil {
		return nil, public(err)
	}
	return withdrawal(w), nil
}

// CancelWithdrawals cancels the withdrawals of a batch that can still be cancelled.
func (s *Withdrawals) CancelWithdrawals(ctx context.Context, req *chainv1.CancelWithdrawalsRequest) (*chainv1.CancelWithdrawalsResponse, error) {
	list, err := s.Withdrawals.CancelBatch(ctx, rpc.Caller(ctx).Subject, req.GetId())
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.CancelWithdrawalsResponse{}
	for _, w := range list {
		res.Items = append(res.Items, withdrawal(w))
	}
	return res, nil
}

// ListWithdrawalReviews returns the withdrawals above a limit, and the latest decisions about such withdrawals.
func (s *Withdrawals) ListWithdrawalReviews(ctx context.Context, _ *chainv1.ListWithdrawalReviewsRequest) (*chainv1.ListWithdrawalReviewsResponse, error) {
	list, err := s.Withdrawals.InReview(ctx)
	if err != nil {
		return nil, public(err)
	}
	decided, err := s.Withdrawals.Reviewed(ctx)
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.ListWithdrawalReviewsResponse{}
	for _, w := range list {
		res.Items = append(res.Items, withdrawalReview(w))
	}
	for _, w := range decided {
		res.Decided = append(res.Decided, withdrawalReview(w))
	}
	return res, nil
}

// DecideWithdrawalReview approves or rejects a withdrawal above a limit.
func (s *Withdrawals) DecideWithdrawalReview(ctx context.Context, req *chainv1.DecideWithdrawalReviewRequest) (*chainv1.WithdrawalReview, error) {
	w, err := s.Withdrawals.Review(ctx, req.GetId(), rpc.Caller(ctx).Subject, strings.TrimSpace(req.GetNote()), req.GetDecision() == "approve", s.Now())
	if err != nil {
		return nil, public(err)
	}
	return withdrawalReview(w), nil
}

func withdrawalReview(w chain.Withdrawal) *chainv1.WithdrawalReview {
	out := &chainv1.WithdrawalReview{
		Id: w.ID, TokenId: w.TokenID, ChainId: w.ChainID, To: w.To, Name: w.ToName, AccountId: w.AccountID, Title: w.Title, Artist: w.Artist,
		Why: string(w.ReviewWhy), Status: string(w.Review), RequestedAt: timestamppb.New(w.RequestedAt), ApprovedAt: timestamppb.New(w.ApprovedAt),
		Note: w.ReviewNote, DecidedBy: w.ReviewedBy,
	}
	out.DecidedAt = rpc.Timestamp(w.ReviewedAt)
	if w.BatchID != "" {
		out.BatchId = &w.BatchID
	}
	return out
}

func withdrawal(w chain.Withdrawal) *chainv1.Withdrawal {
	out := &chainv1.Withdrawal{
		Id: w.ID, TokenId: w.TokenID, To: w.To, Status: w.Status.Public(), RequestedAt: timestamppb.New(w.RequestedAt), ChainId: w.ChainID, Reason: w.Reason,
		Name: w.ToName,
	}
	if w.Status == chain.Approved && w.NotBefore.After(w.ApprovedAt) {
		out.NotBefore = timestamppb.New(w.NotBefore)
	}
	out.InReview = w.Status == chain.Approved && w.Review == chain.ReviewOpen
	if w.TxHash != "" {
		out.TransactionHash = &w.TxHash
	}
	if w.BatchID != "" {
		out.BatchId = &w.BatchID
	}
	if w.GiftID != "" {
		out.GiftOrder = &w.GiftID
	}
	return out
}
