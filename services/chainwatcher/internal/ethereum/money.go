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
	if b == nil {
		return nil, chain.ErrNotYet
	}
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
			if receipts, err = r.receipts(ctx, h); err != nil {
				return nil, err
			}
			if len(receipts) != len(proven) {
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

// tokens returns a block's ERC-20 transfers to the watched addresses. It queries the node only if the bloom filter matches.
func (r reader) tokens(ctx context.Context, h chain.Header) ([]chain.Incoming, error) {
	if !r.maybeTokens(h) {
		return nil, nil
	}
	hash := common.HexToHash(h.Hash)
	logs, err := r.c().FilterLogs(ctx, ethereum.FilterQuery{BlockHash: &hash, Topics: [][]common.Hash{{transferTopic}, {}, r.n.money.topics}})
	if err == nil {
		logs, err = r.complete(ctx, h, logs, r.n.alone())
	}
	if err != nil {
		return nil, err
	}
	var out []chain.Incoming
	for _, l := range logs {
		if l.BlockHash != hash {
			return nil, fmt.Errorf("%w: a log of block %s came for block %s", chain.ErrTemporary, l.BlockHash, h.Hash)
		}
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
	return out, nil
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

// rangeMoney returns the money in final blocks that didn't go through the payment contract, by height. It reads all transactions
// only if a balance or nonce differs between the ends of the range, or if the node has pruned the old state, as many do.
func (r reader) rangeMoney(ctx context.Context, headers []chain.Header) (map[uint64][]chain.Incoming, error) {
	out := map[uint64][]chain.Incoming{}
	if r.n.money.nothing() || len(headers) == 0 {
		return out, nil
	}
	if !r.untouched(ctx, headers[0].Number, headers[len(headers)-1].Number) {
		if err := r.rangeCoins(ctx, headers, out); err != nil {
			return nil, err
		}
	}
	for _, h := range headers {
		work, cancel := context.WithTimeout(ctx, callTimeout)
		tokens, err := r.tokens(work, h)
		cancel()
		if err != nil {
			return nil, err
		}
		out[h.Number] = append(out[h.Number], tokens...)
	}
	return out, nil
}

func (r reader) rangeCoins(ctx context.Context, headers []chain.Header, out map[uint64][]chain.Incoming) error {
	for len(headers) > 0 {
		part := headers[:min(uint64(len(headers)), r.p.blocksPerRequest(fullBatch))]
		headers = headers[len(part):]
		results := make([]*fullBlock, len(part))
		calls := make([]rpc.BatchElem, len(part))
		for i, h := range part {
			calls[i] = rpc.BatchElem{Method: "eth_getBlockByNumber", Args: []any{hexutil.Uint64(h.Number), true}, Result: &results[i]}
		}
		if err := r.batch(ctx, calls); err != nil {
			return err
		}
		for i, h := range part {
			work, cancel := context.WithTimeout(ctx, callTimeout)
			coins, err := r.coins(work, h, results[i])
			cancel()
			if err != nil {
				return err
			}
			out[h.Number] = coins
		}
	}
	return nil
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
