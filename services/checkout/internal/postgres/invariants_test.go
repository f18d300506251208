package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/invariant"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
)

// TestCountingMayTakeLongerThanAStatement: the pool cancels long statements. The invariants are counted in the background,
// and that may take longer on a large database.
func TestCountingMayTakeLongerThanAStatement(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t, postgrestest.Migrate)
	slow := testkit.Pool(t, url)
	hasty := testkit.Pool(t, url+"&statement_timeout=200ms")
	tx, err := slow.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := tx.Exec(t.Context(), `LOCK TABLE ledger IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	store := postgres.New(hasty, nil)
	done := make(chan error, 1)
	go func() {
		_, err := store.Count(t.Context(), 0)
		done <- err
	}()
	if _, err := tx.Exec(t.Context(), `SELECT pg_sleep(0.6)`); err != nil {
		t.Fatal(err)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	left, leave := context.WithTimeout(t.Context(), time.Nanosecond)
	defer leave()
	if i, err := store.Count(left, 0); err == nil || i != (invariant.Counts{}) {
		t.Fatalf("Invariants() of a cancelled call = %+v, %v, want zero and an error", i, err)
	}
}

// TestCountOfChangedOrders: whatever is wrong with an order is counted while the order is one of the changed ones, and no longer.
func TestCountOfChangedOrders(t *testing.T) {
	t.Parallel()
	pool, orders := setup(t, 3)
	for _, account := range []string{"a", "b"} {
		ses := orders.Card(orders.Hold(account))
		orders.Cards.Pay(ses)
		orders.Webhook(ses)
	}
	if i := orders.Invariants(); i.Violations() != 0 || i.Sold != 2 {
		t.Fatalf("Invariants() = %+v, want 2 sold and no violations", i)
	}
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, sql := range []string{
		`SET session_replication_role = replica`, // without triggers, which would refuse this
		`UPDATE payments SET credited = false WHERE checkout_id = (SELECT id FROM checkouts WHERE account_id = 'a')`,
		`UPDATE edition_units SET status = 'free', checkout_id = NULL WHERE checkout_id = (SELECT id FROM checkouts WHERE account_id = 'a')`,
		`UPDATE ledger SET amount = 2 * amount WHERE account = 'card:clearing' AND checkout_id = (SELECT id FROM checkouts WHERE account_id = 'a')`,
		`UPDATE checkout_history SET from_status = 'completed' WHERE checkout_id = (SELECT id FROM checkouts WHERE account_id = 'a')`,
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: error = %v, want nil", sql, err)
		}
	}
	i := orders.Invariants()
	if i.UnpaidCompletions != 1 || i.UnmatchedPayments != 1 || i.UnmatchedTokens != 1 || i.Oversold != 1 || i.UnbalancedLedgers != 1 || i.IllegalTransitions == 0 {
		t.Errorf("Invariants() = %+v, want each kind of violation", i)
	}
	for _, table := range []string{"checkout_history", "payment_history", "ledger"} {
		if _, err := conn.Exec(t.Context(), `UPDATE `+table+` SET at = at - interval '2 hours'`); err != nil {
			t.Fatal(err)
		}
	}
	if changed, err := orders.Counts.Store.Count(t.Context(), time.Hour); err != nil || changed.Violations() != 0 || changed.Sold != 2 {
		t.Errorf("Count() of the last hour = %+v, %v, want 2 sold and no violations of orders that didn't change", changed, err)
	}
}
