package ethereum_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

const (
	poll    = 4 * time.Second
	mostFee = 200_000_000_000
)

// What happens to the next transaction that is sent.
const (
	passes      = iota
	lost        // the connection ends before the node has it
	unanswered  // the node has it, and the response is lost
	forgotten   // the node confirms it, but doesn't have it
	underpriced // the node rejects it as a replacement
)

// gate is a proxy between the service and a node that inspects sent transactions.
type gate struct {
	to string

	mu   sync.Mutex
	next int
	// fail makes the next call of a method fail.
	fail string
	// at is the method whose next call runs hook before the node gets it.
	at   string
	hook func()
}

// before runs fn before the next call of a method.
func (g *gate) before(method string, fn func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.at, g.hook = method, fn
}

func (g *gate) set(next int, fail string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.next, g.fail = next, fail
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var c call
	what := passes
	if json.Unmarshal(body, &c) == nil {
		g.mu.Lock()
		if g.hook != nil && c.Method == g.at {
			g.hook()
			g.hook = nil
		}
		switch c.Method {
		case "eth_sendRawTransaction":
			what, g.next = g.next, passes
		case g.fail:
			what, g.fail = lost, ""
		}
		g.mu.Unlock()
	}
	switch what {
	case lost:
		panic(http.ErrAbortHandler)
	case forgotten:
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":"%s"}`, c.ID, common.Hash{1})
		return
	case underpriced:
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"replacement transaction underpriced"}}`, c.ID)
		return
	}
	res, err := http.Post(g.to, "application/json", bytes.NewReader(body))
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	body, _ = io.ReadAll(res.Body)
	_ = res.Body.Close()
	if what == unanswered {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body)
}

// notes implements the events of cores: it records the outcome of withdrawals in the transaction that decided it.
type notes struct {
	watching.Events
	custody.GiftEvents

	pool *pgxpool.Pool
}

func (n notes) note(ctx context.Context, kind, what string) error {
	_, err := kitpg.Conn(ctx, n.pool).Exec(ctx, `INSERT INTO notes VALUES ($1, $2)`, kind, what)
	return err
}

func (n notes) TokenMinted(ctx context.Context, t custody.Token) error {
	return n.note(ctx, "minted", t.CheckoutID)
}

func (n notes) WithdrawalConfirmed(ctx context.Context, w custody.Withdrawal) error {
	return n.note(ctx, "confirmed", w.ID)
}

func (n notes) WithdrawalFailed(ctx context.Context, w custody.Withdrawal) error {
	return n.note(ctx, "failed", w.ID+" "+w.Reason)
}

func (n notes) BatchReported(ctx context.Context, r custody.BatchReport) error {
	return n.note(ctx, "batch reported", r.Withdrawals[0].BatchID)
}

// nobody is a fleet where accounts have no data.
type nobody struct{ custody.Fleet }

func (nobody) Account(_ context.Context, accountID string) (custody.Person, error) {
	return custody.Person{AccountID: accountID}, nil
}

// custodyFixture is the custody of one chain, on a real node that mines on request.
type custodyFixture struct {
	*world

	t           *testing.T
	gate        *gate
	rng         *rand.Rand
	clock       *clock.Fake
	pool        *pgxpool.Pool
	store       *postgres.Store
	link        chain.Link
	watcher     *watching.Watcher
	withdrawals *custody.Withdrawals
	sender      *ethereum.Sender

	signer *signing.Signer
	lease  signing.Lease
	paused bool
	ticks  int
	deaths int
}

func migrate(ctx context.Context, url string) error {
	return kitpg.Migrate(ctx, url, postgres.Migrations)
}

func newVaultFixture(t *testing.T, rng *rand.Rand) *custodyFixture {
	t.Helper()
	w := setup(t)
	v := &custodyFixture{world: w, t: t, gate: &gate{to: w.anvil}, rng: rng, clock: clock.NewFake(time.Now())}
	server := httptest.NewServer(v.gate)
	t.Cleanup(server.Close)
	node, err := ethereum.Dial(t.Context(), 31337, []string{server.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(node.Close)
	node.Watch(w.chain)
	if v.pool, err = kitpg.Open(t.Context(), testkit.Postgres(t, migrate)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.pool.Close)
	if _, err := v.pool.Exec(t.Context(), `CREATE TABLE notes (kind text, what text)`); err != nil {
		t.Fatal(err)
	}
	key, err := ethereum.Key(deployer)
	if err != nil {
		t.Fatal(err)
	}
	v.store, v.sender = postgres.New(v.pool), ethereum.NewSender(node, ethereum.LocalKey(key), big.NewInt(mostFee))
	v.link = chain.Link{Chain: w.chain, Contracts: ethereum.NewContracts(node, w.chain, "", ethereum.LocalKey(key))}
	chains := chain.NewChains(31337, []uint32{31337})
	chains.Put(v.link)
	events := notes{pool: v.pool}
	v.watcher = watching.NewWatcher(w.chain, node, v.store, events, 500)
	v.withdrawals = &custody.Withdrawals{Store: v.store, Events: events, Fleet: nobody{}, Chains: chains, Vault: w.chain.Vault, Clock: v.clock}
	if err := v.watcher.Attach(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.rpc("evm_setAutomine", false)
	v.start()
	return v
}

func (v *custodyFixture) rpc(method string, args ...any) {
	v.t.Helper()
	if err := v.direct.Client().Client().CallContext(v.t.Context(), nil, method, args...); err != nil {
		v.t.Fatalf("%s: error = %v, want nil", method, err)
	}
}

// start starts a new process.
func (v *custodyFixture) start() {
	v.t.Helper()
	rules := signing.Rules{BumpAfter: 45 * time.Second, ResendAfter: 15 * time.Second, InFlight: 16}
	lease, ok, err := v.store.Lease(v.t.Context(), 31337, v.sender.Address(), time.Hour)
	if err != nil || !ok {
		v.t.Fatalf("Lease() = %t, %v, want true and no error", ok, err)
	}
	v.lease = lease
	v.signer = signing.NewSigner(v.link, v.sender, v.store, notes{pool: v.pool}, rules, v.withdrawals.CooldownEnded, v.clock, testkit.Log(v.t), func(on bool) { v.paused = on })
}

// kill ends the process and starts another one; writes of the first are refused from then on.
func (v *custodyFixture) kill() {
	v.t.Helper()
	if err := v.store.Release(v.t.Context(), v.lease); err != nil {
		v.t.Fatal(err)
	}
	stale := v.lease
	v.start()
	v.deaths++
	if err := v.store.Mark(v.t.Context(), stale, signing.Transaction{ID: id.New()}, signing.TxFailed, 0, ""); !errors.Is(err, signing.ErrFenced) {
		v.t.Errorf("write by a signer without the lease: error = %v, want ErrFenced", err)
	}
}

// tick runs the signer once, and mines a block every third time. It returns the signer's error.
func (v *custodyFixture) tick() error {
	v.t.Helper()
	v.clock.Advance(poll)
	err := v.signer.Step(v.t.Context(), v.lease)
	if errors.Is(err, signing.ErrFenced) {
		v.t.Fatal(err)
	}
	if v.ticks++; v.ticks%3 == 0 {
		v.rpc("evm_mine")
		v.watch()
	}
	return err
}

func (v *custodyFixture) watch() {
	v.t.Helper()
	for range 1000 {
		more, err := v.watcher.Step(v.t.Context())
		if err != nil && !errors.Is(err, chain.ErrTemporary) && !errors.Is(err, chain.ErrNotYet) && !errors.Is(err, watching.ErrBehind) {
			v.t.Fatalf("Step() = %v, want nil, ErrTemporary, ErrNotYet or ErrBehind", err)
		}
		if err != nil || !more {
			return
		}
	}
}

// until ticks until done returns true.
func (v *custodyFixture) until(what string, done func() bool) {
	v.t.Helper()
	var last error
	for range 300 {
		if done() {
			return
		}
		last = v.tick()
	}
	v.t.Fatalf("timeout waiting for %s: %v", what, last)
}

func (v *custodyFixture) count(sql string, args ...any) (n int) {
	v.t.Helper()
	if err := v.pool.QueryRow(v.t.Context(), sql, args...).Scan(&n); err != nil {
		v.t.Fatal(err)
	}
	return n
}

func (v *custodyFixture) attempts(withdrawal string) int {
	return v.count(`SELECT count(*) FROM attempts a JOIN transactions x ON x.id = a.transaction_id WHERE x.subject = $1`, withdrawal)
}

func (v *custodyFixture) status(withdrawal string) custody.WithdrawalStatus {
	v.t.Helper()
	w, err := v.store.Read(v.t.Context(), withdrawal)
	if err != nil {
		v.t.Fatal(err)
	}
	return w.Status
}

func (v *custodyFixture) base(wei int64) {
	v.rpc("anvil_setNextBlockBaseFeePerGas", hexutil.EncodeUint64(uint64(wei)))
	v.rpc("evm_mine")
}

// outside uses the key for something else, replacing the pending transaction.
func (v *custodyFixture) outside() {
	v.t.Helper()
	key, err := ethereum.Key(deployer)
	if err != nil {
		v.t.Fatal(err)
	}
	nonce, err := v.direct.Client().NonceAt(v.t.Context(), common.HexToAddress(v.chain.Vault), nil)
	if err != nil {
		v.t.Fatal(err)
	}
	to := common.HexToAddress("0x00000000000000000000000000000000000000cc")
	tx := types.MustSignNewTx(key, types.LatestSignerForChainID(big.NewInt(31337)), &types.DynamicFeeTx{
		ChainID: big.NewInt(31337), Nonce: nonce, GasTipCap: big.NewInt(100e9), GasFeeCap: big.NewInt(900e9), Gas: 21_000, To: &to,
	})
	if err := v.direct.Client().SendTransaction(v.t.Context(), tx); err != nil {
		v.t.Fatal(err)
	}
	v.rpc("evm_mine")
}

func (v *custodyFixture) forget() { v.rpc("anvil_dropAllTransactions") }
