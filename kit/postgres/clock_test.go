package postgres_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/clock/synced"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

// TestClock: a process whose own clock is ten minutes wrong has the database's time.
func TestClock(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, nil))
	for _, wrong := range []time.Duration{-10 * time.Minute, 10 * time.Minute} {
		followed := synced.New("test", clock.Shifted(clock.System, wrong), postgres.Clock(pool), testkit.Log(t))
		if err := followed.Measure(t.Context()); err != nil {
			t.Fatal(err)
		}
		var before, after time.Time
		read := func(into *time.Time) {
			if err := pool.QueryRow(t.Context(), "SELECT clock_timestamp()").Scan(into); err != nil {
				t.Fatal(err)
			}
		}
		read(&before)
		now := followed.Now()
		read(&after)
		if off := 500 * time.Millisecond; now.Before(before.Add(-off)) || now.After(after.Add(off)) {
			t.Errorf("with a clock off by %s now = %s, want between %s and %s", wrong, now, before, after)
		}
	}
	pool.Close()
	followed := synced.New("test", clock.System, postgres.Clock(pool), testkit.Log(t))
	if err := followed.Measure(t.Context()); err == nil {
		t.Error("reading the time from a closed database succeeded, want an error")
	}
}
