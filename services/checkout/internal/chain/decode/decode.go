// Package decode converts the chainwatcher's payments, from events and responses.
package decode

import (
	"errors"
	"fmt"
	"slices"

	"github.com/vitrine/vitrine/kit/money"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Payment converts a payment. Its key is the chain, the block and the log index, so a payment that is mined again in another block is
// a separate sighting, and payments on different chains never match.
func Payment(in *chainv1.Payment) (purchase.Payment, error) {
	if in.GetChainId() == 0 || in.GetBlockHash() == "" || in.GetBlockTime() == nil {
		return purchase.Payment{}, errors.New("a payment without chain, block or time")
	}
	wei, err := money.ParseWei(in.GetAmount())
	if err != nil {
		return purchase.Payment{}, err
	}
	share := money.Wei{}
	if in.GetArtistShare() != "" {
		if share, err = money.ParseWei(in.GetArtistShare()); err != nil {
			return purchase.Payment{}, err
		}
	}
	if wei.Sign() <= 0 || share.Sign() < 0 || share.Cmp(wei) > 0 {
		return purchase.Payment{}, fmt.Errorf("a payment of %s wei with an invalid share of %s", wei, share)
	}
	return purchase.Payment{
		Key:     fmt.Sprintf("eip155:%d:%s:%d", in.GetChainId(), in.GetBlockHash(), in.GetLogIndex()),
		Method:  purchase.Ether,
		ChainID: in.GetChainId(), BlockHash: in.GetBlockHash(), BlockNumber: in.GetBlockNumber(),
		BlockTime: in.GetBlockTime().AsTime(), LogIndex: in.GetLogIndex(), Transaction: in.GetTransactionHash(),
		Payer: in.GetPayer(), Wei: wei, ArtistWei: share, Artist: in.GetArtist(), RefundAddress: in.GetRefundAddress(),
		IntentHash: in.GetIntentHash(),
	}, nil
}

// Unexpected converts money received outside the payment contract.
func Unexpected(in *chainv1.UnexpectedPayment) (order.Unexpected, error) {
	wei, err := money.ParseWei(in.GetAmount())
	if err != nil {
		return order.Unexpected{}, err
	}
	if in.GetChainId() == 0 || in.GetTransactionHash() == "" || wei.Sign() < 0 {
		return order.Unexpected{}, errors.New("unexpected money without chain or transaction")
	}
	if !slices.Contains(purchase.Reasons, in.GetReason()) {
		return order.Unexpected{}, fmt.Errorf("unexpected money with the unknown reason %q", in.GetReason())
	}
	return order.Unexpected{
		CheckoutID: in.GetCheckoutId(), Transaction: in.GetTransactionHash(), Payer: in.GetPayer(), Reason: in.GetReason(),
		ChainID: in.GetChainId(), Wei: wei, BlockHash: in.GetBlockHash(), BlockNumber: in.GetBlockNumber(),
		LogIndex: in.GetLogIndex(), To: in.GetTo(), Asset: in.GetAsset(),
	}, nil
}
