package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/read"
	"github.com/vitrine/vitrine/services/checkout/internal/receipt"
)

// manyOrders fills a database with 50,000 orders and their payments. Order n has the address buyer<n>@example.org.
func manyOrders(t *testing.T) *pgxpool.Pool {
	t.Helper()
	url := testkit.Postgres(t, postgrestest.Migrate)
	pool := testkit.Pool(t, url)
	orders := ordertest.NewOrders(t, 1, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		return postgres.New(pool, out).WithClock(c)
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
	return pool
}

// staffContext is the context of a call by staff.
func staffContext(t *testing.T) context.Context {
	t.Helper()
	return identity.With(t.Context(), &identity.Principal{Subject: "ada"})
}

// deskList returns a function that lists orders.
func deskList(t *testing.T, pool *pgxpool.Pool) func(*testing.T, *checkoutv1.ListDeskOrdersRequest) *checkoutv1.ListDeskOrdersResponse {
	t.Helper()
	view := read.Desk{Pool: pool, Log: slog.New(slog.DiscardHandler)}
	return func(t *testing.T, req *checkoutv1.ListDeskOrdersRequest) *checkoutv1.ListDeskOrdersResponse {
		t.Helper()
		list, err := view.ListDeskOrders(staffContext(t), req)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
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
	testkit.Long(t)
	t.Parallel()
	pool := manyOrders(t)
	t.Run("searches", func(t *testing.T) { searchesFindTheNewestOfAPrefix(t, pool) })
	t.Run("indexes", func(t *testing.T) { deskUsesIndexes(t, pool) }) // last: it drops the pool's prepared statements
}

// deskUsesIndexes lists and searches with a plan for each call and with the plans that a server settles on for prepared
// statements, and fails if one of them reads a whole table.
func deskUsesIndexes(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	list := deskList(t, pool)
	var short, hash, payer string
	if err := pool.QueryRow(t.Context(), `SELECT right(md5('order4321'), 8), '0x' || repeat(md5('4321'), 2), '0x' || md5('4321') || '01234567'`).Scan(&short, &hash, &payer); err != nil {
		t.Fatal(err)
	}
	for search, want := range map[string]string{
		short: "Buyer4321@", "buyer4321@example.org": "Buyer4321@", "BUYER4321@": "Buyer4321@", hash: "Buyer4321@", payer: "Buyer4321@",
		"pi_4320": "Buyer4320@", "42004331": "Buyer4321@",
	} {
		t.Run(search, func(t *testing.T) {
			if got := list(t, &checkoutv1.ListDeskOrdersRequest{Search: search}).GetItems(); len(got) != 1 || !strings.HasPrefix(got[0].GetEmail(), want) {
				t.Errorf("%q finds %v; want %s", search, got, want)
			}
		})
	}
	newest := list(t, &checkoutv1.ListDeskOrdersRequest{Limit: 26}).GetItems()
	if len(newest) != 26 || newest[0].GetCreatedAt().AsTime().Before(newest[25].GetCreatedAt().AsTime()) {
		t.Fatalf("first page = %v, want 26 orders, newest first", newest)
	}
	reviews := list(t, &checkoutv1.ListDeskOrdersRequest{Status: []string{"in_review", "refund_failed"}, Limit: 26}).GetItems()
	if len(reviews) != 10 || reviews[0].GetEmail() != "Buyer50000@example.org" {
		t.Fatalf("reviews = %v, want 10, Buyer50000's first", reviews)
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
func searchesFindTheNewestOfAPrefix(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	list := deskList(t, pool)
	for _, tt := range []struct {
		search   string
		statuses []purchase.Status
		newest   string
	}{
		{"buyer", purchase.Statuses, "Buyer50000@example.org"},
		{"buyer", []purchase.Status{purchase.InReview}, "Buyer50000@example.org"},
		{"buyer1", purchase.Statuses, "Buyer19999@example.org"}, // none of these is new
		{"buyer12", purchase.Statuses, "Buyer12999@example.org"},
		{"work 1", purchase.Statuses, "Buyer49699@example.org"},
		{"work 499", purchase.Statuses, "Buyer49999@example.org"},
		{"work 499", []purchase.Status{purchase.Expired, purchase.InReview}, "Buyer48999@example.org"},
		{"nothing", purchase.Statuses, ""},
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
			req := &checkoutv1.ListDeskOrdersRequest{Search: tt.search, Limit: 20}
			for _, status := range tt.statuses {
				req.Status = append(req.Status, string(status))
			}
			for range 3 {
				page := list(t, req)
				for i, o := range page.GetItems() {
					if len(got) == 0 && i == 0 && o.GetEmail() != tt.newest {
						t.Errorf("the newest order is of %s, want %s", o.GetEmail(), tt.newest)
					}
					got = append(got, o.GetId())
				}
				if req.Cursor = page.GetNextCursor(); req.GetCursor() == "" {
					break
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
	args := []any{purchase.Statuses, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), "ffffffff-ffff-ffff-ffff-ffffffffffff", 26, "buyer", "buyer\U0010FFFF", nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil}
	if n, text := rowsRead(t, pool, db.FindOrders, args...); n > 10_000 {
		t.Errorf("%.0f rows were read for a page of 50,000 matches, want at most 10,000: %s", n, text)
	}
}

// TestEmailsOfAnOrder reads the emails of one order in each status, and not those of another order or of sales.
func TestEmailsOfAnOrder(t *testing.T) {
	t.Parallel()
	var pool *pgxpool.Pool
	orders := ordertest.NewOrders(t, 2, func(tb testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		var err error
		if pool, err = kitpg.Open(tb.Context(), testkit.Postgres(tb, postgrestest.Migrate)); err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(pool.Close)
		return postgres.New(pool, out).WithClock(c)
	})
	one, other := orders.Hold("a").ID, orders.Hold("b").ID
	if _, err := pool.Exec(t.Context(), `
		INSERT INTO mails (key, recipient, subject, html, body, created_at, sent_at, gave_up_at, error) VALUES
		('paid:' || $1, 'a@example.org', 'Paid', '', '', '2026-11-01Z', '2026-11-02Z', NULL, ''),
		('completed:' || $1, 'a@example.org', 'Minted', 'x', 'x', '2026-11-03Z', NULL, NULL, '451'),
		('refunded:' || $1 || ':r1', 'a@example.org', 'Refunded', 'x', 'x', '2026-11-04Z', NULL, '2026-11-05Z', '451'),
		('paid:' || $2, 'b@example.org', 'Paid', '', '', '2026-11-01Z', NULL, NULL, ''),
		('sold-' || $1, 'artist@example.org', 'Sold', '', '', '2026-11-01Z', NULL, NULL, '')`, one, other); err != nil {
		t.Fatal(err)
	}
	var details checkoutv1.DeskOrder
	if err := (read.Desk{Pool: pool, Log: slog.New(slog.DiscardHandler)}).History(staffContext(t), one, &details); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range details.GetEmails() {
		got = append(got, fmt.Sprintf("%s to %s: %s, of %s, sent %s, %s", e.GetSubject(), e.GetRecipient(), e.GetStatus(), day(e.GetCreatedAt()), day(e.GetSentAt()), e.GetError()))
	}
	want := []string{
		"Paid to a@example.org: sent, of 2026-11-01, sent 2026-11-02, ", "Minted to a@example.org: waiting, of 2026-11-03, sent -, 451",
		"Refunded to a@example.org: failed, of 2026-11-04, sent -, 451",
	}
	if !slices.Equal(got, want) {
		t.Errorf("emails = %q, want %q", got, want)
	}
}

// TestRefusedEmails lists each address once, with its order, for 30 days.
func TestRefusedEmails(t *testing.T) {
	t.Parallel()
	var pool *pgxpool.Pool
	orders := ordertest.NewOrders(t, 2, func(tb testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		var err error
		if pool, err = kitpg.Open(tb.Context(), testkit.Postgres(tb, postgrestest.Migrate)); err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(pool.Close)
		return postgres.New(pool, out).WithClock(c)
	})
	one := orders.Hold("a").ID
	if _, err := pool.Exec(t.Context(), `
		INSERT INTO mails (key, recipient, subject, html, body, gave_up_at, refused, error) VALUES
		('paid:' || $1, 'A@example.org', 'Paid', '', '', '2026-11-20Z', true, '550 a'),
		('completed:' || $1, 'a@example.org', 'Minted', '', '', '2026-11-21Z', true, '550 b'),
		('sold-' || $1, 'artist@example.org', 'Sold', '', '', '2026-11-22Z', true, '554'),
		('refunded:' || $1, 'b@example.org', 'Refunded', '', '', '2026-11-21Z', false, '451'),
		('paid:old', 'c@example.org', 'Paid', '', '', '2026-10-20Z', true, '550')`, one); err != nil {
		t.Fatal(err)
	}
	desk := read.Desk{Pool: pool, Clock: clock.NewFake(time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)), Log: slog.New(slog.DiscardHandler)}
	res, err := desk.ListDeskRefusedEmails(staffContext(t), &checkoutv1.ListDeskRefusedEmailsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range res.GetItems() {
		got = append(got, fmt.Sprintf("%s: %s of %q, %s, %s", e.GetRecipient(), e.GetSubject(), e.GetOrderId(), day(e.GetRefusedAt()), e.GetError()))
	}
	if want := []string{`artist@example.org: Sold of "", 2026-11-22, 554`, fmt.Sprintf("a@example.org: Minted of %q, 2026-11-21, 550 b", one)}; !slices.Equal(got, want) {
		t.Errorf("refused emails = %q, want %q", got, want)
	}
	var details checkoutv1.DeskOrder
	if err := desk.History(staffContext(t), one, &details); err != nil || details.GetEmails()[0].GetStatus() != "refused" {
		t.Errorf("emails of the order = %v, %v, want them refused", details.GetEmails(), err)
	}
}

func day(at *timestamppb.Timestamp) string {
	if at == nil {
		return "-"
	}
	return at.AsTime().Format(time.DateOnly)
}

// TestExportsAreWholeAndBalanced exports the largest period, one that is too large, one with an account that the export doesn't know, and periods
// that don't exist or haven't begun. Who exported is recorded once, and nothing of a rejected export.
func TestExportsAreWholeAndBalanced(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate))
	for day, n := range map[string]int{"2026-11-01": 10_000, "2026-11-02": 10_001, "2026-11-03": 1} {
		account := "platform:revenue"
		if n == 1 {
			account = "unknown:1"
		}
		if _, err := pool.Exec(t.Context(), `INSERT INTO ledger (entry_group, account, asset, amount, at)
			SELECT 'sale:' || $1::text || n, a.account, 'USD', a.amount, $1::text::timestamptz
			FROM generate_series(1, $2::integer) n, (VALUES ('card:clearing', 100), ('artist:7:payable', -85), ($3::text, -15)) a (account, amount)`, day+" 00:00Z", n, account); err != nil {
			t.Fatal(err)
		}
	}
	view := read.Desk{
		Pool: pool, Clock: clock.NewFake(time.Date(2026, 11, 27, 23, 59, 0, 0, time.UTC)), Log: slog.New(slog.DiscardHandler),
		MovementsCSV: (&receipt.Printer{}).MovementsCSV,
	}
	for period, want := range map[string]struct {
		rows   int
		reason string
	}{
		"2026-11-01": {rows: 10_000}, "2026-11-27": {rows: 0}, "2026-11-02": {reason: "export_too_long"}, "2026-11": {reason: "export_too_long"},
		"2026-11-03": {reason: "unbalanced"}, "2026-11-28": {reason: "invalid"}, "2026-13": {reason: "invalid"},
	} {
		t.Run(period, func(t *testing.T) {
			_, err := view.ExportMovements(staffContext(t), &checkoutv1.ExportMovementsRequest{Period: period})
			reason := ""
			if err != nil {
				if reason, _ = rpc.ReasonOf(err); reason == "" && strings.Contains(err.Error(), "the parts of sale:2026-11-03") {
					reason = "unbalanced"
				}
			}
			if reason != want.reason {
				t.Errorf("ExportMovements() = %v, want %q", err, want.reason)
			}
			var recorded int
			if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM decisions WHERE action = 'export' AND decided_by = 'ada' AND note = $1`,
				fmt.Sprintf("%s: %d movements", period, want.rows)).Scan(&recorded); err != nil || (recorded == 1) != (want.reason == "") {
				t.Errorf("%d exports of %s are recorded, %v; want one unless it was rejected", recorded, period, err)
			}
		})
	}
}
