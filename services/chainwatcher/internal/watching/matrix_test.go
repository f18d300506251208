package watching_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// Everything except payments in reorganisations of chosen depths, on both chains with their finality; payments are in
// TestReorganisationsOfEveryDepth. Each chain ends with a reorganisation one block deeper than finality.
func TestReorganisationMatrix(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, chaintest.Migrate))
	t.Run("chains", func(t *testing.T) {
		for _, c := range []struct {
			id     uint32
			final  int
			depths []int
		}{{1, 65, []int{1, 2, 8, 16, 32, 64}}, {100, 50, []int{1, 2, 8, 16, 32, 50}}} {
			t.Run(fmt.Sprint(c.id), func(t *testing.T) {
				t.Parallel()
				r := follow(t, pool, c.id, uint64(c.final))
				r.Node.Tag = false
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
					pool := testkit.Pool(t, testkit.Postgres(t, chaintest.Migrate))
					r := follow(t, pool, id, uint64(final))
					r.Node.Mine(4)
					r.Node.Final = 3
					r.Settle()
					r.Node.Tag = tag
					r.reorganiseUnsettled(final+20, fate)
				})
			}
		}
	}
}

// reorganiseUnsettled drops depth blocks with a payment among them, while block 3 is the last that was ever final.
func (r *rig) reorganiseUnsettled(depth int, fate string) {
	r.T.Helper()
	p := r.Quoted(chaintest.Start.Add(time.Hour))
	r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
	r.Node.Mine(depth - 1)
	r.Settle()
	if r.Events.Count("seen") != 1 || r.Events.Count("confirmed") != 0 {
		r.T.Fatalf("events = %q, want one seen and none confirmed", r.Events.List)
	}
	r.Node.Fork(depth)
	want := 0
	if fate == "later" {
		want = 1
		r.Node.Mine(depth)
		r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
	}
	r.Node.Mine(2 * depth)
	r.Settle()
	if c := r.Cursor(); c.Finalized != 3 || c.Hash != r.Node.Tip().Hash || r.Events.Count("confirmed") != 0 || r.Events.Count("reverted") != 1 {
		r.T.Fatalf("cursor = %+v, want finalized 3 and hash %s; events = %q, want one reverted and none confirmed", c, r.Node.Tip().Hash, r.Events.List)
	}
	r.Node.Tag, r.Node.Final = true, r.Node.Tip().Number
	r.Settle()
	r.Settle()
	if n := r.Events.Count("confirmed"); n != want {
		r.T.Errorf("%d credits, want %d", n, want)
	}
}

// reorganiseMint drops depth blocks with a mint among them, and lets everything become final.
func (r *rig) reorganiseMint(depth int, fate string) {
	r.T.Helper()
	var tokens int64
	if err := r.DB.QueryRow(r.Ctx, `SELECT count(*) FROM tokens WHERE chain_id = $1`, int64(r.Chain.ID)).Scan(&tokens); err != nil {
		r.T.Fatal(err)
	}
	order := custody.Token{
		TokenID: int64(r.Chain.ID)*1_000_000 + tokens + 1, ChainID: r.Chain.ID, CheckoutID: id.New(), AccountID: "ada", ArtworkID: int64(r.Chain.ID),
		EditionNumber: int32(tokens) + 1, PaidAt: time.Now(),
	}
	if err := r.Store.QueueMint(r.Ctx, order, "0xminter"); err != nil {
		r.T.Fatal(err)
	}
	mint := func(tx string) chain.Block {
		return chain.Block{Transfers: []chain.Transfer{{TokenID: order.TokenID, To: chaintest.Vault, TxHash: tx, LogIndex: 1}}}
	}
	state := func(when, holder string, count int) custody.Token {
		r.T.Helper()
		got, err := r.Store.Token(r.Ctx, order.TokenID)
		if n := r.Events.Times("minted " + order.CheckoutID); err != nil || got.Holder != holder || n != count {
			r.T.Fatalf("chain %d, depth %d, %s: %s the holder is %q, reported %d times, %v, want %q, %d times", r.Chain.ID, depth, fate, when, got.Holder, n, err, holder, count)
		}
		return got
	}
	first := "0x" + id.New()
	r.Node.Add(mint(first))
	r.Node.Mine(depth - 1)
	r.Settle()
	state("in a block", chaintest.Vault, 0)
	r.Node.Fork(depth)
	r.Node.Mine(depth + 1)
	r.Settle()
	state("without its block", "", 0)
	tx, holder, count := first, chaintest.Vault, 1
	switch fate {
	case "same transaction":
		r.Node.Add(mint(tx))
	case "other transaction":
		tx = "0x" + id.New()
		r.Node.Add(mint(tx))
	default:
		holder, count = "", 0
	}
	r.becomeFinal()
	if got := state("in the end", holder, count); (got.Status == custody.Minted) != (count == 1) || count == 1 && got.MintTx != tx {
		r.T.Fatalf("chain %d, depth %d, %s: token = %+v, want minted = %t, by %s", r.Chain.ID, depth, fate, got, count == 1, tx)
	}
}

// reorganiseRefund drops depth blocks with a refund's transfer among them, and lets everything become final.
func (r *rig) reorganiseRefund(depth int, fate string) {
	r.T.Helper()
	s, _ := r.Refunds(0)
	d := chaintest.Due(7)
	d.ChainID = r.Chain.ID
	block := func(tx string) chain.Block {
		return chain.Block{Refunds: []chain.RefundEvent{{ChainID: r.Chain.ID, RefundID: d.ID, TxHash: tx}}}
	}
	r.Take(s, d, paying.RefundQueued, "")
	first := "0x" + id.New()
	r.Node.Add(block(first))
	r.Node.Mine(depth - 1)
	r.Settle()
	r.Take(s, d, paying.RefundSent, "")
	r.Node.Fork(depth)
	r.Node.Mine(depth + 1)
	r.Settle()
	r.Take(s, d, paying.RefundQueued, "")
	tx, status, count := first, paying.RefundConfirmed, 1
	switch fate {
	case "same transaction":
		r.Node.Add(block(tx))
	case "other transaction":
		tx = "0x" + id.New()
		r.Node.Add(block(tx))
	default:
		status, count = paying.RefundQueued, 0
	}
	r.Settle()
	if n := r.Events.Times("refund confirmed " + d.ID + " " + tx); n != 0 {
		r.T.Fatalf("chain %d, depth %d, %s: refund confirmed %d times before it was final, want 0", r.Chain.ID, depth, fate, n)
	}
	r.becomeFinal()
	r.Take(s, d, status, "")
	if n := r.Events.Times("refund confirmed " + d.ID + " " + tx); n != count || fate == "other transaction" && r.Events.Times("refund confirmed "+d.ID+" "+first) != 0 {
		r.T.Fatalf("chain %d, depth %d, %s: confirmed %d times, want %d, and only by %s; events = %q", r.Chain.ID, depth, fate, n, count, tx, r.Events.List)
	}
}

// reorganiseTooDeep drops a final block: the watcher stops, no matter how often it steps, and undoes nothing.
func (r *rig) reorganiseTooDeep(depth int) {
	r.T.Helper()
	p := r.Quoted(chaintest.Start.Add(1000 * time.Hour))
	r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
	r.Node.Mine(depth - 1)
	r.Settle()
	before, count := r.Cursor(), len(r.Events.List)
	if r.Events.Times("confirmed "+p.TxHash) != 1 {
		r.T.Fatalf("chain %d, depth %d: events = %q, want payment %s confirmed once", r.Chain.ID, depth, r.Events.List, p.TxHash)
	}
	r.Node.Fork(depth)
	for range 3 {
		r.Node.Mine(depth)
		if _, err := r.Watcher.Step(r.Ctx); !errors.Is(err, watching.ErrTooDeep) {
			r.T.Fatalf("chain %d, depth %d: error = %v, want ErrTooDeep", r.Chain.ID, depth, err)
		}
	}
	if after := r.Cursor(); after.Hash != before.Hash || after.Finalized != before.Finalized || len(r.Events.List) != count {
		r.T.Fatalf("chain %d, depth %d: cursor = %+v after %d events, want %+v after %d", r.Chain.ID, depth, after, len(r.Events.List), before, count)
	}
}

// becomeFinal mines until everything mined so far is final.
func (r *rig) becomeFinal() {
	r.T.Helper()
	r.Node.Mine(int(r.Chain.FinalityDepth) + 2)
	r.Settle()
	r.Settle()
}
