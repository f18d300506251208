// Package chain calls the chainwatcher for quotes, payments, mints and refunds.
package chain

import (
	"context"
	"fmt"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/money"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/timestamp"
)

// Client implements order.Quotes, order.Chain, order.Custody, order.Holders and sale.Contracts.
type Client struct {
	API chainv1connect.ChainServiceClient
}

// CreateQuote implements order.Quotes.
func (c Client) CreateQuote(ctx context.Context, r order.QuoteRequest) (order.Quote, error) {
	res, err := c.API.CreateQuote(ctx, connect.NewRequest(&chainv1.CreateQuoteRequest{
		CheckoutId: r.CheckoutID, Amount: r.Price.Amount, Currency: r.Price.Currency, ChainId: r.ChainID,
		PayoutAddress: r.Payout, ArtistShareBps: int32(r.ShareBps), RefundAddress: r.RefundAddress,
		HoldExpiresAt: timestamppb.New(r.HoldExpiresAt),
	}))
	switch {
	case connect.CodeOf(err) == connect.CodeInvalidArgument:
		return order.Quote{}, err // such as an invalid refund address: the caller has to correct it, so it keeps the chainwatcher's message
	case err != nil:
		return order.Quote{}, fmt.Errorf("%w: chain: %w", order.ErrUnavailable, err)
	}
	m := res.Msg
	value, err := money.ParseWei(m.GetValue())
	if err != nil || value.Sign() <= 0 || m.GetIntentHash() == "" || m.GetChainId() == 0 || m.GetExpiresAt() == nil {
		return order.Quote{}, fmt.Errorf("%w: the chainwatcher returned an unusable quote", order.ErrUnavailable)
	}
	return order.Quote{
		IntentHash: m.GetIntentHash(), ChainID: m.GetChainId(), To: m.GetTo(), Data: m.GetData(), Value: value, Rate: m.GetRate(),
		RateSource: m.GetRateSource(), RateAt: timestamp.Time(m.GetRateAt()), ExpiresAt: timestamp.Time(m.GetExpiresAt()),
	}, nil
}

// QuoteStatus implements order.Quotes.
func (c Client) QuoteStatus(ctx context.Context, intentHash, transaction string) (order.QuoteStatus, error) {
	res, err := c.API.GetQuoteStatus(ctx, connect.NewRequest(&chainv1.GetQuoteStatusRequest{
		IntentHash: intentHash, TransactionHash: transaction,
	}))
	if err != nil {
		return "", fmt.Errorf("%w: chain: %w", order.ErrUnavailable, err)
	}
	return order.QuoteStatus(res.Msg.GetStatus()), nil
}
