package api

import (
	"context"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Withdrawals implements WithdrawalService.
type Withdrawals struct {
	Withdrawals *chain.Withdrawals
	Now         func() time.Time
}

// CheckWithdrawal checks what an account wants to withdraw.
func (s *Withdrawals) CheckWithdrawal(ctx context.Context, req *chainv1.CheckWithdrawalRequest) (*chainv1.CheckWithdrawalResponse, error) {
	checked, err := s.Withdrawals.Check(ctx, chain.WantedWithdrawal{AccountID: req.GetAccountId(), TokenIDs: req.GetTokenIds(), To: req.GetTo(), Name: req.GetName()})
	if err != nil {
		return nil, public(err)
	}
	out := &chainv1.CheckWithdrawalResponse{To: checked.To, Name: checked.ToName, ChainId: checked.Chain.ID, Contract: checked.Chain.TokenContract}
	for _, t := range checked.Tokens {
		out.Works = append(out.Works, &chainv1.WithdrawableWork{
			TokenId: t.TokenID, Title: t.Title, Artist: t.Artist, EditionNumber: t.EditionNumber, EditionSize: t.EditionSize, ImageUrl: checked.Pictures[t.ArtworkID],
		})
	}
	for _, t := range checked.LeftOut {
		reason, _ := rpc.ReasonOf(public(t.Why))
		out.LeftOut = append(out.LeftOut, &approvalsv1.TokenLeftOut{TokenId: t.TokenID, Reason: reason})
	}
	return out, nil
}

// ListApprovedWithdrawals returns the withdrawals of an account or of requests.
func (s *Withdrawals) ListApprovedWithdrawals(ctx context.Context, req *chainv1.ListApprovedWithdrawalsRequest) (*chainv1.ListApprovedWithdrawalsResponse, error) {
	var list []chain.Withdrawal
	var err error
	if account := req.GetAccountId(); account != "" {
		list, err = s.Withdrawals.List(ctx, account)
	} else {
		list, err = s.Withdrawals.OfRequests(ctx, req.GetRequestIds())
	}
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.ListApprovedWithdrawalsResponse{}
	for _, w := range list {
		res.Items = append(res.Items, &chainv1.ApprovedWithdrawal{
			Withdrawal: withdrawal(w), RequestId: w.RequestID(), EndedAt: rpc.Timestamp(w.EndedAt), Position: int32(max(w.BatchPosition, 1)),
		})
	}
	return res, nil
}

// CancelApprovedWithdrawal cancels a withdrawal, or the withdrawals of a request that can still be cancelled.
func (s *Withdrawals) CancelApprovedWithdrawal(ctx context.Context, req *chainv1.CancelApprovedWithdrawalRequest) (*chainv1.CancelApprovedWithdrawalResponse, error) {
	list, err := s.Withdrawals.Cancel(ctx, req.GetAccountId(), req.GetId())
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.CancelApprovedWithdrawalResponse{}
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

func withdrawal(w chain.Withdrawal) *approvalsv1.Withdrawal {
	out := &approvalsv1.Withdrawal{
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
	if request := w.RequestID(); request != "" {
		out.BatchId = &request
	}
	if w.GiftID != "" {
		out.GiftOrder = &w.GiftID
	}
	return out
}
