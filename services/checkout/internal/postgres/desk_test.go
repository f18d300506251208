package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/desk"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
)

// manyOrders fills a database with 50,000 orders and their payments. Order n has the address buyer<n>@example.org.
func manyOrders(t *testing.T) (*pgxpool.Pool, *postgres.Store) {
	t.Helper()
	url := testkit.Postgres(t, migrate)
	pool := testkit.Pool(t, url)
	var store *postgres.Store
	orders := ordertest.NewOrders(t, 1, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		store = postgres.New(pool, out)
		return store.WithClock(c)
	})
	orders.Hold("a")
	// The pool ends statements that take long.
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	exec := func(sql string, args ...any) {
		if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%.60s: error = %v, want nil", sql, err)
		}
	}
	// With triggers, each order would have to go through all its steps.
	exec(`ALTER TABLE checkouts DISABLE TRIGGER USER`)
	exec(`ALTER TABLE payments DISABLE TRIGGER USER`)
	for from := 1; from <= 50_000; from += 10_000 {
		exec(`INSERT INTO checkouts (id, status, account_id, email, artwork_id, artwork_slug, artwork_title, artist_id, artist_name, edition, edition_size,
		        price_amount, price_currency, share_bps, method, created_at, updated_at, expires_at, paid_at, receipt_year, receipt_number, transaction_hash)
		      SELECT md5('order' || n)::uuid, CASE WHEN n % 5000 = 0 THEN 'in_review' WHEN n % 3 = 0 THEN 'expired' ELSE 'completed' END,
		        md5('account' || n / 4)::uuid, 'Buyer' || n || '@example.org', 42, 'work-' || n % 500, 'Work ' || n % 500, 7, 'Vera', 10 + n, 100000,
		        1000, 'USD', 8500, CASE WHEN n % 2 = 0 THEN 'card' ELSE 'ether' END, at, at, at, CASE WHEN n % 3 <> 0 THEN at END, 2026,
		        CASE WHEN n % 3 <> 0 THEN n ELSE 0 END, CASE WHEN n % 2 = 0 THEN '' ELSE '0x' || repeat(md5(n::text), 2) END
		      FROM (SELECT n, timestamptz '2026-01-01 00:00Z' + n * interval '1 minute' AS at FROM generate_series($1::integer, $1 + 9999) n) orders`, from)
		exec(`INSERT INTO payments (id, key, checkout_id, method, status, at, chain_id, block_hash, transaction, payer, provider_id)
		      SELECT md5('payment' || n)::uuid, CASE WHEN n % 2 = 0 THEN 'card:pi_' || n ELSE 'eip155:1:' || n END, md5('order' || n)::uuid,
		        CASE WHEN n % 2 = 0 THEN 'card' ELSE 'ether' END, 'final', now(), 1, n::text,
		        CASE WHEN n % 2 = 0 THEN '' ELSE '0x' || repeat(md5(n::text), 2) END, CASE WHEN n % 2 = 0 THEN '' ELSE '0x' || md5(n::text) || '01234567' END,
		        CASE WHEN n % 2 = 0 THEN 'pi_' || n ELSE '' END
		      FROM generate_series($1::integer, $1 + 9999) n`, from)
	}
	exec(`ANALYZE checkouts, payments`)
	return pool, store
}

// sequentialScans returns the large tables that a plan reads from start to end.
func sequentialScans(t *testing.T, text string) (out []string) {
	t.Helper()
	type node struct {
		Type     string `json:"Node Type"`
		Relation string `json:"Relation Name"`
		Plans    []node
	}
	var plans []struct{ Plan node }
	if err := json.Unmarshal([]byte(text), &plans); err != nil || len(plans) != 1 {
		t.Fatalf("plan = %s, %v, want one", text, err)
	}
	for todo := []node{plans[0].Plan}; len(todo) > 0; todo = todo[1:] {
		if todo[0].Type == "Seq Scan" && (todo[0].Relation == "checkouts" || todo[0].Relation == "payments") {
			out = append(out, todo[0].Relation)
		}
		todo = append(todo, todo[0].Plans...)
	}
	return out
}

// TestDeskOfManyOrders lists and searches 50,000 orders.
func TestDeskOfManyOrders(t *testing.T) {
	t.Parallel()
	pool, store := manyOrders(t)
	t.Run("searches", func(t *testing.T) { searchesFindTheNewestOfAPrefix(t, pool, store) })
	t.Run("indexes", func(t *testing.T) { deskUsesIndexes(t, pool, store) }) // last: it drops the pool's prepared statements
}

// deskUsesIndexes lists and searches with a plan for each call and with the plans that a server settles on for prepared
// statements, and fails if one of them reads a whole table.
func deskUsesIndexes(t *testing.T, pool *pgxpool.Pool, store *postgres.Store) {
	t.Helper()
	view := postgres.Desk{Store: store}
	before := desk.Position{At: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), ID: "ffffffff-ffff-ffff-ffff-ffffffffffff"}
	var short, hash, payer string
	if err := pool.QueryRow(t.Context(), `SELECT right(md5('order4321'), 8), '0x' || repeat(md5('4321'), 2), '0x' || md5('4321') || '01234567'`).Scan(&short, &hash, &payer); err != nil {
		t.Fatal(err)
	}
	for search, want := range map[string]string{
		short: "Buyer4321@", "buyer4321@example.org": "Buyer4321@", "BUYER4321@": "Buyer4321@", hash: "Buyer4321@", payer: "Buyer4321@",
		"pi_4320": "Buyer4320@", "42004331": "Buyer4321@",
	} {
		t.Run(search, func(t *testing.T) {
			got, err := view.Orders(t.Context(), desk.NamesOf(search), order.Statuses, before, 26)
			if err != nil || len(got) != 1 || !strings.HasPrefix(got[0].Email, want) {
				t.Errorf("%q finds %v, %v; want %s", search, got, err, want)
			}
		})
	}
	newest, err := view.Orders(t.Context(), nil, order.Statuses, before, 26)
	if err != nil || len(newest) != 26 || newest[0].CreatedAt.Before(newest[25].CreatedAt) {
		t.Fatalf("first page = %v, %v, want 26 orders, newest first", newest, err)
	}
	reviews, err := view.Orders(t.Context(), nil, []order.Status{order.InReview, order.RefundFailed}, before, 26)
	if err != nil || len(reviews) != 10 || reviews[0].Email != "Buyer50000@example.org" {
		t.Fatalf("reviews = %v, %v, want 10, Buyer50000's first", reviews, err)
	}

	const (
		last = "\U0010FFFF"
		page = `'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 26`
		all  = `'{reserved,awaiting_payment,payment_failed,payment_seen,confirming,reverted,paid,delivering,completed,expired,cancelled,in_review,refund_pending,refunded,refund_failed,disputed}'`
	)
	// find is a search for a prefix, or NULL, with these values of id, short, account, slug, artwork, edition, transaction, address, payment, provider
	// and document.
	find := func(prefix, names string) string {
		end := prefix
		if prefix != "NULL" {
			prefix, end = "'"+prefix+"'", "'"+prefix+last+"'"
		}
		return "find (" + all + ", " + page + ", " + prefix + ", " + end + ", " + names + ")"
	}
	calls := map[string]string{
		"the newest": "list (" + all + ", " + page + ")", "reviews": "list ('{in_review,refund_failed}', " + page + ")",
		"a short number":  find(short, `NULL, '`+short+`', '`+short+`', '`+short+`', NULL, NULL, NULL, NULL, NULL, NULL, '`+short+`'`),
		"an address":      find("buyer4321@", `NULL, NULL, 'buyer4321@', 'buyer4321@', NULL, NULL, NULL, NULL, NULL, NULL, 'BUYER4321@'`),
		"a transaction":   find("NULL", `NULL, NULL, NULL, NULL, NULL, NULL, '`+hash+`', NULL, NULL, NULL, NULL`),
		"a wallet":        find("NULL", `NULL, NULL, NULL, NULL, NULL, NULL, NULL, '`+payer+`', NULL, NULL, NULL`),
		"a payment":       find("pi_4320", `NULL, NULL, 'pi_4320', 'pi_4320', NULL, NULL, NULL, NULL, 'card:pi_4320', 'pi_4320', 'PI_4320'`),
		"a token":         find("42004331", `NULL, NULL, '42004331', '42004331', 42, 4331, NULL, NULL, NULL, NULL, '42004331'`),
		"orders of a day": `created (` + all + `, '2026-01-20')`, "payments of a day": `paid ('2026-01-20')`, "open orders": `open`,
	}
	for _, mode := range []string{"force_custom_plan", "auto"} {
		conn, err := pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
		for _, sql := range []string{
			"SET plan_cache_mode = " + mode, "DEALLOCATE ALL", "PREPARE list AS " + db.ListOrders, "PREPARE find AS " + db.FindOrders,
			"PREPARE created AS " + db.CreatedOn, "PREPARE open AS " + db.OpenOrders, "PREPARE paid AS " + db.PaidOn,
		} {
			if _, err := conn.Exec(t.Context(), sql); err != nil {
				t.Fatalf("%.60s: error = %v, want nil", sql, err)
			}
		}
		// After five executions, the server may keep one plan for all values.
		for range 5 {
			for what, call := range calls {
				if _, err := conn.Exec(t.Context(), "EXECUTE "+call); err != nil {
					t.Fatalf("%s: error = %v, want nil", what, err)
				}
			}
		}
		for what, call := range calls {
			var text string
			if err := conn.QueryRow(t.Context(), "EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE "+call, pgx.QueryExecModeSimpleProtocol).Scan(&text); err != nil {
				t.Fatalf("%s: error = %v, want nil", what, err)
			}
			if scans := sequentialScans(t, text); len(scans) > 0 {
				t.Errorf("%s with %s scans all of %v, want indexes only", what, mode, scans)
			}
		}
	}
}

// searchesFindTheNewestOfAPrefix compares searches for the beginning of addresses and titles with all orders: few, many and old ones, of each
// status or of a rare one, page by page. A search that matches every order reads few of them.
func searchesFindTheNewestOfAPrefix(t *testing.T, pool *pgxpool.Pool, store *postgres.Store) {
	t.Helper()
	view := postgres.Desk{Store: store}
	before := desk.Position{At: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), ID: "ffffffff-ffff-ffff-ffff-ffffffffffff"}
	for _, tt := range []struct {
		search   string
		statuses []order.Status
		newest   string
	}{
		{"buyer", order.Statuses, "Buyer50000@example.org"},
		{"buyer", []order.Status{order.InReview}, "Buyer50000@example.org"},
		{"buyer1", order.Statuses, "Buyer19999@example.org"}, // none of these is new
		{"buyer12", order.Statuses, "Buyer12999@example.org"},
		{"work 1", order.Statuses, "Buyer49699@example.org"},
		{"work 499", order.Statuses, "Buyer49999@example.org"},
		{"work 499", []order.Status{order.Expired, order.InReview}, "Buyer48999@example.org"},
		{"nothing", order.Statuses, ""},
	} {
		t.Run(fmt.Sprint(tt.search, len(tt.statuses)), func(t *testing.T) {
			rows, err := pool.Query(t.Context(), `SELECT id::text FROM checkouts
				WHERE (starts_with(lower(email), $1) OR starts_with(lower(artwork_title), $1)) AND status = ANY($2)
				ORDER BY created_at DESC, id DESC LIMIT 60`, tt.search, tt.statuses)
			var want, got []string
			if err == nil {
				want, err = pgx.CollectRows(rows, pgx.RowTo[string])
			}
			if err != nil {
				t.Fatal(err)
			}
			at := before
			for range 3 {
				page, err := view.Orders(t.Context(), desk.NamesOf(tt.search), tt.statuses, at, 20)
				if err != nil {
					t.Fatal(err)
				}
				for i, o := range page {
					if len(got) == 0 && i == 0 && o.Email != tt.newest {
						t.Errorf("the newest order is of %s, want %s", o.Email, tt.newest)
					}
					got = append(got, o.ID)
					at = desk.Position{At: o.CreatedAt, ID: o.ID}
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("three pages = %v, want %v", got, want)
			}
		})
	}
	if _, err := pool.Exec(t.Context(), "VACUUM checkouts"); err != nil {
		t.Fatal(err)
	}
	args := []any{order.Statuses, before.At, before.ID, 26, "buyer", "buyer\U0010FFFF", nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil}
	if n, text := rowsRead(t, pool, db.FindOrders, args...); n > 10_000 {
		t.Errorf("%.0f rows were read for a page of 50,000 matches, want at most 10,000: %s", n, text)
	}
}

// TestEmailsOfAnOrder reads the emails of one order in each status, and not those of another order or of sales.
func TestEmailsOfAnOrder(t *testing.T) {
	t.Parallel()
	var pool *pgxpool.Pool
	var store *postgres.Store
	orders := ordertest.NewOrders(t, 2, func(tb testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		var err error
		if pool, err = kitpg.Open(tb.Context(), testkit.Postgres(tb, migrate)); err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(pool.Close)
		store = postgres.New(pool, out)
		return store.WithClock(c)
	})
	one, other := orders.Hold("a").ID, orders.Hold("b").ID
	if _, err := pool.Exec(t.Context(), `
		INSERT INTO mails (key, recipient, subject, html, body, created_at, sent_at, gave_up_at, error) VALUES
		('paid:' || $1, 'a@example.org', 'Paid', '', '', '2026-11-01Z', '2026-11-02Z', NULL, ''),
		('completed:' || $1, 'a@example.org', 'Minted', 'x', 'x', '2026-11-03Z', NULL, NULL, '451'),
		('refunded:' || $1 || ':r1', 'a@example.org', 'Refunded', 'x', 'x', '2026-11-04Z', NULL, '2026-11-05Z', '550'),
		('paid:' || $2, 'b@example.org', 'Paid', '', '', '2026-11-01Z', NULL, NULL, ''),
		('sold-' || $1, 'artist@example.org', 'Sold', '', '', '2026-11-01Z', NULL, NULL, '')`, one, other); err != nil {
		t.Fatal(err)
	}
	details, err := postgres.Desk{Store: store}.OrderDetails(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	day := func(n int) time.Time { return time.Date(2026, time.November, n, 0, 0, 0, 0, time.UTC) }
	want := []desk.Email{
		{Subject: "Paid", Recipient: "a@example.org", Status: desk.EmailSent, CreatedAt: day(1), SentAt: day(2)},
		{Subject: "Minted", Recipient: "a@example.org", Status: desk.EmailWaiting, CreatedAt: day(3), Error: "451"},
		{Subject: "Refunded", Recipient: "a@example.org", Status: desk.EmailFailed, CreatedAt: day(4), Error: "550"},
	}
	if !slices.Equal(details.Emails, want) {
		t.Errorf("emails = %+v, want %+v", details.Emails, want)
	}
}
