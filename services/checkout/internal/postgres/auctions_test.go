package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/auction/auctiontest"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
)

// TestAuctionPrice: the database and the code compute the same price at every moment.
func TestAuctionPrice(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate))
	rng := rand.New(rand.NewPCG(7, 20))
	starts := time.Date(2026, 3, 28, 23, 30, 0, 0, time.UTC) // Clocks change in many zones an hour later.
	for range 500 {
		f := phase.Fall{Lowest: 1 + rng.Int64N(1e6), Every: time.Duration(1+rng.IntN(100_000)) * time.Second}
		start := f.Lowest + 1 + rng.Int64N(1e9)
		f.Step = 1 + rng.Int64N(start-f.Lowest)
		seconds := min(rng.Int64N(f.Steps(start)+2)*int64(f.Every/time.Second), 100*365*24*3600)
		since := time.Duration(seconds)*time.Second + time.Duration(rng.IntN(3)-1)*time.Microsecond
		var got int64
		err := pool.QueryRow(t.Context(), `SELECT auction_price($1, $2, $3, $4, $5::timestamptz - $6::timestamptz)`,
			start, f.Lowest, f.Step, int32(f.Every/time.Second), starts.Add(since), starts).Scan(&got)
		if want := f.At(start, since); err != nil || got != want {
			t.Fatalf("%+v from %d, %s after the start: %d, %v, want %d", f, start, since, got, err, want)
		}
	}
}

// isForeign reports whether an error is a violation of a foreign key.
func isForeign(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "23503"
}

// TestAuctionConstraints makes changes to auctions that the code never makes; the database rejects each.
func TestAuctionConstraints(t *testing.T) {
	t.Parallel()
	pool, orders := setup(t, 3)
	auctiontest.Start(orders)
	first := orders.Hold("a")
	ses := orders.Card(first)
	orders.Cards.Pay(ses)
	orders.Webhook(ses)
	gone := orders.Hold("b")
	if _, err := orders.Cancel(t.Context(), ordertest.Who("b"), gone.ID); err != nil {
		t.Fatal(err)
	}
	rejected := func(name, sql string) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), sql); !kitpg.IsCheck(err) && !kitpg.IsUnique(err) && !isForeign(err) {
			t.Errorf("%s: error = %v, want a violated constraint", name, err)
		}
	}
	for name, sql := range map[string]string{
		"another price than the moment's":  `INSERT INTO checkouts SELECT (jsonb_populate_record(c, '{"id": "00000000-0000-7000-8000-000000000001", "edition": 3, "account_id": "c", "status": "reserved", "paid_at": null, "receipt_number": 0, "price_amount": 93000}')).* FROM checkouts c WHERE account_id = 'a'`,
		"half an auction":                  `UPDATE phase_prices SET step = NULL`,
		"a lowest price above the start":   `UPDATE phase_prices SET lowest = amount`,
		"too many steps":                   `UPDATE phase_prices SET step = 1`,
		"other terms after the first hold": `UPDATE phase_prices SET step = step + 1`,
		"another start":                    `UPDATE phases SET starts_at = starts_at + interval '1 second'`,
		"no end":                           `UPDATE phases SET ends_at = NULL`,
		"a price before its end":           `UPDATE auctions SET price = amount`,
		"settled before its end":           `UPDATE auctions SET status = 'settled', settled_at = now(), ended_at = now()`,
		"an order settled too early":       `UPDATE checkouts SET settled_at = now(), settled_back = 1`,
		"a quote that pays the artist":     `INSERT INTO quotes (intent_hash, checkout_id, chain_id, pay_to, data, value, expires_at, created_at, payout, share_bps) SELECT '0x1', id, 1, '0x1', '0x', 1, now(), now(), '0xa', 8500 FROM checkouts WHERE account_id = 'a'`,
		"an order moved to no auction":     `UPDATE checkouts SET auction_id = NULL`,
	} {
		rejected(name, sql)
	}
	for _, sql := range []string{
		`UPDATE auctions SET status = 'ended', ended_at = now()`, `UPDATE auctions SET status = 'settling', price = amount`,
		`UPDATE checkouts SET settled_at = now(), settled_back = 1 WHERE account_id = 'a'`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: error = %v, want nil", sql, err)
		}
	}
	for name, sql := range map[string]string{
		"another last price":           `UPDATE auctions SET price = price - 1`,
		"open again":                   `UPDATE auctions SET status = 'selling', price = NULL, ended_at = NULL`,
		"another difference":           `UPDATE checkouts SET settled_back = 2 WHERE account_id = 'a'`,
		"settled again":                `UPDATE checkouts SET settled_at = NULL, settled_back = NULL WHERE account_id = 'a'`,
		"an ended order that is back":  `UPDATE checkouts SET status = 'payment_seen', version = version + 1 WHERE account_id = 'b'`,
		"a negative difference":        `UPDATE checkouts SET settled_at = now(), settled_back = -1 WHERE account_id = 'b'`,
		"a changed history":            `UPDATE auction_history SET actor = 'staff'`,
		"a hold after the end":         `INSERT INTO checkouts SELECT (jsonb_populate_record(c, '{"id": "00000000-0000-7000-8000-000000000001", "edition": 3, "account_id": "c", "status": "reserved", "paid_at": null, "receipt_number": 0, "settled_at": null, "settled_back": null}')).* FROM checkouts c WHERE account_id = 'a'`,
		"a second difference, by hand": `INSERT INTO refunds (id, checkout_id, payment_id, status, amount, currency, reason, created_at) SELECT gen_random_uuid(), checkout_id, id, 'pending', 1, 'USD', 'auction_settled', now() FROM payments, generate_series(1, 2)`,
	} {
		rejected(name, sql)
	}
	if i := orders.Invariants(); i.WrongDifferences != 1 {
		t.Fatalf("%d wrong differences, want the one that was settled by hand without a refund", i.WrongDifferences)
	}
}

// cut is a connection that ends after a number of writes, all of which have reached the server: its client doesn't see the last reply, like a process
// that is killed while it waits for it.
type cut struct {
	net.Conn

	writes *atomic.Int64
}

func (c cut) Write(b []byte) (int, error) {
	n := c.writes.Add(-1)
	if n < 0 {
		return 0, net.ErrClosed
	}
	written, err := c.Conn.Write(b)
	if n == 0 && err == nil {
		err = c.Close() // the server still executes what it was sent
	}
	return written, err
}

// TestAuctionSettlementInterrupted kills a settlement after its first statement, starts it again, kills it after its second, and so on until one comes to
// its end. Everyone pays the last price, and each difference goes back once.
func TestAuctionSettlementInterrupted(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t, postgrestest.Migrate)
	pool := testkit.Pool(t, url)
	r := ordertest.NewOrders(t, 30, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		return postgres.New(pool, out).WithClock(c)
	})
	auctiontest.Start(r)
	var sold []order.Checkout
	sessions := map[string]string{}
	for n := range 30 {
		if n%3 == 0 {
			r.Clock.Advance(time.Minute)
		}
		c := r.Hold(fmt.Sprint("buyer-", n))
		sessions[c.ID] = r.Card(c)
		r.Cards.Pay(sessions[c.ID])
		r.Webhook(sessions[c.ID])
		sold = append(sold, c)
	}
	last := sold[len(sold)-1].Price.Amount
	settled := func() bool {
		var left int
		err := pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM auctions WHERE status <> 'settled') + (SELECT count(*) FROM refunds WHERE status <> 'succeeded')`).Scan(&left)
		if err != nil {
			t.Fatal(err)
		}
		return left == 0
	}
	kills := int64(0)
	for ; !settled(); kills++ {
		if kills > 500 {
			t.Fatalf("the settlement didn't finish in %d kills, want at most 500", kills)
		}
		interrupted(t, r, pool.Config(), kills+1)
		r.Clock.Advance(time.Minute) // the claims of the one that was killed end
	}
	t.Logf("settled after %d kills", kills)
	if kills < 20 {
		t.Errorf("settled after %d kills, want at least 20", kills)
	}
	for _, c := range sold {
		got := r.Now(c)
		truth, err := r.Cards.Session(t.Context(), sessions[c.ID])
		if err != nil {
			t.Fatal(err)
		}
		var back int64
		for _, refund := range truth.Refunds {
			back += refund.Amount.Amount
		}
		if want := c.Price.Amount - last; back != want || len(truth.Refunds) > 1 || got.SettledBack.Big().Int64() != want {
			t.Errorf("of %d, %d was refunded in %d refunds, want %d", c.Price.Amount, back, len(truth.Refunds), want)
		}
	}
	r.CheckInvariants()
}

// interrupted settles the auction over a connection that ends after a number of writes.
func interrupted(t *testing.T, r *ordertest.Orders, cfg *pgxpool.Config, writes int64) {
	t.Helper()
	var left atomic.Int64
	left.Store(1 << 30)
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		if left.Load() <= 0 {
			return nil, net.ErrClosed
		}
		conn, err := dial(ctx, network, address)
		return cut{conn, &left}, err
	}
	cfg.MinConns, cfg.MinIdleConns, cfg.MaxConns = 0, 0, 1
	dying, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer dying.Close()
	if err := dying.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	left.Store(writes)
	replica := r.Replica(postgres.New(dying, r.Out).WithClock(r.Clock))
	for left.Load() > 0 {
		n := 0
		for _, round := range []func(context.Context) (int, error){replica.Auctions.Settle, replica.Refunds.Push} {
			done, err := round(t.Context())
			if n += done; err != nil {
				return
			}
		}
		if n == 0 {
			return
		}
	}
}
