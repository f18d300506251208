package jobs_test

import (
	"context"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit/jobs"

	"github.com/vitrine/vitrine/kit/testkit"
)

// leave simulates a killed process: its jobs are running, and its last report is old.
func leave(t *testing.T, pool *pgxpool.Pool, where string) {
	t.Helper()
	for _, sql := range []string{
		`INSERT INTO job_processes (id, seen_at) VALUES ('killed', now() - interval '1 minute') ON CONFLICT DO NOTHING`,
		`UPDATE river_job SET state = 'running', attempt = attempt + 1, attempted_at = now(), attempted_by = '{"former","killed"}' WHERE ` + where,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

// Jobs of a killed process run again within seconds, and periodic work has its next run. kit/mail tests the same with a process that
// is killed.
func TestJobsOfAKilledProcess(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	add(t, pool, task{1}, task{2}, other{})
	leave(t, pool, `kind = 'other' OR args->>'n' = '1'`)
	if _, err := pool.Exec(t.Context(), `UPDATE river_job SET max_attempts = 1 WHERE kind = 'other'`); err != nil {
		t.Fatal(err)
	}
	var periodic atomic.Int32
	q := jobs.New(pool, testkit.Log(t))
	jobs.Handle(q, jobs.Options{}, func(context.Context, *river.Job[task]) error { return nil })
	jobs.Every(q, 2*time.Second, other{}, func(context.Context) error { periodic.Add(1); return nil })
	run(t, q)
	testkit.Eventually(t, 30*time.Second, func() bool {
		return count(t, pool, `kind = 'task' AND state = 'completed'`) == 2 && periodic.Load() > 0
	})
	if n := count(t, pool, `args->>'n' = '1' AND attempt = 2 AND errors[1]->>'error' LIKE '%killed%'`); n != 1 {
		t.Errorf("%d jobs with a killed first attempt, want 1", n)
	}
	if n := count(t, pool, `kind = 'other' AND state = 'cancelled'`); n != 1 {
		t.Errorf("%d periodic jobs are cancelled, want the one of the killed process", n)
	}
	var processes int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM job_processes`).Scan(&processes); err != nil || processes != 1 {
		t.Errorf("%d processes are registered (%v), want 1", processes, err)
	}
}

// An outage of the database doesn't make live processes take over each other's jobs, although all their reports are old after it.
func TestNoTakeoverAfterAnOutage(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	direct := testkit.Postgres(t, migrate)
	u, err := url.Parse(direct)
	if err != nil {
		t.Fatal(err)
	}
	var silent *atomic.Bool
	u.Host, silent = testkit.SilentProxy(t, u.Host)
	var runs atomic.Int32
	for range 2 {
		pool := testkit.Pool(t, u.String()+"&statement_timeout=1s&connect_timeout=1")
		q := jobs.New(pool, testkit.Log(t))
		jobs.Handle(q, jobs.Options{Timeout: time.Hour}, func(ctx context.Context, _ *river.Job[task]) error {
			runs.Add(1)
			<-ctx.Done()
			return ctx.Err()
		})
		run(t, q)
	}
	pool := testkit.Pool(t, direct)
	add(t, pool, task{1}, task{2})
	testkit.Eventually(t, 20*time.Second, func() bool { return runs.Load() == 2 })
	processes := func(where string) (n int) {
		if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM job_processes WHERE `+where).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	silent.Store(true)
	testkit.Eventually(t, time.Minute, func() bool { return processes(`seen_at < now() - interval '20 seconds'`) == 2 })
	silent.Store(false)
	// Both report again, often enough to check each other.
	since := time.Now()
	testkit.Eventually(t, time.Minute, func() bool {
		return time.Since(since) > 20*time.Second && processes(`seen_at > now() - interval '5 seconds'`) == 2
	})
	if n := count(t, pool, `state = 'running' AND attempt = 1`); n != 2 || runs.Load() != 2 {
		t.Errorf("%d jobs run for the first time, after %d runs, want 2 after 2", n, runs.Load())
	}
}
