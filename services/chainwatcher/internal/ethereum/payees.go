package ethereum

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// withdrawn decodes a Withdrawn event.
func withdrawn(h chain.Header, l *types.Log) (chain.PayeeEntry, error) {
	e, err := paymentsABI.UnpackWithdrawnEvent(l)
	if err != nil {
		return chain.PayeeEntry{}, fmt.Errorf("%w: a Withdrawn event cannot be read: %w", chain.ErrBroken, err)
	}
	return chain.PayeeEntry{
		BlockHash: h.Hash, BlockNumber: h.Number, BlockTime: h.Time, TxHash: l.TxHash.Hex(), LogIndex: int64(l.Index), Payee: e.Payee.Hex(),
		Amount: money.WeiOf(new(big.Int).Neg(e.Amount)),
	}, nil
}

// Payees implements watching.Node.
func (n *Node) Payees(ctx context.Context, from, to uint64) ([]chain.PayeeEntry, error) {
	return agree(ctx, n, callTimeout, strict, func(ctx context.Context, r reader) ([]chain.PayeeEntry, error) { return r.payees(ctx, from, to) },
		func(list []chain.PayeeEntry) string { return fmt.Sprint(list) })
}

func (r reader) payees(ctx context.Context, from, to uint64) ([]chain.PayeeEntry, error) {
	logs, err := r.logs(ctx, ethereum.FilterQuery{Addresses: []common.Address{r.n.payments}, Topics: [][]common.Hash{{paidTopic, withdrawnTopic}}}, from, to)
	if err != nil {
		return nil, err
	}
	var blocks []*chain.Block
	for i, l := range logs {
		if i > 0 && l.BlockHash == logs[i-1].BlockHash {
			continue
		}
		h, err := r.headerByHash(ctx, l.BlockHash.Hex())
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, &chain.Block{Header: h})
	}
	if err := r.read(ctx, blocks); err != nil {
		return nil, err
	}
	var out []chain.PayeeEntry
	for _, b := range blocks {
		out = append(out, b.Entries()...)
	}
	return out, nil
}

// Credit implements chain.Contracts.
func (k *Contracts) Credit(ctx context.Context, payee string, height uint64) (money.Wei, error) {
	target := common.HexToAddress(k.chain.PaymentContract)
	data, err := agree(ctx, k.node, callTimeout, lenient, func(ctx context.Context, r reader) ([]byte, error) {
		return r.c().CallContract(ctx, ethereum.CallMsg{To: &target, Data: paymentsABI.PackBalanceOf(common.HexToAddress(payee))}, number(height))
	}, func(data []byte) string { return string(data) })
	if err != nil {
		return money.Wei{}, err
	}
	credit, err := paymentsABI.UnpackBalanceOf(data)
	if err != nil {
		return money.Wei{}, err
	}
	return money.WeiOf(credit), nil
}

// Withdraw implements chain.Contracts.
func (k *Contracts) Withdraw(payee string) (chain.Call, error) {
	data, err := paymentsABI.TryPackWithdraw(common.HexToAddress(payee))
	return chain.Call{Contract: k.chain.PaymentContract, Data: data}, err
}
