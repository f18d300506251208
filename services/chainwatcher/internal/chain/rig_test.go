package chain_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain/chaintest"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
)

const (
	vault  = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
)

// recorder implements chain.Events and records the events.
type recorder struct{ list []string }

func (f *recorder) note(kind, what string) error {
	f.list = append(f.list, kind+" "+what)
	return nil
}

func (f *recorder) count(kind string) (n int) {
	for _, l := range f.list {
		if len(l) > len(kind) && l[:len(kind)] == kind {
			n++
		}
	}
	return n
}

// times counts the occurrences of an event.
func (f *recorder) times(event string) (n int) {
	for _, l := range f.list {
		if l == event {
			n++
		}
	}
	return n
}

func (f *recorder) PaymentSeen(_ context.Context, p chain.Payment) error {
	return f.note("seen", p.TxHash)
}

func (f *recorder) PaymentConfirmed(_ context.Context, p chain.Payment) error {
	return f.note("confirmed", p.TxHash)
}

func (f *recorder) PaymentReverted(_ context.Context, p chain.Payment) error {
	return f.note("reverted", p.TxHash)
}

func (f *recorder) QuoteExpired(_ context.Context, q chain.Quote, _ chain.Header) error {
	return f.note("expired", q.IntentHash)
}

func (f *recorder) Unexpected(_ context.Context, p chain.Payment, reason string) error {
	return f.note("unexpected", reason+" "+p.TxHash)
}

func (f *recorder) TokenMinted(_ context.Context, t chain.Token) error {
	return f.note("minted", t.CheckoutID)
}

func (f *recorder) WithdrawalConfirmed(_ context.Context, w chain.Withdrawal) error {
	return f.note("withdrawn", w.ID)
}

func (f *recorder) WithdrawalFailed(_ context.Context, w chain.Withdrawal) error {
	return f.note("failed", w.ID+" "+w.Reason)
}

func (f *recorder) BatchReported(_ context.Context, r chain.BatchReport) error {
	return f.note("batch reported", fmt.Sprint(r.Withdrawals[0].BatchID, " ", len(r.Withdrawals), " of ", r.Size))
}

func (f *recorder) MoneyArrived(_ context.Context, m chain.Incoming) error {
	return f.note("arrived", m.TxHash)
}

func (f *recorder) RefundSent(_ context.Context, r chain.Refund) error {
	return f.note("refund sent", r.ID+" "+r.TxHash)
}

func (f *recorder) RefundConfirmed(_ context.Context, r chain.Refund) error {
	return f.note("refund confirmed", r.ID+" "+r.TxHash)
}

func (f *recorder) RefundFailed(_ context.Context, r chain.Refund) error {
	return f.note("refund failed", r.ID+" "+r.Reason)
}

type rig struct {
	t      testing.TB
	ctx    context.Context
	pool   *pgxpool.Pool
	store  *postgres.Store
	chain  chain.Chain
	node   *chaintest.Chain
	events *recorder
	w      *chain.Watcher
}

func migrate(ctx context.Context, url string) error {
	return kitpg.Migrate(ctx, url, postgres.Migrations)
}

func setup(t testing.TB) *rig {
	t.Helper()
	pool := testkit.Pool(t, testkit.Postgres(t, migrate))
	return follow(t, pool, 31337, 8)
}

// follow starts a chain in a database that may hold others.
func follow(t testing.TB, pool *pgxpool.Pool, chainID uint32, depth uint64) *rig {
	t.Helper()
	r := &rig{t: t, ctx: t.Context(), pool: pool, store: postgres.New(pool), node: chaintest.New(), events: &recorder{}}
	r.chain = chain.Chain{ID: chainID, Genesis: "0xgenesis", TokenContract: "0xtoken", PaymentContract: "0xpay", FinalityDepth: depth, Vault: vault}
	r.w = chain.NewWatcher(r.chain, r.node, r.store, r.events, 500)
	if err := r.w.Attach(r.ctx); err != nil {
		t.Fatal(err)
	}
	return r
}

// settle steps until nothing is left to do.
func (r *rig) settle() {
	r.t.Helper()
	for range 10_000 {
		more, err := r.w.Step(r.ctx)
		if err != nil {
			r.t.Fatal(err)
		}
		if !more {
			return
		}
	}
	r.t.Fatal("the queue didn't empty")
}

// quoted stores a quote and returns its payment.
func (r *rig) quoted(deadline time.Time) chain.Payment {
	r.t.Helper()
	p := chain.Payment{
		ChainID: r.chain.ID, CheckoutID: id.New(), TxHash: "0x" + id.New(), Payer: wallet, Amount: money.NewWei(10), RefundAddress: wallet, IntentHash: "0x" + id.New(), LogIndex: 1,
	}
	_, err := r.store.SaveQuote(r.ctx, chain.Quote{
		CheckoutID: p.CheckoutID, ChainID: r.chain.ID, Contract: "0xpay", Data: []byte{1}, Value: money.NewWei(10), Deadline: deadline, Rate: "1", RateSource: "test",
		RateAt: chaintest.Start, IntentHash: p.IntentHash,
	}, money.Money{Amount: 1, Currency: "USD"}, chaintest.Start)
	if err != nil {
		r.t.Fatal(err)
	}
	return p
}

func (r *rig) cursor() chain.Cursor {
	r.t.Helper()
	c, err := r.store.Cursor(r.ctx, r.chain.ID)
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}
