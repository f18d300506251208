package ethereum

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/ethereum/go-ethereum/trie"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// fullBatch is how many blocks with all their transactions are read per request.
const fullBatch = 25

// watched are the addresses whose incoming money is recorded.
type watched struct {
	// coins are the addresses watched for the chain's own coin: the vault and the platform.
	coins map[common.Address]bool
	// tokens are the addresses watched for ERC-20 tokens: also the contracts.
	tokens map[common.Address]bool
	// topics are the addresses in tokens as event topics.
	topics []common.Hash
	// own are senders whose transfers are not payments.
	own map[common.Address]bool
	// assets are the ERC-20 tokens that count; empty means all.
	assets map[common.Address]bool
}

func watch(c chain.Chain) watched {
	coins := set(c.Vault, c.Platform)
	w := watched{
		coins: coins, tokens: set(c.Vault, c.Platform, c.PaymentContract, c.TokenContract), own: set(append(c.Own, c.Vault, c.Platform)...),
		assets: set(c.Assets...),
	}
	for a := range w.tokens {
		w.topics = append(w.topics, common.BytesToHash(a.Bytes()))
	}
	return w
}

func set(addresses ...string) map[common.Address]bool {
	out := map[common.Address]bool{}
	for _, a := range addresses {
		if a != "" {
			out[common.HexToAddress(a)] = true
		}
	}
	return out
}

func (w watched) nothing() bool { return len(w.coins) == 0 }

// fullBlock is a block with its transactions.
type fullBlock struct {
	Hash         common.Hash       `json:"hash"`
	Transactions []json.RawMessage `json:"transactions"`
}

// sent is what a transaction sends; the JSON of its proven form has the same fields.
type sent struct {
	From  common.Address  `json:"from"`
	To    *common.Address `json:"to"`
	Value *hexutil.Big    `json:"value"`
}

// prove returns the block's transactions, which match the transactions root in its header.
func (b *fullBlock) prove(h chain.Header) (types.Transactions, error) {
	out := make(types.Transactions, len(b.Transactions))
	for i, text := range b.Transactions {
		if err := json.Unmarshal(text, &out[i]); err != nil {
			return nil, err
		}
	}
	if root := types.DeriveSha(out, trie.NewListHasher()); root != common.BytesToHash(h.TransactionsRoot) {
		return nil, fmt.Errorf("%w: the transactions of block %s have the root %s", errFalse, h.Hash, root)
	}
	return out, nil
}

// coins returns a block's plain transfers to the watched addresses, proven by the header. It reads their receipts, because a contract
// wallet may have rejected the transfer. It can't see transfers that a contract makes inside a transaction.
func (r reader) coins(ctx context.Context, h chain.Header, b *fullBlock) ([]chain.Incoming, error) {
	if b.Hash.Hex() != h.Hash {
		return nil, fmt.Errorf("%w: block %s came for block %s", chain.ErrTemporary, b.Hash.Hex(), h.Hash)
	}
	var out []chain.Incoming
	var proven types.Transactions
	var receipts types.Receipts
	signer := types.LatestSignerForChainID(number(uint64(r.n.chainID)))
	for i, text := range b.Transactions {
		var t sent
		if err := json.Unmarshal(text, &t); err != nil {
			return nil, err
		}
		if t.To == nil || t.Value == nil || t.Value.ToInt().Sign() <= 0 || !r.n.money.coins[*t.To] || r.n.money.own[t.From] {
			continue
		}
		if proven == nil {
			var err error
			if proven, err = b.prove(h); err != nil {
				return nil, err
			}
			lists, err := r.receipts(ctx, []*chain.Block{{Header: h}})
			if err != nil {
				return nil, err
			}
			if receipts = lists[0]; len(receipts) != len(proven) {
				return nil, fmt.Errorf("%w: block %s has %d transactions and %d receipts", chain.ErrTemporary, h.Hash, len(proven), len(receipts))
			}
		}
		tx := proven[i]
		if from, err := types.Sender(signer, tx); err != nil || from != t.From {
			return nil, errors.Join(fmt.Errorf("%w: transaction %s is from %s", errFalse, tx.Hash(), from), err)
		}
		if receipts[i].Status != types.ReceiptStatusSuccessful {
			continue
		}
		out = append(out, chain.Incoming{
			ChainID: r.n.chainID, BlockHash: h.Hash, BlockNumber: h.Number, TxHash: tx.Hash().Hex(), LogIndex: -1, Payer: t.From.Hex(), To: t.To.Hex(),
			Amount: money.WeiOf(t.Value.ToInt()),
		})
	}
	return out, nil
}

// tokens returns the ERC-20 transfers to the watched addresses in a block whose receipts weren't read for our own events. Many tokens have
// such filters, so several nodes decide by their logs whether there is anything to read and prove.
func (r reader) tokens(ctx context.Context, h chain.Header) ([]chain.Incoming, error) {
	if r.maybe(h) || !r.maybeTokens(h) {
		return nil, nil
	}
	if !r.n.alone() {
		hash := common.HexToHash(h.Hash)
		logs, err := r.c().FilterLogs(ctx, ethereum.FilterQuery{BlockHash: &hash, Topics: [][]common.Hash{{transferTopic}, {}, r.n.money.topics}})
		if err != nil || len(logs) == 0 {
			return nil, err
		}
	}
	b := chain.Block{Header: h}
	err := r.read(ctx, []*chain.Block{&b})
	return b.Incoming, err
}

// erc20 returns the ERC-20 transfers to the watched addresses in a block's logs.
func (r reader) erc20(h chain.Header, logs []*types.Log) []chain.Incoming {
	if r.n.money.nothing() {
		return nil
	}
	var out []chain.Incoming
	for _, l := range logs {
		if len(l.Topics) != 3 || l.Topics[0] != transferTopic || len(l.Data) != 32 || l.Removed {
			continue // not an ERC-20 token
		}
		from, to, amount := common.BytesToAddress(l.Topics[1].Bytes()), common.BytesToAddress(l.Topics[2].Bytes()), new(big.Int).SetBytes(l.Data)
		if amount.Sign() == 0 || !r.n.money.tokens[to] || r.n.money.own[from] || len(r.n.money.assets) > 0 && !r.n.money.assets[l.Address] {
			continue
		}
		out = append(out, chain.Incoming{
			ChainID: r.n.chainID, BlockHash: h.Hash, BlockNumber: h.Number, TxHash: l.TxHash.Hex(), LogIndex: int64(l.Index), Payer: from.Hex(), To: to.Hex(),
			Asset: l.Address.Hex(), Amount: money.WeiOf(amount),
		})
	}
	return out
}

func (r reader) maybeTokens(h chain.Header) bool {
	bloom := types.BytesToBloom(h.Bloom)
	if !types.BloomLookup(bloom, transferTopic) {
		return false
	}
	for _, topic := range r.n.money.topics {
		if types.BloomLookup(bloom, topic) {
			return true
		}
	}
	return false
}

// rangeMoney returns the money in blocks that didn't go through the payment contract, by height, except for tokens that are in blocks with
// receipts that were read. It reads all transactions only if a balance or nonce differs between the ends of the range, or if the node has
// pruned the old state, as many do.
func (r reader) rangeMoney(ctx context.Context, blocks []*chain.Block) (map[uint64][]chain.Incoming, error) {
	out := map[uint64][]chain.Incoming{}
	add := func(h chain.Header, list []chain.Incoming) {
		if len(list) > 0 {
			out[h.Number] = append(out[h.Number], list...)
		}
	}
	if !r.untouched(ctx, blocks[0].Number, blocks[len(blocks)-1].Number) {
		for rest := blocks; len(rest) > 0; {
			part := r.fitting(rest[:min(len(rest), fullBatch)])
			rest = rest[len(part):]
			full, err := r.full(ctx, part)
			if err != nil {
				return nil, err
			}
			for i, b := range part {
				work, cancel := context.WithTimeout(ctx, callTimeout)
				coins, err := r.coins(work, b.Header, full[i])
				cancel()
				if err != nil {
					return nil, err
				}
				add(b.Header, coins)
			}
		}
	}
	for _, b := range blocks {
		work, cancel := context.WithTimeout(ctx, callTimeout)
		tokens, err := r.tokens(work, b.Header)
		cancel()
		if err != nil {
			return nil, err
		}
		add(b.Header, tokens)
	}
	return out, nil
}

// untouched reports whether the balances and nonces of the watched addresses are the same before and after a range.
func (r reader) untouched(ctx context.Context, from, to uint64) bool {
	var calls []rpc.BatchElem
	for a := range r.n.money.coins {
		for _, method := range []string{"eth_getBalance", "eth_getTransactionCount"} {
			for _, at := range []uint64{max(from, 1) - 1, to} {
				calls = append(calls, rpc.BatchElem{Method: method, Args: []any{a, hexutil.Uint64(at)}, Result: new(hexutil.Big)})
			}
		}
	}
	work, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if err := r.together(work, calls); err != nil {
		return false
	}
	for i := 0; i < len(calls); i += 2 {
		before, after := calls[i].Result.(*hexutil.Big), calls[i+1].Result.(*hexutil.Big)
		if before.ToInt().Cmp(after.ToInt()) != 0 {
			return false
		}
	}
	return true
}
