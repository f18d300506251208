package chain

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/money"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
	"github.com/vitrine/vitrine/services/checkout/internal/timestamp"
)

// Changes implements sale.Contracts.
func (c Client) Changes(ctx context.Context, wallets []string, p sale.Period, limit int) (map[uint32]money.Wei, []sale.Change, error) {
	res, err := c.API.ListPayeeEntries(ctx, &chainv1.ListPayeeEntriesRequest{
		Payees: wallets, From: timestamppb.New(p.From), To: timestamppb.New(p.To), Limit: int32(limit),
	})
	if err != nil {
		return nil, nil, fmt.Errorf("%w: chain: %w", sale.ErrUnavailable, err)
	}
	openings := map[uint32]money.Wei{}
	for _, o := range res.GetOpenings() {
		if openings[o.GetChainId()], err = money.ParseWei(o.GetAmount()); err != nil {
			return nil, nil, err
		}
	}
	changes := make([]sale.Change, len(res.GetItems()))
	for i, e := range res.GetItems() {
		changes[i] = sale.Change{
			Event: sale.Event{ChainID: e.GetChainId(), BlockHash: e.GetBlockHash(), LogIndex: e.GetLogIndex()}, At: timestamp.Time(e.GetAt()),
			Transaction: e.GetTransactionHash(), Payee: e.GetPayee(),
		}
		if changes[i].Amount, err = money.ParseWei(e.GetAmount()); err != nil {
			return nil, nil, err
		}
	}
	return openings, changes, nil
}
