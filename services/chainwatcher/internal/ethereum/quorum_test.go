package ethereum_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/trie"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
)

var (
	scriptedToken = common.HexToAddress("0x00000000000000000000000000000000000000aa")
	transferTopic = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
)

// script is the chain that scripted nodes serve: every block holds one mint, whose token id is the height.
type script struct {
	mu    sync.Mutex
	head  uint64
	final uint64
	// branches are the headers of the chain, and those of forks by the height where they begin; 0 is the chain.
	branches map[uint64][]*types.Header
	// hashes are those of the headers, and minted the height of each transaction.
	hashes map[*types.Header]common.Hash
	minted map[common.Hash]uint64
}

func (s *script) set(head, final uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.head, s.final = head, final
}

// header is the true header of a block of a branch.
func (s *script) header(branch, number uint64) *types.Header {
	if number < branch {
		branch = 0
	}
	if s.branches == nil {
		s.branches, s.hashes, s.minted = map[uint64][]*types.Header{}, map[*types.Header]common.Hash{}, map[common.Hash]uint64{}
	}
	list := s.branches[branch]
	if branch > 0 && list == nil {
		s.header(0, branch)
		list = slices.Clone(s.branches[0][:branch])
	}
	for at := uint64(len(list)); at <= number; at++ {
		h := &types.Header{
			Number: new(big.Int).SetUint64(at), UncleHash: types.EmptyUncleHash, TxHash: types.DeriveSha(minting(at), trie.NewListHasher()),
			Difficulty: new(big.Int), GasLimit: 30_000_000, GasUsed: 21_000, Time: 1_700_000_000 + at, Extra: fmt.Appendf(nil, "branch %d", branch),
			ReceiptHash: types.DeriveSha(receipts(at, minted(at)), trie.NewListHasher()),
		}
		if at > 0 {
			h.ParentHash = list[at-1].Hash()
		}
		h.Bloom.Add(scriptedToken.Bytes())
		h.Bloom.Add(transferTopic.Bytes())
		list = append(list, h)
		s.hashes[h], s.minted[minting(at)[0].Hash()] = h.Hash(), at
	}
	s.branches[branch] = list
	return list[number]
}

// lie changes the logs of a block in a node's lists and receipts.
type lie func(logs []map[string]any) []map[string]any

// The kinds of lies about logs. The bloom filter allows each of them.
var lies = map[string]lie{
	"leaves one out": func([]map[string]any) []map[string]any { return []map[string]any{} },
	"alters one":     func(list []map[string]any) []map[string]any { return []map[string]any{altered(list[0])} },
	"invents one":    func(list []map[string]any) []map[string]any { return append(list, altered(list[0])) },
	"repeats one":    func(list []map[string]any) []map[string]any { return append(list, list[0]) },
}

// altered is a log with another token. In a payment it would be the amount or the order.
func altered(log map[string]any) map[string]any {
	l := maps.Clone(log)
	topics := slices.Clone(l["topics"].([]common.Hash))
	topics[3] = common.BigToHash(big.NewInt(999_999))
	l["topics"] = topics
	return l
}

// scripted is one node with its faults; zero values mean no fault.
type scripted struct {
	*script

	mu sync.Mutex
	// lag is how many blocks the node is behind.
	lag uint64
	// boast is how far its reported head is ahead of the chain.
	boast uint64
	// fork returns other blocks from a height on.
	fork uint64
	// bare serves headers whose bloom filter is empty.
	bare bool
	// unindexed returns no logs of blocks.
	unindexed bool
	// lie changes the logs of every third block. Its header stays the true one, unless forged gives it the bloom filter and receipts root of
	// the lie, under the true hash.
	lie    lie
	forged bool
	// honestReceipts serves the true receipts together with the lie; failed changes their status, and renamed the hash of their transaction.
	honestReceipts, failed, renamed bool
	// receipt is the status of every receipt, empty for none; nonce is the nonce of every key.
	receipt string
	nonce   uint64
	// gas is the estimate for every transaction.
	gas uint64
	// wrongBlock returns logs of another block.
	wrongBlock bool
	// stall doesn't respond until the caller's timeout, busy returns 429, cut returns half a response.
	stall, busy, cut bool
	mum              string // the one method that gets no response
	unanswered       int    // calls that got no response
	lacks            string // the one method that the node doesn't have
	contents         int    // how many blocks' receipts it was called for
	// mostCalls is the largest batch, 0 for any: a larger one gets one error.
	mostCalls int
	// protocol is the major HTTP version of the last call.
	protocol atomic.Int64
	// widest is the widest range of eth_getLogs.
	widest uint64
}

func (n *scripted) change(fn func(n *scripted)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	fn(n)
}

// honest ends all faults.
func (n *scripted) honest() {
	n.lag, n.boast, n.fork, n.widest = 0, 0, 0, 0
	n.bare, n.unindexed, n.forged, n.honestReceipts, n.failed, n.renamed, n.wrongBlock, n.stall, n.busy, n.cut = false, false, false, false, false, false, false, false, false, false
	n.lie = nil
}

func (n *scripted) hash(number uint64) common.Hash { return n.hashes[n.header(n.fork, number)] }

// find returns the height of a block that the node has.
func (n *scripted) find(hash string) (number uint64, ok bool) {
	for number := range n.head + 1 {
		if n.hash(number) == common.HexToHash(hash) {
			return number, true
		}
	}
	return 0, false
}

// minting is the transaction of a block.
func minting(number uint64) types.Transactions {
	return types.Transactions{types.NewTx(&types.LegacyTx{Nonce: number, To: &scriptedToken})}
}

// minted are the true logs of a block, without its hash.
func minted(number uint64) []map[string]any {
	return []map[string]any{{
		"address": scriptedToken, "topics": []common.Hash{transferTopic, {}, common.BytesToHash([]byte{7}), common.BigToHash(new(big.Int).SetUint64(number))},
		"data": "0x", "blockNumber": hexutil.Uint64(number), "transactionHash": minting(number)[0].Hash(), "transactionIndex": "0x0",
		"blockHash": common.Hash{}, "logIndex": "0x0", "removed": false,
	}}
}

// recorded are the true logs of a block.
func (n *scripted) recorded(number uint64) []map[string]any {
	list := minted(number)
	list[0]["blockHash"] = n.hash(number)
	if n.wrongBlock {
		list[0]["blockHash"] = common.Hash{1}
	}
	return list
}

// logs are the logs that the node serves.
func (n *scripted) logs(number uint64) []map[string]any {
	if n.lie == nil || number%3 > 0 {
		return n.recorded(number)
	}
	return n.lie(n.recorded(number))
}

// receipts are the receipts of a block with these logs.
func receipts(number uint64, logs []map[string]any) types.Receipts {
	r := &types.Receipt{Type: types.DynamicFeeTxType, Status: types.ReceiptStatusSuccessful, CumulativeGasUsed: 21000, GasUsed: 21000, BlockNumber: new(big.Int).SetUint64(number), Logs: []*types.Log{}}
	text, _ := json.Marshal(logs)
	if err := json.Unmarshal(text, &r.Logs); err != nil {
		panic(err)
	}
	for _, l := range r.Logs {
		r.TxHash = l.TxHash
	}
	r.Bloom = types.CreateBloom(r)
	return types.Receipts{r}
}

// served are the receipts that the node serves of a block.
func (n *scripted) served(number uint64) types.Receipts {
	if n.honestReceipts {
		return receipts(number, n.recorded(number))
	}
	list := receipts(number, n.logs(number))
	if n.failed {
		list[0].Status = types.ReceiptStatusFailed
	}
	if list[0].TxHash == (common.Hash{}) {
		list[0].TxHash = minting(number)[0].Hash()
	}
	if n.renamed {
		list[0].TxHash = common.Hash{9}
	}
	return list
}

func (n *scripted) block(number uint64, full bool) any {
	if number > n.head+n.boast-min(n.lag, n.head) {
		return nil
	}
	h := n.header(n.fork, number)
	forged := *h
	if n.bare {
		forged.Bloom = types.Bloom{}
	}
	if n.forged {
		list := receipts(number, n.logs(number))
		forged.Bloom, forged.ReceiptHash = list[0].Bloom, types.DeriveSha(list, trie.NewListHasher())
	}
	return rendered(&forged, h.Hash(), minting(number), full)
}

// rendered is a header as JSON, under a hash, with its transactions or only their hashes.
func rendered(h *types.Header, hash common.Hash, txs types.Transactions, full bool) any {
	text, err := json.Marshal(h)
	if err != nil {
		panic(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	list := make([]any, len(txs))
	for i, tx := range txs {
		if list[i] = tx; !full {
			list[i] = tx.Hash()
		}
	}
	out["hash"], out["transactions"] = hash, list
	return out
}

// replies wraps a scripted node's results in JSON-RPC responses.
func replies(calls []call, answer func(call) (result any, problem string)) []map[string]any {
	out := make([]map[string]any, 0, len(calls))
	for _, c := range calls {
		one := map[string]any{"jsonrpc": "2.0", "id": c.ID}
		if result, problem := answer(c); problem != "" {
			one["error"] = map[string]any{"code": -32000, "message": problem}
		} else {
			one["result"] = result
		}
		out = append(out, one)
	}
	return out
}

func (n *scripted) respond(c call) (any, string) {
	text := func(i int) (s string) {
		_ = json.Unmarshal(c.Params[i], &s)
		return s
	}
	full := func() bool { return string(c.Params[1]) == "true" }
	if c.Method == n.lacks {
		return nil, "the method " + c.Method + " does not exist/is not available"
	}
	switch c.Method {
	case "eth_chainId":
		return "0x7a69", ""
	case "eth_getBlockByNumber":
		switch which := text(0); which {
		case "latest":
			return n.block(n.head+n.boast-min(n.lag, n.head), full()), ""
		case "finalized":
			return n.block(n.final-min(n.lag, n.final), full()), ""
		default:
			number, _ := strconv.ParseUint(which, 0, 64)
			return n.block(number, full()), ""
		}
	case "eth_getBlockByHash":
		if number, ok := n.find(text(0)); ok {
			return n.block(number, full()), ""
		}
		return nil, ""
	case "eth_getLogs":
		var f struct{ FromBlock, ToBlock, BlockHash string }
		_ = json.Unmarshal(c.Params[0], &f)
		if n.unindexed {
			return []any{}, ""
		}
		from, _ := strconv.ParseUint(f.FromBlock, 0, 64)
		to, _ := strconv.ParseUint(f.ToBlock, 0, 64)
		if f.BlockHash != "" {
			if number, ok := n.find(f.BlockHash); ok {
				return n.logs(number), ""
			}
			return nil, "unknown block"
		}
		if n.widest > 0 && to-from >= n.widest {
			return nil, "block range is too wide"
		}
		out := []map[string]any{}
		for number := from; number <= min(to, n.head-min(n.lag, n.head)); number++ {
			out = append(out, n.logs(number)...)
		}
		return out, ""
	case "eth_getBlockReceipts":
		var which struct{ BlockHash string }
		_ = json.Unmarshal(c.Params[0], &which)
		if number, ok := n.find(which.BlockHash); ok {
			n.contents++
			return n.served(number), ""
		}
		return nil, ""
	case "eth_getTransactionReceipt":
		if number, ok := n.minted[common.HexToHash(text(0))]; ok {
			n.contents++
			return n.served(number)[0], ""
		}
		if n.receipt == "" {
			return nil, ""
		}
		return map[string]any{
			"transactionHash": text(0), "blockHash": n.hash(20), "blockNumber": hexutil.Uint64(20), "status": n.receipt, "logs": []any{}, "logsBloom": types.Bloom{},
			"cumulativeGasUsed": "0x1", "gasUsed": "0x1", "transactionIndex": "0x0", "type": "0x2", "effectiveGasPrice": "0x1",
		}, ""
	case "eth_getTransactionCount":
		return hexutil.Uint64(n.nonce), ""
	case "eth_estimateGas":
		return hexutil.Uint64(n.gas), ""
	case "eth_maxPriorityFeePerGas":
		return "0x1", ""
	case "eth_getBalance":
		return "0xffffffffffff", ""
	}
	return nil, "the method does not exist"
}

func (n *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	n.mu.Lock()
	stall, busy, cut := n.stall || n.mum != "" && bytes.Contains(body, []byte(n.mum)), n.busy, n.cut
	if stall {
		n.unanswered++
	}
	n.mu.Unlock()
	n.protocol.Store(int64(r.ProtoMajor))
	if stall {
		<-r.Context().Done()
		return
	}
	if busy {
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	var calls []call
	batch := json.Unmarshal(body, &calls) == nil
	if !batch {
		calls = make([]call, 1)
		_ = json.Unmarshal(body, &calls[0])
	}
	n.mu.Lock()
	if n.mostCalls > 0 && len(calls) > n.mostCalls {
		n.mu.Unlock()
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch too large"}}`)
		return
	}
	n.script.mu.Lock()
	out := replies(calls, n.respond)
	n.script.mu.Unlock()
	n.mu.Unlock()
	var text []byte
	if batch {
		text, _ = json.Marshal(out)
	} else {
		text, _ = json.Marshal(out[0])
	}
	if cut {
		text = bytes.TrimRight(text[:len(text)/2], " ")
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

type ring struct {
	*script

	nodes []*scripted
	node  *ethereum.Node

	mu      sync.Mutex
	reasons map[string]int
}

func (r *ring) dropped(why string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reasons[why]
}

// newRing creates nodes of one chain of 40 blocks, 30 of them final.
func newRing(t *testing.T, count int) *ring {
	t.Helper()
	r := &ring{script: &script{head: 40, final: 30}, reasons: map[string]int{}}
	var urls []string
	for range count {
		n := &scripted{script: r.script}
		r.nodes = append(r.nodes, n)
		server := httptest.NewServer(n)
		t.Cleanup(server.Close)
		t.Cleanup(server.CloseClientConnections)
		urls = append(urls, server.URL)
	}
	var err error
	if r.node, err = ethereum.Dial(t.Context(), 31337, urls); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.node.Close)
	r.node.OnDrop(func(_, why string) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.reasons[why]++
	})
	r.node.Watch(chain.Chain{ID: 31337, TokenContract: scriptedToken.Hex(), PaymentContract: "0x00000000000000000000000000000000000000bb"})
	return r
}

// right checks that the ring reports the script's final blocks and newest block.
func (r *ring) right(t *testing.T) {
	t.Helper()
	latest, final, err := r.node.Heads(t.Context())
	if err != nil || latest.Number != r.head || final.Number != r.final {
		t.Fatalf("Heads() = %d, final %d, %v, want %d, final %d", latest.Number, final.Number, err, r.head, r.final)
	}
	blocks, err := r.node.Range(t.Context(), 1, final.Number)
	if err != nil {
		t.Fatal(err)
	}
	tip, err := r.node.Events(t.Context(), latest)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range append(blocks, tip) {
		if len(b.Transfers) != 1 || b.Transfers[0].TokenID != int64(b.Number) || b.Transfers[0].TxHash != minting(b.Number)[0].Hash().Hex() || i < len(blocks) && b.Number != uint64(i)+1 {
			t.Fatalf("block at %d = %d with %v, want number %d and one transfer of the token with the block's number", i, b.Number, b.Transfers, i+1)
		}
	}
	if err := r.node.CheckAgreement(t.Context(), final); err != nil {
		t.Error(err)
	}
}

// With one of three nodes faulty in any way, the chain is reported correctly.
func TestOneFaultyNodeOfThree(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault func(n *scripted)
		why   string
	}{
		"lags a little":         {func(n *scripted) { n.lag = 3 }, ""},
		"lags":                  {func(n *scripted) { n.lag = 8 }, "behind"},
		"boasts":                {func(n *scripted) { n.boast = 900 }, ""},
		"other final block":     {func(n *scripted) { n.fork = 20 }, "contradicts"},
		"logs of another block": {func(n *scripted) { n.wrongBlock = true }, ""},
		"stalls":                {func(n *scripted) { n.stall = true }, ""},
		"rate-limits us":        {func(n *scripted) { n.busy = true }, ""},
		"truncated response":    {func(n *scripted) { n.cut = true }, ""},
		"takes small ranges":    {func(n *scripted) { n.widest = 4 }, ""},
	} {
		for faulty := range 3 {
			t.Run(fmt.Sprint(name, " ", faulty), func(t *testing.T) {
				t.Parallel()
				r := newRing(t, 3)
				r.nodes[faulty].change(c.fault)
				for range 3 {
					r.right(t)
				}
				if c.why != "" {
					testkit.Eventually(t, 5*time.Second, func() bool { return r.dropped(c.why) > 0 })
				}
			})
		}
	}
}

func TestNoMajorityNoResult(t *testing.T) {
	t.Parallel()
	// Of two nodes both have to agree, and of three two.
	for _, count := range []int{2, 3} {
		r := newRing(t, count)
		r.right(t)
		for _, n := range r.nodes[1:] {
			n.change(func(n *scripted) { n.busy = true })
		}
		if _, _, err := r.node.Heads(t.Context()); !errors.Is(err, chain.ErrTemporary) {
			t.Errorf("%d nodes, one responds: error = %v, want ErrTemporary", count, err)
		}
		if _, err := r.node.Range(t.Context(), 1, 10); !errors.Is(err, chain.ErrTemporary) {
			t.Errorf("%d nodes, one responds: error = %v, want ErrTemporary", count, err)
		}
	}
	r := newRing(t, 2)
	if err := r.node.CheckAgreement(t.Context(), chain.Header{Number: 5, Hash: common.Hash{1}.Hex()}); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("a block that no node has was accepted: error = %v, want ErrTemporary", err)
	}
	// Different final blocks are a contradiction, which halts the chain if it lasts.
	r.nodes[1].change(func(n *scripted) { n.fork = 20 })
	if _, _, err := r.node.Heads(t.Context()); !errors.Is(err, chain.ErrContradiction) {
		t.Errorf("two nodes with different final blocks: %v, want %v", err, chain.ErrContradiction)
	}
}

// TestLiars: each kind of lie, told by one, two or all three nodes, in turns. What is reported is the chain, or nothing: one liar at a time
// changes nothing, and more of them stop the watcher until they are honest again, whatever they agree on.
func TestLiars(t *testing.T) {
	t.Parallel()
	kinds := map[string]func(n *scripted){
		"changed receipt": func(n *scripted) { n.failed = true },
		"changed hash":    func(n *scripted) { n.renamed = true },
		"lying header":    func(n *scripted) { n.lie, n.forged = lies["invents one"], true },
		"bare header":     func(n *scripted) { n.lie, n.bare = lies["leaves one out"], true },
	}
	for name, lie := range lies {
		kinds[name] = func(n *scripted) { n.lie, n.honestReceipts = lie, true }
		kinds[name+", also in the receipts"] = func(n *scripted) { n.lie = lie }
	}
	for name, fault := range kinds {
		for liars := 1; liars <= 3; liars++ {
			t.Run(fmt.Sprint(name, " ", liars), func(t *testing.T) {
				t.Parallel()
				r := newRing(t, 3)
				r.right(t)
				for turn := range 4 {
					for i, n := range r.nodes {
						lies := (i+turn)%3 < liars
						n.change(func(n *scripted) {
							if n.honest(); lies {
								fault(n)
							}
						})
					}
					if liars == 1 {
						r.right(t)
					} else {
						r.nothingFalse(t)
					}
				}
				for _, n := range r.nodes {
					n.change((*scripted).honest)
				}
				r.right(t)
			})
		}
	}
}

// nothingFalse checks that the ring reports the script's blocks, or ErrTemporary or ErrNotYet.
func (r *ring) nothingFalse(t *testing.T) {
	t.Helper()
	check := func(what string, blocks []chain.Block, err error) {
		t.Helper()
		if err != nil && !errors.Is(err, chain.ErrTemporary) && !errors.Is(err, chain.ErrNotYet) {
			t.Errorf("%s: error = %v, want nil, ErrTemporary or ErrNotYet", what, err)
		}
		for _, b := range blocks {
			if err == nil && (len(b.Transfers) != 1 || b.Transfers[0].TokenID != int64(b.Number) || b.Transfers[0].TxHash != minting(b.Number)[0].Hash().Hex()) {
				t.Errorf("%s: block %d with %v, want the transfer of its token", what, b.Number, b.Transfers)
			}
		}
	}
	blocks, err := r.node.Range(t.Context(), 1, 12)
	check("a range", blocks, err)
	for number := uint64(31); number <= 33; number++ {
		h, err := r.node.HeaderByNumber(t.Context(), number)
		if check("a header", nil, err); err != nil {
			continue
		}
		b, err := r.node.Events(t.Context(), h)
		check("a block", []chain.Block{b}, err)
	}
}

// TestANodeVotesAgain: the vote of a node that was wrong breaks a tie at once, and counts fully after it has agreed often enough.
func TestANodeVotesAgain(t *testing.T) {
	t.Parallel()
	r := newRing(t, 3)
	final := chain.Header{Number: 30, Hash: r.nodes[2].hash(30).Hex()}
	wrong := func(i int, fork uint64) {
		r.nodes[i].change(func(n *scripted) { n.fork = fork })
	}
	agree := func(times int) {
		t.Helper()
		for range times {
			if err := r.node.CheckAgreement(t.Context(), final); err != nil {
				t.Fatal(err)
			}
		}
	}
	dropped := func(want int) {
		t.Helper()
		testkit.Eventually(t, 5*time.Second, func() bool { return r.dropped("contradicts") == want })
	}
	wrong(0, 20)
	agree(1)
	dropped(1)
	wrong(0, 0)
	wrong(1, 20)
	agree(1) // the vote of the first decides
	dropped(2)
	// Both are on probation, so that neither has a majority with the third until all have responded.
	wrong(1, 0)
	agree(60)
	r.nodes[1].change(func(n *scripted) { n.stall = true })
	began := time.Now()
	agree(1)
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("a node that agreed 60 times was asked for %s, want its vote to count without the third", took)
	}
}

func TestAHeadThatJumpsBackIsIgnored(t *testing.T) {
	t.Parallel()
	r := newRing(t, 3)
	r.right(t)
	r.nodes[0].change(func(n *scripted) { n.lag = 5 })
	r.right(t)
	if r.dropped("jumped_back") != 1 {
		t.Errorf("dropped = %v, want one for jumped_back", r.reasons)
	}
}

// Many blocks, while the fault moves from node to node and the chain grows: nothing is missed, doubled or invented.
func TestNothingIsMissedWithMovingFaults(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	rnd := rand.New(rand.NewPCG(seed, 2))
	faults := []func(n *scripted){
		func(n *scripted) { n.lie = lies["leaves one out"] }, func(n *scripted) { n.lie = lies["invents one"] }, func(n *scripted) { n.busy = true },
		func(n *scripted) { n.cut = true }, func(n *scripted) { n.widest = 7 }, func(n *scripted) { n.wrongBlock = true },
	}
	r := newRing(t, 3)
	r.set(3_000, 3_000)
	for at := uint64(0); at < 3_000; {
		for _, n := range r.nodes {
			n.change((*scripted).honest)
		}
		r.nodes[rnd.IntN(3)].change(faults[rnd.IntN(len(faults))])
		blocks, err := r.node.Range(t.Context(), at+1, min(3_000, at+1+uint64(rnd.IntN(200))))
		if err != nil {
			t.Fatalf("seed %d: error = %v, want nil", seed, err)
		}
		for _, b := range blocks {
			if at++; b.Number != at || len(b.Transfers) != 1 || b.Transfers[0].TokenID != int64(at) {
				t.Fatalf("seed %d: block = %d with %v, want %d with one transfer of token %d", seed, b.Number, b.Transfers, at, at)
			}
		}
	}
	t.Logf("%d wrong responses detected, seed %d", r.dropped("contradicts"), seed)
}

// TestOneNodeDoesNotDecideATransaction: receipts and nonces need a majority.
func TestOneNodeDoesNotDecideATransaction(t *testing.T) {
	t.Parallel()
	key, err := ethereum.Key(deployer)
	if err != nil {
		t.Fatal(err)
	}
	hash := common.Hash{7}.Hex()
	for name, c := range map[string]struct {
		receipts [3]string
		nonces   [3]uint64
		ok       bool
		err      error
		nonce    uint64
	}{
		"all agree":                 {receipts: [3]string{"0x1", "0x1", "0x1"}, nonces: [3]uint64{4, 4, 4}, ok: true, nonce: 4},
		"one invents a receipt":     {receipts: [3]string{"0x1", "", ""}, nonces: [3]uint64{9, 3, 3}, err: chain.ErrNotYet, nonce: 3},
		"one invents a failure":     {receipts: [3]string{"0x0", "", ""}, nonces: [3]uint64{4, 3, 3}, err: chain.ErrNotYet, nonce: 3},
		"one contradicts a success": {receipts: [3]string{"0x0", "0x1", "0x1"}, nonces: [3]uint64{4, 4, 1}, ok: true, nonce: 4},
		"one doesn't have it yet":   {receipts: [3]string{"", "0x1", "0x1"}, nonces: [3]uint64{3, 4, 4}, ok: true, nonce: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRing(t, 3)
			for i, n := range r.nodes {
				n.change(func(n *scripted) { n.receipt, n.nonce = c.receipts[i], c.nonces[i] })
			}
			sender := ethereum.NewSender(r.node, ethereum.LocalKey(key), big.NewInt(1))
			got, err := sender.Receipt(t.Context(), hash)
			if !errors.Is(err, c.err) || got.OK != c.ok {
				t.Errorf("receipt: ok %t, %v; want ok %t, %v", got.OK, err, c.ok, c.err)
			}
			latest, final, err := sender.Nonces(t.Context())
			if err != nil || latest > c.nonce || final > c.nonce {
				t.Errorf("nonces: %d, %d, %v; want at most %d", latest, final, err, c.nonce)
			}
		})
	}
}

// TestHeadersMatchTheirHash: a node that serves another bloom filter or receipts root under the hash of a block is refused, even alone.
func TestHeadersMatchTheirHash(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(n *scripted){
		"bloom filter":  func(n *scripted) { n.bare = true },
		"receipts root": func(n *scripted) { n.lie, n.forged = lies["invents one"], true },
	} {
		r := newRing(t, 1)
		r.right(t)
		r.nodes[0].change(fault)
		if _, err := r.node.Range(t.Context(), 1, 20); !errors.Is(err, chain.ErrTemporary) {
			t.Errorf("%s, a range: %v, want ErrTemporary", name, err)
		}
		r.set(39, 30)
		if _, _, err := r.node.Heads(t.Context()); !errors.Is(err, chain.ErrTemporary) {
			t.Errorf("%s, the head: %v, want ErrTemporary", name, err)
		}
	}
}

// TestLogsMatchTheReceiptsRoot: a single node that leaves out, adds or alters a log of a block is refused. The bloom filter allows each of
// these.
func TestLogsMatchTheReceiptsRoot(t *testing.T) {
	t.Parallel()
	faults := map[string]func(n *scripted){}
	for name, lie := range lies {
		faults[name] = func(n *scripted) { n.lie = lie }
		faults[name+", in receipts by transaction"] = func(n *scripted) { n.lie, n.lacks = lie, "eth_getBlockReceipts" }
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRing(t, 1)
			r.right(t)
			r.nodes[0].change(fault)
			if blocks, err := r.node.Range(t.Context(), 1, 20); !errors.Is(err, chain.ErrTemporary) {
				t.Errorf("a range: %d blocks, %v, want ErrTemporary", len(blocks), err)
			}
			r.set(39, 30)
			latest, _, err := r.node.Heads(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if b, err := r.node.Events(t.Context(), latest); !errors.Is(err, chain.ErrTemporary) {
				t.Errorf("a block: %v, %v, want ErrTemporary", b.Transfers, err)
			}
			// Once the node serves what its headers say, it is believed.
			r.nodes[0].change((*scripted).honest)
			r.right(t)
		})
	}
	// A node that only hasn't indexed its logs yet has them in its receipts.
	r := newRing(t, 1)
	r.nodes[0].change(func(n *scripted) { n.unindexed = true })
	r.right(t)
}

// TestARangeIsReadFromOneNode: a majority agrees on the last block only, which proves the others and their events. If the node in use doesn't have
// the blocks, or other ones, the next node serves them.
func TestARangeIsReadFromOneNode(t *testing.T) {
	t.Parallel()
	r := newRing(t, 3)
	total := func() (n int) {
		for _, node := range r.nodes {
			node.change(func(s *scripted) { n, s.contents = n+s.contents, 0 })
		}
		return n
	}
	for name, fault := range map[string]func(n *scripted){
		"no fault":     func(*scripted) {},
		"lags":         func(n *scripted) { n.lag = 20 },
		"is elsewhere": func(n *scripted) { n.fork = 3 },
	} {
		r.nodes[0].change(fault)
		total()
		blocks, err := r.node.Range(t.Context(), 1, 30)
		if err != nil || count(blocks) != 30 {
			t.Errorf("%s: %d events, %v, want 30", name, count(blocks), err)
		}
		if n := total(); n < 30 || n > 60 {
			t.Errorf("%s: receipts of %d blocks were read, want those of 30 from one node, or from two", name, n)
		}
		r.nodes[0].change((*scripted).honest)
	}
}

// TestANodeTakesFewCallsAtOnce: requests get smaller until the node accepts them.
func TestANodeTakesFewCallsAtOnce(t *testing.T) {
	t.Parallel()
	r := newRing(t, 1)
	r.nodes[0].change(func(n *scripted) { n.mostCalls = 10 })
	var blocks []chain.Block
	err := chain.ErrTemporary
	for tries := 0; err != nil && tries < 20; tries++ {
		blocks, err = r.node.Range(t.Context(), 1, 30)
	}
	if err != nil || count(blocks) != 30 {
		t.Errorf("%d events, %v, want 30", count(blocks), err)
	}
}
