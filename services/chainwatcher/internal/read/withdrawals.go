package read

import (
	"cmp"
	"context"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// statuses are the public statuses of withdrawals that aren't in a final one, which are as stored, except custody.Final.
var statuses = map[custody.WithdrawalStatus]string{
	custody.AwaitingApproval: "isWithdrawalAwaitingApproval",
	custody.Approved:         "withdrawalTransactionInProgress", custody.Signing: "withdrawalTransactionInProgress",
	custody.InBroadcast: "withdrawalTransactionInProgress", custody.Mined: "withdrawalTransactionInProgress",
}

// ListApprovedWithdrawals implements WithdrawalService: the withdrawals of an account, or of requests.
func (r *Reader) ListApprovedWithdrawals(ctx context.Context, req *chainv1.ListApprovedWithdrawalsRequest) (*chainv1.ListApprovedWithdrawalsResponse, error) {
	if account := req.GetAccountId(); account != "" {
		rows, err := r.queries(ctx).ReadWithdrawals(ctx, account)
		return &chainv1.ListApprovedWithdrawalsResponse{Items: list(rows, approved)}, err
	}
	rows, err := r.queries(ctx).ReadWithdrawalsOfRequests(ctx, req.GetRequestIds())
	return &chainv1.ListApprovedWithdrawalsResponse{Items: list(rows, func(row db.ReadWithdrawalsOfRequestsRow) *chainv1.ApprovedWithdrawal {
		w := approved(row.Withdrawal)
		if statuses[row.Withdrawal.Status] == "" {
			w.EndedAt = timestamppb.New(row.ChangedAt)
		}
		return w
	})}, err
}

// Withdrawals returns withdrawals in the order of their ids in the list.
func (r *Reader) Withdrawals(ctx context.Context, ids []string) ([]*approvalsv1.Withdrawal, error) {
	rows, err := r.queries(ctx).ReadWithdrawalsByID(ctx, ids)
	slices.SortFunc(rows, func(a, b db.Withdrawal) int { return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID)) })
	return list(rows, withdrawal), err
}

// ListWithdrawalReviews implements WithdrawalService.
func (r *Reader) ListWithdrawalReviews(ctx context.Context, _ *chainv1.ListWithdrawalReviewsRequest) (*chainv1.ListWithdrawalReviewsResponse, error) {
	open, err := r.queries(ctx).ReadOpenReviews(ctx)
	if err != nil {
		return nil, err
	}
	decided, err := r.queries(ctx).ReadDecidedReviews(ctx)
	return &chainv1.ListWithdrawalReviewsResponse{Items: list(open, review), Decided: list(decided, review)}, err
}

// WithdrawalReview returns the review of a withdrawal.
func (r *Reader) WithdrawalReview(ctx context.Context, id string) (*chainv1.WithdrawalReview, error) {
	rows, err := r.queries(ctx).ReadWithdrawalsByID(ctx, []string{id})
	switch {
	case err != nil:
		return nil, err
	case len(rows) == 0:
		return nil, NotFound()
	}
	return review(rows[0]), nil
}

func review(w db.Withdrawal) *chainv1.WithdrawalReview {
	return &chainv1.WithdrawalReview{
		Id: w.ID, TokenId: w.TokenID, ChainId: w.ChainID, To: w.ToAddress, Name: w.ToName, AccountId: w.AccountID, Title: w.Title, Artist: w.Artist,
		Why: w.ReviewWhy, Status: w.Review, RequestedAt: timestamppb.New(w.RequestedAt), ApprovedAt: timestamppb.New(postgres.OrZero(w.ApprovedAt)),
		Note: w.ReviewNote, DecidedBy: w.ReviewedBy, DecidedAt: rpc.Timestamp(postgres.OrZero(w.ReviewedAt)), BatchId: w.BatchID,
	}
}

func approved(w db.Withdrawal) *chainv1.ApprovedWithdrawal {
	out := &chainv1.ApprovedWithdrawal{Withdrawal: withdrawal(w), Position: 1}
	out.RequestId = out.GetWithdrawal().GetBatchId()
	if w.BatchPosition != nil {
		out.Position = *w.BatchPosition
	}
	return out
}

// withdrawal returns a withdrawal. A request of one token of a former release has the id of its withdrawal. A gift has no request.
func withdrawal(w db.Withdrawal) *approvalsv1.Withdrawal {
	out := &approvalsv1.Withdrawal{
		Id: w.ID, TokenId: w.TokenID, To: w.ToAddress, Status: cmp.Or(statuses[w.Status], string(w.Status)), RequestedAt: timestamppb.New(w.RequestedAt),
		ChainId: w.ChainID, Reason: w.Reason, Name: w.ToName, GiftOrder: w.GiftID,
		InReview: w.Status == custody.Approved && w.Review == string(custody.ReviewOpen),
	}
	if w.Status == custody.Final {
		out.Status = "withdrawalTransactionConfirmed"
	}
	if from := postgres.OrZero(w.NotBefore); w.Status == custody.Approved && from.After(postgres.OrZero(w.ApprovedAt)) {
		out.NotBefore = timestamppb.New(from)
	}
	if w.TxHash != "" {
		out.TransactionHash = &w.TxHash
	}
	if w.GiftID == nil {
		out.BatchId = cmp.Or(w.BatchID, &w.ID)
	}
	return out
}
