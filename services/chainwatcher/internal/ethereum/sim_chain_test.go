package ethereum_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/trie"
)

var (
	bookToken    = common.HexToAddress("0x00000000000000000000000000000000000000aa")
	bookPayments = common.HexToAddress("0x00000000000000000000000000000000000000bb")
	paidTopic    = crypto.Keccak256Hash([]byte("Paid(bytes32,bytes32,address,uint256,address,uint256,address)"))
)

// page is a block of the chain. Its logs are token transfers and payments.
type page struct {
	number       uint64
	hash, parent common.Hash
	logs         []map[string]any
	header       *types.Header
	tx           *types.Transaction
}

// simChain is the true chain: it grows, forks and becomes final.
type simChain struct {
	mu    sync.Mutex
	rnd   *rand.Rand
	pages []*page
	known map[common.Hash]*page
	final uint64
	forks int
	// side is the branch that was left last. The chain may return to it.
	side []*page
	// later runs after a number of further calls to nodes: the chain changes while it is read.
	later func()
	calls int
}

func newSimChain(rnd *rand.Rand) *simChain {
	b := &simChain{rnd: rnd, known: map[common.Hash]*page{}}
	b.add(0)
	return b
}

// add appends a block with so many logs.
func (b *simChain) add(logs int) {
	p := &page{number: uint64(len(b.pages))}
	if p.number > 0 {
		p.parent = b.pages[p.number-1].hash
	}
	seed := sha256.Sum256(fmt.Appendf(nil, "%x %d %d", p.parent, p.number, b.forks))
	p.tx = types.NewTx(&types.LegacyTx{Nonce: p.number, Data: seed[:]})
	p.header = &types.Header{
		ParentHash: p.parent, Number: new(big.Int).SetUint64(p.number), UncleHash: types.EmptyUncleHash, Difficulty: new(big.Int),
		TxHash: types.DeriveSha(types.Transactions{p.tx}, trie.NewListHasher()), GasLimit: 30_000_000, Time: 1_700_000_000 + p.number, Extra: seed[:],
	}
	for i := range logs {
		one := map[string]any{
			"blockNumber": hexutil.Uint64(p.number), "blockHash": common.Hash{}, "transactionIndex": "0x0", "logIndex": hexutil.Uint64(i), "removed": false,
			"transactionHash": p.tx.Hash(),
		}
		if b.rnd.IntN(3) > 0 {
			token := common.BigToHash(big.NewInt(1 + b.rnd.Int64N(500)))
			one["address"], one["data"] = bookToken, "0x"
			one["topics"] = []common.Hash{transferTopic, {}, common.BigToHash(big.NewInt(1 + b.rnd.Int64N(9))), token}
		} else {
			intent := common.Hash(sha256.Sum256(fmt.Appendf(nil, "intent %x %d", seed, i)))
			one["address"], one["topics"] = bookPayments, []common.Hash{paidTopic, intent, intent, common.BigToHash(big.NewInt(7))}
			one["data"] = hexutil.Bytes(append(common.BigToHash(big.NewInt(1000)).Bytes(), make([]byte, 3*32)...))
		}
		address, topics := one["address"].(common.Address), one["topics"].([]common.Hash)
		p.header.Bloom.Add(address.Bytes())
		p.header.Bloom.Add(topics[0].Bytes())
		p.logs = append(p.logs, one)
	}
	p.header.ReceiptHash = types.DeriveSha(receipts(p.number, p.logs), trie.NewListHasher())
	p.hash = p.header.Hash()
	for _, l := range p.logs {
		l["blockHash"] = p.hash
	}
	b.pages, b.known[p.hash] = append(b.pages, p), p
}

func (b *simChain) head() uint64 { return uint64(len(b.pages)) - 1 }

func (b *simChain) mine(blocks int) {
	for range blocks {
		b.add(max(0, b.rnd.IntN(5)-1))
	}
}

// fork replaces the last blocks by as many, or some more.
func (b *simChain) fork(depth, more int) {
	b.forks++
	at := len(b.pages) - depth
	if n := len(b.side); n > 0 && b.rnd.IntN(3) == 0 && b.side[0].number > b.final && b.side[0].number <= b.head() && b.side[0].parent == b.pages[b.side[0].number-1].hash {
		at = int(b.side[0].number)
		back := b.side
		b.side = append([]*page(nil), b.pages[at:]...)
		b.pages = append(b.pages[:at:at], back...)
		b.mine(max(1, len(b.side)-n+more))
		return
	}
	b.side = append([]*page(nil), b.pages[at:]...)
	b.pages = b.pages[:at:at]
	b.mine(depth + more)
}

// settle finalizes the blocks that have at least depth blocks on top.
func (b *simChain) settle(depth uint64) {
	if b.head() > depth {
		b.final = max(b.final, b.head()-depth)
	}
}

// change makes a random change to the chain.
func (b *simChain) change() {
	most := int(min(b.head()-b.final, 64))
	switch n := b.rnd.IntN(200); {
	case n < 24 && most > 0:
		b.fork(1+b.rnd.IntN(most), b.rnd.IntN(3))
	case n < 30:
		b.mine(10 + b.rnd.IntN(50))
	case n < 31:
		b.mine(200 + b.rnd.IntN(700))
	default:
		b.mine(1 + b.rnd.IntN(3))
	}
	b.settle(uint64(6 + b.rnd.IntN(60)))
}

// The faults of a node. A node that lies is detected and left out; the others recover.
const (
	sound = iota
	lagging
	jumping
	boasting
	blind     // returns no logs although the bloom filter matches
	hiding    // leaves out one of several logs
	forging   // adds a log
	confused  // logs of another block
	forked    // reports other blocks from a height on
	unfinal   // forgets what is final
	early     // reports everything as final
	narrow    // refuses wide ranges
	short     // returns only part of a range
	busy      // 429
	cut       // half a response
	nonsense  // no JSON
	hanging   // doesn't respond until the caller's timeout
	allFaults // how many there are
)

// simNode is a node that serves the chain, with a fault.
type simNode struct {
	*simChain

	fault int
	lag   uint64
	from  uint64 // where a fork begins
	// branch has the fork's headers by the hash of the chain's block, and the chain's blocks by the fork's hash.
	branch struct {
		from    uint64
		headers map[common.Hash]*types.Header
		pages   map[common.Hash]*page
	}
}

func (n *simNode) top() uint64 {
	switch n.fault {
	case lagging:
		return n.head() - min(n.head(), 9)
	case jumping:
		return n.head() - min(n.head(), 5*uint64(n.rnd.IntN(2)))
	case boasting:
		return n.head() + 900
	}
	return n.head() - min(n.head(), n.lag)
}

// header is the header that the node serves for a block: of its separate branch if it is forked.
func (n *simNode) header(p *page) *types.Header {
	if n.fault != forked || p.number < n.from {
		return p.header
	}
	if n.branch.from != n.from || n.branch.headers == nil {
		n.branch.from, n.branch.headers, n.branch.pages = n.from, map[common.Hash]*types.Header{}, map[common.Hash]*page{}
	}
	if h := n.branch.headers[p.hash]; h != nil {
		return h
	}
	h := types.CopyHeader(p.header)
	h.Extra = []byte("another branch")
	if p.number > n.from {
		h.ParentHash = n.header(n.known[p.parent]).Hash()
	}
	n.branch.headers[p.hash], n.branch.pages[h.Hash()] = h, p
	return h
}

func (n *simNode) render(p *page, full bool) any {
	h := n.header(p)
	return rendered(h, h.Hash(), types.Transactions{p.tx}, full)
}

func (n *simNode) at(number uint64) any {
	if number > n.top() || number > n.head() {
		return nil
	}
	return n.render(n.pages[number], false)
}

func (n *simNode) page(text string) *page {
	p := n.known[common.HexToHash(text)]
	if p == nil && n.fault == forked {
		p = n.branch.pages[common.HexToHash(text)]
	}
	if p != nil && p.number > n.top() {
		return nil
	}
	return p
}

func (n *simNode) logsOf(p *page) []map[string]any {
	out := []map[string]any{}
	for i, l := range p.logs {
		one := maps.Clone(l)
		one["blockHash"] = n.header(p).Hash()
		switch {
		case n.fault == blind || n.fault == hiding && i == 1:
			continue
		case n.fault == confused:
			one["blockHash"] = common.Hash{1}
		}
		out = append(out, one)
		if n.fault == forging && i == 0 && l["address"] == bookToken {
			second := maps.Clone(one)
			second["logIndex"] = hexutil.Uint64(99)
			out = append(out, second)
		}
	}
	return out
}

func (n *simNode) respond(c call) (any, string) {
	var text string
	if len(c.Params) > 0 {
		_ = json.Unmarshal(c.Params[0], &text)
	}
	switch c.Method {
	case "eth_chainId":
		return "0x7a69", ""
	case "eth_getBlockByNumber":
		switch text {
		case "latest":
			if top := n.top(); top > n.head() {
				h := &types.Header{Number: new(big.Int).SetUint64(top), Difficulty: new(big.Int)}
				return rendered(h, h.Hash(), nil, false), ""
			}
			return n.at(n.top()), ""
		case "finalized":
			if n.fault == unfinal {
				return nil, "unknown block"
			}
			if n.fault == early {
				return n.at(n.head()), ""
			}
			return n.at(min(n.final, n.top())), ""
		}
		number, _ := strconv.ParseUint(text, 0, 64)
		return n.at(number), ""
	case "eth_getBlockByHash":
		if p := n.page(text); p != nil {
			return n.render(p, string(c.Params[1]) == "true"), ""
		}
		return nil, ""
	case "eth_getLogs":
		return n.find(c)
	case "eth_getBlockReceipts":
		var which struct{ BlockHash string }
		_ = json.Unmarshal(c.Params[0], &which)
		if p := n.page(which.BlockHash); p != nil && n.fault != blind {
			return receipts(p.number, n.logsOf(p)), ""
		}
		return []any{}, ""
	}
	return nil, "the method does not exist"
}

func (n *simNode) find(c call) (any, string) {
	var f struct{ FromBlock, ToBlock, BlockHash string }
	_ = json.Unmarshal(c.Params[0], &f)
	if f.BlockHash != "" {
		if p := n.page(f.BlockHash); p != nil {
			return n.logsOf(p), ""
		}
		return nil, "unknown block"
	}
	from, _ := strconv.ParseUint(f.FromBlock, 0, 64)
	to, _ := strconv.ParseUint(f.ToBlock, 0, 64)
	if n.fault == narrow && to-from >= 7 {
		return nil, "block range is too wide"
	}
	if n.fault == short && to > from {
		to = from + (to-from)/2
	}
	out := []map[string]any{}
	for number := from; number <= min(to, n.top(), n.head()); number++ { // beyond its head a node returns fewer, without an error
		out = append(out, n.logsOf(n.pages[number])...)
	}
	return out, ""
}

func (n *simNode) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var calls []call
	batch := json.Unmarshal(body, &calls) == nil
	if !batch {
		calls = make([]call, 1)
		_ = json.Unmarshal(body, &calls[0])
	}
	n.mu.Lock()
	if n.calls--; n.later != nil && n.calls <= 0 {
		n.later()
		n.later = nil
	}
	fault := n.fault
	out := replies(calls, n.respond)
	n.mu.Unlock()
	var text []byte
	if batch {
		text, _ = json.Marshal(out)
	} else {
		text, _ = json.Marshal(out[0])
	}
	switch fault {
	case hanging:
		<-r.Context().Done()
		return
	case busy:
		w.WriteHeader(http.StatusTooManyRequests)
		return
	case cut:
		text = text[:len(text)/2]
	case nonsense:
		text = []byte("<html>bad gateway</html>")
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}
