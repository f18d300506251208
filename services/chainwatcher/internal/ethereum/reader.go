package ethereum

import (
	"bytes"
	"context"
	"fmt"
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

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

const (
	// headerBatch is how many headers, or receipts of transactions, are requested at once.
	headerBatch = 100
	// contentBatch is how many blocks' receipts or transactions are requested at once, and contentGas how much gas they may have used
	// together. One full block of Ethereum's has about a megabyte of receipts.
	contentBatch = 50
	contentGas   = 40_000_000
	// readAtOnce is how many parts of a range are read at once, so that the node works while a response is verified.
	readAtOnce = 2
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
		if t, ok := transfer(l); ok {
			b.Transfers = append(b.Transfers, t)
		}
		return nil
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

// UnmarshalJSON implements json.Unmarshaler. The reported hash is only compared with the computed one, so it is searched instead of decoded.
func (h *header) UnmarshalJSON(text []byte) error {
	if _, after, ok := bytes.Cut(text, []byte(`"hash"`)); ok {
		after = bytes.TrimLeft(after, ` :"`)
		if err := h.reported.UnmarshalText(after[:min(len(after), 2+2*common.HashLength)]); err != nil {
			return err
		}
	}
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
		Bloom: h.Bloom[:], ReceiptsRoot: h.ReceiptHash[:], TransactionsRoot: h.TxHash[:], GasUsed: h.GasUsed,
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
	if err := r.p.batch(ctx, calls); err != nil {
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

// events reads the events of a block, which its header proves.
func (r reader) events(ctx context.Context, h chain.Header) (chain.Block, error) {
	out := chain.Block{Header: h}
	if len(h.Bloom) != types.BloomByteLength {
		return out, fmt.Errorf("%w: block %s comes without a bloom filter", chain.ErrBroken, h.Hash)
	}
	if r.maybe(h) {
		if err := r.read(ctx, []*chain.Block{&out}); err != nil {
			return out, err
		}
	}
	if r.n.money.nothing() {
		return out, nil
	}
	full, err := r.full(ctx, []*chain.Block{&out})
	if err != nil {
		return out, err
	}
	coins, err := r.coins(ctx, h, full[0])
	if err != nil {
		return out, err
	}
	tokens, err := r.tokens(ctx, h)
	out.Incoming = slices.Concat(coins, out.Incoming, tokens)
	return out, err
}

// read reads the events of blocks from their receipts.
func (r reader) read(ctx context.Context, blocks []*chain.Block) error {
	for len(blocks) > 0 {
		part := r.fitting(blocks)
		blocks = blocks[len(part):]
		receipts, err := r.receipts(ctx, part)
		if err != nil {
			return err
		}
		var holders []*chain.Block
		var claimed []types.Receipts
		for i, b := range part {
			if err := r.decode(b, receipts[i]); err != nil {
				return err
			}
			if !b.Empty() && !r.n.alone() {
				holders, claimed = append(holders, b), append(claimed, receipts[i])
			}
		}
		if err := r.proveHashes(ctx, holders, claimed); err != nil {
			return err
		}
	}
	return nil
}

// fitting returns as many of the blocks as one response can hold. Gas limits the size of a block's receipts and transactions.
func (r reader) fitting(blocks []*chain.Block) []*chain.Block {
	var gas uint64
	blocks = blocks[:min(uint64(len(blocks)), r.p.blocksPerRequest(contentBatch))]
	for i, b := range blocks {
		if gas += b.GasUsed; gas > contentGas && i > 0 {
			return blocks[:i]
		}
	}
	return blocks
}

// receipts returns the receipts of blocks, which match the receipts roots in their headers. A node can't leave out, add or change a log,
// except in the number that it gives it.
func (r reader) receipts(ctx context.Context, blocks []*chain.Block) ([]types.Receipts, error) {
	lists, err := r.blockReceipts(ctx, blocks)
	if err != nil {
		return nil, err
	}
	out := make([]types.Receipts, len(blocks))
	for i, b := range blocks {
		for _, read := range lists[i] {
			out[i] = append(out[i], read.receipt())
		}
		root := common.BytesToHash(b.ReceiptsRoot)
		if len(out[i]) == 0 && root != types.EmptyReceiptsHash {
			// Nodes are known to respond before they have a block's receipts, so this isn't a lie.
			return nil, fmt.Errorf("%w: the receipts of block %s", chain.ErrNotYet, b.Hash)
		}
		if slices.Contains(out[i], nil) {
			return nil, fmt.Errorf("%w: block %s has an empty receipt", chain.ErrTemporary, b.Hash)
		}
		if got := types.DeriveSha(out[i], trie.NewListHasher()); got != root {
			return nil, fmt.Errorf("%w: the receipts of block %s have the root %s, not %s", errFalse, b.Hash, got, root)
		}
	}
	return out, nil
}

// reported is a receipt as a node reports it, without the fields that nothing uses. Decoding it takes half as long as a types.Receipt.
type reported struct {
	Type              hexutil.Uint64 `json:"type"`
	PostState         hexutil.Bytes  `json:"root"`
	Status            hexutil.Uint64 `json:"status"`
	CumulativeGasUsed hexutil.Uint64 `json:"cumulativeGasUsed"`
	Bloom             types.Bloom    `json:"logsBloom"`
	TxHash            common.Hash    `json:"transactionHash"`
	Logs              []struct {
		Address   common.Address `json:"address"`
		Topics    []common.Hash  `json:"topics"`
		Data      hexutil.Bytes  `json:"data"`
		BlockHash common.Hash    `json:"blockHash"`
		Removed   bool           `json:"removed"`
	} `json:"logs"`
}

func (r *reported) receipt() *types.Receipt {
	if r == nil {
		return nil
	}
	out := &types.Receipt{
		Type: uint8(r.Type), PostState: r.PostState, Status: uint64(r.Status), CumulativeGasUsed: uint64(r.CumulativeGasUsed), Bloom: r.Bloom, TxHash: r.TxHash,
		Logs: make([]*types.Log, len(r.Logs)),
	}
	for i, l := range r.Logs {
		out.Logs[i] = &types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data, BlockHash: l.BlockHash, Removed: l.Removed}
	}
	return out
}

// blockReceipts reads receipts by block, or by transaction from a node that doesn't have eth_getBlockReceipts.
func (r reader) blockReceipts(ctx context.Context, blocks []*chain.Block) ([][]*reported, error) {
	out := make([][]*reported, len(blocks))
	if !r.p.withoutBlockReceipts.Load() {
		err := r.batch(ctx, len(blocks), func(i int) rpc.BatchElem {
			of := rpc.BlockNumberOrHashWithHash(common.HexToHash(blocks[i].Hash), false)
			return rpc.BatchElem{Method: blockReceipts, Args: []any{of}, Result: &out[i]}
		})
		if !unsupported(err, blockReceipts) {
			return out, err
		}
		r.p.withoutBlockReceipts.Store(true)
	}
	for i, b := range blocks {
		var block *struct {
			Transactions []common.Hash `json:"transactions"`
		}
		if err := r.c().Client().CallContext(ctx, &block, "eth_getBlockByHash", b.Hash, false); err != nil {
			return nil, err
		}
		if block == nil {
			return nil, chain.ErrNotYet
		}
		out[i] = make([]*reported, len(block.Transactions))
		for at := 0; at < len(out[i]); {
			part := out[i][at:min(len(out[i]), at+int(r.p.blocksPerRequest(headerBatch)))]
			if err := r.batch(ctx, len(part), func(j int) rpc.BatchElem {
				return rpc.BatchElem{Method: "eth_getTransactionReceipt", Args: []any{block.Transactions[at+j]}, Result: &part[j]}
			}); err != nil {
				return nil, err
			}
			at += len(part)
		}
	}
	return out, nil
}

// proveHashes checks the transaction hashes in the receipts of blocks against the transactions roots: the receipts root doesn't cover
// them, and no majority compares them. A node that nobody could contradict is believed about them.
func (r reader) proveHashes(ctx context.Context, blocks []*chain.Block, receipts []types.Receipts) error {
	for len(blocks) > 0 {
		part := r.fitting(blocks)
		full, err := r.full(ctx, part)
		if err != nil {
			return err
		}
		for i, b := range part {
			proven, err := full[i].prove(b.Header)
			if err != nil {
				return err
			}
			if len(receipts[i]) != len(proven) {
				return fmt.Errorf("%w: block %s has %d transactions and %d receipts", errFalse, b.Hash, len(proven), len(receipts[i]))
			}
			for j, tx := range proven {
				if receipts[i][j].TxHash != tx.Hash() {
					return fmt.Errorf("%w: receipt %d of block %s is of transaction %s, not %s", errFalse, j, b.Hash, tx.Hash(), receipts[i][j].TxHash)
				}
			}
		}
		blocks, receipts = blocks[len(part):], receipts[len(part):]
	}
	return nil
}

// full returns blocks with their transactions, which aren't proven yet.
func (r reader) full(ctx context.Context, blocks []*chain.Block) ([]*fullBlock, error) {
	out := make([]*fullBlock, len(blocks))
	err := r.batch(ctx, len(blocks), func(i int) rpc.BatchElem {
		return rpc.BatchElem{Method: "eth_getBlockByHash", Args: []any{blocks[i].Hash, true}, Result: &out[i]}
	})
	if err == nil && slices.Contains(out, nil) {
		err = chain.ErrNotYet
	}
	return out, err
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

// blocks reads many blocks, each proven by the hash of the next one, and so all by the last hash. Headers are read while the contents of
// those before are read and verified, in at most readAtOnce parts. A block whose bloom filter excludes our events has none: the header's hash
// commits to the filter, so a node can't hide an event behind a filter that lacks it.
func (r reader) blocks(ctx context.Context, from, to uint64) ([]chain.Block, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := make([]chain.Block, to-from+1)
	var reading []<-chan error
	places := make(chan struct{}, readAtOnce)
	for rest := out; len(rest) > 0 && ctx.Err() == nil; {
		headers, err := r.headers(ctx, to+1-uint64(len(rest)), to)
		if err != nil {
			cancel(err)
			break
		}
		var candidates []*chain.Block
		for i, h := range headers {
			if at := len(out) - len(rest) + i; at > 0 && h.Parent != out[at-1].Hash {
				cancel(fmt.Errorf("%w: block %d does not follow %s", chain.ErrTemporary, h.Number, out[at-1].Hash))
			}
			if rest[i].Header = h; r.maybe(h) {
				candidates = append(candidates, &rest[i])
			}
		}
		rest = rest[len(headers):]
		places <- struct{}{}
		reading = append(reading, background.Go(ctx, func(ctx context.Context) error {
			defer func() { <-places }()
			err := background.Guard(ctx, func(ctx context.Context) error { return r.read(ctx, candidates) })
			if err != nil {
				cancel(err)
			}
			return err
		}))
	}
	for _, ended := range reading {
		<-ended //nolint:errcheck // it is the cause of ctx
	}
	return out, context.Cause(ctx)
}

// headers reads the headers of blocks from a height on, as many as one request may have.
func (r reader) headers(ctx context.Context, from, to uint64) ([]chain.Header, error) {
	results := make([]*header, min(to-from+1, r.p.blocksPerRequest(headerBatch)))
	err := r.batch(ctx, len(results), func(i int) rpc.BatchElem {
		return rpc.BatchElem{Method: "eth_getBlockByNumber", Args: []any{hexutil.Uint64(from + uint64(i)), false}, Result: &results[i]}
	})
	if err != nil {
		return nil, err
	}
	out := make([]chain.Header, len(results))
	for i, result := range results {
		if out[i], err = result.core(); err == nil && out[i].Number != from+uint64(i) {
			err = fmt.Errorf("%w: block %d came for block %d", chain.ErrTemporary, out[i].Number, from+uint64(i))
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// batch sends a number of calls in a single request; if one fails, all fail.
func (r reader) batch(ctx context.Context, count int, call func(i int) rpc.BatchElem) error {
	if count == 0 {
		return nil
	}
	calls := make([]rpc.BatchElem, count)
	for i := range calls {
		calls[i] = call(i)
	}
	err := r.timed(ctx, uint64(count), func(ctx context.Context) error { return r.together(ctx, calls) })
	if tooLarge(err) && count > 1 {
		r.p.refuse(uint64(count))
	}
	return err
}

func (r reader) together(ctx context.Context, calls []rpc.BatchElem) error {
	if len(calls) == 1 {
		return r.c().Client().CallContext(ctx, calls[0].Result, calls[0].Method, calls[0].Args...)
	}
	if err := r.p.batch(ctx, calls); err != nil {
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

// logs reads the logs of a range that a filter selects, in parts that the node can serve.
func (r reader) logs(ctx context.Context, q ethereum.FilterQuery, from, to uint64) ([]types.Log, error) {
	var out []types.Log
	for at := from; at <= to; {
		end := min(to, at+r.p.blocksPerRequest(to-at+1)-1)
		logs, err := r.bisect(ctx, q, at, end)
		if err != nil {
			return nil, err
		}
		out, at = append(out, logs...), end+1
	}
	return out, nil
}

func (r reader) bisect(ctx context.Context, q ethereum.FilterQuery, from, to uint64) (logs []types.Log, err error) {
	q.FromBlock, q.ToBlock = number(from), number(to)
	err = r.timed(ctx, to-from+1, func(ctx context.Context) error {
		logs, err = r.c().FilterLogs(ctx, q)
		return err
	})
	if err == nil || from == to || ctx.Err() != nil || unavailable(err) || timedOut(err) {
		return logs, err
	}
	// Too many blocks or results: the text differs between providers, and half the range helps.
	middle := from + (to-from)/2
	first, err := r.bisect(ctx, q, from, middle)
	if err != nil {
		return nil, err
	}
	second, err := r.bisect(ctx, q, middle+1, to)
	return slices.Concat(first, second), err
}

// decode adds the proven logs of a block to it. A log of another block means that the response is not of this chain.
func (r reader) decode(b *chain.Block, receipts types.Receipts) error {
	hash := common.HexToHash(b.Hash)
	var logs []*types.Log
	for _, receipt := range receipts {
		for _, l := range receipt.Logs {
			if l.BlockHash != hash {
				return fmt.Errorf("%w: a log of block %s came for block %s", chain.ErrTemporary, l.BlockHash, b.Hash)
			}
			// The root covers the order of logs, but not their numbers.
			l.Index, l.TxHash = uint(len(logs)), receipt.TxHash
			logs = append(logs, l)
			if l.Removed || len(l.Topics) == 0 {
				continue
			}
			if decode := r.n.events[event{l.Address, l.Topics[0]}]; decode != nil {
				if err := decode(l, b); err != nil {
					return err
				}
			}
		}
	}
	b.Incoming = r.erc20(b.Header, logs)
	return nil
}
