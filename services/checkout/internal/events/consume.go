package events

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/bus"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/chain/decode"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Payments receives the chain's events about payments.
type Payments interface {
	PaymentSeen(ctx context.Context, checkoutID string, p purchase.Payment) error
	PaymentConfirmed(ctx context.Context, checkoutID string, p purchase.Payment) error
	PaymentReverted(ctx context.Context, checkoutID string, p purchase.Payment) error
	QuoteExpired(ctx context.Context, checkoutID, intentHash string) error
	UnexpectedPayment(ctx context.Context, u order.Unexpected) error
}

// Deliveries handles events about tokens.
type Deliveries interface {
	TokenMinted(ctx context.Context, checkoutID string, chainID uint32, transaction string) error
	GiftAccepted(ctx context.Context, checkoutID string, at time.Time) error
}

// Refunds handles events about refunds in ether, and about tokens that refunds wait for.
type Refunds interface {
	EtherRefund(ctx context.Context, t order.ChainRefund) error
	TokenReturned(ctx context.Context, checkoutID string) error
}

// Subscribe registers the chain's events with a consumer.
func Subscribe(c *bus.Consumer, payments Payments, deliveries Deliveries, refunds Refunds) {
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
		return refunds.EtherRefund(ctx, order.ChainRefund{
			RefundID: f.GetRefundId(), Status: purchase.RefundSent, Transaction: f.GetTransactionHash(),
		})
	})
	bus.On(c, func(ctx context.Context, f *chainv1.EtherRefundConfirmed) error {
		return refunds.EtherRefund(ctx, order.ChainRefund{
			RefundID: f.GetRefundId(), Status: purchase.RefundSucceeded, Transaction: f.GetTransactionHash(),
		})
	})
	bus.On(c, func(ctx context.Context, f *chainv1.EtherRefundFailed) error {
		return refunds.EtherRefund(ctx, order.ChainRefund{
			RefundID: f.GetRefundId(), Status: purchase.RefundRefused, Reason: f.GetReason(),
		})
	})
	bus.On(c, func(ctx context.Context, f *chainv1.TokenMinted) error {
		return deliveries.TokenMinted(ctx, f.GetCheckoutId(), f.GetChainId(), f.GetTransactionHash())
	})
	bus.On(c, func(ctx context.Context, f *chainv1.TokenReturned) error {
		return refunds.TokenReturned(ctx, f.GetCheckoutId())
	})
	bus.On(c, func(ctx context.Context, f *chainv1.GiftAccepted) error {
		if f.GetAcceptedAt() == nil {
			return bus.Poison(errors.New("a gift was accepted without a time"))
		}
		return deliveries.GiftAccepted(ctx, f.GetCheckoutId(), f.GetAcceptedAt().AsTime())
	})
}

func payment(ctx context.Context, in *chainv1.Payment, apply func(context.Context, string, purchase.Payment) error) error {
	p, err := decode.Payment(in)
	if err != nil {
		return bus.Poison(err)
	}
	return apply(ctx, in.GetCheckoutId(), p)
}
