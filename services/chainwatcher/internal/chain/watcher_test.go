package chain_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain/chaintest"
)

// hooked calls a function before it returns a header.
type hooked struct {
	chain.Node

	before func()
}

func (h hooked) HeaderByNumber(ctx context.Context, number uint64) (chain.Header, error) {
	h.before()
	return h.Node.HeaderByNumber(ctx, number)
}

// TestReplicasAttachTogether starts two replicas on a chain that nobody has followed. The second one must not start over when the first one
// has followed blocks in the meantime: the headers of those blocks would stay, and neither replica could store them again.
func TestReplicasAttachTogether(t *testing.T) {
	t.Parallel()
	for name, known := range map[string]bool{"a new chain": false, "another chain of the same id": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			r.chain.ID++
			if known {
				r = setup(t)
				r.node, r.chain.Genesis = chaintest.New(), "0xother"
			}
			r.node.Mine(3)
			first := chain.NewWatcher(r.chain, r.node, r.store, r.events, 500)
			second := chain.NewWatcher(r.chain, hooked{r.node, func() {
				if err := first.Attach(r.ctx); err != nil {
					t.Error(err)
				}
				for more := true; more; {
					var err error
					if more, err = first.Step(r.ctx); err != nil {
						t.Fatal(err)
					}
				}
			}}, r.store, r.events, 500)
			if err := second.Attach(r.ctx); err != nil {
				t.Fatal(err)
			}
			if c := r.cursor(); c.Number != 3 {
				t.Errorf("cursor = %d, want 3", c.Number)
			}
			r.w = first
			r.node.Mine(2)
			r.settle()
			if c := r.cursor(); c.Number != 5 {
				t.Errorf("cursor = %d, want 5", c.Number)
			}
		})
	}
}

func TestStep(t *testing.T) {
	t.Parallel()
	later := chaintest.Start.Add(time.Hour)
	for name, run := range map[string]func(t *testing.T, r *rig){
		"extension": func(t *testing.T, r *rig) {
			p := r.quoted(later)
			r.node.Mine(3)
			r.node.Add(chain.Block{Payments: []chain.Payment{p}})
			r.settle()
			if c := r.cursor(); c.Number != 4 || c.Hash != r.node.Tip().Hash || r.events.count("seen") != 1 || r.events.count("confirmed") != 0 {
				t.Errorf("cursor = %+v, want number 4 and hash %s; events = %q, want one seen and none confirmed", c, r.node.Tip().Hash, r.events.list)
			}
			r.node.Final = 4
			r.settle()
			r.settle()
			if c := r.cursor(); c.Finalized != 4 || r.events.count("confirmed") != 1 {
				t.Errorf("cursor = %+v, want finalized 4; events = %q, want one confirmed", c, r.events.list)
			}
		},
		"reorganisation": func(t *testing.T, r *rig) {
			p := r.quoted(later)
			r.node.Mine(5)
			r.node.Add(chain.Block{Payments: []chain.Payment{p}})
			r.node.Mine(2)
			r.settle()
			r.node.Fork(3)
			r.node.Mine(5)
			r.settle()
			if c := r.cursor(); c.Hash != r.node.Tip().Hash || r.events.count("reverted") != 1 {
				t.Errorf("cursor = %+v, want hash %s; events = %q, want one reverted", c, r.node.Tip().Hash, r.events.list)
			}
		},
		"a fork of the same height": func(t *testing.T, r *rig) {
			r.node.Mine(4)
			r.settle()
			r.node.Fork(1)
			r.node.Mine(1)
			r.settle()
			if c := r.cursor(); c.Hash != r.node.Tip().Hash {
				t.Errorf("cursor = %+v, want hash %s", c, r.node.Tip().Hash)
			}
		},
		"a fork that is shorter": func(t *testing.T, r *rig) {
			r.node.Mine(6)
			r.settle()
			r.node.Fork(3)
			r.node.Mine(1)
			r.settle()
			if c := r.cursor(); c.Hash != r.node.Tip().Hash || c.Number != 4 {
				t.Errorf("cursor = %+v, want number 4 and hash %s", c, r.node.Tip().Hash)
			}
		},
		"not found": func(t *testing.T, r *rig) {
			r.node.Mine(2)
			r.node.Fail = []error{nil, chain.ErrNotYet}
			if _, err := r.w.Step(r.ctx); !errors.Is(err, chain.ErrNotYet) || r.cursor().Number != 0 {
				t.Errorf("Step() = %v at block %d, want ErrNotYet at 0", err, r.cursor().Number)
			}
			r.settle()
		},
		"temporary": func(t *testing.T, r *rig) {
			r.node.Mine(2)
			for _, fail := range [][]error{{chain.ErrTemporary}, {nil, chain.ErrTemporary}, {nil, nil, chain.ErrTemporary}} {
				r.node.Fail = fail
				if _, err := r.w.Step(r.ctx); !errors.Is(err, chain.ErrTemporary) || r.cursor().Number != 0 {
					t.Errorf("Step() = %v at block %d, want ErrTemporary at 0", err, r.cursor().Number)
				}
			}
			r.settle()
		},
		"head falls behind": func(t *testing.T, r *rig) {
			r.node.Mine(9)
			r.node.Final = 5
			r.settle()
			for _, head := range []uint64{8, 5, 3} {
				r.node.Head = head
				if _, err := r.w.Step(r.ctx); !errors.Is(err, chain.ErrBehind) || r.cursor().Number != 9 {
					t.Errorf("head %d: Step() = %v at block %d, want ErrBehind at 9", head, err, r.cursor().Number)
				}
			}
			r.node.Head = 0
			r.settle()
		},
		"too deep": func(t *testing.T, r *rig) {
			p := r.quoted(later)
			r.node.Mine(4)
			r.node.Add(chain.Block{Payments: []chain.Payment{p}})
			r.node.Mine(3)
			r.node.Final = 6
			r.settle()
			r.node.Fork(4)
			r.node.Mine(9)
			before := r.cursor()
			for range 3 {
				if _, err := r.w.Step(r.ctx); !errors.Is(err, chain.ErrTooDeep) {
					t.Errorf("Step() = %v, want ErrTooDeep", err)
				}
			}
			if r.cursor().Hash != before.Hash || r.events.count("reverted") != 0 {
				t.Errorf("cursor = %+v, want hash %s; events = %q, want none reverted", r.cursor(), before.Hash, r.events.list)
			}
		},
		"no finalized tag": func(t *testing.T, r *rig) {
			r.node.Tag = false
			r.node.Mine(20)
			r.settle()
			if c := r.cursor(); c.Number != 20 || c.Finalized != 12 {
				t.Errorf("r.cursor() = %v, want number 20 and finalized 12", c)
			}
		},
		"a final block of another fork": func(t *testing.T, r *rig) {
			r.node.Mine(4)
			r.settle()
			lying := &lie{Chain: r.node}
			if _, err := chain.NewWatcher(r.chain, lying, r.store, r.events, 500).Step(r.ctx); !errors.Is(err, chain.ErrTemporary) || r.cursor().Finalized != 0 {
				t.Errorf("Step() = %v, finalized %d, want ErrTemporary, 0", err, r.cursor().Finalized)
			}
		},
		"a quote expires": func(t *testing.T, r *rig) {
			paid, open := r.quoted(chaintest.Start.Add(3*time.Second)), r.quoted(chaintest.Start.Add(3*time.Second))
			r.node.Mine(2)
			r.node.Add(chain.Block{Payments: []chain.Payment{paid}}) // in the deadline's second
			r.settle()
			if r.events.count("expired") != 0 {
				t.Errorf("events = %q, want none expired", r.events.list)
			}
			r.node.Mine(1)
			r.settle()
			if !slices.Contains(r.events.list, "expired "+open.IntentHash) || r.events.count("expired") != 1 {
				t.Errorf("events = %q, want expired %s alone", r.events.list, open.IntentHash)
			}
			// The payment is reverted after the deadline: its quote expires with the next block.
			r.node.Fork(2)
			r.node.Mine(2)
			r.settle()
			if !slices.Contains(r.events.list, "expired "+paid.IntentHash) {
				t.Errorf("events = %q, want expired %s", r.events.list, paid.IntentHash)
			}
		},
		"a payment without an order": func(t *testing.T, r *rig) {
			r.node.Add(chain.Block{Payments: []chain.Payment{{ChainID: 31337, TxHash: "0x1", IntentHash: "0x2", Amount: money.NewWei(1)}}})
			r.settle()
			if len(r.events.list) != 0 {
				t.Errorf("events = %q, want none", r.events.list)
			}
			r.node.Final = 1
			r.settle()
			if !slices.Contains(r.events.list, "unexpected unknown_order 0x1") {
				t.Errorf("events = %q, want unexpected unknown_order 0x1", r.events.list)
			}
		},
		"another chain of the same id": func(t *testing.T, r *rig) {
			p := r.quoted(later)
			r.node.Mine(4)
			r.node.Add(chain.Block{Payments: []chain.Payment{p}})
			r.settle()
			r.node, r.chain.Genesis = chaintest.New(), "0xother"
			r.w = chain.NewWatcher(r.chain, r.node, r.store, r.events, 500)
			if err := r.w.Attach(r.ctx); err != nil {
				t.Fatal(err)
			}
			r.node.Mine(2)
			r.settle()
			if c := r.cursor(); c.Number != 2 || r.events.count("reverted") != 1 {
				t.Errorf("cursor = %+v, want number 2; events = %q, want one reverted", c, r.events.list)
			}
		},
		"other contracts while the old ones exist": func(t *testing.T, r *rig) {
			before, _ := r.promised()
			r.chain.PaymentContract = "0xother"
			r.w = chain.NewWatcher(r.chain, r.node, r.store, r.events, 500)
			r.node.Fail = []error{chain.ErrTemporary}
			for _, want := range []error{chain.ErrTemporary, chain.ErrOtherContracts, chain.ErrOtherContracts} {
				if err := r.w.Attach(r.ctx); !errors.Is(err, want) {
					t.Errorf("%v, want %v", err, want)
				}
			}
			if c := r.cursor(); c.Hash != before.Hash || c.PaymentContract != before.PaymentContract || r.events.count("reverted") != 0 || r.events.count("refund failed") != 0 {
				t.Errorf("cursor = %+v, want the hash and contract of %+v; events = %q, want no revert and no failed refund", c, before, r.events.list)
			}
		},
		"other contracts on a chain that lost the old ones": func(t *testing.T, r *rig) {
			_, refund := r.promised()
			r.node.Gone = map[string]bool{"0xpay": true}
			r.chain.PaymentContract = "0xother"
			r.w = chain.NewWatcher(r.chain, r.node, r.store, r.events, 500)
			if err := r.w.Attach(r.ctx); err != nil {
				t.Fatal(err)
			}
			if c := r.cursor(); c.Number != 0 || c.PaymentContract != "0xother" || r.events.count("reverted") != 1 ||
				!slices.Contains(r.events.list, "refund failed "+refund.ID+" unsupported_chain") {
				t.Errorf("cursor = %+v, want number 0 and contract 0xother; events = %q, want one reverted and refund failed %s unsupported_chain", c, r.events.list, refund.ID)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, setup(t))
		})
	}
}

// promised follows a block with a payment, and accepts a refund.
func (r *rig) promised() (chain.Cursor, chain.Refund) {
	p := r.quoted(chaintest.Start.Add(time.Hour))
	r.node.Add(chain.Block{Payments: []chain.Payment{p}})
	r.settle()
	s, _ := r.refunds(0)
	d := due(7)
	r.take(s, d, chain.RefundQueued, "")
	return r.cursor(), d
}

// lie reports a final block of another fork.
type lie struct{ *chaintest.Chain }

func (l *lie) Heads(ctx context.Context) (latest, final chain.Header, err error) {
	latest, _, err = l.Chain.Heads(ctx)
	return latest, chain.Header{Number: 2, Hash: "0xother"}, err
}

// Random forks, failures and restarts end with exactly the events of the chain.
func TestNothingIsMissedOrDoubled(t *testing.T) {
	t.Parallel()
	r := setup(t)
	seed := uint64(time.Now().UnixNano())
	rnd := rand.New(rand.NewPCG(seed, 1))
	for range 400 {
		switch tip := r.node.Tip().Number; {
		case rnd.IntN(5) == 0 && tip > r.node.Final+3:
			r.node.Fork(1 + rnd.IntN(int(min(tip-r.node.Final-1, 12))))
			r.node.Mine(1)
		case rnd.IntN(3) == 0:
			r.node.Fail = []error{nil, chain.ErrTemporary, chain.ErrNotYet}[:1+rnd.IntN(3)]
		case rnd.IntN(6) == 0:
			if c := r.cursor(); c.Hash == r.node.Tip().Hash {
				r.node.Final = max(r.node.Final, tip-min(tip, 4))
			}
		default:
			r.node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: rnd.Int64N(9) + 1_000_001, To: fmt.Sprint("0x", tip), TxHash: fmt.Sprint("0xt", tip), LogIndex: 3}}})
		}
		for range rnd.IntN(6) {
			_, _ = r.w.Step(r.ctx)
		}
	}
	r.node.Fail = nil
	r.settle()
	holders, count := map[int64]string{}, 0
	blocks, err := r.node.Range(r.ctx, 0, r.node.Tip().Number)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		for _, tr := range b.Transfers {
			holders[tr.TokenID] = tr.To
			count++
		}
	}
	var got int
	if err := r.pool.QueryRow(r.ctx, `SELECT count(*) FROM transfers`).Scan(&got); err != nil || got != count {
		t.Errorf("transfers stored = %d, %v, want the chain's %d (seed %d)", got, err, count, seed)
	}
	for token, want := range holders {
		var owner string
		if err := r.pool.QueryRow(r.ctx, `SELECT owner FROM holders WHERE token_id = $1`, token).Scan(&owner); err != nil || owner != want {
			t.Errorf("token %d: %s, want %s (seed %d, %v)", token, owner, want, seed, err)
		}
	}
}

// BenchmarkCatchUp reads final blocks with two events each.
func BenchmarkCatchUp(b *testing.B) {
	r := setup(b)
	const blocks = 10_000
	for n := range blocks {
		r.node.Add(chain.Block{Transfers: []chain.Transfer{
			{TokenID: int64(n%500) + 1, To: wallet, TxHash: "0x1", LogIndex: 1}, {TokenID: int64(n%500) + 1, From: wallet, To: vault, TxHash: "0x1", LogIndex: 2},
		}})
	}
	r.node.Final = blocks
	b.ResetTimer()
	for n := range b.N {
		if n > 0 {
			b.StopTimer()
			r.chain.Genesis = fmt.Sprint("0x", n)
			r.w = chain.NewWatcher(r.chain, r.node, r.store, r.events, 500)
			if err := r.w.Attach(r.ctx); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
		r.settle()
	}
	b.ReportMetric(float64(b.N*blocks*2)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(b.N*blocks)/b.Elapsed().Seconds(), "blocks/s")
}
