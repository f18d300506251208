package watching_test

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
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// hooked calls a function before it returns a header.
type hooked struct {
	watching.Node

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
			r.Chain.ID++
			if known {
				r = setup(t)
				r.Node, r.Chain.Genesis = chaintest.New(), "0xother"
			}
			r.Node.Mine(3)
			first := watching.NewWatcher(r.Chain, r.Node, r.Store, r.Events, 500)
			second := watching.NewWatcher(r.Chain, hooked{r.Node, func() {
				if err := first.Attach(r.Ctx); err != nil {
					t.Error(err)
				}
				for more := true; more; {
					var err error
					if more, err = first.Step(r.Ctx); err != nil {
						t.Fatal(err)
					}
				}
			}}, r.Store, r.Events, 500)
			if err := second.Attach(r.Ctx); err != nil {
				t.Fatal(err)
			}
			if c := r.Cursor(); c.Number != 3 {
				t.Errorf("cursor = %d, want 3", c.Number)
			}
			r.Watcher = first
			r.Node.Mine(2)
			r.Settle()
			if c := r.Cursor(); c.Number != 5 {
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
			p := r.Quoted(later)
			r.Node.Mine(3)
			r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
			r.Settle()
			if c := r.Cursor(); c.Number != 4 || c.Hash != r.Node.Tip().Hash || r.Events.Count("seen") != 1 || r.Events.Count("confirmed") != 0 {
				t.Errorf("cursor = %+v, want number 4 and hash %s; events = %q, want one seen and none confirmed", c, r.Node.Tip().Hash, r.Events.List)
			}
			r.Node.Final = 4
			r.Settle()
			r.Settle()
			if c := r.Cursor(); c.Finalized != 4 || r.Events.Count("confirmed") != 1 {
				t.Errorf("cursor = %+v, want finalized 4; events = %q, want one confirmed", c, r.Events.List)
			}
		},
		"reorganisation": func(t *testing.T, r *rig) {
			p := r.Quoted(later)
			r.Node.Mine(5)
			r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
			r.Node.Mine(2)
			r.Settle()
			r.Node.Fork(3)
			r.Node.Mine(5)
			r.Settle()
			if c := r.Cursor(); c.Hash != r.Node.Tip().Hash || r.Events.Count("reverted") != 1 {
				t.Errorf("cursor = %+v, want hash %s; events = %q, want one reverted", c, r.Node.Tip().Hash, r.Events.List)
			}
		},
		"a fork of the same height": func(t *testing.T, r *rig) {
			r.Node.Mine(4)
			r.Settle()
			r.Node.Fork(1)
			r.Node.Mine(1)
			r.Settle()
			if c := r.Cursor(); c.Hash != r.Node.Tip().Hash {
				t.Errorf("cursor = %+v, want hash %s", c, r.Node.Tip().Hash)
			}
		},
		"a fork that is shorter": func(t *testing.T, r *rig) {
			r.Node.Mine(6)
			r.Settle()
			r.Node.Fork(3)
			r.Node.Mine(1)
			r.Settle()
			if c := r.Cursor(); c.Hash != r.Node.Tip().Hash || c.Number != 4 {
				t.Errorf("cursor = %+v, want number 4 and hash %s", c, r.Node.Tip().Hash)
			}
		},
		"not found": func(t *testing.T, r *rig) {
			r.Node.Mine(2)
			r.Node.Fail = []error{nil, chain.ErrNotYet}
			if _, err := r.Watcher.Step(r.Ctx); !errors.Is(err, chain.ErrNotYet) || r.Cursor().Number != 0 {
				t.Errorf("Step() = %v at block %d, want ErrNotYet at 0", err, r.Cursor().Number)
			}
			r.Settle()
		},
		"temporary": func(t *testing.T, r *rig) {
			r.Node.Mine(2)
			for _, fail := range [][]error{{chain.ErrTemporary}, {nil, chain.ErrTemporary}, {nil, nil, chain.ErrTemporary}} {
				r.Node.Fail = fail
				if _, err := r.Watcher.Step(r.Ctx); !errors.Is(err, chain.ErrTemporary) || r.Cursor().Number != 0 {
					t.Errorf("Step() = %v at block %d, want ErrTemporary at 0", err, r.Cursor().Number)
				}
			}
			r.Settle()
		},
		"head falls behind": func(t *testing.T, r *rig) {
			r.Node.Mine(9)
			r.Node.Final = 5
			r.Settle()
			for _, head := range []uint64{8, 5, 3} {
				r.Node.Head = head
				if _, err := r.Watcher.Step(r.Ctx); !errors.Is(err, watching.ErrBehind) || r.Cursor().Number != 9 {
					t.Errorf("head %d: Step() = %v at block %d, want ErrBehind at 9", head, err, r.Cursor().Number)
				}
			}
			r.Node.Head = 0
			r.Settle()
		},
		"too deep": func(t *testing.T, r *rig) {
			p := r.Quoted(later)
			r.Node.Mine(4)
			r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
			r.Node.Mine(3)
			r.Node.Final = 6
			r.Settle()
			r.Node.Fork(4)
			r.Node.Mine(9)
			before := r.Cursor()
			for range 3 {
				if _, err := r.Watcher.Step(r.Ctx); !errors.Is(err, watching.ErrTooDeep) {
					t.Errorf("Step() = %v, want ErrTooDeep", err)
				}
			}
			if r.Cursor().Hash != before.Hash || r.Events.Count("reverted") != 0 {
				t.Errorf("cursor = %+v, want hash %s; events = %q, want none reverted", r.Cursor(), before.Hash, r.Events.List)
			}
		},
		"no finalized tag": func(t *testing.T, r *rig) {
			r.Node.Tag = false
			r.Node.Mine(20)
			r.Settle()
			if c := r.Cursor(); c.Number != 20 || c.Finalized != 12 {
				t.Errorf("r.cursor() = %v, want number 20 and finalized 12", c)
			}
		},
		"a final block of another fork": func(t *testing.T, r *rig) {
			r.Node.Mine(4)
			r.Settle()
			lying := &lie{Chain: r.Node}
			if _, err := watching.NewWatcher(r.Chain, lying, r.Store, r.Events, 500).Step(r.Ctx); !errors.Is(err, chain.ErrTemporary) || r.Cursor().Finalized != 0 {
				t.Errorf("Step() = %v, finalized %d, want ErrTemporary, 0", err, r.Cursor().Finalized)
			}
		},
		"a quote expires": func(t *testing.T, r *rig) {
			paid, open := r.Quoted(chaintest.Start.Add(3*time.Second)), r.Quoted(chaintest.Start.Add(3*time.Second))
			r.Node.Mine(2)
			r.Node.Add(chain.Block{Payments: []chain.Payment{paid}}) // in the deadline's second
			r.Settle()
			if r.Events.Count("expired") != 0 {
				t.Errorf("events = %q, want none expired", r.Events.List)
			}
			r.Node.Mine(1)
			r.Settle()
			if !slices.Contains(r.Events.List, "expired "+open.IntentHash) || r.Events.Count("expired") != 1 {
				t.Errorf("events = %q, want expired %s alone", r.Events.List, open.IntentHash)
			}
			// The payment is reverted after the deadline: its quote expires with the next block.
			r.Node.Fork(2)
			r.Node.Mine(2)
			r.Settle()
			if !slices.Contains(r.Events.List, "expired "+paid.IntentHash) {
				t.Errorf("events = %q, want expired %s", r.Events.List, paid.IntentHash)
			}
		},
		"a payment without an order": func(t *testing.T, r *rig) {
			r.Node.Add(chain.Block{Payments: []chain.Payment{{ChainID: 31337, TxHash: "0x1", IntentHash: "0x2", Amount: money.NewWei(1)}}})
			r.Settle()
			if len(r.Events.List) != 0 {
				t.Errorf("events = %q, want none", r.Events.List)
			}
			r.Node.Final = 1
			r.Settle()
			if !slices.Contains(r.Events.List, "unexpected unknown_order 0x1") {
				t.Errorf("events = %q, want unexpected unknown_order 0x1", r.Events.List)
			}
		},
		"another chain of the same id": func(t *testing.T, r *rig) {
			p := r.Quoted(later)
			r.Node.Mine(4)
			r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
			r.Settle()
			r.Node, r.Chain.Genesis = chaintest.New(), "0xother"
			r.Restart()
			if err := r.Watcher.Attach(r.Ctx); err != nil {
				t.Fatal(err)
			}
			r.Node.Mine(2)
			r.Settle()
			if c := r.Cursor(); c.Number != 2 || r.Events.Count("reverted") != 1 {
				t.Errorf("cursor = %+v, want number 2; events = %q, want one reverted", c, r.Events.List)
			}
		},
		"other contracts while the old ones exist": func(t *testing.T, r *rig) {
			before, _ := r.promised()
			r.Chain.PaymentContract = "0xother"
			r.Restart()
			r.Node.Fail = []error{chain.ErrTemporary}
			for _, want := range []error{chain.ErrTemporary, watching.ErrOtherContracts, watching.ErrOtherContracts} {
				if err := r.Watcher.Attach(r.Ctx); !errors.Is(err, want) {
					t.Errorf("%v, want %v", err, want)
				}
			}
			if c := r.Cursor(); c.Hash != before.Hash || c.PaymentContract != before.PaymentContract || r.Events.Count("reverted") != 0 || r.Events.Count("refund failed") != 0 {
				t.Errorf("cursor = %+v, want the hash and contract of %+v; events = %q, want no revert and no failed refund", c, before, r.Events.List)
			}
		},
		"other contracts on a chain that lost the old ones": func(t *testing.T, r *rig) {
			_, refund := r.promised()
			r.Node.Gone = map[string]bool{"0xpay": true}
			r.Chain.PaymentContract = "0xother"
			r.Restart()
			if err := r.Watcher.Attach(r.Ctx); err != nil {
				t.Fatal(err)
			}
			if c := r.Cursor(); c.Number != 0 || c.PaymentContract != "0xother" || r.Events.Count("reverted") != 1 ||
				!slices.Contains(r.Events.List, "refund failed "+refund.ID+" unsupported_chain") {
				t.Errorf("cursor = %+v, want number 0 and contract 0xother; events = %q, want one reverted and refund failed %s unsupported_chain", c, r.Events.List, refund.ID)
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
func (r *rig) promised() (chain.Cursor, paying.Refund) {
	p := r.Quoted(chaintest.Start.Add(time.Hour))
	r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
	r.Settle()
	s, _ := r.Refunds(0)
	d := chaintest.Due(7)
	r.Take(s, d, paying.RefundQueued, "")
	return r.Cursor(), d
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
		switch tip := r.Node.Tip().Number; {
		case rnd.IntN(5) == 0 && tip > r.Node.Final+3:
			r.Node.Fork(1 + rnd.IntN(int(min(tip-r.Node.Final-1, 12))))
			r.Node.Mine(1)
		case rnd.IntN(3) == 0:
			r.Node.Fail = []error{nil, chain.ErrTemporary, chain.ErrNotYet}[:1+rnd.IntN(3)]
		case rnd.IntN(6) == 0:
			if c := r.Cursor(); c.Hash == r.Node.Tip().Hash {
				r.Node.Final = max(r.Node.Final, tip-min(tip, 4))
			}
		default:
			r.Node.Add(chain.Block{Transfers: []chain.Transfer{{TokenID: rnd.Int64N(9) + 1_000_001, To: fmt.Sprint("0x", tip), TxHash: fmt.Sprint("0xt", tip), LogIndex: 3}}})
		}
		for range rnd.IntN(6) {
			_, _ = r.Watcher.Step(r.Ctx)
		}
	}
	r.Node.Fail = nil
	r.Settle()
	holders, count := map[int64]string{}, 0
	blocks, err := r.Node.Range(r.Ctx, 0, r.Node.Tip().Number)
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
	if err := r.DB.QueryRow(r.Ctx, `SELECT count(*) FROM transfers`).Scan(&got); err != nil || got != count {
		t.Errorf("transfers stored = %d, %v, want the chain's %d (seed %d)", got, err, count, seed)
	}
	for token, want := range holders {
		var owner string
		if err := r.DB.QueryRow(r.Ctx, `SELECT owner FROM holders WHERE token_id = $1`, token).Scan(&owner); err != nil || owner != want {
			t.Errorf("token %d: %s, want %s (seed %d, %v)", token, owner, want, seed, err)
		}
	}
}

// BenchmarkCatchUp reads final blocks with two events each.
func BenchmarkCatchUp(b *testing.B) {
	r := setup(b)
	const blocks = 10_000
	for n := range blocks {
		r.Node.Add(chain.Block{Transfers: []chain.Transfer{
			{TokenID: int64(n%500) + 1, To: chaintest.Wallet, TxHash: "0x1", LogIndex: 1}, {TokenID: int64(n%500) + 1, From: chaintest.Wallet, To: chaintest.Vault, TxHash: "0x1", LogIndex: 2},
		}})
	}
	r.Node.Final = blocks
	b.ResetTimer()
	for n := range b.N {
		if n > 0 {
			b.StopTimer()
			r.Chain.Genesis = fmt.Sprint("0x", n)
			r.Restart()
			if err := r.Watcher.Attach(r.Ctx); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
		r.Settle()
	}
	b.ReportMetric(float64(b.N*blocks*2)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(b.N*blocks)/b.Elapsed().Seconds(), "blocks/s")
}
