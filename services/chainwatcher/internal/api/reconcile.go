package api

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/events"
)

// defaultPage is the default number of payments per page.
const defaultPage = 500

// ListHeads returns how far each chain was followed. A chain that was never up is left out.
func (s *Chain) ListHeads(ctx context.Context, _ *chainv1.ListHeadsRequest) (*chainv1.ListHeadsResponse, error) {
	res := &chainv1.ListHeadsResponse{}
	for _, l := range s.Chains.All() {
		c, err := s.Money.Cursor(ctx, l.Chain.ID)
		if errors.Is(err, chain.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, public(err)
		}
		head := &chainv1.Head{ChainId: c.ChainID, Number: int64(c.Number), Finalized: int64(c.Finalized)}
		switch final, err := s.Money.Header(ctx, c.ChainID, c.Finalized); {
		case err == nil:
			head.FinalizedAt = timestamppb.New(final.Time)
		case !errors.Is(err, chain.ErrNotFound): // a chain that has just started has no stored header of a final block
			return nil, public(err)
		}
		switch halt, err := s.Money.Halted(ctx, c.ChainID); {
		case err == nil:
			head.Halted, head.VanishedTokens = string(halt.Reason), int32(halt.Vanished)
		case !errors.Is(err, chain.ErrNotFound):
			return nil, public(err)
		}
		unpaid, err := s.Money.CountUnpaid(ctx, c.ChainID)
		if err != nil {
			return nil, public(err)
		}
		head.ContractUnpaid = int32(unpaid)
		if !c.Tagged {
			head.FinalityDepth = int32(l.Chain.FinalityDepth)
		}
		res.Items = append(res.Items, head)
	}
	return res, nil
}

// ListPayments returns the chain's payments from a height on. Events may be lost; this is the source of truth.
func (s *Chain) ListPayments(ctx context.Context, req *chainv1.ListPaymentsRequest) (*chainv1.ListPaymentsResponse, error) {
	id, err := s.Chains.Resolve(req.GetChainId())
	if err != nil {
		return nil, public(err)
	}
	limit := int(req.GetLimit())
	limit = cmp.Or(limit, defaultPage)
	page, err := s.Money.Money(ctx, id, uint64(max(req.GetFromBlock(), 0)), limit)
	if err != nil {
		return nil, public(err)
	}
	contract := ""
	if link, err := s.Chains.Get(id); err == nil {
		contract = link.Chain.PaymentContract
	}
	res := &chainv1.ListPaymentsResponse{NextBlock: int64(page.Next)}
	for _, p := range page.Payments {
		if p.Known {
			res.Items = append(res.Items, &chainv1.KnownPayment{Payment: events.Payment(p.Payment), Final: p.Final})
		} else {
			res.Unexpected = append(res.Unexpected, events.UnexpectedPayment(p.Payment, events.UnknownOrder, contract))
		}
	}
	for _, m := range page.Incoming {
		res.Unexpected = append(res.Unexpected, events.DirectTransfer(m))
	}
	return res, nil
}

// ListMints returns the final mints.
func (s *Chain) ListMints(ctx context.Context, req *chainv1.ListMintsRequest) (*chainv1.ListMintsResponse, error) {
	known, err := s.Money.Mints(ctx, req.GetTokenIds())
	if err != nil {
		return nil, public(err)
	}
	res := &chainv1.ListMintsResponse{}
	for _, id := range req.GetTokenIds() {
		i := slices.IndexFunc(known, func(t chain.Token) bool { return t.TokenID == id })
		if i < 0 {
			res.Unknown = append(res.Unknown, id)
			continue
		}
		link, err := s.Chains.Get(known[i].ChainID)
		if known[i].Status != chain.Minted || err != nil {
			continue // in progress, or its chain is down
		}
		res.Items = append(res.Items, &chainv1.TokenMinted{
			CheckoutId: known[i].CheckoutID, TokenId: id, ChainId: known[i].ChainID, Contract: link.Chain.TokenContract, TransactionHash: known[i].MintTx,
		})
	}
	return res, nil
}

// ListRefunds returns the status of refunds, and accepts those that are still unknown.
func (s *Chain) ListRefunds(ctx context.Context, req *chainv1.ListRefundsRequest) (*chainv1.ListRefundsResponse, error) {
	res := &chainv1.ListRefundsResponse{}
	for _, due := range req.GetDue() {
		r, err := events.Due(due)
		if err == nil {
			r, err = s.Refunds.Take(ctx, r)
		}
		if errors.Is(err, chain.ErrRefund) {
			s.Log.ErrorContext(ctx, "a refund cannot be read", "refund", due.GetRefundId(), "error", err)
			continue
		}
		if err != nil {
			return nil, public(err)
		}
		res.Items = append(res.Items, &chainv1.KnownRefund{
			RefundId: r.ID, Status: string(r.Status), TransactionHash: r.TxHash, Reason: r.Reason,
		})
	}
	return res, nil
}
