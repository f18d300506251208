package postgres_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// TestCountsThatComeDuringAnImport: the import has already applied counts, but hasn't committed its works yet.
func TestCountsThatComeDuringAnImport(t *testing.T) {
	t.Parallel()
	s, pool := open(t)
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	// The import stops at its last step.
	if _, err := tx.Exec(t.Context(), "LOCK TABLE listing_ranges IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	waits := func(what string) func() bool {
		return func() (yes bool) {
			err := pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
				WHERE d.datname = current_database() AND NOT l.granted AND l.locktype = $1)`, what).Scan(&yes)
			return err == nil && yes
		}
	}
	imported, counted := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := s.Import(t.Context(), gallery(), now)
		imported <- err
	}()
	testkit.Eventually(t, 10*time.Second, waits("relation"))
	go func() {
		err := s.SetCounts(t.Context(), artwork.Counts{Artwork: 1, Version: 1, Sold: 1})
		counted <- err
	}()
	testkit.Eventually(t, 10*time.Second, func() bool { return len(counted) == 1 || waits("advisory")() })
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-imported; err != nil {
		t.Fatal(err)
	}
	if err := <-counted; err != nil {
		t.Fatal(err)
	}
	w, err := s.Artwork(t.Context(), 1, nil, false, now)
	if err != nil || w.EditionsSold != 1 {
		t.Errorf("artwork = %+v, %v, want 1 edition sold", w, err)
	}
}
