// Package jobs runs background work that is stored in the service's database, with River
// (https://riverqueue.com). A job is added in the transaction of the state that needs it. It runs at least
// once, in any replica, and is retried with growing delays.
package jobs

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/postgres"
)

const (
	// attempts is how often a job runs before it becomes a dead letter. River's delays, attempt⁴ seconds, then add
	// up to a day.
	attempts = 14
	// periodicAttempts is how often periodic work fails in a row before it becomes a dead letter.
	periodicAttempts = 5
	// defaultTimeout is the timeout of jobs that name none.
	defaultTimeout = time.Minute
	// softStop is how long running jobs may continue after the process is asked to stop. Then their ctx ends.
	softStop = 3 * time.Second
	// kept is how long finished jobs stay in the table. River's default of a day would keep a row for each run of
	// periodic work.
	kept = time.Hour
	// forever keeps dead letters until someone resolves them.
	forever = -1
	// restart is the pause between attempts to start without a database.
	restart = time.Second
)

// River's priorities: jobs with a lower number run first.
const (
	urgentPriority = 1
	usualPriority  = 2
)

// Urgent may be implemented by args. Urgent jobs run before the other jobs of their kind.
type Urgent interface{ Urgent() bool }

func priority(args river.JobArgs) int {
	if u, ok := args.(Urgent); ok && u.Urgent() {
		return urgentPriority
	}
	return usualPriority
}

// unfinished are the states of a job that make Every skip an equal one. Add also skips one that equals a dead letter: it would fail the same way.
var unfinished = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
}

// inserter adds jobs in transactions of any pool. Listeners are not notified: queues poll.
var inserter = sync.OnceValues(func() (*river.Client[pgx.Tx], error) {
	return river.NewClient(riverpgxv5.New(nil), &river.Config{PollOnly: true, Logger: slog.New(slog.DiscardHandler)})
})

// Add adds jobs in the transaction q, or in a new one if q is a pool. A job whose kind and args equal
// those of an unfinished one, or of a dead letter, is not added. Args are stored as JSON and must not hold personal data:
// store the id of a row. A job carries the trace and the request id of ctx.
func Add(ctx context.Context, q postgres.Querier, all ...river.JobArgs) error {
	if len(all) == 0 {
		return nil
	}
	client, err := inserter()
	if err != nil {
		return err
	}
	cause, err := causeOf(ctx)
	if err != nil {
		return err
	}
	params := make([]river.InsertManyParams, len(all))
	for i, args := range all {
		params[i] = river.InsertManyParams{Args: args, InsertOpts: &river.InsertOpts{
			Queue: args.Kind(), Priority: priority(args), MaxAttempts: attempts, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: append(slices.Clip(unfinished), rivertype.JobStateDiscarded)}, Metadata: cause,
		}}
	}
	return postgres.Join(ctx, q, func(tx pgx.Tx) error {
		_, err := client.InsertManyTx(ctx, tx, params)
		return err
	})
}

// Queue runs the jobs of a service. Each kind has its own workers, so that no kind can block another.
type Queue struct {
	pool    *pgxpool.Pool
	log     *slog.Logger
	workers *river.Workers
	queues  map[string]river.QueueConfig
	every   []*river.PeriodicJob
	longest time.Duration
	invalid error
}

// New creates a queue without kinds. It uses connections of pool and reserves none.
func New(pool *pgxpool.Pool, log *slog.Logger) *Queue {
	return &Queue{pool: pool, log: log, workers: river.NewWorkers(), queues: map[string]river.QueueConfig{}, longest: defaultTimeout}
}

// Pool returns the pool that jobs are stored in.
func (q *Queue) Pool() *pgxpool.Pool { return q.pool }

// Log returns the log of the queue's jobs.
func (q *Queue) Log() *slog.Logger { return q.log }

// Busy reports whether jobs of a kind run or are due, in any replica.
func (q *Queue) Busy(ctx context.Context, kind string) (busy bool, err error) {
	err = q.pool.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM river_job WHERE queue = $1 AND (state = 'running' OR state = 'available' AND scheduled_at <= now()))`, kind).Scan(&busy)
	return busy, err
}

// IsPending reports whether a job of a kind is waiting to run, in any replica. Snoozed jobs count.
func (q *Queue) IsPending(ctx context.Context, kind string) (pending bool, err error) {
	err = q.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM river_job WHERE queue = $1 AND state IN ('available', 'scheduled'))`, kind).Scan(&pending)
	return pending, err
}

// Options are the limits of one kind of jobs.
type Options struct {
	// Workers is how many jobs of the kind run at once in this process; 0 means 1.
	Workers int
	// Timeout ends the ctx of a job; 0 means a minute. A job must return soon afterwards.
	Timeout time.Duration
}

// Handle registers work for jobs with these args. work must be idempotent. Its errors are stored and
// logged, so they must not contain personal data. A job that returns the error of its ctx when the process
// stops runs again without losing an attempt. So does one that returns river.JobSnooze, after that time.
func Handle[A river.JobArgs](q *Queue, o Options, work func(context.Context, *river.Job[A]) error) {
	var args A
	o.Workers, o.Timeout = cmp.Or(o.Workers, 1), cmp.Or(o.Timeout, defaultTimeout)
	q.longest = max(q.longest, o.Timeout)
	q.queues[args.Kind()] = river.QueueConfig{MaxWorkers: o.Workers}
	q.invalid = errors.Join(q.invalid, river.AddWorkerSafely(q.workers, &worker[A]{timeout: o.Timeout, work: work, seconds: seconds()}))
}

// Every runs work when the first replica starts and then once per interval, in one replica at a time.
// A failed run is not retried before the next one. After periodicAttempts failed runs in a row, in any process, the last one becomes a dead letter, and
// the work still runs once per interval: the first run that succeeds resolves it. Use an interval of at least a few seconds, because each run
// writes rows.
func Every[A river.JobArgs](q *Queue, interval time.Duration, args A, work func(context.Context) error) {
	Handle(q, Options{}, func(ctx context.Context, _ *river.Job[A]) error {
		err := work(ctx)
		if snooze := (*river.JobSnoozeError)(nil); err == nil || errors.As(err, &snooze) {
			q.recovered(ctx, args.Kind())
		}
		return err
	})
	q.every = append(q.every, river.NewPeriodicJob(river.PeriodicInterval(interval), func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{Queue: args.Kind(), MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: unfinished}}
	}, &river.PeriodicJobOpts{RunOnStart: true}))
}

type worker[A river.JobArgs] struct {
	river.WorkerDefaults[A]

	timeout time.Duration
	work    func(context.Context, *river.Job[A]) error
	seconds *prometheus.HistogramVec
}

// Timeout implements river.Worker.
func (w *worker[A]) Timeout(*river.Job[A]) time.Duration { return w.timeout }

// Work implements river.Worker.
func (w *worker[A]) Work(ctx context.Context, job *river.Job[A]) error {
	ctx, done := continued(ctx, job.JobRow)
	began, outcome := time.Now(), "failed" // also if it panics
	defer func() { w.seconds.WithLabelValues(job.Kind, outcome).Observe(time.Since(began).Seconds()) }()
	err := w.work(ctx, job)
	if snooze := (*river.JobSnoozeError)(nil); err == nil || errors.As(err, &snooze) {
		outcome = "ok"
		done(nil)
		return err
	}
	done(err)
	return err
}

// Run runs jobs until ctx ends, and then returns nil within a few seconds. It waits for a database that
// is unavailable.
func (q *Queue) Run(ctx context.Context) error {
	m := newMetrics()
	client, err := river.NewClient(riverpgxv5.New(q.pool), &river.Config{
		PollOnly: true, FetchPollInterval: time.Second, // LISTEN would take a connection per replica
		Queues: maps.Clone(q.queues), Workers: q.workers, PeriodicJobs: q.every,
		SoftStopTimeout: softStop, CompletedJobRetentionPeriod: kept, CancelledJobRetentionPeriod: kept, DiscardedJobRetentionPeriod: forever,
		// Jobs of killed processes are taken over sooner (killed.go). This is for jobs that don't end after
		// their timeout.
		RescueStuckJobsAfter: q.longest + time.Minute,
		ErrorHandler:         failures{q, m}, Logger: slog.New(warnings{q.log.Handler()}),
	})
	if err := errors.Join(q.invalid, err); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	alive := &heartbeat{pool: q.pool, id: client.ID(), log: q.log}
	start := func() error {
		// Start before the first job, so that each job has a known owner.
		if err := alive.beat(ctx); err != nil {
			return err
		}
		return client.Start(ctx)
	}
	for err := start(); err != nil; err = start() {
		q.log.WarnContext(ctx, "jobs wait for the database", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(restart):
		}
	}
	err = background.RunAll(ctx,
		func(ctx context.Context) error { alive.run(ctx); return nil },
		func(ctx context.Context) error { q.measure(ctx, m); return nil })
	stop()
	<-client.Stopped()
	return err
}
