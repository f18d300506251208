package read

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/types/known/timestamppb"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// payoutPage is the number of payouts per page.
const payoutPage = 27

// Payouts returns a page of the withdrawals and open payouts of wallets, newest first.
func (r *Reader) Payouts(ctx context.Context, wallets []string, page int32) (*chainv1.ListPayoutsResponse, error) {
	page = max(page, 1)
	rows, err := r.queries(ctx).ReadPayouts(ctx, db.ReadPayoutsParams{Payees: lower(wallets), Limit: payoutPage, Offset: (page - 1) * payoutPage})
	if err != nil {
		return nil, err
	}
	res := &chainv1.ListPayoutsResponse{Page: page, PageCount: 1}
	for _, p := range rows {
		res.TotalCount, res.PageCount = int32(p.Total), int32((p.Total+payoutPage-1)/payoutPage)
		item := &chainv1.Payout{Id: p.ID, ChainId: p.ChainID, Payee: p.Payee, Status: p.Status, TransactionHash: p.TxHash, At: timestamppb.New(p.At), Reason: p.Reason}
		if p.Amount.Sign() > 0 {
			item.Amount = p.Amount.String()
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// ListPayeeEntries implements ChainService.
func (r *Reader) ListPayeeEntries(ctx context.Context, req *chainv1.ListPayeeEntriesRequest) (*chainv1.ListPayeeEntriesResponse, error) {
	q, payees, from := r.queries(ctx), lower(req.GetPayees()), req.GetFrom().AsTime()
	var ids []int64
	for _, id := range r.Chains.IDs() {
		ids = append(ids, int64(id))
	}
	switch missing, err := q.ReadPayeesIncomplete(ctx, ids); {
	case err != nil:
		return nil, err
	case missing > 0:
		return nil, ChainUnavailable(fmt.Errorf("entries of payees are read again on %d chains", missing))
	}
	openings, err := q.ReadPayeeOpenings(ctx, db.ReadPayeeOpeningsParams{Payees: payees, Before: from})
	if err != nil {
		return nil, err
	}
	rows, err := q.ReadPayeeEntries(ctx, db.ReadPayeeEntriesParams{Payees: payees, Since: from, Before: req.GetTo().AsTime(), Limit: req.GetLimit()})
	return &chainv1.ListPayeeEntriesResponse{
		Openings: list(openings, func(o db.ReadPayeeOpeningsRow) *chainv1.PayeeOpening {
			return &chainv1.PayeeOpening{ChainId: o.ChainID, Amount: o.Amount.String()}
		}),
		Items: list(rows, func(e db.PayeeEntry) *chainv1.PayeeEntry {
			return &chainv1.PayeeEntry{
				ChainId: e.ChainID, Payee: e.Payee, Amount: e.Amount.String(), At: timestamppb.New(e.BlockTime), TransactionHash: e.TxHash,
				BlockHash: e.BlockHash, LogIndex: e.LogIndex,
			}
		}),
	}, err
}
