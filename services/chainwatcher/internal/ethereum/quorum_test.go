package ethereum_test

import (
	"bytes"
	"crypto/sha256"
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
}

func (s *script) set(head, final uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.head, s.final = head, final
}

// scripted is one node with its faults; zero values mean no fault.
type scripted struct {
	*script

	mu sync.Mutex
	// lag is how many blocks the node is behind.
	lag uint64
	// boast is how far its reported head is ahead of the chain, without any blocks there.
	boast uint64
	// fork returns other hashes from a height on.
	fork uint64
	// hide leaves out the logs of every third block, forge adds one to every third block; their bloom filters match.
	hide, forge bool
	// bare serves headers whose bloom filter is empty.
	bare bool
	// unindexed returns no logs of blocks.
	unindexed bool
	// lie changes the logs of every third block, in lists and receipts; its header stays the true one.
	lie func(logs []map[string]any) []map[string]any
	// receipt is the status of every receipt, empty for none; nonce is the nonce of every key.
	receipt string
	nonce   uint64
	// wrongBlock returns logs of another block.
	wrongBlock bool
	// stall doesn't respond until the caller's timeout, busy returns 429, cut returns half a response.
	stall, busy, cut bool
	mum              string // the one method that gets no response
	unanswered       int    // calls that got no response
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

func (n *scripted) hash(number uint64) common.Hash {
	fork := n.fork > 0 && number >= n.fork
	return sha256.Sum256(fmt.Appendf(nil, "block %d %t", number, fork))
}

// logs are the logs that the node serves.
func (n *scripted) logs(number uint64) []map[string]any {
	if list := n.recorded(number); n.lie == nil || number%3 > 0 {
		return list
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

// recorded are the logs that the header of a block was made of.
func (n *scripted) recorded(number uint64) []map[string]any {
	one := func(token, index uint64) map[string]any {
		return map[string]any{
			"address": scriptedToken, "topics": []common.Hash{transferTopic, {}, common.BytesToHash([]byte{7}), common.BigToHash(new(big.Int).SetUint64(token))},
			"data": "0x", "blockNumber": hexutil.Uint64(number), "transactionHash": common.Hash(sha256.Sum256(fmt.Appendf(nil, "tx %d", token))), "transactionIndex": "0x0",
			"blockHash": n.hash(number), "logIndex": hexutil.Uint64(index), "removed": false,
		}
	}
	list := []map[string]any{one(number, 0)}
	switch {
	case n.hide && number%3 == 0:
		return nil
	case n.forge && number%3 == 0:
		list = append(list, one(number+1_000_000, 1))
	case n.wrongBlock:
		list[0]["blockHash"] = common.Hash{1}
	}
	return list
}

func (n *scripted) block(number uint64) any {
	head := n.head + n.boast - min(n.lag, n.head)
	if number > head {
		return nil
	}
	var bloom types.Bloom
	if len(n.recorded(number)) > 0 && !n.bare {
		bloom.Add(scriptedToken.Bytes())
		bloom.Add(transferTopic.Bytes())
	}
	parent := common.Hash{}
	if number > 0 {
		parent = n.hash(number - 1)
	}
	return map[string]any{
		"number": hexutil.Uint64(number), "hash": n.hash(number), "parentHash": parent, "timestamp": hexutil.Uint64(1_700_000_000 + number), "logsBloom": bloom,
		"receiptsRoot": types.DeriveSha(receipts(number, n.recorded(number)), trie.NewListHasher()),
	}
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
	switch c.Method {
	case "eth_chainId":
		return "0x7a69", ""
	case "eth_getBlockByNumber":
		switch which := text(0); which {
		case "latest":
			return n.block(n.head + n.boast - min(n.lag, n.head)), ""
		case "finalized":
			return n.block(n.final - min(n.lag, n.final)), ""
		default:
			number, _ := strconv.ParseUint(which, 0, 64)
			return n.block(number), ""
		}
	case "eth_getBlockByHash":
		for number := range n.head + 1 {
			if n.hash(number).Hex() == text(0) {
				return n.block(number), ""
			}
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
			for number := range n.head + 1 {
				if n.hash(number).Hex() == f.BlockHash {
					return n.logs(number), ""
				}
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
		for number := range n.head + 1 {
			if n.hash(number).Hex() == which.BlockHash {
				return receipts(number, n.logs(number)), ""
			}
		}
		return nil, ""
	case "eth_getTransactionReceipt":
		if n.receipt == "" {
			return nil, ""
		}
		return map[string]any{
			"transactionHash": text(0), "blockHash": n.hash(20), "blockNumber": hexutil.Uint64(20), "status": n.receipt, "logs": []any{}, "logsBloom": types.Bloom{},
			"cumulativeGasUsed": "0x1", "gasUsed": "0x1", "transactionIndex": "0x0", "type": "0x2", "effectiveGasPrice": "0x1",
		}, ""
	case "eth_getTransactionCount":
		return hexutil.Uint64(n.nonce), ""
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
		if len(b.Transfers) != 1 || b.Transfers[0].TokenID != int64(b.Number) || i < len(blocks) && b.Number != uint64(i)+1 {
			t.Fatalf("block at %d = %d with %v, want number %d and one transfer of the token with the block's number", i, b.Number, b.Transfers, i+1)
		}
	}
	if err := r.node.CheckAgreement(t.Context(), final, nil); err != nil {
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
		"hides logs":            {func(n *scripted) { n.hide = true }, "contradicts"},
		"invents logs":          {func(n *scripted) { n.forge = true }, "contradicts"},
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
	r.nodes[1].change(func(n *scripted) { n.hide = true })
	if blocks, err := r.node.Range(t.Context(), 1, 10); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("two nodes contradict each other: %d blocks, %v, want ErrTemporary", len(blocks), err)
	}
	if err := r.node.CheckAgreement(t.Context(), chain.Header{Number: 5, Hash: common.Hash{1}.Hex()}, nil); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("a block from one node was accepted: error = %v, want ErrTemporary", err)
	}
	// Different final blocks are a contradiction, which halts the chain if it lasts.
	r.nodes[1].change(func(n *scripted) { n.hide, n.fork = false, 20 })
	if _, _, err := r.node.Heads(t.Context()); !errors.Is(err, chain.ErrContradiction) {
		t.Errorf("two nodes with different final blocks: %v, want %v", err, chain.ErrContradiction)
	}
	r.nodes[1].change(func(n *scripted) { n.fork = 0 })
	h, err := r.node.HeaderByNumber(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	// A credit needs its receipt in the block that was read.
	if err := r.node.CheckAgreement(t.Context(), h, []chain.Payment{{TxHash: common.Hash{2}.Hex(), BlockHash: h.Hash}}); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("a payment without a receipt was accepted: error = %v, want ErrTemporary", err)
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
		func(n *scripted) { n.hide = true }, func(n *scripted) { n.forge = true }, func(n *scripted) { n.busy = true }, func(n *scripted) { n.cut = true },
		func(n *scripted) { n.widest = 7 }, func(n *scripted) { n.wrongBlock = true },
	}
	at, liars := uint64(0), 0
	for at < 3_000 {
		r := newRing(t, 3)
		r.set(at+600, at+600)
		// A node that was caught lying is left out for minutes, so each ring has only one faulty node.
		faulty := r.nodes[rnd.IntN(3)]
		faulty.change(faults[rnd.IntN(len(faults))])
		for to := at + 600; at < to; {
			blocks, err := r.node.Range(t.Context(), at+1, min(to, at+1+uint64(rnd.IntN(200))))
			if err != nil {
				t.Fatalf("seed %d: error = %v, want nil", seed, err)
			}
			for _, b := range blocks {
				if at++; b.Number != at || len(b.Transfers) != 1 || b.Transfers[0].TokenID != int64(at) {
					t.Fatalf("seed %d: block = %d with %v, want %d with one transfer of token %d", seed, b.Number, b.Transfers, at, at)
				}
			}
		}
		liars += r.dropped("contradicts")
	}
	t.Logf("%d blocks, %d wrong responses detected, seed %d", at, liars, seed)
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

// TestLogsMatchTheBloomFilter: a log that the header's bloom filter excludes is rejected, even with one node.
func TestLogsMatchTheBloomFilter(t *testing.T) {
	t.Parallel()
	r := newRing(t, 1)
	r.right(t)
	r.nodes[0].change(func(n *scripted) { n.bare = true })
	if _, err := r.node.Range(t.Context(), 1, 20); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("a range: %v, want ErrTemporary", err)
	}
	latest, _, err := r.node.Heads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.node.Events(t.Context(), latest); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("a block: %v, want ErrTemporary", err)
	}
}

// TestLogsMatchTheReceiptsRoot: a single node that leaves out, adds or alters a log of a block is refused. The bloom filter allows each of
// these.
func TestLogsMatchTheReceiptsRoot(t *testing.T) {
	t.Parallel()
	other := func(list []map[string]any) []map[string]any {
		l := maps.Clone(list[0])
		topics := slices.Clone(l["topics"].([]common.Hash))
		topics[3] = common.BigToHash(big.NewInt(999))
		l["topics"] = topics
		return []map[string]any{l}
	}
	for name, lie := range map[string]func([]map[string]any) []map[string]any{
		"leaves one out": func([]map[string]any) []map[string]any { return []map[string]any{} },
		"alters one":     other,
		"adds one":       func(list []map[string]any) []map[string]any { return append(list, other(list)...) },
		"repeats one":    func(list []map[string]any) []map[string]any { return append(list, list[0]) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRing(t, 1)
			r.right(t)
			r.nodes[0].change(func(n *scripted) { n.lie = lie })
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
			r.nodes[0].change(func(n *scripted) { n.lie = nil })
			r.right(t)
		})
	}
	// A node that only hasn't indexed its logs yet has them in its receipts.
	r := newRing(t, 1)
	r.nodes[0].change(func(n *scripted) { n.unindexed = true })
	r.right(t)
}
