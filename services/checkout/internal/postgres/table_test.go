package postgres_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/auction"
	"github.com/vitrine/vitrine/services/checkout/internal/auction/auctiontest"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
)

// TestTables checks for each of the state machines that the database and the code have the same table, and that the
// database rejects every other step and every other actor.
func TestTables(t *testing.T) {
	t.Parallel()
	pool, orders := setup(t, 1)
	auctiontest.Start(orders)
	c := orders.Hold("a")
	ses := orders.Card(c)
	orders.Cards.Pay(ses)
	orders.Webhook(ses)
	orders.OK(addRefund(t, orders, c))
	orders.Parties.Keep(refund.ReleaseGone)
	if request, err := orders.RefundAlone(t.Context(), c.ID, 0, purchase.Decision{InFull: true, AgainstReturn: true, By: "staff", Note: "n"}); err != nil || request == nil {
		t.Fatalf("Refund() = %v, %v, want a request", request, err)
	}
	for _, m := range []struct {
		table, transitions string
		rows               []purchase.Row
		states             []string
		// also sets columns that depend on the status $1.
		also string
	}{
		{"checkouts", "checkout_transitions", purchase.Transitions.Rows(), words(purchase.Statuses), ""},
		{"payments", "payment_transitions", purchase.PaymentSteps.Rows(), []string{"seen", "final", "reverted"}, ""},
		{"refunds", "refund_transitions", purchase.RefundSteps.Rows(), []string{"pending", "sent", "succeeded", "failed"}, ""},
		{"auctions", "auction_transitions", auction.Steps.Rows(), []string{"selling", "ended", "settling", "settled"}, `,
			ended_at = CASE $1::text WHEN 'selling' THEN NULL ELSE now() END, settled_at = CASE $1::text WHEN 'settled' THEN now() END,
			price = CASE $1::text WHEN 'settling' THEN amount WHEN 'settled' THEN price END`},
		{"refund_requests", "refund_request_transitions", refund.RequestSteps.Rows(), []string{"pending", "returning", "approved", "rejected", "expired"}, `,
			decided_at = CASE $1::text WHEN 'pending' THEN NULL ELSE now() END, decided_by = CASE WHEN $1::text IN ('returning', 'approved') THEN 'other' ELSE '' END,
			refund_id = CASE $1::text WHEN 'approved' THEN (SELECT id FROM refunds LIMIT 1) END`},
	} {
		t.Run(m.table, func(t *testing.T) {
			allowed := sameRows(t, pool, m.transitions, m.rows)
			for _, from := range m.states {
				for _, to := range m.states {
					for _, by := range actors(m.rows, from, to) {
						tx, err := pool.Begin(t.Context())
						if err != nil {
							t.Fatal(err)
						}
						exec(t, tx, `SET LOCAL session_replication_role = replica`) // no triggers
						if m.table == "payments" {
							exec(t, tx, `UPDATE payments SET credited = false`)
						}
						exec(t, tx, `UPDATE `+m.table+` SET status = $1`+m.also, from)
						exec(t, tx, `SET LOCAL session_replication_role = origin`)
						exec(t, tx, `SELECT set_config('vitrine.actor', $1, true)`, by)
						_, err = tx.Exec(t.Context(), `UPDATE `+m.table+` SET status = $1`+m.also, to)
						ok := from == to || allowed[purchase.Row{From: from, To: to, Actor: by}]
						// The history has a row for each version, so a checkout's step needs a separate version.
						if m.table == "checkouts" && kitpg.IsUnique(err) {
							err = nil
						}
						if ok != (err == nil) || (!ok && !kitpg.IsCheck(err, m.transitions)) {
							t.Errorf("%s to %s by %s: error = %v, want allowed = %t", from, to, by, err, ok)
						}
						_ = tx.Rollback(t.Context())
					}
				}
			}
		})
	}
	orders.Want(c, purchase.Delivering)
	allowed := sameRows(t, pool, "dispute_transitions", purchase.DisputeSteps.Rows())
	for _, from := range []string{"", "open", "won", "lost"} {
		for _, to := range []string{"open", "won", "lost"} {
			for _, by := range purchase.Actors {
				tx, err := pool.Begin(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				exec(t, tx, `SET LOCAL session_replication_role = replica`) // no triggers
				exec(t, tx, `UPDATE checkouts SET dispute_id = 'dp_1', dispute = $1`, from)
				exec(t, tx, `SET LOCAL session_replication_role = origin`)
				exec(t, tx, `SELECT set_config('vitrine.actor', $1, true)`, by)
				_, err = tx.Exec(t.Context(), `UPDATE checkouts SET dispute = $1`, to)
				if ok := from == to || allowed[purchase.Row{From: from, To: to, Actor: by}]; ok != (err == nil) || !ok && !kitpg.IsCheck(err, "dispute_step") {
					t.Errorf("a dispute: %q to %q by %s: error = %v, want allowed = %t", from, to, by, err, ok)
				}
				_ = tx.Rollback(t.Context())
			}
		}
	}
}

// actors are all actors; with -short, a step that nobody may take is tried by one of them only.
func actors(rows []purchase.Row, from, to string) []purchase.Actor {
	if testing.Short() && !slices.ContainsFunc(rows, func(r purchase.Row) bool { return r.From == from && r.To == to }) {
		return purchase.Actors[:1]
	}
	return purchase.Actors
}

// addRefund creates a refund row.
func addRefund(t *testing.T, orders *ordertest.Orders, c order.Checkout) error {
	t.Helper()
	_, err := orders.Refund(t.Context(), c.ID, 1, purchase.Decision{By: "staff", Note: "n"})
	return err
}

func words(list []purchase.Status) (out []string) {
	for _, s := range list {
		out = append(out, string(s))
	}
	return out
}

func sameRows(t *testing.T, pool *pgxpool.Pool, table string, code []purchase.Row) map[purchase.Row]bool {
	t.Helper()
	rows, err := pool.Query(t.Context(), `SELECT from_status, to_status, actor FROM `+table)
	if err != nil {
		t.Fatal(err)
	}
	have, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (s purchase.Row, err error) { return s, r.Scan(&s.From, &s.To, &s.Actor) })
	if err != nil {
		t.Fatal(err)
	}
	set := map[purchase.Row]bool{}
	for _, r := range code {
		set[r] = true
	}
	if len(have) != len(code) {
		t.Errorf("%s has %d rows, want the code's %d", table, len(have), len(code))
	}
	for _, r := range have {
		if !set[r] {
			t.Errorf("%s has %v, want only rows of the code", table, r)
		}
	}
	return set
}

func exec(t *testing.T, tx pgx.Tx, sql string, args ...any) {
	t.Helper()
	if _, err := tx.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}
