package events

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/bus"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/chain/decode"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Payments receives the chain's events about payments.
type Payments interface {
	PaymentSeen(ctx context.Context, checkoutID string, p order.Payment) error
	PaymentConfirmed(ctx context.Context, checkoutID string, p order.Payment) error
	PaymentReverted(ctx context.Context, checkoutID string, p order.Payment) error
	QuoteExpired(ctx context.Context, checkoutID, intentHash string) error
	UnexpectedPayment(ctx context.Context, u order.Unexpected) error
}

// Transfers receives the chain's events about tokens, gifts and refunds.
type Transfers interface {
	TokenMinted(ctx context.Context, checkoutID string, chainID uint32, transaction string) error
	EtherRefund(ctx context.Context, t order.ChainRefund) error
	GiftAccepted(ctx context.Context, checkoutID string, at time.Time) error
}

// Subscribe registers the chain's events with a consumer.
func Subscribe(c *bus.Consumer, payments Payments, transfers Transfers) {
	bus.On(c, func(ctx context.Context, f *chainv1.PaymentSeen) error {
		return payment(ctx, f.GetPayment(), payments.PaymentSeen)
	})
	bus.On(c, func(ctx context.Context, f *chainv1.PaymentConfirmed) error {
		return payment(ctx, f.GetPayment(), payments.PaymentConfirmed)
	})
	bus.On(c, func(ctx context.Context, f *chainv1.PaymentReverted) error {
		return payment(ctx, f.GetPayment(), payments.PaymentReverted)
	})
	bus.On(c, func(ctx context.Context, f *chainv1.QuoteExpired) error {
		return payments.QuoteExpired(ctx, f.GetCheckoutId(), f.GetIntentHash())
	})
	bus.On(c, func(ctx context.Context, f *chainv1.UnexpectedPayment) error {
		u, err := decode.Unexpected(f)
		if err != nil {
			return bus.Poison(err)
		}
		return payments.UnexpectedPayment(ctx, u)
	})
	bus.On(c, func(ctx context.Context, f *chainv1.EtherRefundSent) error {
		return transfers.EtherRefund(ctx, order.ChainRefund{
			RefundID: f.GetRefundId(), Status: order.RefundSent, Transaction: f.GetTransactionHash(),
		})
	})
	bus.On(c, func(ctx context.Context, f *chainv1.EtherRefundConfirmed) error {
		return transfers.EtherRefund(ctx, order.ChainRefund{
			RefundID: f.GetRefundId(), Status: order.RefundSucceeded, Transaction: f.GetTransactionHash(),
		})
	})
	bus.On(c, func(ctx context.Context, f *chainv1.EtherRefundFailed) error {
		return transfers.EtherRefund(ctx, order.ChainRefund{
			RefundID: f.GetRefundId(), Status: order.RefundRefused, Reason: f.GetReason(),
		})
	})
	bus.On(c, func(ctx context.Context, f *chainv1.TokenMinted) error {
		return transfers.TokenMinted(ctx, f.GetCheckoutId(), f.GetChainId(), f.GetTransactionHash())
	})
	bus.On(c, func(ctx context.Context, f *chainv1.GiftAccepted) error {
		if f.GetAcceptedAt() == nil {
			return bus.Poison(errors.New("a gift was accepted without a time"))
		}
		return transfers.GiftAccepted(ctx, f.GetCheckoutId(), f.GetAcceptedAt().AsTime())
	})
}

func payment(ctx context.Context, in *chainv1.Payment, apply func(context.Context, string, order.Payment) error) error {
	p, err := decode.Payment(in)
	if err != nil {
		return bus.Poison(err)
	}
	return apply(ctx, in.GetCheckoutId(), p)
}
