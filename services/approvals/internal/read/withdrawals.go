package read

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres/db"
)

// maxWithdrawals is the length of the list of withdrawals.
const maxWithdrawals = 500

// statuses are the public statuses of withdrawals in this service. An approved one is at the chainwatcher a moment later.
var statuses = map[approval.Status]string{
	approval.Pending: "isWithdrawalAwaitingApproval", approval.Approved: "withdrawalTransactionInProgress",
	approval.Rejected: "rejected", approval.Expired: "expired", approval.Cancelled: "cancelled",
}

// ListWithdrawals implements WithdrawalService: this service's withdrawals, and from the approval on the chainwatcher's.
func (s *Reader) ListWithdrawals(ctx context.Context, _ *approvalsv1.ListWithdrawalsRequest) (*approvalsv1.ListWithdrawalsResponse, error) {
	caller := rpc.Caller(ctx).Subject
	rows, err := s.queries().ReadWithdrawals(ctx, db.ReadWithdrawalsParams{AccountID: caller, Now: s.now()})
	if err != nil {
		return nil, err
	}
	// Read after the rows: a withdrawal that is approved in between is in both.
	approved, err := s.Chain.ListApprovedWithdrawals(ctx, &chainv1.ListApprovedWithdrawalsRequest{AccountId: caller})
	if err != nil {
		return nil, rpc.Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, "We can't read your withdrawals right now. Try again in a moment.", fmt.Errorf("chain: %w", err))
	}
	res := &approvalsv1.ListWithdrawalsResponse{}
	known := map[string]bool{}
	for _, w := range approved.GetItems() {
		known[w.GetWithdrawal().GetId()] = true
		res.Items = append(res.Items, w.GetWithdrawal())
	}
	for _, row := range rows {
		if !known[row.ID] {
			res.Items = append(res.Items, &approvalsv1.Withdrawal{
				Id: row.ID, TokenId: row.TokenID, To: row.ToAddress, Name: row.ToName, Status: statuses[approval.Status(row.Status)],
				RequestedAt: rpc.Timestamp(row.CreatedAt), ChainId: row.ChainID, BatchId: &row.RequestID,
			})
		}
	}
	slices.SortStableFunc(res.GetItems(), func(a, b *approvalsv1.Withdrawal) int {
		return cmp.Or(b.GetRequestedAt().AsTime().Compare(a.GetRequestedAt().AsTime()), strings.Compare(a.GetId(), b.GetId()))
	})
	res.Items = res.GetItems()[:min(len(res.GetItems()), maxWithdrawals)]
	return res, nil
}

// Withdrawal returns a work of a request as a withdrawal.
func Withdrawal(r *approval.Request, index int) *approvalsv1.Withdrawal {
	w, status := r.Works[index], r.Status
	if r.Cancelled(index) {
		status = approval.Cancelled
	}
	return &approvalsv1.Withdrawal{
		Id: w.ID, TokenId: w.TokenID, To: r.To.Address, Name: r.To.Name, Status: statuses[status], RequestedAt: rpc.Timestamp(r.CreatedAt),
		ChainId: r.ChainID, BatchId: &r.ID,
	}
}
