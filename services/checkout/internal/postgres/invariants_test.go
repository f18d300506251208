package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/invariant"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
)

// TestCountingMayTakeLongerThanAStatement: the pool cancels long statements. The invariants are counted in the background,
// and that may take longer on a large database.
func TestCountingMayTakeLongerThanAStatement(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t, migrate)
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
		_, err := store.Count(t.Context())
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
	if i, err := store.Count(left); err == nil || i != (invariant.Counts{}) {
		t.Fatalf("Invariants() of a cancelled call = %+v, %v, want zero and an error", i, err)
	}
}
