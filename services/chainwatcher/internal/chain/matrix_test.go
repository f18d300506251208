package chain_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain/chaintest"
)

// Everything except payments in reorganisations of chosen depths, on both chains with their finality; payments are in
// TestReorganisationsOfEveryDepth. Each chain ends with a reorganisation one block deeper than finality.
func TestReorganisationMatrix(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, migrate))
	t.Run("chains", func(t *testing.T) {
		for _, c := range []struct {
			id     uint32
			final  int
			depths []int
		}{{1, 65, []int{1, 2, 8, 16, 32, 64}}, {100, 50, []int{1, 2, 8, 16, 32, 50}}} {
			t.Run(fmt.Sprint(c.id), func(t *testing.T) {
				t.Parallel()
				r := follow(t, pool, c.id, uint64(c.final))
				r.node.Tag = false
				for _, depth := range c.depths {
					for _, fate := range []string{"same transaction", "other transaction", "never"} {
						r.reorganiseMint(depth, fate)
						r.reorganiseRefund(depth, fate)
					}
				}
				r.reorganiseTooDeep(c.final + 1)
			})
		}
	})
}

// Finality stalls for longer than its depth, or the node forgets what is final. Nothing is completed, and a reorganisation of all
// those blocks reverts a payment like any other.
func TestReorganisationWhileFinalityIsStopped(t *testing.T) {
	t.Parallel()
	for id, final := range map[uint32]int{1: 65, 100: 50} {
		for _, tag := range []bool{true, false} {
			for _, fate := range []string{"never", "later"} {
				t.Run(fmt.Sprint(id, " ", tag, " ", fate), func(t *testing.T) {
					t.Parallel()
					pool := testkit.Pool(t, testkit.Postgres(t, migrate))
					r := follow(t, pool, id, uint64(final))
					r.node.Mine(4)
					r.node.Final = 3
					r.settle()
					r.node.Tag = tag
					r.reorganiseUnsettled(final+20, fate)
				})
			}
		}
	}
}

// reorganiseUnsettled drops depth blocks with a payment among them, while block 3 is the last that was ever final.
func (r *rig) reorganiseUnsettled(depth int, fate string) {
	r.t.Helper()
	p := r.quoted(chaintest.Start.Add(time.Hour))
	r.node.Add(chain.Block{Payments: []chain.Payment{p}})
	r.node.Mine(depth - 1)
	r.settle()
	if r.events.count("seen") != 1 || r.events.count("confirmed") != 0 {
		r.t.Fatalf("events = %q, want one seen and none confirmed", r.events.list)
	}
	r.node.Fork(depth)
	want := 0
	if fate == "later" {
		want = 1
		r.node.Mine(depth)
		r.node.Add(chain.Block{Payments: []chain.Payment{p}})
	}
	r.node.Mine(2 * depth)
	r.settle()
	if c := r.cursor(); c.Finalized != 3 || c.Hash != r.node.Tip().Hash || r.events.count("confirmed") != 0 || r.events.count("reverted") != 1 {
		r.t.Fatalf("cursor = %+v, want finalized 3 and hash %s; events = %q, want one reverted and none confirmed", c, r.node.Tip().Hash, r.events.list)
	}
	r.node.Tag, r.node.Final = true, r.node.Tip().Number
	r.settle()
	r.settle()
	if n := r.events.count("confirmed"); n != want {
		r.t.Errorf("%d credits, want %d", n, want)
	}
}

// reorganiseMint drops depth blocks with a mint among them, and lets everything become final.
func (r *rig) reorganiseMint(depth int, fate string) {
	r.t.Helper()
	var tokens int64
	if err := r.pool.QueryRow(r.ctx, `SELECT count(*) FROM tokens WHERE chain_id = $1`, int64(r.chain.ID)).Scan(&tokens); err != nil {
		r.t.Fatal(err)
	}
	order := chain.Token{
		TokenID: int64(r.chain.ID)*1_000_000 + tokens + 1, ChainID: r.chain.ID, CheckoutID: id.New(), AccountID: "ada", ArtworkID: int64(r.chain.ID),
		EditionNumber: int32(tokens) + 1, PaidAt: time.Now(),
	}
	if err := r.store.QueueMint(r.ctx, order, "0xminter"); err != nil {
		r.t.Fatal(err)
	}
	mint := func(tx string) chain.Block {
		return chain.Block{Transfers: []chain.Transfer{{TokenID: order.TokenID, To: vault, TxHash: tx, LogIndex: 1}}}
	}
	state := func(when, holder string, count int) chain.Token {
		r.t.Helper()
		got, err := r.store.Token(r.ctx, order.TokenID)
		if n := r.events.times("minted " + order.CheckoutID); err != nil || got.Holder != holder || n != count {
			r.t.Fatalf("chain %d, depth %d, %s: %s the holder is %q, reported %d times, %v, want %q, %d times", r.chain.ID, depth, fate, when, got.Holder, n, err, holder, count)
		}
		return got
	}
	first := "0x" + id.New()
	r.node.Add(mint(first))
	r.node.Mine(depth - 1)
	r.settle()
	state("in a block", vault, 0)
	r.node.Fork(depth)
	r.node.Mine(depth + 1)
	r.settle()
	state("without its block", "", 0)
	tx, holder, count := first, vault, 1
	switch fate {
	case "same transaction":
		r.node.Add(mint(tx))
	case "other transaction":
		tx = "0x" + id.New()
		r.node.Add(mint(tx))
	default:
		holder, count = "", 0
	}
	r.becomeFinal()
	if got := state("in the end", holder, count); (got.Status == chain.Minted) != (count == 1) || count == 1 && got.MintTx != tx {
		r.t.Fatalf("chain %d, depth %d, %s: token = %+v, want minted = %t, by %s", r.chain.ID, depth, fate, got, count == 1, tx)
	}
}

// reorganiseRefund drops depth blocks with a refund's transfer among them, and lets everything become final.
func (r *rig) reorganiseRefund(depth int, fate string) {
	r.t.Helper()
	s, _ := r.refunds(0)
	d := due(7)
	d.ChainID = r.chain.ID
	block := func(tx string) chain.Block {
		return chain.Block{Refunds: []chain.RefundEvent{{ChainID: r.chain.ID, RefundID: d.ID, TxHash: tx}}}
	}
	r.take(s, d, chain.RefundQueued, "")
	first := "0x" + id.New()
	r.node.Add(block(first))
	r.node.Mine(depth - 1)
	r.settle()
	r.take(s, d, chain.RefundSent, "")
	r.node.Fork(depth)
	r.node.Mine(depth + 1)
	r.settle()
	r.take(s, d, chain.RefundQueued, "")
	tx, status, count := first, chain.RefundConfirmed, 1
	switch fate {
	case "same transaction":
		r.node.Add(block(tx))
	case "other transaction":
		tx = "0x" + id.New()
		r.node.Add(block(tx))
	default:
		status, count = chain.RefundQueued, 0
	}
	r.settle()
	if n := r.events.times("refund confirmed " + d.ID + " " + tx); n != 0 {
		r.t.Fatalf("chain %d, depth %d, %s: refund confirmed %d times before it was final, want 0", r.chain.ID, depth, fate, n)
	}
	r.becomeFinal()
	r.take(s, d, status, "")
	if n := r.events.times("refund confirmed " + d.ID + " " + tx); n != count || fate == "other transaction" && r.events.times("refund confirmed "+d.ID+" "+first) != 0 {
		r.t.Fatalf("chain %d, depth %d, %s: confirmed %d times, want %d, and only by %s; events = %q", r.chain.ID, depth, fate, n, count, tx, r.events.list)
	}
}

// reorganiseTooDeep drops a final block: the watcher stops, no matter how often it steps, and undoes nothing.
func (r *rig) reorganiseTooDeep(depth int) {
	r.t.Helper()
	p := r.quoted(chaintest.Start.Add(1000 * time.Hour))
	r.node.Add(chain.Block{Payments: []chain.Payment{p}})
	r.node.Mine(depth - 1)
	r.settle()
	before, count := r.cursor(), len(r.events.list)
	if r.events.times("confirmed "+p.TxHash) != 1 {
		r.t.Fatalf("chain %d, depth %d: events = %q, want payment %s confirmed once", r.chain.ID, depth, r.events.list, p.TxHash)
	}
	r.node.Fork(depth)
	for range 3 {
		r.node.Mine(depth)
		if _, err := r.w.Step(r.ctx); !errors.Is(err, chain.ErrTooDeep) {
			r.t.Fatalf("chain %d, depth %d: error = %v, want ErrTooDeep", r.chain.ID, depth, err)
		}
	}
	if after := r.cursor(); after.Hash != before.Hash || after.Finalized != before.Finalized || len(r.events.list) != count {
		r.t.Fatalf("chain %d, depth %d: cursor = %+v after %d events, want %+v after %d", r.chain.ID, depth, after, len(r.events.list), before, count)
	}
}

// becomeFinal mines until everything mined so far is final.
func (r *rig) becomeFinal() {
	r.t.Helper()
	r.node.Mine(int(r.chain.FinalityDepth) + 2)
	r.settle()
	r.settle()
}
