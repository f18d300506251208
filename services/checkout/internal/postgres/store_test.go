package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/auction/auctiontest"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/hold/holdtest"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund/refundtest"
	"github.com/vitrine/vitrine/services/checkout/internal/review/reviewtest"
)

func TestAdoption(t *testing.T) {
	t.Parallel()
	testkit.Adopts(t, postgres.Migrations, 32)
}

// setup returns a new database, used by its owner, and the orders of a work with a number of editions in it.
func setup(t *testing.T, editions int32) (*pgxpool.Pool, *ordertest.Orders) {
	t.Helper()
	pool := testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate))
	return pool, ordertest.NewOrders(t, editions, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		return postgres.New(pool, out).WithClock(c)
	})
}

// asService opens a store as the user of the service, who doesn't own the tables.
func asService(t testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
	return postgres.New(testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, postgrestest.Migrate))), out).WithClock(c)
}

// TestStore runs the suites of all cores with the rights of production: as the user of the service, who doesn't own the tables.
func TestStore(t *testing.T) {
	t.Parallel()
	s := &postgrestest.Stores{T: t}
	for _, suite := range []func(*testing.T, ordertest.NewStore){
		holdtest.TestStore, ordertest.TestStore, refundtest.TestStore, reviewtest.TestStore, auctiontest.TestStore,
	} {
		suite(t, s.Open)
	}
}

// TestTheServiceCannotChangeTheLedger uses the rights of the user that TestStore runs as.
func TestTheServiceCannotChangeTheLedger(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, postgrestest.Migrate)))
	for _, sql := range []string{`UPDATE ledger SET amount = 0`, `DELETE FROM ledger`} {
		_, err := pool.Exec(t.Context(), sql)
		if pg, ok := errors.AsType[*pgconn.PgError](err); !ok || pg.Code != "42501" {
			t.Errorf("%s: error = %v, want permission denied", sql, err)
		}
	}
}

// TestConstraints makes changes that the code never makes; the database rejects each.
func TestConstraints(t *testing.T) {
	t.Parallel()
	pool, orders := setup(t, 1)
	c := orders.Hold("a")
	ses := orders.Card(c)
	orders.Cards.Pay(ses)
	orders.Webhook(ses)
	orders.OK(addRefund(t, orders, c))
	if request, err := orders.RefundAlone(t.Context(), c.ID, 0, purchase.Decision{InFull: true, By: "staff", Note: "n"}); err != nil || request == nil {
		t.Fatalf("Refund() = %v, %v, want a request", request, err)
	}
	for name, sql := range map[string]string{
		"a changed decision":                   `UPDATE decisions SET note = 'x'`,
		"a decision of nobody":                 `INSERT INTO decisions (action, decided_by, note) VALUES ('refund', '', 'n')`,
		"a refund to an address by one person": `INSERT INTO decisions (action, decided_by, note, refund_address) VALUES ('refund', 'staff', 'n', '0x1')`,
		"a decision approved by its author":    `INSERT INTO decisions (action, decided_by, approved_by, note) VALUES ('refund', 'staff', 'staff', 'n')`,
		"a request approved by its author": `WITH a AS MATERIALIZED (SELECT set_config('vitrine.actor', 'staff', true) AS s)
			UPDATE refund_requests SET status = 'approved', decided_by = requested_by, decided_at = now(), refund_id = (SELECT id FROM refunds LIMIT 1) FROM a WHERE s = 'staff'`,
		"a request for another amount": `UPDATE refund_requests SET amount = 1`,
		"a forgotten request's step":   `DELETE FROM refund_request_history`,
		"a forgotten payment's step":   `DELETE FROM payment_history`,
		"a refund of nothing":          `UPDATE refunds SET amount = 0`,
		"a refund of nobody's money":   `UPDATE refunds SET payment_id = NULL, checkout_id = NULL`,
		"more sold than there are":     `UPDATE artworks SET held = held + 1`,
		"a sold unit without owner":    `UPDATE edition_units SET checkout_id = NULL`,
		"two checkouts of a unit":      `INSERT INTO checkouts SELECT (jsonb_populate_record(c, '{"id": "00000000-0000-7000-8000-000000000001", "status": "reserved", "receipt_number": 0, "receipt_year": 0, "paid_at": null}')).* FROM checkouts c`,
		"a checkout that begins paid":  `INSERT INTO checkouts SELECT (jsonb_populate_record(c, '{"id": "00000000-0000-7000-8000-000000000001", "edition": 2, "receipt_number": 9}')).* FROM checkouts c`,
		"a second credit":              `INSERT INTO payments SELECT (jsonb_populate_record(p, '{"id": "00000000-0000-7000-8000-000000000001", "key": "x"}')).* FROM payments p`,
		"a payment twice":              `INSERT INTO payments SELECT (jsonb_populate_record(p, '{"id": "00000000-0000-7000-8000-000000000001", "credited": false}')).* FROM payments p`,
		"a lopsided ledger":            `INSERT INTO ledger SELECT 'x', account, asset, amount, checkout_id FROM ledger LIMIT 1`,
		"a corrected ledger":           `UPDATE ledger SET amount = amount + 1`,
		"a forgotten step":             `DELETE FROM checkout_history`,
		"a free price":                 `UPDATE checkouts SET price_amount = 0`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := pool.Exec(t.Context(), sql); !kitpg.IsCheck(err) && !kitpg.IsUnique(err) {
				t.Errorf("error = %v, want a violated constraint", err)
			}
		})
	}
	orders.Want(c, purchase.Delivering)
}

// TestPhaseConstraints makes changes to phases that the code never makes; the database rejects each.
func TestPhaseConstraints(t *testing.T) {
	t.Parallel()
	pool, orders := setup(t, 3)
	orders.Hold("a")
	const phase = "00000000-0000-7000-8000-00000000000a"
	for _, sql := range []string{
		`INSERT INTO phase_schedules VALUES (7, 1)`,
		`INSERT INTO phases (id, drop_id, name, kind, starts_at, ends_at, cap) SELECT '` + phase + `', 7, 'p', 'public', created_at, created_at + interval '1 hour', 1 FROM checkouts`,
		`INSERT INTO phase_prices VALUES ('` + phase + `', 42, 90000, 'USD')`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	const other = `INSERT INTO checkouts SELECT (jsonb_populate_record(c, '{"id": "00000000-0000-7000-8000-000000000001", "edition": 2, "account_id": "b", "phase_id": "` + phase + `"}' || '%s'::jsonb)).* FROM checkouts c WHERE phase_id IS NULL`
	for name, sql := range map[string]string{
		"another price than the phase's": fmt.Sprintf(other, `{}`),
		"before the phase":               fmt.Sprintf(other, `{"price_amount": 90000, "created_at": "2026-11-21T11:59:59Z"}`),
		"at the end of the phase":        fmt.Sprintf(other, `{"price_amount": 90000, "created_at": "2026-11-21T13:00:00Z"}`),
	} {
		if _, err := pool.Exec(t.Context(), sql); !kitpg.IsCheck(err) {
			t.Errorf("%s: error = %v, want a violated check", name, err)
		}
	}
	if _, err := pool.Exec(t.Context(), fmt.Sprintf(other, `{"price_amount": 90000}`)); err != nil {
		t.Fatal(err)
	}
	const third = `INSERT INTO checkouts SELECT (jsonb_populate_record(c, '{"id": "00000000-0000-7000-8000-000000000002", "edition": 3, "artwork_id": 42}')).* FROM checkouts c WHERE phase_id IS NOT NULL`
	for name, sql := range map[string]string{
		"more than the cap":           third,
		"an entry of another account": strings.Replace(third, `"edition": 3`, `"edition": 3, "account_id": "c"`, 1),
		"another entry later":         `UPDATE checkouts SET phase_entry = 'account:c' WHERE phase_id IS NOT NULL`,
		"another price later":         `UPDATE checkouts SET price_amount = 1 WHERE phase_id IS NOT NULL`,
		"another phase later":         `UPDATE checkouts SET phase_id = NULL WHERE phase_id IS NOT NULL`,
		"an end before the start":     `UPDATE phases SET ends_at = starts_at`,
		"a member who is nobody":      `INSERT INTO phase_members (phase_id) VALUES ('` + phase + `')`,
		"a wallet in capitals":        `INSERT INTO phase_members (phase_id, wallet) VALUES ('` + phase + `', '0xAB')`,
		"a price of nothing":          `UPDATE phase_prices SET amount = 0`,
		"a changed history":           `WITH a AS (INSERT INTO phase_history (drop_id, version, action, decided_by, schedule) VALUES (7, 1, 'save', '', '{}')) SELECT 1`,
		"tokens that end too early":   `INSERT INTO phase_tokens (phase_id, token_from, token_to) VALUES ('` + phase + `', 2, 1)`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := pool.Exec(t.Context(), sql); !kitpg.IsCheck(err) {
				t.Errorf("error = %v, want a violated check", err)
			}
		})
	}
	// Without the trigger, an index refuses a second order of an entry whose cap is 1.
	err := kitpg.InTx(t.Context(), pool, func(ctx context.Context) error {
		if _, err := kitpg.Conn(ctx, pool).Exec(ctx, `SET LOCAL session_replication_role = replica`); err != nil {
			return err
		}
		_, err := kitpg.Conn(ctx, pool).Exec(ctx, strings.Replace(third, `"edition": 3`, `"edition": 3, "account_id": "c"`, 1))
		return err
	})
	if !kitpg.IsUnique(err) {
		t.Errorf("a second order of an entry without the trigger: error = %v, want a violated index", err)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE phases SET paused_at = now()`); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), third); !kitpg.IsCheck(err) {
		t.Errorf("an order in a paused phase: error = %v, want a violated check", err)
	}
}

// TestReceiptNumbers pays many orders concurrently: the numbers have no gaps.
func TestReceiptNumbers(t *testing.T) {
	t.Parallel()
	orders := ordertest.NewOrders(t, 20, asService)
	var wg sync.WaitGroup
	seen := make([]bool, 21)
	var mu sync.Mutex
	for i := range 20 {
		c := orders.Hold(fmt.Sprint("b", i))
		ses := orders.Card(c)
		orders.Cards.Pay(ses)
		wg.Go(func() {
			orders.Webhook(ses)
			mu.Lock()
			defer mu.Unlock()
			seen[orders.Now(c).ReceiptNumber] = true
		})
	}
	wg.Wait()
	for n, ok := range seen[1:] {
		if !ok {
			t.Errorf("number %d is missing, want all", n+1)
		}
	}
	orders.CheckInvariants()
}

// BenchmarkReserve holds editions of one artwork and of a thousand, with eight concurrent buyers. There are 10,000 editions:
// run it with -benchtime 3000x.
func BenchmarkReserve(b *testing.B) {
	for _, artworks := range []int64{1, 1000} {
		b.Run(fmt.Sprintf("%d artworks", artworks), func(b *testing.B) {
			orders := ordertest.NewOrders(b, 10_000, asService)
			drafts := make([]hold.Draft, artworks)
			for i := range drafts {
				orders.Offer(int64(i)+1, 10_000/int32(artworks))
				draft, err := orders.Holds.Prepare(b.Context(), ordertest.Who("x"), int64(i)+1, 0, "")
				if err != nil {
					b.Fatal(err)
				}
				drafts[i] = draft
			}
			var n atomic.Int64
			b.SetParallelism(4)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					i := n.Add(1)
					d := drafts[i%artworks]
					d.ID, d.Buyer.AccountID = id.New(), fmt.Sprint("buyer", i)
					if _, err := orders.Holds.Reserve(b.Context(), d); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "reservations/s")
		})
	}
}

// TestAFreeEditionThatIsLocked: another transaction may have locked a free edition. The buyer waits for it and isn't shown
// that the artwork is sold out.
// TestStockOfALargeEdition stocks the largest edition while the planner's statistics know a few small ones. Postgres then expects one unit
// of the new artwork, and a plan that is quadratic in the real number exceeds the time of a statement.
func TestStockOfALargeEdition(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate))
	store := postgres.New(pool, nil)
	for artwork := range int64(20) {
		if err := store.Stock(t.Context(), 1+artwork, 1, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := pool.Exec(t.Context(), `ANALYZE`); err != nil {
		t.Fatal(err)
	}
	for _, withheld := range [][]int32{nil, {1, 9_999}} {
		if err := store.Stock(t.Context(), 100, 10_000, withheld); err != nil {
			t.Fatalf("stock of 10,000 editions with %v withheld: error = %v, want nil", withheld, err)
		}
	}
	var free int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM edition_units WHERE artwork_id = 100 AND status = 'free'`).Scan(&free); err != nil {
		t.Fatal(err)
	}
	if free != 9_998 {
		t.Errorf("%d editions are free, want 9,998", free)
	}
}

func TestAFreeEditionThatIsLocked(t *testing.T) {
	t.Parallel()
	pool, orders := setup(t, 1)
	c := orders.Hold("a")
	if _, err := orders.Cancel(t.Context(), ordertest.Who("a"), c.ID); err != nil {
		t.Fatal(err)
	}
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := tx.Exec(t.Context(), `SELECT FROM edition_units WHERE artwork_id = $1 FOR UPDATE`, ordertest.Artwork); err != nil {
		t.Fatal(err)
	}
	held := make(chan error, 1)
	go func() {
		_, err := orders.Try(t.Context(), "b", ordertest.Artwork)
		held <- err
	}()
	testkit.Eventually(t, 10*time.Second, func() bool {
		var waiting bool
		err := pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waiting)
		return (err == nil && waiting) || len(held) > 0
	})
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-held; err != nil {
		t.Fatal(err)
	}
}
