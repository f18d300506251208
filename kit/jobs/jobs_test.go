package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/vitrine/vitrine/kit/internal/deadletter"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

type task struct {
	N int `json:"n"`
}

func (task) Kind() string { return "task" }

func (t task) Urgent() bool { return t.N == urgent }

// urgent is the number of tasks that are urgent.
const urgent = 99

type other struct{}

func (other) Kind() string { return "other" }

func migrate(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, nil) }

func setup(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.Postgres(t, migrate))
}

// run starts q and returns the function that stops it.
func run(t *testing.T, q *jobs.Queue) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- q.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop
}

func count(t *testing.T, pool *pgxpool.Pool, where string) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE `+where).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func add(t *testing.T, pool *pgxpool.Pool, all ...river.JobArgs) {
	t.Helper()
	if err := jobs.Add(t.Context(), pool, all...); err != nil {
		t.Fatal(err)
	}
}

func TestUnfinishedJobsAreNotDuplicated(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	add(t, pool)
	for range 2 {
		add(t, pool, task{1}, task{2})
	}
	if n := count(t, pool, `true`); n != 2 {
		t.Errorf("%d jobs, want 2", n)
	}
	var runs atomic.Int32
	q := jobs.New(pool, testkit.Log(t))
	jobs.Handle(q, jobs.Options{}, func(context.Context, *river.Job[task]) error { runs.Add(1); return nil })
	run(t, q)
	testkit.Eventually(t, 20*time.Second, func() bool { return count(t, pool, `state = 'completed'`) == 2 })
	add(t, pool, task{1})
	testkit.Eventually(t, 20*time.Second, func() bool { return runs.Load() == 3 })
}

// A kind whose jobs hang doesn't hold up another one.
func TestKindsDontWaitForEachOther(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	hung := make(chan struct{})
	var once sync.Once
	var ran atomic.Bool
	q := jobs.New(pool, testkit.Log(t))
	jobs.Handle(q, jobs.Options{Workers: 2}, func(ctx context.Context, _ *river.Job[task]) error {
		once.Do(func() { close(hung) })
		<-ctx.Done()
		return ctx.Err()
	})
	jobs.Handle(q, jobs.Options{}, func(context.Context, *river.Job[other]) error { ran.Store(true); return nil })
	run(t, q)
	add(t, pool, task{1}, task{2}, task{3})
	<-hung
	add(t, pool, other{})
	testkit.Eventually(t, 20*time.Second, ran.Load)
	if n := count(t, pool, `kind = 'task' AND state = 'running'`); n != 2 {
		t.Errorf("%d jobs of the kind ran at once, want 2", n)
	}
}

// An urgent job runs before those of its kind that were added earlier.
func TestUrgentJobsRunFirst(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	add(t, pool, task{1}, task{2}, task{urgent})
	ran := make(chan int, 3)
	q := jobs.New(pool, testkit.Log(t))
	jobs.Handle(q, jobs.Options{}, func(_ context.Context, job *river.Job[task]) error {
		ran <- job.Args.N
		return nil
	})
	run(t, q)
	if first := <-ran; first != urgent {
		t.Errorf("task %d ran first, want the urgent one", first)
	}
}

// An interrupted job loses no attempt, and the queue stops within seconds.
func TestStopInterruptsJobs(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	started := make(chan struct{})
	q := jobs.New(pool, testkit.Log(t))
	jobs.Handle(q, jobs.Options{Timeout: time.Hour}, func(ctx context.Context, _ *river.Job[task]) error {
		close(started)
		<-ctx.Done()
		return ctx.Err()
	})
	stop := run(t, q)
	add(t, pool, task{1})
	<-started
	began := time.Now()
	stop()
	if took := time.Since(began); took > 8*time.Second {
		t.Errorf("stop took %s, want at most 8 s", took)
	}
	if n := count(t, pool, `state = 'available' AND attempt = 0 AND errors IS NULL`); n != 1 {
		t.Errorf("%d available jobs without an attempt, want 1", n)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	var log testkit.Buffer
	q := jobs.New(pool, slog.New(slog.NewTextHandler(&log, nil)))
	jobs.Handle(q, jobs.Options{}, func(_ context.Context, job *river.Job[task]) error {
		if job.Args.N == 0 {
			panic("out of paper")
		}
		return errors.New("no paper")
	})
	var periodic atomic.Int32
	jobs.Every(q, 2*time.Second, other{}, func(context.Context) error { periodic.Add(1); return errors.New("not now") })
	add(t, pool, task{0}, task{1}, task{2})
	if _, err := pool.Exec(t.Context(), `UPDATE river_job SET attempt = max_attempts - 1 WHERE args->>'n' = '2'`); err != nil {
		t.Fatal(err)
	}
	run(t, q)
	testkit.Eventually(t, 20*time.Second, func() bool {
		return count(t, pool, `state = 'discarded' AND args->>'n' = '2'`) == 1 && count(t, pool, `cardinality(errors) > 1 AND args->>'n' <> '2'`) == 2 && periodic.Load() > 1
	})
	logged := log.String()
	for _, want := range []string{
		`level=WARN msg="job failed, retrying" kind=task`, `level=ERROR msg="job discarded" kind=task`, `level=ERROR msg="panic in a job" kind=task`,
		`level=WARN msg="periodic job failed, waiting for its next run" kind=other`,
	} {
		if !strings.Contains(logged, want) {
			t.Errorf("no %s in the log:\n%s", want, logged)
		}
	}
	if n := strings.Count(logged, "job discarded"); n != 1 {
		t.Errorf("%d jobs were discarded, want 1", n)
	}
}

// TestDeadLetters: a job that failed at its last attempt, and periodic work that fails again and again, are dead letters, also after a restart.
// The first stays until it is replayed, and an equal job isn't added; the second ends with a run that succeeds.
func TestDeadLetters(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	letters := func() (out []string) {
		t.Helper()
		list, err := deadletter.List(t.Context(), pool)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			out = append(out, l.Subject+": "+l.Reason)
		}
		slices.Sort(out)
		return out
	}
	queue := func(err error) (*jobs.Queue, *atomic.Int32) {
		var runs atomic.Int32
		q := jobs.New(pool, testkit.Log(t))
		jobs.Handle(q, jobs.Options{}, func(context.Context, *river.Job[task]) error { runs.Add(1); return err })
		jobs.Every(q, time.Second, other{}, func(context.Context) error { return err })
		return q, &runs
	}
	add(t, pool, task{1})
	if _, err := pool.Exec(t.Context(), `UPDATE river_job SET attempt = max_attempts - 1`); err != nil {
		t.Fatal(err)
	}
	q, _ := queue(errors.New("no paper"))
	stop := run(t, q)
	failed := func() int { return count(t, pool, `kind = 'other' AND state IN ('cancelled', 'discarded')`) }
	testkit.Eventually(t, 30*time.Second, func() bool { return failed() >= 2 })
	stop() // failed runs count across processes
	q, _ = queue(errors.New("no paper"))
	stop = run(t, q)
	both := []string{"other: no paper", "task: no paper"}
	testkit.Eventually(t, 30*time.Second, func() bool { return slices.Equal(letters(), both) })
	if n := count(t, pool, `kind = 'other' AND state = 'cancelled' AND id < (SELECT id FROM river_job WHERE kind = 'other' AND state = 'discarded')`); n != 4 {
		t.Errorf("%d failed runs before the dead letter, want 4", n)
	}
	// Later runs of periodic work add no other letter.
	runs := count(t, pool, `kind = 'other'`)
	testkit.Eventually(t, 20*time.Second, func() bool { return count(t, pool, `kind = 'other'`) > runs+1 })
	stop()
	if got := letters(); !slices.Equal(got, both) {
		t.Errorf("dead letters = %q, want %q", got, both)
	}
	add(t, pool, task{1})
	q, worked := queue(nil)
	run(t, q)
	testkit.Eventually(t, 20*time.Second, func() bool { return slices.Equal(letters(), both[1:]) })
	if worked.Load() != 0 {
		t.Errorf("the job of the dead letter ran %d times, want 0 before it is replayed", worked.Load())
	}
	if n, err := deadletter.Replay(t.Context(), pool, ""); n != 1 || err != nil {
		t.Errorf("Replay() = %d, %v, want 1", n, err)
	}
	testkit.Eventually(t, 20*time.Second, func() bool { return worked.Load() == 1 && len(letters()) == 0 })
}

// Of several replicas, one runs a periodic job.
func TestEvery(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	var runs, now, most atomic.Int32
	for range 3 {
		q := jobs.New(pool, testkit.Log(t))
		jobs.Every(q, 2*time.Second, other{}, func(context.Context) error {
			if n := now.Add(1); n > most.Load() {
				most.Store(n)
			}
			defer now.Add(-1)
			runs.Add(1)
			time.Sleep(50 * time.Millisecond)
			return nil
		})
		run(t, q)
	}
	testkit.Eventually(t, 30*time.Second, func() bool { return runs.Load() > 2 })
	if most.Load() != 1 {
		t.Errorf("%d replicas ran the job at once, want 1", most.Load())
	}
}

// warnings counts what a queue logs: warnings, those about fetching jobs, which name their kind, and errors.
type warnings struct {
	slog.Handler

	all, fetches, errors *atomic.Int32
}

func (w warnings) Handle(ctx context.Context, r slog.Record) error {
	switch {
	case r.Level >= slog.LevelError:
		w.errors.Add(1)
	case r.Level == slog.LevelWarn:
		w.all.Add(1)
		r.Attrs(func(a slog.Attr) bool {
			if a.Key == "queue" {
				w.fetches.Add(1)
			}
			return true
		})
	}
	return w.Handler.Handle(ctx, r)
}

func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs), w.all, w.fetches, w.errors}
}

func (w warnings) WithGroup(name string) slog.Handler {
	return warnings{w.Handler.WithGroup(name), w.all, w.fetches, w.errors}
}

// A queue starts and continues when the database becomes available.
func TestUnavailableDatabase(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(testkit.Postgres(t, migrate))
	if err != nil {
		t.Fatal(err)
	}
	var silent *atomic.Bool
	u.Host, silent = testkit.SilentProxy(t, u.Host)
	pool := testkit.Pool(t, u.String()+"&statement_timeout=1s&connect_timeout=1")
	silent.Store(true)
	var runs, warned, fetches, errs atomic.Int32
	q := jobs.New(pool, slog.New(warnings{testkit.Log(t).Handler(), &warned, &fetches, &errs}))
	jobs.Handle(q, jobs.Options{}, func(context.Context, *river.Job[task]) error { runs.Add(1); return nil })
	run(t, q)
	testkit.Eventually(t, 30*time.Second, func() bool { return warned.Load() > 0 })
	silent.Store(false)
	for i := range int32(2) {
		testkit.Eventually(t, 30*time.Second, func() bool { return jobs.Add(t.Context(), pool, task{int(i)}) == nil })
		testkit.Eventually(t, 30*time.Second, func() bool { return runs.Load() > i })
		failed := fetches.Load()
		silent.Store(true)
		testkit.Eventually(t, 30*time.Second, func() bool { return fetches.Load() > failed })
		silent.Store(false)
	}
	if n := errs.Load(); n != 0 {
		t.Errorf("%d errors in the log, want none for an unavailable database", n)
	}
}

func TestOneHandlerPerKind(t *testing.T) {
	t.Parallel()
	q := jobs.New(setup(t), testkit.Log(t))
	for range 2 {
		jobs.Handle(q, jobs.Options{}, func(context.Context, *river.Job[task]) error { return nil })
	}
	if err := q.Run(t.Context()); err == nil {
		t.Error("two handlers for one kind were accepted, want an error")
	}
}
