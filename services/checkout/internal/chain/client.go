// Package chain calls the chainwatcher for quotes, payments, mints and refunds.
package chain

import (
	"context"
	"fmt"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/timestamp"
)

// Client implements what order.Fleet and refund.Fleet need of the chainwatcher, phase.Chain and sale.Contracts.
type Client struct {
	API chainv1connect.ChainServiceClient
}

// CreateQuote implements order.Fleet.
func (c Client) CreateQuote(ctx context.Context, r order.QuoteRequest) (purchase.Quote, error) {
	m, err := c.API.CreateQuote(ctx, &chainv1.CreateQuoteRequest{
		CheckoutId: r.CheckoutID, Amount: r.Price.Amount, Currency: r.Price.Currency, ChainId: r.ChainID,
		PayoutAddress: r.Payout, ArtistShareBps: int32(r.ShareBps), RefundAddress: r.RefundAddress,
		HoldExpiresAt: timestamppb.New(r.HoldExpiresAt),
	})
	switch {
	case connect.CodeOf(err) == connect.CodeInvalidArgument:
		return purchase.Quote{}, err // the caller has to correct this, for example a refund address: keep the chainwatcher's message
	case connect.CodeOf(err) == connect.CodeOutOfRange:
		return purchase.Quote{}, order.ErrHoldExpired
	case err != nil:
		return purchase.Quote{}, fmt.Errorf("%w: chain: %w", order.ErrUnavailable, err)
	}
	value, err := money.ParseWei(m.GetValue())
	if err != nil || value.Sign() <= 0 || m.GetIntentHash() == "" || m.GetChainId() == 0 || m.GetExpiresAt() == nil {
		return purchase.Quote{}, fmt.Errorf("%w: the chainwatcher returned an unusable quote", order.ErrUnavailable)
	}
	return purchase.Quote{
		IntentHash: m.GetIntentHash(), ChainID: m.GetChainId(), To: m.GetTo(), Data: m.GetData(), Value: value, Rate: m.GetRate(),
		RateSource: m.GetRateSource(), RateAt: timestamp.Time(m.GetRateAt()), ExpiresAt: timestamp.Time(m.GetExpiresAt()),
	}, nil
}

// CheckRecipient implements order.Fleet.
func (c Client) CheckRecipient(ctx context.Context, g purchase.Gift) (purchase.Gift, error) {
	res, err := c.API.CheckRecipient(ctx, &chainv1.CheckRecipientRequest{To: g.To, Name: g.ToName})
	if err != nil {
		// The caller has to correct the address or the name, or use an address while names can't be resolved: keep the chainwatcher's message.
		code := connect.CodeOf(err)
		if code == connect.CodeInvalidArgument || code == connect.CodeFailedPrecondition || rpc.HasReason(err, chainv1.Reason_REASON_NAME_SERVICE_UNAVAILABLE) {
			return g, err
		}
		return g, fmt.Errorf("%w: chain: %w", order.ErrUnavailable, err)
	}
	g.To, g.ToName = res.GetTo(), res.GetName()
	return g, nil
}

// QuoteStatus implements order.Fleet.
func (c Client) QuoteStatus(ctx context.Context, intentHash, transaction string) (order.QuoteStatus, error) {
	res, err := c.API.GetQuoteStatus(ctx, &chainv1.GetQuoteStatusRequest{
		IntentHash: intentHash, TransactionHash: transaction,
	})
	if err != nil {
		return "", fmt.Errorf("%w: chain: %w", order.ErrUnavailable, err)
	}
	return order.QuoteStatus(res.GetStatus()), nil
}
