package read

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/events"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// ListHeads implements ChainService. A chain that was never up is left out.
func (r *Reader) ListHeads(ctx context.Context, _ *chainv1.ListHeadsRequest) (*chainv1.ListHeadsResponse, error) {
	links := r.Chains.All()
	var ids []int64
	for _, l := range links {
		ids = append(ids, int64(l.Chain.ID))
	}
	rows, err := r.queries(ctx).ReadHeads(ctx, ids)
	if err != nil {
		return nil, err
	}
	res := &chainv1.ListHeadsResponse{}
	for _, l := range links {
		i := slices.IndexFunc(rows, func(h db.ReadHeadsRow) bool { return h.ChainID == l.Chain.ID })
		if i < 0 {
			continue
		}
		h := rows[i]
		head := &chainv1.Head{
			ChainId: h.ChainID, Number: int64(h.Number), Finalized: int64(h.Finalized), FinalizedAt: rpc.Timestamp(postgres.OrZero(h.FinalizedAt)),
			Halted: h.Halted, VanishedTokens: h.Vanished, ContractUnpaid: h.ContractUnpaid,
		}
		if !h.Tagged {
			head.FinalityDepth = int32(l.Chain.FinalityDepth)
		}
		res.Items = append(res.Items, head)
	}
	return res, nil
}

const (
	// paymentPage is the default number of payments per page.
	paymentPage = 500
	// lastBlock is the end of the last page.
	lastBlock = uint64(1) << 62
)

// ListPayments implements ChainService. A page ends between two blocks, and has at least one block.
func (r *Reader) ListPayments(ctx context.Context, req *chainv1.ListPaymentsRequest) (*chainv1.ListPaymentsResponse, error) {
	id, err := r.Chains.Resolve(req.GetChainId())
	if err != nil {
		return nil, UnknownChain()
	}
	q, first := r.queries(ctx), uint64(max(req.GetFromBlock(), 0))
	end, err := q.ReadPageEnd(ctx, db.ReadPageEndParams{ChainID: id, First: first, Offset: cmp.Or(req.GetLimit(), paymentPage)})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		end = lastBlock
	case err != nil:
		return nil, err
	case end == first:
		end++
	}
	res := &chainv1.ListPaymentsResponse{}
	if end != lastBlock {
		res.NextBlock = int64(end)
	}
	payments, err := q.ReadPayments(ctx, db.ReadPaymentsParams{ChainID: id, First: first, EndNumber: end})
	if err != nil {
		return nil, err
	}
	contract := ""
	if link, err := r.Chains.Get(id); err == nil {
		contract = link.Chain.PaymentContract
	}
	for _, p := range payments {
		if !p.Known {
			res.Unexpected = append(res.Unexpected, &chainv1.UnexpectedPayment{
				ChainId: p.ChainID, TransactionHash: p.TxHash, Payer: p.Payer, Amount: p.Amount.String(), Reason: events.UnknownOrder, CheckoutId: p.CheckoutID,
				BlockHash: p.BlockHash, BlockNumber: int64(p.BlockNumber), LogIndex: p.LogIndex, To: contract,
			})
			continue
		}
		res.Items = append(res.Items, &chainv1.KnownPayment{Final: p.State == "confirmed", Payment: &chainv1.Payment{
			CheckoutId: p.CheckoutID, ChainId: p.ChainID, BlockHash: p.BlockHash, BlockNumber: int64(p.BlockNumber), BlockTime: timestamppb.New(p.BlockTime),
			TransactionHash: p.TxHash, LogIndex: p.LogIndex, Payer: p.Payer, Amount: p.Amount.String(), ArtistShare: p.ArtistShare.String(),
			Artist: p.Artist, RefundAddress: p.RefundAddress, IntentHash: p.IntentHash,
		}})
	}
	incoming, err := q.ReadIncoming(ctx, db.ReadIncomingParams{ChainID: id, First: first, EndNumber: end})
	for _, m := range incoming {
		res.Unexpected = append(res.Unexpected, &chainv1.UnexpectedPayment{
			ChainId: m.ChainID, TransactionHash: m.TxHash, Payer: m.Payer, Amount: m.Amount.String(), Reason: events.DirectTransfer,
			BlockHash: m.BlockHash, BlockNumber: int64(m.BlockNumber), LogIndex: m.LogIndex, To: m.ToAddress, Asset: m.Asset,
		})
	}
	return res, err
}
