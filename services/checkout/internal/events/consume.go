package events

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/kit/bus"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/chain/decode"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
)

// Subscribe registers the chain's events with a consumer.
func Subscribe(c *bus.Consumer, orders *order.Service, refunds *refund.Service) {
	bus.On(c, func(ctx context.Context, f *chainv1.PaymentSeen) error {
		return payment(ctx, f.GetPayment(), orders.PaymentSeen)
	})
	bus.On(c, func(ctx context.Context, f *chainv1.PaymentConfirmed) error {
		return payment(ctx, f.GetPayment(), orders.PaymentConfirmed)
	})
	bus.On(c, func(ctx context.Context, f *chainv1.PaymentReverted) error {
		return payment(ctx, f.GetPayment(), orders.PaymentReverted)
	})
	bus.On(c, func(ctx context.Context, f *chainv1.QuoteExpired) error {
		return orders.QuoteExpired(ctx, f.GetCheckoutId(), f.GetIntentHash())
	})
	bus.On(c, func(ctx context.Context, f *chainv1.UnexpectedPayment) error {
		u, err := decode.Unexpected(f)
		if err != nil {
			return bus.Poison(err)
		}
		return orders.UnexpectedPayment(ctx, u)
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
		return orders.TokenMinted(ctx, f.GetCheckoutId(), f.GetChainId(), f.GetTransactionHash())
	})
	bus.On(c, func(ctx context.Context, f *chainv1.TokenReturned) error {
		return refunds.TokenReturned(ctx, f.GetCheckoutId())
	})
	bus.On(c, func(ctx context.Context, f *chainv1.GiftAccepted) error {
		if f.GetAcceptedAt() == nil {
			return bus.Poison(errors.New("a gift was accepted without a time"))
		}
		return orders.GiftAccepted(ctx, f.GetCheckoutId(), f.GetAcceptedAt().AsTime())
	})
}

func payment(ctx context.Context, in *chainv1.Payment, apply func(context.Context, string, purchase.Payment) error) error {
	p, err := decode.Payment(in)
	if err != nil {
		return bus.Poison(err)
	}
	return apply(ctx, in.GetCheckoutId(), p)
}
