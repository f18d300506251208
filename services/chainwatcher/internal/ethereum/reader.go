package ethereum

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/ethereum/go-ethereum/trie"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

var (
	paidTopic      = crypto.Keccak256Hash([]byte("Paid(bytes32,bytes32,address,uint256,address,uint256,address)"))
	refundedTopic  = crypto.Keccak256Hash([]byte("Refunded(bytes32,address,address,uint256)"))
	withdrawnTopic = crypto.Keccak256Hash([]byte("Withdrawn(address,uint256)"))
	transferTopic  = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
)

// event is a contract event to read.
type event struct {
	source common.Address
	topic  common.Hash
}

// Decode adds the content of a log to its block.
type Decode func(l *types.Log, b *chain.Block) error

// Listen adds a contract event to those that are read. Call it before reading events.
func (n *Node) Listen(contract common.Address, topic common.Hash, fn Decode) {
	if n.events == nil {
		n.events = map[event]Decode{}
	}
	n.events[event{contract, topic}] = fn
	if !slices.Contains(n.sources, contract) {
		n.sources = append(n.sources, contract)
	}
	if !slices.Contains(n.topics, topic) {
		n.topics = append(n.topics, topic)
	}
}

// Watch reads the events of a chain's contracts, and sets the addresses whose transfers are checked.
// Call it before reading events.
func (n *Node) Watch(c chain.Chain) {
	token, payments, vault := common.HexToAddress(c.TokenContract), common.HexToAddress(c.PaymentContract), common.HexToAddress(c.Vault)
	n.Listen(payments, paidTopic, func(l *types.Log, b *chain.Block) error {
		p, err := payment(n.chainID, b.Header, l)
		b.Payments = append(b.Payments, p)
		return err
	})
	n.Listen(payments, refundedTopic, func(l *types.Log, b *chain.Block) error {
		if e, ok := refund(n.chainID, vault, l); ok {
			b.Refunds = append(b.Refunds, e)
		}
		return nil
	})
	n.Listen(payments, withdrawnTopic, func(l *types.Log, b *chain.Block) error {
		e, err := withdrawn(b.Header, l)
		b.Withdrawn = append(b.Withdrawn, e)
		return err
	})
	n.payments = payments
	n.Listen(token, transferTopic, func(l *types.Log, b *chain.Block) error {
		t, ok, err := transfer(l)
		if ok {
			b.Transfers = append(b.Transfers, t)
		}
		return err
	})
	n.money = watch(c)
}

// reader reads one node.
type reader struct {
	n *Node
	p *peer
}

func (r reader) c() *ethclient.Client { return r.p.client }

// header is a header and the hash that the node reports for it.
type header struct {
	types.Header

	reported common.Hash
}

// UnmarshalJSON implements json.Unmarshaler.
func (h *header) UnmarshalJSON(text []byte) error {
	var block struct {
		Hash common.Hash `json:"hash"`
	}
	if err := json.Unmarshal(text, &block); err != nil {
		return err
	}
	h.reported = block.Hash
	return h.Header.UnmarshalJSON(text)
}

// core returns the header if it has the reported hash: a node can't attach another receipts root or bloom filter to a block. Block 0
// only identifies the chain, and some chains have another format of header there.
func (h *header) core() (chain.Header, error) {
	if h == nil || h.reported == (common.Hash{}) {
		return chain.Header{}, chain.ErrNotYet
	}
	if hash := h.Hash(); hash != h.reported && h.Number.Sign() > 0 {
		return chain.Header{}, fmt.Errorf("%w: the header of block %s has the hash %s", errFalse, h.reported, hash)
	}
	return chain.Header{
		Number: h.Number.Uint64(), Hash: h.reported.Hex(), Parent: h.ParentHash.Hex(), Time: time.Unix(int64(h.Time), 0).UTC(),
		Bloom: h.Bloom[:], ReceiptsRoot: h.ReceiptHash[:], TransactionsRoot: h.TxHash[:],
	}, nil
}

func (r reader) header(ctx context.Context, method string, which any) (chain.Header, error) {
	var h *header
	if err := r.c().Client().CallContext(ctx, &h, method, which, false); err != nil {
		return chain.Header{}, err
	}
	return h.core()
}

func (r reader) headerByNumber(ctx context.Context, number uint64) (chain.Header, error) {
	h, err := r.header(ctx, "eth_getBlockByNumber", hexutil.Uint64(number))
	if err == nil && h.Number != number {
		err = fmt.Errorf("%w: block %d came for block %d", chain.ErrTemporary, h.Number, number)
	}
	return h, err
}

func (r reader) headerByHash(ctx context.Context, hash string) (chain.Header, error) {
	h, err := r.header(ctx, "eth_getBlockByHash", hash)
	if err == nil && h.Hash != hash {
		err = fmt.Errorf("%w: block %s came for block %s", chain.ErrTemporary, h.Hash, hash)
	}
	return h, err
}

func (r reader) heads(ctx context.Context) (out heads, err error) {
	var head, finalized *header
	calls := []rpc.BatchElem{
		{Method: "eth_getBlockByNumber", Args: []any{"latest", false}, Result: &head},
		{Method: "eth_getBlockByNumber", Args: []any{"finalized", false}, Result: &finalized},
	}
	if err := r.c().Client().BatchCallContext(ctx, calls); err != nil {
		return out, err
	}
	if calls[0].Error != nil {
		return out, calls[0].Error
	}
	if out.latest, err = head.core(); err != nil {
		return out, err
	}
	if calls[1].Error == nil && finalized != nil { // otherwise the node doesn't support the tag, or nothing is final yet
		out.final, err = finalized.core()
	}
	return out, err
}

func (r reader) filter() ethereum.FilterQuery {
	return ethereum.FilterQuery{Addresses: r.n.sources, Topics: [][]common.Hash{r.n.topics}}
}

// events reads the logs of a block by its hash.
func (r reader) events(ctx context.Context, h chain.Header) (chain.Block, error) {
	hash := common.HexToHash(h.Hash)
	q := r.filter()
	q.BlockHash = &hash
	logs, err := r.c().FilterLogs(ctx, q)
	if err == nil {
		logs, err = r.complete(ctx, h, logs, r.maybe(h))
	}
	if err != nil {
		return chain.Block{}, err
	}
	out, err := r.block(h, logs)
	if err != nil || r.n.money.nothing() {
		return out, err
	}
	var full *fullBlock
	if err := r.c().Client().CallContext(ctx, &full, "eth_getBlockByHash", hash, true); err != nil {
		return out, err
	}
	if out.Incoming, err = r.coins(ctx, h, full); err != nil {
		return out, err
	}
	tokens, err := r.tokens(ctx, h)
	out.Incoming = append(out.Incoming, tokens...)
	return out, err
}

// complete returns the logs of a block as its header proves them. If the bloom filter matches or there are logs, the receipts are read
// and have to match the receipts root: a majority of nodes can leave out, add or change logs together, but not the header's hash.
func (r reader) complete(ctx context.Context, h chain.Header, logs []types.Log, matches bool) ([]types.Log, error) {
	if !matches && len(logs) == 0 {
		return nil, nil
	}
	receipts, err := r.receipts(ctx, h)
	if err != nil {
		return nil, err
	}
	logs = nil
	for _, receipt := range receipts {
		for _, l := range receipt.Logs {
			// The root covers the order of logs, but not their numbers.
			l.Index, l.TxHash = uint(len(logs)), receipt.TxHash
			logs = append(logs, *l)
		}
	}
	return logs, nil
}

// receipts returns the receipts of a block, which match the receipts root in its header.
func (r reader) receipts(ctx context.Context, h chain.Header) (types.Receipts, error) {
	receipts, err := r.c().BlockReceipts(ctx, rpc.BlockNumberOrHashWithHash(common.HexToHash(h.Hash), false))
	if err != nil {
		return nil, err
	}
	root := common.BytesToHash(h.ReceiptsRoot)
	if len(receipts) == 0 && root != types.EmptyReceiptsHash {
		// Nodes are known to respond before they have a block's receipts, so this isn't a lie.
		return nil, fmt.Errorf("%w: the receipts of block %s", chain.ErrNotYet, h.Hash)
	}
	if slices.Contains(receipts, nil) {
		return nil, fmt.Errorf("%w: block %s has an empty receipt", chain.ErrTemporary, h.Hash)
	}
	if got := types.DeriveSha(types.Receipts(receipts), trie.NewListHasher()); got != root {
		return nil, fmt.Errorf("%w: the receipts of block %s have the root %s, not %s", errFalse, h.Hash, got, root)
	}
	return receipts, nil
}

// maybe checks the header's bloom filter for our events.
func (r reader) maybe(h chain.Header) bool {
	bloom := types.BytesToBloom(h.Bloom)
	for e := range r.n.events {
		if types.BloomLookup(bloom, e.source) && types.BloomLookup(bloom, e.topic) {
			return true
		}
	}
	return false
}

// blocks reads many final blocks. A range that the node finds too wide is halved. Blocks whose logs may
// be incomplete are read one by one.
func (r reader) blocks(ctx context.Context, from, to uint64) ([]chain.Block, error) {
	type read struct {
		logs []types.Log
		err  error
	}
	beside := make(chan read, 1)
	go func() {
		logs, err := guarded(ctx, r, func(ctx context.Context, r reader) ([]types.Log, error) { return r.logs(ctx, from, to) })
		beside <- read{logs, err}
	}()
	headers, err := r.headers(ctx, from, to)
	events := <-beside
	if err = errors.Join(err, events.err); err != nil {
		return nil, err
	}
	byBlock := map[uint64][]types.Log{}
	for _, l := range events.logs {
		byBlock[l.BlockNumber] = append(byBlock[l.BlockNumber], l)
	}
	money, err := r.rangeMoney(ctx, headers)
	if err != nil {
		return nil, err
	}
	out := make([]chain.Block, 0, len(headers))
	for _, h := range headers {
		work, cancel := context.WithTimeout(ctx, callTimeout)
		found, err := r.complete(work, h, byBlock[h.Number], r.maybe(h))
		cancel()
		if err != nil {
			return nil, err
		}
		b, err := r.block(h, found)
		if err != nil {
			return nil, err
		}
		b.Incoming = money[h.Number]
		out = append(out, b)
	}
	return out, nil
}

func (r reader) headers(ctx context.Context, from, to uint64) ([]chain.Header, error) {
	out := make([]chain.Header, 0, to-from+1)
	for at := from; at <= to; {
		results := make([]*header, min(to-at+1, r.p.blocksPerRequest(headerBatch)))
		calls := make([]rpc.BatchElem, len(results))
		for i := range calls {
			calls[i] = rpc.BatchElem{Method: "eth_getBlockByNumber", Args: []any{hexutil.Uint64(at + uint64(i)), false}, Result: &results[i]}
		}
		if err := r.batch(ctx, calls); err != nil {
			return nil, err
		}
		for i, result := range results {
			h, err := result.core()
			if err == nil && h.Number != at+uint64(i) {
				err = fmt.Errorf("%w: block %d came for block %d", chain.ErrTemporary, h.Number, at+uint64(i))
			}
			if err != nil {
				return nil, err
			}
			out = append(out, h)
		}
		at += uint64(len(results))
	}
	return out, nil
}

// batch sends one call per block in a single request; if one fails, all fail.
func (r reader) batch(ctx context.Context, calls []rpc.BatchElem) error {
	return r.timed(ctx, uint64(len(calls)), func(ctx context.Context) error { return r.together(ctx, calls) })
}

func (r reader) together(ctx context.Context, calls []rpc.BatchElem) error {
	if err := r.c().Client().BatchCallContext(ctx, calls); err != nil {
		return err
	}
	for _, c := range calls {
		if c.Error != nil {
			return c.Error
		}
	}
	return nil
}

// timed limits the time of one call about a number of blocks, and records whether the node can serve as many in time.
func (r reader) timed(ctx context.Context, blocks uint64, fn func(ctx context.Context) error) error {
	work, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := fn(work)
	switch {
	case err == nil:
		r.p.growRange(blocks)
	case timedOut(err) && ctx.Err() == nil:
		r.p.shrinkRange(blocks)
	}
	return err
}

func (r reader) logs(ctx context.Context, from, to uint64) ([]types.Log, error) {
	var out []types.Log
	for at := from; at <= to; {
		end := min(to, at+r.p.blocksPerRequest(to-at+1)-1)
		logs, err := r.bisect(ctx, at, end)
		if err != nil {
			return nil, err
		}
		out, at = append(out, logs...), end+1
	}
	return out, nil
}

func (r reader) bisect(ctx context.Context, from, to uint64) (logs []types.Log, err error) {
	q := r.filter()
	q.FromBlock, q.ToBlock = new(big.Int).SetUint64(from), new(big.Int).SetUint64(to)
	err = r.timed(ctx, to-from+1, func(ctx context.Context) error {
		logs, err = r.c().FilterLogs(ctx, q)
		return err
	})
	if err == nil || from == to || ctx.Err() != nil || unavailable(err) || timedOut(err) {
		return logs, err
	}
	// Too many blocks or results: the text differs between providers, and half the range helps.
	middle := from + (to-from)/2
	first, err := r.bisect(ctx, from, middle)
	if err != nil {
		return nil, err
	}
	second, err := r.bisect(ctx, middle+1, to)
	return slices.Concat(first, second), err
}

// block decodes the proven logs of one block. A log of another block means that the response is not of this chain.
func (r reader) block(h chain.Header, logs []types.Log) (chain.Block, error) {
	out := chain.Block{Header: h}
	for i := range logs {
		l := &logs[i]
		if l.BlockHash.Hex() != h.Hash {
			return out, fmt.Errorf("%w: a log of block %s came for block %s", chain.ErrTemporary, l.BlockHash.Hex(), h.Hash)
		}
		if l.Removed || len(l.Topics) == 0 {
			continue
		}
		if decode := r.n.events[event{l.Address, l.Topics[0]}]; decode != nil {
			if err := decode(l, &out); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}
