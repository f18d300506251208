package chaintest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/quotes"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// The addresses of the vault and of a collector.
const (
	Vault  = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	Wallet = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"
)

// Recorder records the events of all cores, except those of gifts.
type Recorder struct {
	custody.GiftEvents

	List []string
}

func (f *Recorder) note(kind, what string) error {
	f.List = append(f.List, kind+" "+what)
	return nil
}

// Count counts the events of a kind.
func (f *Recorder) Count(kind string) (n int) {
	for _, l := range f.List {
		if len(l) > len(kind) && l[:len(kind)] == kind {
			n++
		}
	}
	return n
}

// Times counts the occurrences of an event.
func (f *Recorder) Times(event string) (n int) {
	for _, l := range f.List {
		if l == event {
			n++
		}
	}
	return n
}

// PaymentSeen implements the port of a core.
func (f *Recorder) PaymentSeen(_ context.Context, p chain.Payment) error {
	return f.note("seen", p.TxHash)
}

// PaymentConfirmed implements the port of a core.
func (f *Recorder) PaymentConfirmed(_ context.Context, p chain.Payment) error {
	return f.note("confirmed", p.TxHash)
}

// PaymentReverted implements the port of a core.
func (f *Recorder) PaymentReverted(_ context.Context, p chain.Payment) error {
	return f.note("reverted", p.TxHash)
}

// QuoteExpired implements the port of a core.
func (f *Recorder) QuoteExpired(_ context.Context, q quotes.Quote, _ chain.Header) error {
	return f.note("expired", q.IntentHash)
}

// Unexpected implements the port of a core.
func (f *Recorder) Unexpected(_ context.Context, p chain.Payment, reason string) error {
	return f.note("unexpected", reason+" "+p.TxHash)
}

// TokenMinted implements the port of a core.
func (f *Recorder) TokenMinted(_ context.Context, t custody.Token) error {
	return f.note("minted", t.CheckoutID)
}

// TokenReturned implements the port of a core.
func (f *Recorder) TokenReturned(_ context.Context, t watching.ReturnedToken) error {
	return f.note("returned", t.CheckoutID)
}

// WithdrawalConfirmed implements the port of a core.
func (f *Recorder) WithdrawalConfirmed(_ context.Context, w custody.Withdrawal) error {
	return f.note("withdrawn", w.ID)
}

// WithdrawalFailed implements the port of a core.
func (f *Recorder) WithdrawalFailed(_ context.Context, w custody.Withdrawal) error {
	return f.note("failed", w.ID+" "+w.Reason)
}

// BatchReported implements the port of a core.
func (f *Recorder) BatchReported(_ context.Context, r custody.BatchReport) error {
	return f.note("batch reported", fmt.Sprint(r.Withdrawals[0].BatchID, " ", len(r.Withdrawals), " of ", r.Size))
}

// MoneyArrived implements the port of a core.
func (f *Recorder) MoneyArrived(_ context.Context, m chain.Incoming) error {
	return f.note("arrived", m.TxHash)
}

// RefundSent implements the port of a core.
func (f *Recorder) RefundSent(_ context.Context, r paying.Refund) error {
	return f.note("refund sent", r.ID+" "+r.TxHash)
}

// RefundConfirmed implements the port of a core.
func (f *Recorder) RefundConfirmed(_ context.Context, r paying.Refund) error {
	return f.note("refund confirmed", r.ID+" "+r.TxHash)
}

// RefundFailed implements the port of a core.
func (f *Recorder) RefundFailed(_ context.Context, r paying.Refund) error {
	return f.note("refund failed", r.ID+" "+r.Reason)
}

// Rig is a watcher of a chain in memory, with a store on Postgres as the service's user.
type Rig struct {
	T       testing.TB
	Ctx     context.Context
	DB      *pgxpool.Pool
	Store   *postgres.Store
	Chain   chain.Chain
	Node    *Chain
	Events  *Recorder
	Watcher *watching.Watcher
}

// Migrate migrates a database.
func Migrate(ctx context.Context, url string) error {
	return kitpg.Migrate(ctx, url, postgres.Migrations)
}

// Setup follows chain 31337 in a new database.
func Setup(t testing.TB) *Rig {
	t.Helper()
	return Follow(t, testkit.Pool(t, testkit.Postgres(t, Migrate)), 31337, 8)
}

// Follow starts a chain in a database that may hold others.
func Follow(t testing.TB, db *pgxpool.Pool, chainID uint32, depth uint64) *Rig {
	t.Helper()
	r := &Rig{T: t, Ctx: t.Context(), DB: db, Store: postgres.New(db), Node: New(), Events: &Recorder{}}
	r.Chain = chain.Chain{ID: chainID, Genesis: "0xgenesis", TokenContract: "0xtoken", PaymentContract: "0xpay", FinalityDepth: depth, Vault: Vault}
	r.Restart()
	if err := r.Watcher.Attach(r.Ctx); err != nil {
		t.Fatal(err)
	}
	return r
}

// Restart replaces the watcher, as a new process does.
func (r *Rig) Restart() { r.Watcher = watching.NewWatcher(r.Chain, r.Node, r.Store, r.Events, 500) }

// Settle steps until nothing is left to do.
func (r *Rig) Settle() {
	r.T.Helper()
	for range 10_000 {
		more, err := r.Watcher.Step(r.Ctx)
		if err != nil {
			r.T.Fatal(err)
		}
		if !more {
			return
		}
	}
	r.T.Fatal("the queue didn't empty")
}

// Quoted stores a quote and returns its payment.
func (r *Rig) Quoted(deadline time.Time) chain.Payment {
	r.T.Helper()
	p := chain.Payment{
		ChainID: r.Chain.ID, CheckoutID: id.New(), TxHash: "0x" + id.New(), Payer: Wallet, Amount: money.NewWei(10), RefundAddress: Wallet, IntentHash: "0x" + id.New(), LogIndex: 1,
	}
	_, err := r.Store.SaveQuote(r.Ctx, quotes.Quote{
		CheckoutID: p.CheckoutID, ChainID: r.Chain.ID, Contract: "0xpay", Data: []byte{1}, Value: money.NewWei(10), Deadline: deadline, Rate: "1", RateSource: "test",
		RateAt: Start, IntentHash: p.IntentHash,
	}, money.Money{Amount: 1, Currency: "USD"}, Start)
	if err != nil {
		r.T.Fatal(err)
	}
	return p
}

// Cursor returns how far the chain was followed.
func (r *Rig) Cursor() chain.Cursor {
	r.T.Helper()
	c, err := r.Store.Cursor(r.Ctx, r.Chain.ID)
	if err != nil {
		r.T.Fatal(err)
	}
	return c
}

// Refunds accepts refunds of the chain up to a daily limit in wei, 0 for none.
func (r *Rig) Refunds(limit int64) (*paying.Refunds, *clock.Fake) {
	now := clock.NewFake(time.Now())
	return &paying.Refunds{
		Store: r.Store, Events: r.Events, Chains: chain.NewChains(r.Chain.ID, []uint32{r.Chain.ID}), Clock: now, Log: testkit.Log(r.T),
		Limit: func(uint32) money.Wei { return money.NewWei(limit) }, Vault: Vault, Refused: func(uint32, string) {},
	}, now
}

// Due returns a refund that is due.
func Due(wei int64) paying.Refund {
	return paying.Refund{ID: id.New(), ChainID: 31337, To: Wallet, Amount: money.NewWei(wei), DecidedAt: Start}
}

// Take accepts a refund and compares its status and reason.
func (r *Rig) Take(s *paying.Refunds, d paying.Refund, status paying.RefundStatus, reason string) {
	r.T.Helper()
	got, err := s.Take(r.Ctx, d)
	if err != nil || got.Status != status || got.Reason != reason {
		r.T.Errorf("%+v, %v; want %s %s", got, err, status, reason)
	}
}
