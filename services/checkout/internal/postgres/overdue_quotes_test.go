package postgres_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
)

// plan is a node of the output of EXPLAIN.
type plan struct {
	Rows    float64 `json:"Actual Rows"`
	Loops   float64 `json:"Actual Loops"`
	Removed float64 `json:"Rows Removed by Filter"`
	Plans   []plan
}

// looked counts the rows that the plan's nodes read.
func (p plan) rowsRead() float64 {
	n := (p.Rows + p.Removed) * p.Loops
	for _, below := range p.Plans {
		n += below.rowsRead()
	}
	return n
}

// Quotes of paid checkouts never get an end. The round that looks for dead quotes doesn't read them.
func TestDeadQuotesAreFoundAmongManyPaid(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate))
	var store *postgres.Store
	orders := ordertest.NewOrders(t, 2, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		store = postgres.New(pool, out).WithClock(c)
		return store
	})
	c := orders.Hold("a")
	ends := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, sql := range []string{
		`INSERT INTO quotes (intent_hash, checkout_id, chain_id, pay_to, data, value, expires_at, created_at, share_bps)
		 SELECT '0xdead', id, 31337, '0x', '0x', 1, '2026-03-01 12:00Z', '2026-03-01 11:45Z', 0 FROM checkouts`,
		// With triggers, each checkout would have to go through all its steps.
		`ALTER TABLE checkouts DISABLE TRIGGER USER`,
		`INSERT INTO checkouts SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'status', 'completed', 'edition', 10 + n,
		   'paid_at', '2026-03-01', 'receipt_year', 2026, 'receipt_number', n))).* FROM checkouts c, generate_series(1, 1000) n`,
		`INSERT INTO quotes (intent_hash, checkout_id, chain_id, pay_to, data, value, expires_at, created_at, share_bps)
		 SELECT '0x' || id, id, 31337, '0x', '0x', 1, '2026-03-01 11:00Z', '2026-03-01 10:45Z', 0 FROM checkouts WHERE status = 'completed'`,
		`INSERT INTO payments (id, key, checkout_id, method, status, at, chain_id, intent_hash, block_hash)
		 SELECT gen_random_uuid(), id::text, id, 'ether', 'final', now(), 31337, '0x' || id, id::text FROM checkouts WHERE status = 'completed'`,
		`ANALYZE checkouts, quotes, payments`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: error = %v, want nil", sql, err)
		}
	}
	dead, err := store.OverdueQuotes(t.Context(), 31337, ends.Add(time.Second))
	if err != nil || len(dead) != 1 || dead[0] != (order.OverdueQuote{CheckoutID: c.ID, IntentHash: "0xdead"}) {
		t.Errorf("OverdueQuotes() = %v, %v, want the quote 0xdead alone", dead, err)
	}
	for _, before := range []time.Time{ends, ends.Add(-time.Hour)} {
		if dead, err := store.OverdueQuotes(t.Context(), 31337, before); err != nil || len(dead) != 0 {
			t.Errorf("OverdueQuotes() before %s = %v, %v, want none", before, dead, err)
		}
	}
	if n, text := rowsRead(t, pool, db.OverdueQuotes, 31337, ends.Add(time.Second)); n > 50 {
		t.Errorf("%.0f rows were read to find one, want at most 50: %s", n, text)
	}
}

// rowsRead runs a query and returns how many rows its plan reads.
func rowsRead(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) (n float64, text []byte) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), "EXPLAIN (ANALYZE, FORMAT JSON) "+sql, args...).Scan(&text); err != nil {
		t.Fatal(err)
	}
	var plans []struct{ Plan plan }
	if err := json.Unmarshal(text, &plans); err != nil || len(plans) != 1 {
		t.Fatalf("plan = %s, %v, want one", text, err)
	}
	return plans[0].Plan.rowsRead(), text
}

// TestPeriodicJobsReadWhatIsOpen: the rounds that run every few seconds don't read the orders that ended.
func TestPeriodicJobsReadWhatIsOpen(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate))
	orders := ordertest.NewOrders(t, 2, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		return postgres.New(pool, out).WithClock(c)
	})
	orders.Hold("a")
	for _, sql := range []string{
		`ALTER TABLE checkouts DISABLE TRIGGER USER`,
		`INSERT INTO checkouts SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'status', 'completed', 'edition', 10 + n,
		   'paid_at', '2026-03-01', 'receipt_year', 2026, 'receipt_number', n))).* FROM checkouts c, generate_series(1, 600) n`,
		`INSERT INTO card_sessions (id, checkout_id, status, provider_id, ends_at, created_at)
		 SELECT gen_random_uuid(), id, 'complete', id::text, created_at, created_at FROM checkouts WHERE status = 'completed'`,
		`INSERT INTO payments (id, key, checkout_id, method, status, at) SELECT gen_random_uuid(), id::text, id, 'card', 'final', now() FROM checkouts WHERE status = 'completed'`,
		// One session is open, and one is complete before its payment is final.
		`INSERT INTO card_sessions (id, checkout_id, status, ends_at, created_at) SELECT gen_random_uuid(), id, 'open', now(), '2020-01-01' FROM checkouts WHERE status = 'reserved'`,
		`UPDATE checkouts SET status = 'payment_seen' WHERE receipt_number = 1`,
		`ANALYZE checkouts, card_sessions, payments`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: error = %v, want nil", sql, err)
		}
	}
	claim := []any{"test", time.Minute, nil, 20} // work, lease, now, limit
	if n, text := rowsRead(t, pool, db.ClaimSessions, claim...); n > 60 {
		t.Errorf("sessions: %.0f rows were read, want at most 60: %s", n, text)
	}
	if n, text := rowsRead(t, pool, db.Unresolved, nil); n > 200 {
		t.Errorf("gauges: %.0f rows were read, want at most 200: %s", n, text)
	}
	var claimed int
	if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM claims WHERE work = 'test'").Scan(&claimed); err != nil || claimed != 2 {
		t.Errorf("%d checkouts were claimed, want the one with an open session and the one that waits: %v", claimed, err)
	}
}

// TestComparisonsReadWhatIsDue: of 5,330 paid card orders, 300 are too old and 30 are due, 5 of them for longer. A round reads few more rows than
// what it claims, the longest due first. Each order is claimed once in a period, old ones leave the schedule, and a longer window includes them again.
func TestComparisonsReadWhatIsDue(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	pool := testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate))
	var store *postgres.Store
	orders := ordertest.NewOrders(t, 2, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		store = postgres.New(pool, out).WithClock(c)
		return store
	})
	orders.Hold("a")
	now := orders.Clock.Now()
	for _, sql := range []string{
		`ALTER TABLE checkouts DISABLE TRIGGER USER`,
		`INSERT INTO checkouts SELECT (jsonb_populate_record(c, jsonb_build_object('id', md5('order' || n)::uuid, 'status', 'completed', 'edition', 10 + n, 'method', 'card',
		   'paid_at', c.created_at - CASE WHEN n <= 300 THEN interval '200 days' ELSE interval '10 days' END, 'receipt_year', 2026, 'receipt_number', n))).*
		 FROM checkouts c, generate_series(1, 5330) n`,
		`INSERT INTO card_comparisons (checkout_id, due_at)
		 SELECT id, created_at + CASE WHEN receipt_number <= 300 THEN interval '-1 day' WHEN receipt_number <= 305 THEN interval '-1 hour'
		   WHEN receipt_number <= 330 THEN interval '-1 minute' ELSE interval '5 hours' END FROM checkouts WHERE paid_at IS NOT NULL`,
		`ANALYZE checkouts, card_comparisons`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%.60s: error = %v, want nil", sql, err)
		}
	}
	const window, period = 120 * 24 * time.Hour, 6 * time.Hour
	count := func(sql string) (n int) {
		t.Helper()
		if err := pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	// One of the orders that wait is missing from the schedule, as after an update of an older version.
	if _, err := pool.Exec(t.Context(), "DELETE FROM card_comparisons WHERE checkout_id = md5('order5330')::uuid"); err != nil {
		t.Fatal(err)
	}
	claim := func(limit int, window time.Duration) []string {
		t.Helper()
		ids, err := store.Claim(t.Context(), reconcile.Claim{Kind: reconcile.Settled, Lease: period, Limit: limit, SettledFor: window})
		if err != nil {
			t.Fatal(err)
		}
		return ids
	}
	numbers := "SELECT count(*) FROM checkouts c JOIN card_comparisons m ON m.checkout_id = c.id WHERE m.due_at > c.created_at + interval '5 hours' AND c.receipt_number "
	if ids := claim(6, window); len(ids) != 6 {
		t.Fatalf("%d orders claimed, want 6", len(ids))
	}
	// The order without a schedule comes first, because it was paid long ago.
	if n := count(numbers + "IN (301, 302, 303, 304, 305, 5330)"); n != 6 {
		t.Errorf("%d of the orders that waited longest were claimed, want all 6", n)
	}
	if n, text := rowsRead(t, pool, db.ClaimSettled, now, period, window, 10); n > 1500 {
		t.Errorf("%.0f rows were read to claim 10 and to remove 40, want at most 1,500: %s", n, text)
	}
	var claimed int
	for range 10 {
		claimed += len(claim(50, window))
	}
	if claimed != 15 {
		t.Errorf("%d orders claimed after the first 16, want 15", claimed)
	}
	if n := count("SELECT count(*) FROM card_comparisons"); n != 5_030 {
		t.Errorf("%d orders in the schedule, want 5,030 without the old ones", n)
	}
	if n, text := rowsRead(t, pool, db.ClaimSettled, now, period, window, 50); n > 20 {
		t.Errorf("%.0f rows were read when nothing was due, want at most 20: %s", n, text)
	}
	if ids := claim(500, 2*window); len(ids) != 300 {
		t.Errorf("%d orders claimed with a longer window, want the 300 old ones", len(ids))
	}
	orders.Clock.Advance(period)
	if ids := claim(10_000, window); len(ids) != 5_030 {
		t.Errorf("%d orders claimed in the next period, want 5,030", len(ids))
	}
}

// TestPaidCardOrdersAreScheduled pays one of two orders by card: it is scheduled for a comparison.
func TestPaidCardOrdersAreScheduled(t *testing.T) {
	t.Parallel()
	pool, orders := setup(t, 2)
	paid, unpaid := orders.Hold("a"), orders.Hold("b")
	ses := orders.Card(paid)
	orders.Cards.Pay(ses)
	orders.Webhook(ses)
	var scheduled []string
	rows, err := pool.Query(t.Context(), "SELECT checkout_id::text FROM card_comparisons")
	if err == nil {
		scheduled, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil || len(scheduled) != 1 || scheduled[0] != paid.ID {
		t.Errorf("scheduled = %v, %v, want %s and not %s", scheduled, err, paid.ID, unpaid.ID)
	}
}
