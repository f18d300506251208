package events

import (
	"context"
	"errors"
	"fmt"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/money"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Till is what facts are told to.
type Till interface {
	PaymentSeen(ctx context.Context, checkoutID string, p order.Payment) error
	PaymentConfirmed(ctx context.Context, checkoutID string, p order.Payment) error
	PaymentReverted(ctx context.Context, checkoutID string, p order.Payment) error
	QuoteExpired(ctx context.Context, checkoutID, intentHash string) error
	UnexpectedPayment(ctx context.Context, u order.Unexpected) error
	TokenMinted(ctx context.Context, checkoutID string, chainID uint32, transaction string) error
}

// Subscribe adds the facts of the chain to a consumer.
func Subscribe(c *bus.Consumer, till Till) {
	bus.On(c, func(ctx context.Context, f *chainv1.PaymentSeen) error {
		return payment(ctx, f.GetPayment(), till.PaymentSeen)
	})
	bus.On(c, func(ctx context.Context, f *chainv1.PaymentConfirmed) error {
		return payment(ctx, f.GetPayment(), till.PaymentConfirmed)
	})
	bus.On(c, func(ctx context.Context, f *chainv1.PaymentReverted) error {
		return payment(ctx, f.GetPayment(), till.PaymentReverted)
	})
	bus.On(c, func(ctx context.Context, f *chainv1.QuoteExpired) error {
		return till.QuoteExpired(ctx, f.GetCheckoutId(), f.GetIntentHash())
	})
	bus.On(c, func(ctx context.Context, f *chainv1.UnexpectedPayment) error {
		return till.UnexpectedPayment(ctx, order.Unexpected{
			CheckoutID: f.GetCheckoutId(), Transaction: f.GetTransactionHash(), Payer: f.GetPayer(), Wei: f.GetAmount(),
			Reason: f.GetReason(), ChainID: f.GetChainId(),
		})
	})
	bus.On(c, func(ctx context.Context, f *chainv1.TokenMinted) error {
		return till.TokenMinted(ctx, f.GetCheckoutId(), f.GetChainId(), f.GetTransactionHash())
	})
}

func payment(ctx context.Context, in *chainv1.Payment, tell func(context.Context, string, order.Payment) error) error {
	p, err := decode(in)
	if err != nil {
		return bus.Poison(err)
	}
	return tell(ctx, in.GetCheckoutId(), p)
}

// decode reads a payment. Its key is the chain, the block and the place in the block: another chain's coin is not ether, and
// a payment that is mined again is another sighting.
func decode(in *chainv1.Payment) (order.Payment, error) {
	if in.GetChainId() == 0 || in.GetBlockHash() == "" || in.GetBlockTime() == nil {
		return order.Payment{}, errors.New("a payment without chain, block or time")
	}
	wei, err := money.ParseWei(in.GetAmount())
	if err != nil {
		return order.Payment{}, err
	}
	share := money.Wei{}
	if in.GetArtistShare() != "" {
		if share, err = money.ParseWei(in.GetArtistShare()); err != nil {
			return order.Payment{}, err
		}
	}
	if wei.Sign() <= 0 || share.Sign() < 0 || share.Cmp(wei) > 0 {
		return order.Payment{}, fmt.Errorf("a payment of %s wei with a share of %s", wei, share)
	}
	return order.Payment{
		Key:     fmt.Sprintf("eip155:%d:%s:%d", in.GetChainId(), in.GetBlockHash(), in.GetLogIndex()),
		Method:  order.Ether,
		ChainID: in.GetChainId(), BlockHash: in.GetBlockHash(), BlockNumber: in.GetBlockNumber(),
		BlockTime: in.GetBlockTime().AsTime(), LogIndex: in.GetLogIndex(), Transaction: in.GetTransactionHash(),
		Payer: in.GetPayer(), Wei: wei, ArtistWei: share, Artist: in.GetArtist(), RefundAddress: in.GetRefundAddress(),
		IntentHash: in.GetIntentHash(),
	}, nil
}
