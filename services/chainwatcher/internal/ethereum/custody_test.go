package ethereum_test

import (
	"flag"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

var (
	custodyRuns = flag.Int("custody.runs", 15, "how many withdrawals TestOneTransferForEachWithdrawal makes")
	custodySeed = flag.Uint64("custody.seed", 0, "its seed, 0 for another each time")
)

// faults are what may happen while a withdrawal is in flight.
var faults = map[string]func(v *custodyFixture, w custody.Withdrawal){
	"the node accepts and forgets":   func(v *custodyFixture, _ custody.Withdrawal) { v.gate.set(forgotten, ""); _ = v.tick() },
	"the pool is emptied":            func(v *custodyFixture, _ custody.Withdrawal) { _ = v.tick(); v.forget() },
	"a process dies before it sends": func(v *custodyFixture, _ custody.Withdrawal) { v.gate.set(lost, ""); _ = v.tick(); v.kill() },
	"a process dies after it sent":   func(v *custodyFixture, _ custody.Withdrawal) { v.gate.set(unanswered, ""); _ = v.tick(); v.kill() },
	"a process dies before it signs": func(v *custodyFixture, _ custody.Withdrawal) {
		v.gate.set(passes, "eth_estimateGas")
		_ = v.tick()
		v.kill()
	},
	"a replacement is called underpriced":  func(v *custodyFixture, _ custody.Withdrawal) { _ = v.tick(); v.loseReplacement(underpriced) },
	"it is known already":                  func(v *custodyFixture, _ custody.Withdrawal) { v.gate.set(unanswered, ""); v.quiet(5) },
	"the base fee is ten times as high":    (*custodyFixture).raiseFee,
	"the base fee is above the cap":        func(v *custodyFixture, _ custody.Withdrawal) { v.feeAboveCap() },
	"somebody else takes the nonce":        func(v *custodyFixture, _ custody.Withdrawal) { _ = v.tick(); v.outside() },
	"a reorganisation":                     func(v *custodyFixture, _ custody.Withdrawal) { v.reorganise() },
	"the cheap attempt is mined after all": (*custodyFixture).mineFirst,
	"a used nonce is given up":             (*custodyFixture).requeueAndMine,
	"two processes advance the withdrawal": func(v *custodyFixture, _ custody.Withdrawal) { v.advance(); v.advance() },
	"a process dies while it checks for more": func(v *custodyFixture, _ custody.Withdrawal) {
		v.gate.set(passes, "eth_getTransactionReceipt")
		_ = v.tick()
		v.kill()
	},
}

// names of the faults, in order.
var names = slices.Sorted(maps.Keys(faults))

// quiet lets time pass without a block.
func (v *custodyFixture) quiet(ticks int) {
	for range ticks {
		v.clock.Advance(poll)
		_ = v.signer.Step(v.t.Context(), v.lease)
	}
}

// loseReplacement makes the node lose or reject the transaction's replacement.
func (v *custodyFixture) loseReplacement(how int) {
	v.quiet(8)
	v.gate.set(how, "")
	v.quiet(5)
}

// raiseFee raises the minimum fee tenfold: the pending transaction is stuck, and has to be replaced within a minute.
func (v *custodyFixture) raiseFee(w custody.Withdrawal) {
	v.quiet(1)
	before := v.attempts(w.ID)
	head, err := v.direct.Client().HeaderByNumber(v.t.Context(), nil)
	if err != nil {
		v.t.Fatal(err)
	}
	v.base(min(10*max(head.BaseFee.Int64(), 2e9), mostFee/4))
	v.quiet(1)
	if s := v.status(w.ID); s != custody.InBroadcast || before != 1 {
		return // it was mined anyway, or already replaced
	}
	for waited := 2 * poll; ; waited += poll {
		v.quiet(1)
		if v.attempts(w.ID) > before {
			return
		}
		if waited >= time.Minute {
			v.t.Errorf("the transaction wasn't replaced within %s", waited)
			return
		}
	}
}

func (v *custodyFixture) feeAboveCap() {
	_ = v.tick()
	v.base(3 * mostFee)
	v.quiet(13)
	v.base(1e9)
}

func (v *custodyFixture) reorganise() {
	_ = v.tick()
	v.rpc("evm_mine")
	_ = v.tick()
	v.rpc("anvil_reorg", 1, []any{})
	v.watch()
}

// mineFirst replaces the transaction, and has the first one mined.
func (v *custodyFixture) mineFirst(w custody.Withdrawal) {
	v.quiet(13)
	var raw []byte
	err := v.pool.QueryRow(v.t.Context(), `SELECT raw FROM attempts a JOIN transactions x ON x.id = a.transaction_id WHERE x.subject = $1 ORDER BY signed_at LIMIT 1`, w.ID).Scan(&raw)
	if err != nil {
		return // nothing was signed
	}
	v.forget()
	_ = v.direct.Client().Client().CallContext(v.t.Context(), nil, "eth_sendRawTransaction", hexutil.Bytes(raw))
	v.rpc("evm_mine")
}

// requeueAndMine is a lagging node that knows no receipt: the transfer is queued again, and then mined anyway.
func (v *custodyFixture) requeueAndMine(w custody.Withdrawal) {
	v.quiet(1)
	t := signing.Transaction{Kind: signing.Transfers, Subject: w.ID}
	err := v.pool.QueryRow(v.t.Context(), `SELECT id::text FROM transactions WHERE subject = $1 AND status = 'broadcast'`, w.ID).Scan(&t.ID)
	if err != nil {
		return // it is not in flight
	}
	if err := v.store.Requeue(v.t.Context(), v.lease, t); err != nil {
		v.t.Fatal(err)
	}
	v.rpc("evm_mine")
}

func (v *custodyFixture) advance() {
	v.t.Helper()
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() { _, _ = v.withdrawals.Advance(v.t.Context(), 31337) })
	}
	both.Wait()
}

// approved mints a token and has its withdrawal approved, up to the signer.
func (v *custodyFixture) approved(token int64) (w custody.Withdrawal, checkout string) {
	v.t.Helper()
	ctx, checkout := v.t.Context(), id.New()
	err := v.store.QueueMint(ctx, custody.Token{
		TokenID: token, ChainID: 31337, CheckoutID: checkout, AccountID: "ada", ArtworkID: token / 1e6, EditionNumber: int32(token % 1e6), PaidAt: v.clock.Now(),
	}, v.sender.Address())
	if err != nil {
		v.t.Fatal(err)
	}
	v.until("the mint", func() bool {
		return v.count(`SELECT count(*) FROM tokens WHERE token_id = $1 AND status = 'minted'`, token) == 1
	})
	w = custody.Withdrawal{ID: id.New(), TokenID: token, To: common.BigToAddress(big.NewInt(0x7000_0000 + token)).Hex()}
	r := custody.ApprovedRequest{
		ID: id.New(), AccountID: "ada", ChainID: 31337, To: w.To, RequestedAt: v.clock.Now(), ApprovedAt: v.clock.Now(),
		Works: []custody.ApprovedWork{{WithdrawalID: w.ID, TokenID: token, Position: 1}},
	}
	for range 2 {
		if err := v.withdrawals.Approved(ctx, r); err != nil {
			v.t.Fatal(err)
		}
	}
	v.advance()
	return w, checkout
}

// left returns the recipient of each transfer of a token out of the vault.
func (v *custodyFixture) left(token int64) (to []string) {
	v.t.Helper()
	q := ofToken(v.chain)
	q.Topics = [][]common.Hash{{transferTopic}, {common.HexToHash(v.chain.Vault)}, nil, {common.BigToHash(big.NewInt(token))}}
	logs, err := v.direct.Client().FilterLogs(v.t.Context(), q)
	if err != nil {
		v.t.Fatal(err)
	}
	for _, l := range logs {
		to = append(to, common.BytesToAddress(l.Topics[2][:]).Hex())
	}
	return to
}

// ended waits until the signer has nothing left to do.
func (v *custodyFixture) ended() {
	v.t.Helper()
	v.until("the transaction's end", func() bool {
		return v.count(`SELECT count(*) FROM transactions WHERE chain_id = 31337 AND status NOT IN ('final', 'failed')`) == 0
	})
}

// withdraw takes one token through its life, with one fault and up to two others. It returns what happened.
func (v *custodyFixture) withdraw(token int64, first string) (happened []string) {
	v.t.Helper()
	w, checkout := v.approved(token)
	for n := range 1 + v.rng.IntN(3) {
		name := first
		if n > 0 {
			name = names[v.rng.IntN(len(names))]
		}
		happened = append(happened, name)
		faults[name](v, w)
		if v.rng.IntN(2) == 0 {
			_ = v.tick()
		}
	}
	v.gate.set(passes, "")
	v.until("the withdrawal", func() bool { return v.status(w.ID) == custody.Final })
	v.ended()
	if to := v.left(token); !slices.Equal(to, []string{w.To}) {
		v.t.Errorf("token %d was transferred to %q, want once to %s, after %q", token, to, w.To, happened)
	}
	for what, n := range map[string]int{
		"confirmations":  v.count(`SELECT count(*) FROM notes WHERE kind = 'confirmed' AND what = $1`, w.ID),
		"mints recorded": v.count(`SELECT count(*) FROM notes WHERE kind = 'minted' AND what = $1`, checkout),
	} {
		if n != 1 {
			v.t.Errorf("%d %s, want 1, after %q", n, what, happened)
		}
	}
	if n := v.count(`SELECT count(*) FROM notes WHERE kind = 'failed'`); n != 0 {
		v.t.Errorf("%d withdrawals failed, want none, after %q", n, happened)
	}
	return happened
}

// Each approved withdrawal moves its token exactly once, no matter what happens to the node, the fees, the key or the process.
func TestOneTransferForEachWithdrawal(t *testing.T) {
	t.Parallel()
	seed := *custodySeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	const perNode = 40 // a node that stores every block's state gets slow
	happened, deaths := map[string]int{}, 0
	for from := 0; from < *custodyRuns; from += perNode {
		t.Run(fmt.Sprint(from), func(t *testing.T) {
			v := newVaultFixture(t, rand.New(rand.NewPCG(seed, uint64(from))))
			for n := from; n < min(from+perNode, *custodyRuns); n++ {
				for _, what := range v.withdraw(int64(20_000_001+n), names[n%len(names)]) {
					happened[what]++
				}
				if t.Failed() {
					t.Fatalf("seed %d, run %d", seed, n)
				}
			}
			deaths += v.deaths
		})
		if t.Failed() {
			break
		}
	}
	t.Logf("%d withdrawals, %d processes died; %v", *custodyRuns, deaths, happened)
}
