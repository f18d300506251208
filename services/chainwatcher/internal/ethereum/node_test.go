package ethereum_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

const deployer = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"

// provider is a proxy to anvil that behaves like commercial node providers.
type provider struct {
	to string
	// widest is the widest range of eth_getLogs, 0 for any.
	widest uint64
	// blind returns no logs by block hash, like a node whose index lags.
	blind bool
	// busy is how many calls get a 429.
	busy atomic.Int64
	// cut is how many responses are truncated.
	cut atomic.Int64
	// called are the methods of all calls; gas counts the calls that named a limit for gas.
	called sync.Map
	gas    atomic.Int64
}

type call struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if p.busy.Add(-1) >= 0 {
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	var c call
	var calls []call
	if json.Unmarshal(body, &c) == nil {
		calls = []call{c}
	} else {
		_ = json.Unmarshal(body, &calls)
	}
	for _, c := range calls {
		p.called.Store(c.Method, true)
		if (c.Method == "eth_call" || c.Method == "eth_estimateGas") && bytes.Contains(c.Params[0], []byte(`"gas"`)) {
			p.gas.Add(1)
		}
	}
	if len(calls) == 1 && c.Method == "eth_getLogs" {
		var filter struct{ FromBlock, ToBlock, BlockHash string }
		_ = json.Unmarshal(c.Params[0], &filter)
		if filter.BlockHash != "" && p.blind {
			_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":` + string(c.ID) + `,"result":[]}`))
			return
		}
		from, _ := strconv.ParseUint(filter.FromBlock, 0, 64)
		to, _ := strconv.ParseUint(filter.ToBlock, 0, 64)
		if p.widest > 0 && filter.BlockHash == "" && to-from >= p.widest {
			_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":` + string(c.ID) + `,"error":{"code":-32005,"message":"query returned more than 10000 results"}}`))
			return
		}
	}
	res, err := http.Post(p.to, "application/json", bytes.NewReader(body))
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	body, _ = io.ReadAll(res.Body)
	if p.cut.Add(-1) >= 0 {
		body = body[:len(body)/2]
	}
	_, _ = w.Write(body)
}

type world struct {
	*provider

	url   string
	anvil string
	chain chain.Chain
	node  *ethereum.Node
	// direct reaches the node without the provider.
	direct *ethereum.Node
}

// setup deploys the contracts and mints nine tokens, with empty blocks in between.
func setup(t *testing.T) *world {
	t.Helper()
	w := &world{anvil: testkit.Anvil(t)}
	key, err := ethereum.Key(deployer)
	if err != nil {
		t.Fatal(err)
	}
	direct, err := ethereum.Dial(t.Context(), 31337, []string{w.anvil})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(direct.Close)
	admin := ethereum.Address(key)
	w.chain, err = ethereum.Deploy(t.Context(), direct, chain.Chain{ID: 31337, Vault: admin}, ethereum.Deployment{
		Deployer: key, Minter: admin, QuoteSigner: admin, Platform: admin, FirstPrice: big.NewInt(300_000_000_000),
	})
	if err != nil {
		t.Fatal(err)
	}
	w.direct = direct
	w.mint(t, 5_000_001, 5_000_002, 5_000_003, 5_000_004, 5_000_005, 5_000_006, 5_000_007, 5_000_008, 5_000_009)
	w.provider = &provider{to: w.anvil}
	server := httptest.NewServer(w.provider)
	t.Cleanup(server.Close)
	t.Cleanup(func() {
		w.called.Range(func(method, _ any) bool {
			if !slices.ContainsFunc(ethereum.Methods(), func(m ethereum.Method) bool { return m.Name == method }) {
				t.Errorf("%s was called, want only methods of ethereum.Methods()", method)
			}
			return true
		})
		if n := w.gas.Load(); n > 0 {
			t.Errorf("%d calls name a limit for gas, want none: nodes refuse limits above their own", n)
		}
	})
	w.url = server.URL
	if w.node, err = ethereum.Dial(t.Context(), 31337, []string{w.url}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.node.Close)
	w.node.Watch(w.chain)
	return w
}

func count(blocks []chain.Block) (n int) {
	for _, b := range blocks {
		n += len(b.Transfers)
	}
	return n
}

func TestRangeIsCompleteWithEveryProvider(t *testing.T) {
	t.Parallel()
	w := setup(t)
	latest, final, err := w.node.Heads(t.Context())
	if err != nil || final.Hash == "" || final.Number >= latest.Number {
		t.Fatalf("Heads() = %+v, %+v, %v, want a final block before the latest", latest, final, err)
	}
	for _, widest := range []uint64{0, 1, 7} {
		w.widest = widest
		blocks, err := w.node.Range(t.Context(), 1, latest.Number)
		if err != nil || count(blocks) != 9 || uint64(len(blocks)) != latest.Number {
			t.Errorf("widest %d: %d events in %d blocks, %v, want 9 in %d", widest, count(blocks), len(blocks), err, latest.Number)
		}
		for i, b := range blocks[1:] {
			if b.Parent != blocks[i].Hash {
				t.Fatalf("parent of block %d = %s, want %s", b.Number, b.Parent, blocks[i].Hash)
			}
		}
	}
	w.widest = 2
	if _, err := w.node.Payees(t.Context(), 1, latest.Number); err != nil {
		t.Errorf("payees, two blocks at a time: error = %v, want nil", err)
	}
	// By hash, block by block, even if the index of logs lags.
	for _, blind := range []bool{false, true} {
		w.blind = blind
		var blocks []chain.Block
		for n := uint64(1); n <= latest.Number; n++ {
			h, err := w.node.HeaderByNumber(t.Context(), n)
			if err != nil {
				t.Fatal(err)
			}
			b, err := w.node.Events(t.Context(), h)
			if err != nil {
				t.Fatal(err)
			}
			blocks = append(blocks, b)
		}
		if count(blocks) != 9 {
			t.Errorf("blind %t: %d events, want 9", blind, count(blocks))
		}
	}
}

func TestErrorsHaveClasses(t *testing.T) {
	t.Parallel()
	w := setup(t)
	if _, err := w.node.HeaderByNumber(t.Context(), 9_999); !errors.Is(err, chain.ErrNotYet) {
		t.Errorf("a later block: error = %v, want ErrNotYet", err)
	}
	if _, err := w.node.HeaderByHash(t.Context(), "0x"+strings.Repeat("1", 64)); !errors.Is(err, chain.ErrNotYet) {
		t.Errorf("an unknown hash: error = %v, want ErrNotYet", err)
	}
	w.busy.Store(1)
	if _, err := w.node.HeaderByNumber(t.Context(), 1); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("overloaded node: error = %v, want ErrTemporary", err)
	}
	w.cut.Store(1)
	if _, err := w.node.HeaderByNumber(t.Context(), 1); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("truncated response: error = %v, want ErrTemporary", err)
	}
	if _, err := ethereum.Dial(t.Context(), 1, []string{w.url}); !errors.Is(err, chain.ErrBroken) {
		t.Errorf("another chain: error = %v, want ErrBroken", err)
	}
	// Calls that decide nothing go to the next node immediately if one doesn't respond; block data needs both.
	two, err := ethereum.Dial(t.Context(), 31337, []string{w.url, w.anvil})
	if err != nil {
		t.Fatal(err)
	}
	defer two.Close()
	w.busy.Store(100)
	someone, err := ethereum.Key(deployer)
	if err != nil {
		t.Fatal(err)
	}
	sender := ethereum.NewSender(two, ethereum.LocalKey(someone), big.NewInt(1))
	for range 3 {
		transfer := signing.Transaction{Kind: signing.Transfers, Call: chain.Call{Contract: w.chain.TokenContract}}
		if _, err := sender.Sign(t.Context(), transfer, 0, 21_000, nil); !errors.Is(err, signing.ErrFeeCap) {
			t.Errorf("fees: error = %v, want ErrFeeCap from the other node's fees", err)
		}
	}
	if left := w.busy.Load(); left != 99 {
		t.Errorf("the busy node was called %d times, want once", 100-left)
	}
	if _, _, err := sender.Nonces(t.Context()); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("nonces from one of two nodes were accepted: error = %v, want ErrTemporary", err)
	}
	if _, err := sender.Receipt(t.Context(), "0x"+strings.Repeat("1", 64)); err == nil {
		t.Error("a receipt from one of two nodes: error = nil, want one")
	}
	if _, err := two.HeaderByNumber(t.Context(), 1); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("blocks from one of two nodes were accepted: error = %v, want ErrTemporary", err)
	}
	if _, err := two.HasCode(t.Context(), w.chain.TokenContract); !errors.Is(err, chain.ErrTemporary) {
		t.Errorf("a contract check by one of two nodes was accepted: error = %v, want ErrTemporary", err)
	}
	if there, err := w.direct.HasCode(t.Context(), w.chain.TokenContract); err != nil || !there {
		t.Errorf("HasCode() = %t, %v, want true and no error", there, err)
	}
	w.busy.Store(0)
}

func TestContracts(t *testing.T) {
	t.Parallel()
	w := setup(t)
	key, err := ethereum.Key(deployer)
	if err != nil {
		t.Fatal(err)
	}
	k := ethereum.NewContracts(w.node, w.chain, w.chain.PriceFeed, ethereum.LocalKey(key))
	p, err := k.Price(t.Context())
	if err != nil || p.Text() != "3000.00" || p.Source == "" {
		t.Errorf("Price() = %+v, %v, want 3000.00 with a source", p, err)
	}
	if owner, err := k.Owner(t.Context(), 5_000_001); err != nil || owner != w.chain.Vault {
		t.Errorf("k.Owner(t.Context(), 5_000_001) = %v, %v, want owner %v and no error", owner, err, w.chain.Vault)
	}
	if _, err := k.Owner(t.Context(), 6_000_001); !errors.Is(err, chain.ErrNotYet) {
		t.Errorf("Owner() of an unminted token = %v, want ErrNotYet", err)
	}
	if err := k.CanMove(t.Context(), 5_000_001, "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"); err != nil {
		t.Error(err)
	}
	if err := k.CanMove(t.Context(), 5_000_001, w.chain.PaymentContract); !errors.Is(err, chain.ErrTarget) {
		t.Errorf("a contract that does not take tokens: error = %v, want ErrTarget", err)
	}
	s := ethereum.NewSender(w.node, ethereum.LocalKey(key), big.NewInt(1e12))
	mint, err := k.Mint(5_000_001)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sign(t.Context(), signing.Transaction{Call: mint}, 0, 0, nil); !errors.Is(err, signing.ErrAlreadyMinted) {
		t.Errorf("a second mint: error = %v, want ErrAlreadyMinted", err)
	}
	first, err := s.Sign(t.Context(), signing.Transaction{Call: mint}, 100, 90_000, nil)
	if err != nil {
		t.Fatal(err)
	}
	next, err := s.Sign(t.Context(), signing.Transaction{Call: mint}, 100, 90_000, &first)
	if err != nil || new(big.Int).Mul(next.FeeCap, big.NewInt(8)).Cmp(new(big.Int).Mul(first.FeeCap, big.NewInt(9))) < 0 ||
		new(big.Int).Mul(next.TipCap, big.NewInt(8)).Cmp(new(big.Int).Mul(first.TipCap, big.NewInt(9))) < 0 {
		t.Errorf("replacement fee = %+v, %v, want at least an eighth more than %+v", next, err, first)
	}
	for range 2 { // a transaction that the node already knows is no error
		if err := s.Broadcast(t.Context(), first.Raw); err != nil {
			t.Error(err)
		}
	}
	cheap := ethereum.NewSender(w.node, ethereum.LocalKey(key), big.NewInt(1))
	if _, err := cheap.Sign(t.Context(), signing.Transaction{Call: mint}, 1, 90_000, nil); !errors.Is(err, signing.ErrFeeCap) {
		t.Errorf("above the cap: error = %v, want ErrFeeCap", err)
	}
}
