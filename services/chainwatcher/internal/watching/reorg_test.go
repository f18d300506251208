package watching_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/testkit"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/read"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// A payment in a reorganisation of every depth that finality allows, with every outcome: mined again at a new height, in another
// block of the same height, never, or replaced by another transaction of the same quote. Three chains without a finalized tag are
// followed in parallel in one database: only depth decides.
func TestReorganisationsOfEveryDepth(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, chaintest.Migrate))
	t.Run("chains", func(t *testing.T) {
		for _, c := range []struct {
			id      uint32
			final   uint64
			deepest int
		}{{1, 65, 64}, {100, 50, 50}, {31337, 8, 8}} {
			t.Run(fmt.Sprint(c.id), func(t *testing.T) {
				t.Parallel()
				r := follow(t, pool, c.id, c.final)
				r.Node.Tag = false
				for depth := 1; depth <= c.deepest; depth++ {
					for _, fate := range []string{"later", "elsewhere", "never", "replaced"} {
						r.reorganise(depth, fate)
					}
				}
			})
		}
	})
	var payments, chains int
	err := pool.QueryRow(t.Context(), `SELECT count(*), count(DISTINCT chain_id) FROM payments WHERE state = 'confirmed'`).Scan(&payments, &chains)
	if err != nil || payments != 3*(64+50+8) || chains != 3 {
		t.Errorf("%d credits on %d chains, %v, want %d on 3", payments, chains, err, 3*(64+50+8))
	}
}

// reorganise drops depth blocks with the payment among them, and lets everything become final.
func (r *rig) reorganise(depth int, fate string) {
	r.T.Helper()
	p := r.Quoted(chaintest.Start.Add(1000 * time.Hour))
	r.Node.Mine(1)
	r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
	r.Node.Mine(depth - 1)
	r.Settle()
	first := r.Node.Tip().Number - uint64(depth) + 1
	r.Node.Fork(depth)
	again := p
	switch fate {
	case "later":
		r.Node.Mine(depth)
		r.Node.Add(chain.Block{Payments: []chain.Payment{again}})
	case "elsewhere":
		r.Node.Add(chain.Block{Payments: []chain.Payment{again}})
		r.Node.Mine(depth)
	case "replaced":
		again.TxHash += "-dearer"
		r.Node.Mine(depth)
		r.Node.Add(chain.Block{Payments: []chain.Payment{again}})
	default:
		r.Node.Mine(depth + 1)
	}
	r.Settle()
	// At this depth, mined in another block, it is as far below the head as finality requires.
	if uint64(depth) < r.Chain.FinalityDepth && slices.Contains(r.Events.List, "confirmed "+again.TxHash) {
		r.T.Fatalf("depth %d, %s: credited before it was final", depth, fate)
	}
	r.Node.Mine(int(r.Chain.FinalityDepth) + 2)
	r.Settle()
	want := 1
	if fate == "never" {
		want = 0
	}
	confirmed := r.Events.Times("confirmed " + again.TxHash)
	if fate == "replaced" {
		confirmed += r.Events.Times("confirmed " + p.TxHash)
	}
	if !slices.Contains(r.Events.List, "seen "+p.TxHash) || confirmed != want || r.Events.Times("reverted "+p.TxHash) != 1 {
		r.T.Fatalf("chain %d, depth %d, %s: %d credits, want %d; events = %q, want %s seen, and reverted once", r.Chain.ID, depth, fate, confirmed, want, r.Events.List, p.TxHash)
	}
	// Polling shows the same as the events.
	reader := &read.Reader{Pool: r.DB, Chains: chain.NewChains(r.Chain.ID, []uint32{r.Chain.ID})}
	page, err := reader.ListPayments(r.Ctx, &chainv1.ListPaymentsRequest{ChainId: r.Chain.ID, FromBlock: int64(first), Limit: 100})
	stored := page.GetItems()
	if err != nil || len(stored) != want || want == 1 && (stored[0].GetPayment().GetTransactionHash() != again.TxHash || !stored[0].GetFinal()) {
		r.T.Fatalf("chain %d, depth %d, %s: stored payments = %v, %v, want %d, final, by %s", r.Chain.ID, depth, fate, stored, err, want, again.TxHash)
	}
}

// One block deeper than finality: the watcher stops, and nothing is lost or undone.
func TestDeeperThanFinality(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.Node.Tag = false
	p := r.Quoted(chaintest.Start.Add(time.Hour))
	r.Node.Mine(5)
	r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
	r.Node.Mine(8)
	r.Settle()
	before, count := r.Cursor(), len(r.Events.List)
	if before.Finalized != 6 || r.Events.Count("confirmed") != 1 {
		t.Fatalf("cursor = %+v, want finalized 6; events = %q, want one confirmed", before, r.Events.List)
	}
	r.Node.Fork(9)
	r.Node.Mine(12)
	for range 3 {
		if _, err := r.Watcher.Step(r.Ctx); !errors.Is(err, watching.ErrTooDeep) {
			t.Fatalf("Step() = %v, want ErrTooDeep", err)
		}
	}
	if after := r.Cursor(); after.Hash != before.Hash || after.Finalized != before.Finalized || len(r.Events.List) != count {
		t.Errorf("cursor = %+v, want the hash and finalized of %+v; %d events, want %d: %q", after, before, len(r.Events.List), count, r.Events.List)
	}
}

// Once a node has reported a final block, depth no longer counts as finality: a node that forgets it, or stalls, completes nothing.
func TestFinalityThatStops(t *testing.T) {
	t.Parallel()
	r := setup(t)
	p := r.Quoted(chaintest.Start.Add(time.Hour))
	r.Node.Mine(4)
	r.Node.Final = 3
	r.Settle()
	r.Node.Tag = false
	r.Node.Add(chain.Block{Payments: []chain.Payment{p}})
	r.Node.Mine(100)
	r.Settle()
	if c := r.Cursor(); c.Finalized != 3 || c.Number != 105 || r.Events.Count("confirmed") != 0 {
		t.Fatalf("cursor = %+v, want finalized 3 and number 105; events = %q, want none confirmed", c, r.Events.List)
	}
	r.Node.Tag, r.Node.Final = true, 50
	r.Settle()
	if r.Events.Count("confirmed") != 1 {
		t.Errorf("events = %q, want one confirmed", r.Events.List)
	}
}

// TestStoredInventionsAreTakenBack: nodes invented or changed an event, and it was stored. Before its block becomes final, also after a
// restart, the event is read again from nodes that are honest now, and undone as in a reorganisation. Only the truth becomes final.
func TestStoredInventionsAreTakenBack(t *testing.T) {
	t.Parallel()
	const token = 1_000_001
	for name, c := range map[string]struct {
		lie, truth func(p chain.Payment, refund string) chain.Block
		// never is an event that must not be published, once one that must be.
		never, once func(p chain.Payment) string
		count       string
		// stored is an SQL statement that stores what no block ever had.
		stored string
	}{
		"a payment in a block that never was": {
			lie: func(chain.Payment, string) chain.Block { return chain.Block{} },
			stored: `INSERT INTO payments (chain_id, block_hash, log_index, block_number, block_time, checkout_id, tx_hash, payer, amount, artist_share, artist,
				refund_address, intent_hash, known, state)
				SELECT chain_id, '0xnone', 1, number - 1, time, '', '0x9', '', 1, 0, '', '', '0x9', false, 'seen' FROM cursors`,
			never: func(chain.Payment) string { return "unexpected unknown_order 0x9" },
			count: `SELECT count(*) FROM payments WHERE state <> 'reverted'`,
		},
		"an invented payment": {
			lie:   func(p chain.Payment, _ string) chain.Block { return chain.Block{Payments: []chain.Payment{p}} },
			never: func(p chain.Payment) string { return "confirmed " + p.TxHash },
			once:  func(p chain.Payment) string { return "reverted " + p.TxHash },
			count: `SELECT count(*) FROM payments WHERE state <> 'reverted'`,
		},
		"another amount": {
			lie: func(p chain.Payment, _ string) chain.Block {
				p.Amount = money.NewWei(999)
				return chain.Block{Payments: []chain.Payment{p}}
			},
			truth: func(p chain.Payment, _ string) chain.Block { return chain.Block{Payments: []chain.Payment{p}} },
			once:  func(p chain.Payment) string { return "confirmed " + p.TxHash },
			count: `SELECT count(*) FROM payments WHERE amount <> 10`,
		},
		"another order": {
			lie: func(p chain.Payment, _ string) chain.Block { return chain.Block{Payments: []chain.Payment{p}} },
			truth: func(p chain.Payment, _ string) chain.Block {
				p.IntentHash, p.CheckoutID = "0xother", ""
				return chain.Block{Payments: []chain.Payment{p}}
			},
			never: func(p chain.Payment) string { return "confirmed " + p.TxHash },
			once:  func(p chain.Payment) string { return "unexpected unknown_order " + p.TxHash },
			count: `SELECT count(*) FROM payments WHERE known`,
		},
		"an invented mint": {
			lie: func(chain.Payment, string) chain.Block {
				return chain.Block{Transfers: []chain.Transfer{{TokenID: token, To: chaintest.Vault, TxHash: "0x5", LogIndex: 1}}}
			},
			count: `SELECT count(*) FROM tokens WHERE status = 'minted'`,
		},
		"an invented refund": {
			lie: func(_ chain.Payment, refund string) chain.Block {
				return chain.Block{Refunds: []chain.RefundEvent{{ChainID: 31337, RefundID: refund, TxHash: "0x6"}}}
			},
			count: `SELECT count(*) FROM refunds WHERE status <> 'queued'`,
		},
		"invented money": {
			lie: func(chain.Payment, string) chain.Block {
				return chain.Block{Incoming: []chain.Incoming{{ChainID: 31337, TxHash: "0x7", LogIndex: -1, Payer: chaintest.Wallet, To: chaintest.Vault, Amount: money.NewWei(5)}}}
			},
			never: func(chain.Payment) string { return "arrived 0x7" },
			count: `SELECT count(*) FROM incoming`,
		},
		"an invented payout": {
			lie: func(chain.Payment, string) chain.Block {
				return chain.Block{Withdrawn: []chain.PayeeEntry{{TxHash: "0x8", LogIndex: 2, Payee: chaintest.Wallet, Amount: money.NewWei(-5)}}}
			},
			count: `SELECT count(*) FROM payee_entries`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			p := r.Quoted(chaintest.Start.Add(time.Hour))
			refund := chaintest.Due(5)
			refund.Status = paying.RefundQueued
			if err := r.Store.TakeRefund(r.Ctx, refund, time.Now(), "0xminter"); err != nil {
				t.Fatal(err)
			}
			if err := r.Store.QueueMint(r.Ctx, custody.Token{TokenID: token, ChainID: 31337, CheckoutID: p.CheckoutID, AccountID: "ada", ArtworkID: 1, EditionNumber: 1, PaidAt: time.Now()}, "0xminter"); err != nil {
				t.Fatal(err)
			}
			r.Node.Mine(3)
			b := r.Node.Add(c.lie(p, refund.ID))
			r.Node.Mine(2)
			r.Settle()
			if c.stored != "" {
				if _, err := r.DB.Exec(r.Ctx, c.stored); err != nil {
					t.Fatal(err)
				}
			}
			truth := chain.Block{}
			if c.truth != nil {
				truth = c.truth(p, refund.ID)
			}
			r.Node.Amend(b.Number, truth)
			r.Restart()
			r.Node.Final = b.Number + 1
			r.Settle()
			if got := r.Cursor(); got.Finalized != b.Number+1 || got.Hash != r.Node.Tip().Hash {
				t.Errorf("cursor = %+v, want finalized %d and the newest block", got, b.Number+1)
			}
			var invented int
			if err := r.DB.QueryRow(r.Ctx, c.count).Scan(&invented); err != nil || invented != 0 {
				t.Errorf("%s: %d, %v, want 0", c.count, invented, err)
			}
			if c.never != nil && r.Events.Times(c.never(p)) != 0 || c.once != nil && r.Events.Times(c.once(p)) != 1 {
				t.Errorf("events = %q", r.Events.List)
			}
		})
	}
}

func TestStall(t *testing.T) {
	t.Parallel()
	at := chaintest.Start
	look := func(s *watching.Stall, number, final uint64, after time.Duration) bool {
		stalled, _ := s.Observe(chain.Cursor{Header: chain.Header{Number: number}, Finalized: final}, at.Add(after))
		return stalled
	}
	s := &watching.Stall{Limit: 9 * time.Minute}
	for i, c := range []struct {
		number, final uint64
		after         time.Duration
		want          bool
	}{
		{100, 90, 0, false},
		{100, 90, time.Hour, false}, // no blocks, nothing to make final
		{101, 91, time.Hour, false},
		{140, 91, time.Hour + 9*time.Minute, false},
		{141, 91, time.Hour + 9*time.Minute + time.Second, true},
		{150, 92, time.Hour + 10*time.Minute, false},
	} {
		if got := look(s, c.number, c.final, c.after); got != c.want {
			t.Errorf("%d: %t, want %t", i, got, c.want)
		}
	}
	never := &watching.Stall{}
	if look(never, 1, 1, 0) || look(never, 9, 1, 99*time.Hour) {
		t.Error("a limit of zero reports a halt")
	}
	if s := (&watching.Stall{Limit: time.Minute}); look(s, 1, 1, 0) || !look(s, 2, 1, 2*time.Minute) {
		t.Error("the stopped chain wasn't reported")
	} else if _, changed := s.Observe(chain.Cursor{Header: chain.Header{Number: 3}, Finalized: 1}, at.Add(3*time.Minute)); changed {
		t.Error("the stopped chain was reported twice")
	}
}
