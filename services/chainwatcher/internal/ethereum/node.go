package ethereum

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

const (
	callTimeout  = 5 * time.Second
	rangeTimeout = 20 * time.Second
	headerBatch  = 250
)

// Node is one chain behind one or more addresses: where one does not answer, the next one is asked.
type Node struct {
	chainID  uint32
	clients  []*ethclient.Client
	current  atomic.Int64
	token    common.Address
	payments common.Address
}

// Dial connects and checks that the nodes are of this chain. ErrTemporary while none answers, ErrBroken for another chain.
func Dial(ctx context.Context, chainID uint32, urls []string) (*Node, error) {
	n := &Node{chainID: chainID}
	var errs []error
	for _, u := range urls {
		raw, err := rpc.DialOptions(ctx, u, rpc.WithHTTPClient(&http.Client{Timeout: rangeTimeout}))
		if err != nil {
			errs = append(errs, classify(err))
			continue
		}
		client := ethclient.NewClient(raw)
		work, cancel := context.WithTimeout(ctx, callTimeout)
		id, err := client.ChainID(work)
		cancel()
		switch {
		case err != nil:
			errs = append(errs, classify(err))
		case id.Uint64() != uint64(chainID):
			errs = append(errs, fmt.Errorf("%w: a node answers as chain %s, not %d", chain.ErrBroken, id, chainID))
		default:
			n.clients = append(n.clients, client)
			continue
		}
		client.Close()
	}
	if len(n.clients) == 0 {
		return nil, errors.Join(errs...)
	}
	return n, nil
}

// Watch sets the contracts whose events are read. It comes before any reading of events.
func (n *Node) Watch(c chain.Chain) {
	n.token, n.payments = common.HexToAddress(c.TokenContract), common.HexToAddress(c.PaymentContract)
}

// Close ends the connections.
func (n *Node) Close() {
	for _, c := range n.clients {
		c.Close()
	}
}

// Client is the node in use.
func (n *Node) Client() *ethclient.Client {
	return n.clients[int(n.current.Load())%len(n.clients)]
}

// ask calls the node in use, and leaves it where it does not answer.
func (n *Node) ask(ctx context.Context, timeout time.Duration, fn func(ctx context.Context, c *ethclient.Client) error) error {
	at := n.current.Load()
	work, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := fn(work, n.clients[int(at)%len(n.clients)])
	if err != nil && ctx.Err() == nil && elsewhere(err) {
		n.current.CompareAndSwap(at, at+1)
	}
	return classify(err)
}

// header is read as the node tells it. Its hash is not computed: chains have fields of their own in their headers.
type header struct {
	Number    hexutil.Uint64 `json:"number"`
	Hash      common.Hash    `json:"hash"`
	Parent    common.Hash    `json:"parentHash"`
	Timestamp hexutil.Uint64 `json:"timestamp"`
	Bloom     types.Bloom    `json:"logsBloom"`
}

func (h *header) core() (chain.Header, error) {
	if h == nil || h.Hash == (common.Hash{}) {
		return chain.Header{}, chain.ErrNotYet
	}
	return chain.Header{
		Number: uint64(h.Number), Hash: h.Hash.Hex(), Parent: h.Parent.Hex(), Time: time.Unix(int64(h.Timestamp), 0).UTC(), Bloom: h.Bloom[:],
	}, nil
}

func (n *Node) header(ctx context.Context, method string, which any) (chain.Header, error) {
	var h *header
	err := n.ask(ctx, callTimeout, func(ctx context.Context, c *ethclient.Client) error {
		return c.Client().CallContext(ctx, &h, method, which, false)
	})
	if err != nil {
		return chain.Header{}, err
	}
	return h.core()
}

// Heads implements chain.Node.
func (n *Node) Heads(ctx context.Context) (latest, final chain.Header, err error) {
	var head, finalized *header
	err = n.ask(ctx, callTimeout, func(ctx context.Context, c *ethclient.Client) error {
		calls := []rpc.BatchElem{
			{Method: "eth_getBlockByNumber", Args: []any{"latest", false}, Result: &head},
			{Method: "eth_getBlockByNumber", Args: []any{"finalized", false}, Result: &finalized},
		}
		if err := c.Client().BatchCallContext(ctx, calls); err != nil {
			return err
		}
		if calls[1].Error != nil {
			finalized = nil // the node has no such tag, or nothing final yet
		}
		return calls[0].Error
	})
	if err != nil {
		return latest, final, err
	}
	if latest, err = head.core(); err != nil {
		return latest, final, err
	}
	if finalized != nil {
		final, err = finalized.core()
	}
	return latest, final, err
}

// HeaderByNumber implements chain.Node.
func (n *Node) HeaderByNumber(ctx context.Context, number uint64) (chain.Header, error) {
	return n.header(ctx, "eth_getBlockByNumber", hexutil.Uint64(number))
}

// HeaderByHash implements chain.Node.
func (n *Node) HeaderByHash(ctx context.Context, hash string) (chain.Header, error) {
	return n.header(ctx, "eth_getBlockByHash", hash)
}

func (n *Node) filter() ethereum.FilterQuery {
	return ethereum.FilterQuery{Addresses: []common.Address{n.token, n.payments}, Topics: [][]common.Hash{{paidTopic, transferTopic}}}
}

// Events implements chain.Node. An empty answer for a block whose bloom filter says "maybe" is checked against the
// receipts: nodes are known to answer before they have a block's logs.
func (n *Node) Events(ctx context.Context, h chain.Header) (chain.Block, error) {
	hash := common.HexToHash(h.Hash)
	q := n.filter()
	q.BlockHash = &hash
	var logs []types.Log
	err := n.ask(ctx, callTimeout, func(ctx context.Context, c *ethclient.Client) (err error) {
		if logs, err = c.FilterLogs(ctx, q); err != nil || len(logs) > 0 || !n.maybe(h) {
			return err
		}
		receipts, err := c.BlockReceipts(ctx, rpc.BlockNumberOrHashWithHash(hash, false))
		for _, r := range receipts {
			for _, l := range r.Logs {
				logs = append(logs, *l)
			}
		}
		return err
	})
	if err != nil {
		return chain.Block{}, err
	}
	return n.block(h, logs)
}

// maybe asks the header's bloom filter for our events.
func (n *Node) maybe(h chain.Header) bool {
	bloom := types.BytesToBloom(h.Bloom)
	return types.BloomLookup(bloom, n.token) && types.BloomLookup(bloom, transferTopic) ||
		types.BloomLookup(bloom, n.payments) && types.BloomLookup(bloom, paidTopic)
}

// Range implements chain.Node. A range that the node finds too wide is halved; blocks that look emptier than their bloom
// filter says are read one by one.
func (n *Node) Range(ctx context.Context, from, to uint64) ([]chain.Block, error) {
	headers, err := n.headers(ctx, from, to)
	if err != nil {
		return nil, err
	}
	logs, err := n.logs(ctx, from, to)
	if err != nil {
		return nil, err
	}
	byBlock := map[uint64][]types.Log{}
	for _, l := range logs {
		byBlock[l.BlockNumber] = append(byBlock[l.BlockNumber], l)
	}
	out := make([]chain.Block, 0, len(headers))
	for _, h := range headers {
		var b chain.Block
		if found := byBlock[h.Number]; len(found) > 0 || !n.maybe(h) {
			b, err = n.block(h, found)
		} else {
			b, err = n.Events(ctx, h)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

func (n *Node) headers(ctx context.Context, from, to uint64) ([]chain.Header, error) {
	out := make([]chain.Header, 0, to-from+1)
	for at := from; at <= to; at += headerBatch {
		results := make([]*header, min(to-at+1, headerBatch))
		calls := make([]rpc.BatchElem, len(results))
		for i := range calls {
			calls[i] = rpc.BatchElem{Method: "eth_getBlockByNumber", Args: []any{hexutil.Uint64(at + uint64(i)), false}, Result: &results[i]}
		}
		err := n.ask(ctx, rangeTimeout, func(ctx context.Context, c *ethclient.Client) error { return c.Client().BatchCallContext(ctx, calls) })
		if err != nil {
			return nil, err
		}
		for i, r := range results {
			if calls[i].Error != nil {
				return nil, classify(calls[i].Error)
			}
			h, err := r.core()
			if err != nil {
				return nil, err
			}
			out = append(out, h)
		}
	}
	return out, nil
}

func (n *Node) logs(ctx context.Context, from, to uint64) ([]types.Log, error) {
	q := n.filter()
	q.FromBlock, q.ToBlock = number(from), number(to)
	var logs []types.Log
	err := n.ask(ctx, rangeTimeout, func(ctx context.Context, c *ethclient.Client) (err error) {
		logs, err = c.FilterLogs(ctx, q)
		return err
	})
	if err == nil || from == to || ctx.Err() != nil {
		return logs, err
	}
	// Too many blocks, too many results, too slow: every provider has other words for it, and half of it helps.
	middle := from + (to-from)/2
	first, err := n.logs(ctx, from, middle)
	if err != nil {
		return nil, err
	}
	second, err := n.logs(ctx, middle+1, to)
	return slices.Concat(first, second), err
}

// block decodes the logs of one block. A log of another block means that the answer is not of this chain.
func (n *Node) block(h chain.Header, logs []types.Log) (chain.Block, error) {
	out := chain.Block{Header: h}
	for i := range logs {
		l := &logs[i]
		if l.BlockHash.Hex() != h.Hash {
			return out, fmt.Errorf("%w: a log of block %s came for block %s", chain.ErrTemporary, l.BlockHash.Hex(), h.Hash)
		}
		if l.Removed || len(l.Topics) == 0 {
			continue
		}
		switch {
		case l.Address == n.payments && l.Topics[0] == paidTopic:
			p, err := payment(n.chainID, h, l)
			if err != nil {
				return out, err
			}
			out.Payments = append(out.Payments, p)
		case l.Address == n.token && l.Topics[0] == transferTopic:
			t, ok, err := transfer(l)
			if err != nil {
				return out, err
			}
			if ok {
				out.Transfers = append(out.Transfers, t)
			}
		}
	}
	return out, nil
}

// Genesis is the hash of the first block.
func (n *Node) Genesis(ctx context.Context) (string, error) {
	h, err := n.HeaderByNumber(ctx, 0)
	return h.Hash, err
}

// HasCode tells whether a contract is at an address.
func (n *Node) HasCode(ctx context.Context, address string) (bool, error) {
	var code []byte
	err := n.ask(ctx, callTimeout, func(ctx context.Context, c *ethclient.Client) (err error) {
		code, err = c.CodeAt(ctx, common.HexToAddress(address), nil)
		return err
	})
	return len(code) > 0, err
}

// Addresses implements chain.Addresses.
type Addresses struct{}

// Parse implements chain.Addresses: mixed case has to carry the right checksum (EIP-55).
func (Addresses) Parse(text string) (string, error) {
	text = strings.TrimSpace(text)
	digits, ok := strings.CutPrefix(text, "0x")
	if !ok || !common.IsHexAddress(text) {
		return "", chain.ErrAddress
	}
	sum := common.HexToAddress(text).Hex()
	if digits != strings.ToLower(digits) && digits != strings.ToUpper(digits) && sum != text {
		return "", chain.ErrAddress
	}
	return sum, nil
}

func decodeHex(text string) []byte {
	out, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil {
		return nil
	}
	return out
}

var (
	paidTopic     = crypto.Keccak256Hash([]byte("Paid(bytes32,bytes32,address,uint256,address,uint256,address)"))
	transferTopic = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
)
