package api

import (
	"context"
	"strings"

	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// CheckWithdrawal checks what an account wants to withdraw.
func (s *Server) CheckWithdrawal(ctx context.Context, req *chainv1.CheckWithdrawalRequest) (*chainv1.CheckWithdrawalResponse, error) {
	checked, err := s.Withdrawals.Check(ctx, custody.WantedWithdrawal{AccountID: req.GetAccountId(), TokenIDs: req.GetTokenIds(), To: req.GetTo(), Name: req.GetName()})
	if err != nil {
		return nil, public(err)
	}
	out := &chainv1.CheckWithdrawalResponse{To: checked.To, Name: checked.ToName, ChainId: checked.Chain.ID, Contract: checked.Chain.TokenContract}
	for _, t := range checked.Tokens {
		out.Works = append(out.Works, &chainv1.WithdrawableWork{
			TokenId: t.TokenID, Title: t.Title, Artist: t.Artist, EditionNumber: t.EditionNumber, EditionSize: t.EditionSize, ImageUrl: checked.Pictures[t.TokenID],
		})
	}
	for _, t := range checked.LeftOut {
		reason, _ := rpc.ReasonOf(public(t.Why))
		out.LeftOut = append(out.LeftOut, &approvalsv1.TokenLeftOut{TokenId: t.TokenID, Reason: reason})
	}
	return out, nil
}

// CancelApprovedWithdrawal cancels a withdrawal, or the withdrawals of a request that can still be cancelled.
func (s *Server) CancelApprovedWithdrawal(ctx context.Context, req *chainv1.CancelApprovedWithdrawalRequest) (*chainv1.CancelApprovedWithdrawalResponse, error) {
	ids, err := s.Withdrawals.Cancel(ctx, req.GetAccountId(), req.GetId())
	if err != nil {
		return nil, public(err)
	}
	items, err := s.Reader.Withdrawals(ctx, ids)
	return &chainv1.CancelApprovedWithdrawalResponse{Items: items}, err
}

// DecideWithdrawalReview approves or rejects a withdrawal above a limit.
func (s *Server) DecideWithdrawalReview(ctx context.Context, req *chainv1.DecideWithdrawalReviewRequest) (*chainv1.WithdrawalReview, error) {
	err := s.Withdrawals.Review(ctx, req.GetId(), rpc.Caller(ctx).Subject, strings.TrimSpace(req.GetNote()), req.GetDecision() == "approve")
	if err != nil {
		return nil, public(err)
	}
	return s.WithdrawalReview(ctx, req.GetId())
}
