package chain

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/types/known/timestamppb"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/chain/decode"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
	"github.com/vitrine/vitrine/services/checkout/internal/timestamp"
)

func unavailable(err error) error { return fmt.Errorf("%w: chain: %w", order.ErrUnavailable, err) }

// Heads implements order.Fleet.
func (c Client) Heads(ctx context.Context) ([]order.Head, error) {
	res, err := c.API.ListHeads(ctx, &chainv1.ListHeadsRequest{})
	if err != nil {
		return nil, unavailable(err)
	}
	out := make([]order.Head, 0, len(res.GetItems()))
	for _, h := range res.GetItems() {
		out = append(out, order.Head{
			ChainID: h.GetChainId(), Number: h.GetNumber(), Finalized: h.GetFinalized(), FinalizedAt: timestamp.Time(h.GetFinalizedAt()),
			Depth: h.GetFinalityDepth(), Halted: h.GetHalted() != "", Vanished: h.GetVanishedTokens(), ContractUnpaid: h.GetContractUnpaid(),
		})
	}
	return out, nil
}

// Payments implements order.Fleet. An unreadable payment is an error for the whole page, because a skipped payment would never be seen again.
func (c Client) Payments(ctx context.Context, chainID uint32, from int64) (page order.ChainPayments, next int64, err error) {
	res, err := c.API.ListPayments(ctx, &chainv1.ListPaymentsRequest{
		ChainId: chainID, FromBlock: from,
	})
	if err != nil {
		return page, 0, unavailable(err)
	}
	for _, in := range res.GetItems() {
		p, err := decode.Payment(in.GetPayment())
		if err != nil {
			return page, 0, err
		}
		page.Known = append(page.Known, order.KnownPayment{
			PendingPayment: order.PendingPayment{CheckoutID: in.GetPayment().GetCheckoutId(), Payment: p}, Final: in.GetFinal(),
		})
	}
	for _, in := range res.GetUnexpected() {
		u, err := decode.Unexpected(in)
		if err != nil {
			return page, 0, err
		}
		page.Unexpected = append(page.Unexpected, u)
	}
	return page, res.GetNextBlock(), nil
}

// Mints implements order.Fleet.
func (c Client) Mints(ctx context.Context, tokenIDs []int64) (minted []order.Mint, unknown []int64, err error) {
	res, err := c.API.ListMints(ctx, &chainv1.ListMintsRequest{TokenIds: tokenIDs})
	if err != nil {
		return nil, nil, unavailable(err)
	}
	for _, m := range res.GetItems() {
		minted = append(minted, order.Mint{
			CheckoutID: m.GetCheckoutId(), TokenID: m.GetTokenId(), ChainID: m.GetChainId(), Transaction: m.GetTransactionHash(),
		})
	}
	return minted, res.GetUnknown(), nil
}

// Chains implements phase.Chain.
func (c Client) Chains(ctx context.Context) ([]uint32, error) {
	heads, err := c.Heads(ctx)
	out := make([]uint32, 0, len(heads))
	for _, h := range heads {
		out = append(out, h.ChainID)
	}
	return out, err
}

// HeldTokens implements phase.Chain.
func (c Client) HeldTokens(ctx context.Context, accountID string, wallets []string, conditions map[string][]phase.Tokens) (map[string][]int64, error) {
	req := &chainv1.HoldsTokensRequest{AccountId: accountID, Wallets: wallets}
	for condition, tokens := range conditions {
		for _, t := range tokens {
			req.Tokens = append(req.Tokens, &chainv1.TokenRange{ChainId: t.ChainID, TokenFrom: t.From, TokenTo: t.To, Block: t.Block, Condition: condition})
		}
	}
	res, err := c.API.HoldsTokens(ctx, req)
	if err != nil {
		return nil, unavailable(err)
	}
	held := map[string][]int64{}
	for _, h := range res.GetConditions() {
		if !h.GetUnknown() {
			held[h.GetCondition()] = h.GetTokenIds()
		}
	}
	if len(res.GetConditions()) > 0 {
		return held, nil
	}
	if res.GetHolds() && len(conditions) > 1 {
		return nil, fmt.Errorf("%w: the previous release of the chainwatcher doesn't say which condition is met", order.ErrUnavailable)
	}
	for condition := range conditions {
		held[condition] = res.GetTokenIds()
	}
	return held, nil
}

// TokenRelease implements refund.Fleet.
func (c Client) TokenRelease(ctx context.Context, checkoutID string, tokenID int64) (refund.TokenState, error) {
	res, err := c.API.GetTokenRelease(ctx, &chainv1.GetTokenReleaseRequest{CheckoutId: checkoutID, TokenId: tokenID})
	if err != nil {
		return refund.TokenState{}, unavailable(err)
	}
	return refund.TokenState{Release: refund.ReleaseState(res.GetState()), Vault: res.GetVault(), AccountID: res.GetAccountId()}, nil
}

// ReleaseToken implements refund.Fleet.
func (c Client) ReleaseToken(ctx context.Context, checkoutID string, tokenID int64) (refund.ReleaseState, error) {
	res, err := c.API.ReleaseToken(ctx, &chainv1.ReleaseTokenRequest{CheckoutId: checkoutID, TokenId: tokenID})
	if err != nil {
		return "", unavailable(err)
	}
	return refund.ReleaseState(res.GetState()), nil
}

// Refunds implements refund.Fleet.
func (c Client) Refunds(ctx context.Context, due []order.EtherRefundDue) ([]order.ChainRefund, error) {
	req := &chainv1.ListRefundsRequest{}
	for _, d := range due {
		req.Due = append(req.Due, &checkoutv1.EtherRefundDue{
			RefundId: d.RefundID, CheckoutId: d.CheckoutID, ChainId: d.ChainID, To: d.To, Amount: d.Wei.String(),
			DecidedAt: timestamppb.New(d.At),
		})
	}
	res, err := c.API.ListRefunds(ctx, req)
	if err != nil {
		return nil, unavailable(err)
	}
	var out []order.ChainRefund
	for _, r := range res.GetItems() {
		status, ok := map[string]purchase.RefundStatus{
			"queued": purchase.RefundQueued, "sent": purchase.RefundSent, "confirmed": purchase.RefundSucceeded, "failed": purchase.RefundRefused,
		}[r.GetStatus()]
		if !ok {
			return nil, fmt.Errorf("the chainwatcher returned refund %s with the unknown status %q", r.GetRefundId(), r.GetStatus())
		}
		out = append(out, order.ChainRefund{
			RefundID: r.GetRefundId(), Status: status, Transaction: r.GetTransactionHash(), Reason: r.GetReason(),
		})
	}
	return out, nil
}
