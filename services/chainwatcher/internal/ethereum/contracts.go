package ethereum

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/vitrine/vitrine/contracts/bindings"
	"github.com/vitrine/vitrine/contracts/payments"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

var (
	tokenABI    = bindings.NewVitrineToken()
	paymentsABI = bindings.NewVitrinePayments()
	feedABI     = bindings.NewVitrinePriceFeed()
)

// Contracts implements chain.Contracts.
type Contracts struct {
	node   *Node
	chain  chain.Chain
	second string
	key    chain.Key
	vault  common.Address
}

// NewContracts calls the contracts of c. key signs intents; second is the second price feed, or empty.
func NewContracts(n *Node, c chain.Chain, second string, key chain.Key) *Contracts {
	return &Contracts{node: n, chain: c, second: second, key: key, vault: common.HexToAddress(c.Vault)}
}

func (k *Contracts) call(ctx context.Context, from common.Address, to string, data []byte) ([]byte, error) {
	return call(ctx, k.node, from, common.HexToAddress(to), data)
}

// call runs eth_call on the newest block. ErrReverted wraps the node's error, which revertData reads.
func call(ctx context.Context, n *Node, from, to common.Address, data []byte) ([]byte, error) {
	// A majority has to agree on a revert, too.
	type reply struct {
		data    []byte
		refused error
	}
	out, err := agree(ctx, n, callTimeout, lenient, func(ctx context.Context, r reader) (reply, error) {
		data, err := r.c().CallContract(ctx, ethereum.CallMsg{From: from, To: &to, Data: data}, nil)
		if _, reverted := revertData(err); reverted {
			return reply{refused: fmt.Errorf("%w: %w", chain.ErrReverted, err)}, nil
		}
		return reply{data: data}, err
	}, func(r reply) string { return fmt.Sprintf("%t %x", r.refused != nil, r.data) })
	if err == nil {
		err = out.refused
	}
	return out.data, err
}

// Platform returns the address that the payment contract credits the platform's share to.
func (k *Contracts) Platform(ctx context.Context) (string, error) {
	data, err := k.call(ctx, common.Address{}, k.chain.PaymentContract, paymentsABI.PackPlatform())
	if err != nil {
		return "", err
	}
	platform, err := paymentsABI.UnpackPlatform(data)
	return platform.Hex(), err
}

// Price implements chain.Contracts.
func (k *Contracts) Price(ctx context.Context) (chain.Price, error) {
	p, err := k.feed(ctx, k.chain.PriceFeed)
	if err != nil || k.second == "" {
		return p, err
	}
	other, err := k.feed(ctx, k.second)
	if err != nil {
		return p, err
	}
	if !p.IsClose(other) {
		return p, fmt.Errorf("%w: the feeds say %s and %s", chain.ErrPricesDiffer, p.Text(), other.Text())
	}
	if other.At.Before(p.At) {
		p.At = other.At // the price is as old as the older one
	}
	return p, nil
}

func (k *Contracts) feed(ctx context.Context, address string) (chain.Price, error) {
	if address == "" {
		return chain.Price{}, chain.ErrNoPrice
	}
	price := chain.Price{Currency: "USD", Source: "price feed " + address}
	data, err := k.call(ctx, common.Address{}, address, feedABI.PackDescription())
	if err != nil && !errors.Is(err, chain.ErrReverted) {
		return price, fmt.Errorf("%w: %w", chain.ErrNoPrice, err)
	}
	if description, err := feedABI.UnpackDescription(data); err == nil {
		price.Source = description
	}
	if k.chain.Coin != "" && !chain.Measures(price.Source, k.chain.Coin) {
		return price, fmt.Errorf("%w: %s says %q, want %q; correct priceFeed, or set ALLOW_OTHER_PRICE_FEED=true", chain.ErrOtherFeed, address, price.Source, k.chain.Coin+" / USD")
	}
	if data, err = k.call(ctx, common.Address{}, address, feedABI.PackLatestRoundData()); err == nil {
		var round bindings.LatestRoundDataOutput
		if round, err = feedABI.UnpackLatestRoundData(data); err == nil {
			price.Answer, price.At = round.Answer, time.Unix(round.UpdatedAt.Int64(), 0).UTC()
			err = complete(round)
		}
	}
	if err != nil {
		return price, fmt.Errorf("%w: %w", chain.ErrNoPrice, err)
	}
	if data, err = k.call(ctx, common.Address{}, address, feedABI.PackDecimals()); err == nil {
		price.Decimals, err = feedABI.UnpackDecimals(data)
	}
	if err != nil {
		return price, fmt.Errorf("%w: %w", chain.ErrNoPrice, err)
	}
	return price, nil
}

// complete rejects a round without a price, one carried over from an earlier round, and a price that isn't above zero.
func complete(round bindings.LatestRoundDataOutput) error {
	switch {
	case round.UpdatedAt.Sign() <= 0 || !round.UpdatedAt.IsInt64():
		return fmt.Errorf("%w: the round has no time", chain.ErrRoundIncomplete)
	case round.AnsweredInRound.Cmp(round.RoundId) < 0:
		return fmt.Errorf("%w: the answer is of round %s, not %s", chain.ErrRoundIncomplete, round.AnsweredInRound, round.RoundId)
	case round.Answer.Sign() <= 0:
		return fmt.Errorf("%w: %s", chain.ErrNotAPrice, round.Answer)
	}
	return nil
}

// Intent implements chain.Contracts.
func (k *Contracts) Intent(ctx context.Context, i chain.Intent) (chain.Signed, error) {
	order, err := payments.OrderID(i.CheckoutID)
	if err != nil {
		return chain.Signed{}, err
	}
	intent := bindings.Intent{
		OrderId: order, Amount: i.Amount.Big(), Artist: common.HexToAddress(i.Artist), ArtistShare: i.ArtistShare.Big(),
		RefundAddress: common.HexToAddress(i.RefundAddress), Deadline: uint64(i.Deadline.Unix()),
	}
	id, contract := new(big.Int).SetUint64(uint64(k.chain.ID)), common.HexToAddress(k.chain.PaymentContract)
	message, err := payments.Message(id, contract, intent)
	if err != nil {
		return chain.Signed{}, err
	}
	signature, err := k.key.Sign(ctx, message)
	if err != nil {
		return chain.Signed{}, err
	}
	data, err := paymentsABI.TryPackPay(intent, signature)
	return chain.Signed{Hash: payments.Digest(id, contract, intent).Hex(), Data: data}, err
}

// Paid implements chain.Contracts.
func (k *Contracts) Paid(ctx context.Context, checkoutID string) (string, error) {
	order, err := payments.OrderID(checkoutID)
	if err != nil {
		return "", err
	}
	data, err := k.call(ctx, common.Address{}, k.chain.PaymentContract, paymentsABI.PackPaid(order))
	if err != nil {
		return "", err
	}
	intent, err := paymentsABI.UnpackPaid(data)
	if err != nil || intent == [32]byte{} {
		return "", err
	}
	return common.Hash(intent).Hex(), nil
}

// Mined implements chain.Contracts.
func (k *Contracts) Mined(ctx context.Context, hash string) (bool, error) {
	_, err := k.node.receipt(ctx, hash)
	if errors.Is(err, chain.ErrNotYet) {
		return false, nil
	}
	return err == nil, err
}

// Owner implements chain.Contracts.
func (k *Contracts) Owner(ctx context.Context, tokenID int64) (string, error) {
	data, err := k.call(ctx, common.Address{}, k.chain.TokenContract, tokenABI.PackOwnerOf(big.NewInt(tokenID)))
	if errors.Is(err, chain.ErrReverted) {
		return "", chain.ErrNotYet
	}
	if err != nil {
		return "", err
	}
	owner, err := tokenABI.UnpackOwnerOf(data)
	return owner.Hex(), err
}

// CanMove implements chain.Contracts.
func (k *Contracts) CanMove(ctx context.Context, tokenID int64, to string) error {
	_, err := k.call(ctx, k.vault, k.chain.TokenContract, tokenABI.PackSafeTransferFrom(k.vault, common.HexToAddress(to), big.NewInt(tokenID)))
	if errors.Is(err, chain.ErrReverted) {
		return fmt.Errorf("%w: %w", chain.ErrTarget, err)
	}
	return err
}

// Mint implements chain.Contracts.
func (k *Contracts) Mint(tokenID int64) (chain.Call, error) {
	data, err := tokenABI.TryPackMint(k.vault, big.NewInt(tokenID))
	return chain.Call{Contract: k.chain.TokenContract, Data: data}, err
}

// Transfer implements chain.Contracts.
func (k *Contracts) Transfer(tokenID int64, to string) (chain.Call, error) {
	data, err := tokenABI.TryPackSafeTransferFrom(k.vault, common.HexToAddress(to), big.NewInt(tokenID))
	return chain.Call{Contract: k.chain.TokenContract, Data: data}, err
}

// Refund implements chain.Contracts.
func (k *Contracts) Refund(ctx context.Context, refundID, to string, wei money.Wei, inFull bool) (chain.Call, error) {
	id, err := payments.OrderID(refundID)
	if err != nil {
		return chain.Call{}, err
	}
	amount := wei.Big()
	data, err := paymentsABI.TryPackRefund(id, common.HexToAddress(to), amount)
	if err != nil {
		return chain.Call{}, err
	}
	call := chain.Call{Contract: k.chain.PaymentContract, Data: data, Value: amount}
	if inFull {
		if can, err := k.covers(ctx, amount); err != nil || can {
			return call, err
		}
	}
	balance, err := k.call(ctx, common.Address{}, k.chain.PaymentContract, paymentsABI.PackBalanceOf(k.vault))
	if err != nil {
		return chain.Call{}, err
	}
	credit, err := paymentsABI.UnpackBalanceOf(balance)
	if err != nil {
		return chain.Call{}, err
	}
	if call.Value = new(big.Int).Sub(amount, credit); call.Value.Sign() < 0 {
		call.Value.SetInt64(0)
	}
	return call, nil
}

// refundGas is more gas than a refund needs, as a reserve for higher fees.
const refundGas = 4 * 300_000

// covers reports whether the vault's key can send an amount and pay for a refund's gas.
func (k *Contracts) covers(ctx context.Context, amount *big.Int) (can bool, err error) {
	err = k.node.call(ctx, callTimeout, func(ctx context.Context, c *ethclient.Client) error {
		balance, err := c.BalanceAt(ctx, k.vault, nil)
		if err != nil {
			return err
		}
		price, err := c.SuggestGasPrice(ctx)
		if err != nil {
			return err
		}
		can = balance.Cmp(new(big.Int).Add(amount, price.Mul(price, big.NewInt(refundGas)))) >= 0
		return nil
	})
	return can, err
}

// refund decodes a Refunded event. ok is false if another sender made the refund, because its ids are not ours.
func refund(chainID uint32, vault common.Address, l *types.Log) (chain.RefundEvent, bool) {
	e, err := paymentsABI.UnpackRefundedEvent(l)
	if err != nil || e.Sender != vault {
		return chain.RefundEvent{}, false
	}
	number, err := payments.OrderUUID(e.RefundId)
	return chain.RefundEvent{ChainID: chainID, RefundID: number, TxHash: l.TxHash.Hex()}, err == nil
}

func payment(chainID uint32, h chain.Header, l *types.Log) (chain.Payment, error) {
	e, err := paymentsABI.UnpackPaidEvent(l)
	if err != nil {
		return chain.Payment{}, fmt.Errorf("%w: a Paid event cannot be read: %w", chain.ErrBroken, err)
	}
	// A foreign order number is not an error: an operator reviews the payment.
	checkout, err := payments.OrderUUID(e.OrderId)
	if err != nil {
		checkout = ""
	}
	return chain.Payment{
		ChainID: chainID, CheckoutID: checkout, BlockHash: h.Hash, BlockNumber: h.Number, BlockTime: h.Time, TxHash: l.TxHash.Hex(),
		LogIndex: int64(l.Index), Payer: e.Payer.Hex(), Amount: money.WeiOf(e.Amount), ArtistShare: money.WeiOf(e.ArtistShare), Artist: orEmpty(e.Artist),
		RefundAddress: orEmpty(e.RefundAddress), IntentHash: common.Hash(e.IntentHash).Hex(),
	}, nil
}

// transfer decodes a Transfer event. ok is false for another token standard, or for a token id outside our range.
func transfer(l *types.Log) (t chain.Transfer, ok bool) {
	if len(l.Topics) != 4 {
		return t, false
	}
	from, to, id := common.BytesToAddress(l.Topics[1][:]), common.BytesToAddress(l.Topics[2][:]), l.Topics[3].Big()
	return chain.Transfer{TokenID: id.Int64(), From: orEmpty(from), To: to.Hex(), TxHash: l.TxHash.Hex(), LogIndex: int64(l.Index)}, id.IsInt64()
}

func orEmpty(a common.Address) string {
	if a == (common.Address{}) {
		return ""
	}
	return a.Hex()
}

func number(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
