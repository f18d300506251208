package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/vitrine/vitrine/kit/internal/deadletter"
	"github.com/vitrine/vitrine/kit/internal/gauge"
	"github.com/vitrine/vitrine/kit/metrics"
)

type collectors struct {
	oldest     *prometheus.GaugeVec
	discarded  *prometheus.CounterVec
	unfinished *prometheus.GaugeVec
}

func newMetrics() collectors {
	return collectors{
		oldest: metrics.Register(prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "vitrine_jobs_oldest_seconds", Help: "Age of the oldest unfinished job of a kind.",
		}, []string{"database", "kind"})),
		discarded: metrics.Register(prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "vitrine_jobs_discarded_total", Help: "Jobs that failed at their last attempt and became dead letters.",
		}, []string{"kind"})),
		unfinished: metrics.Register(prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "vitrine_jobs_unfinished", Help: "Unfinished jobs of a kind.",
		}, []string{"database", "kind"})),
	}
}

// seconds measures the runs of jobs in this process.
func seconds() *prometheus.HistogramVec {
	return metrics.Register(prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "vitrine_job_seconds", Help: "Duration of runs of jobs.", Buckets: []float64{0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300},
	}, []string{"kind", "outcome"}))
}

// measure sets the gauges until ctx ends.
func (q *Queue) measure(ctx context.Context, m collectors) {
	for kind := range q.queues {
		m.discarded.WithLabelValues(kind)
	}
	database := q.pool.Config().ConnConfig.Database
	dead := deadletter.Gauge(q.pool)
	tick := time.NewTicker(gauge.Every)
	defer tick.Stop()
	for {
		deadletter.Measure(ctx, q.pool, dead)
		if oldest, err := q.oldest(ctx); err == nil {
			for kind := range q.queues {
				m.oldest.WithLabelValues(database, kind).Set(oldest[kind].seconds)
				m.unfinished.WithLabelValues(database, kind).Set(oldest[kind].count)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// unfinishedJobs are the unfinished jobs of one kind.
type unfinishedJobs struct{ seconds, count float64 }

// oldest returns, by kind, how many jobs are unfinished and the age of the oldest in seconds.
func (q *Queue) oldest(ctx context.Context) (map[string]unfinishedJobs, error) {
	rows, err := q.pool.Query(ctx, `
		SELECT kind, extract(epoch FROM now() - min(created_at))::float8, count(*)::float8 FROM river_job
		WHERE state IN ('available', 'pending', 'running', 'retryable', 'scheduled') GROUP BY kind`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]unfinishedJobs{}
	for rows.Next() {
		var kind string
		var jobs unfinishedJobs
		if err := rows.Scan(&kind, &jobs.seconds, &jobs.count); err != nil {
			return nil, err
		}
		out[kind] = jobs
	}
	return out, rows.Err()
}

// recovered ends the count of failed runs of periodic work, and its dead letter, also of runs in other processes.
func (q *Queue) recovered(ctx context.Context, kind string) {
	_, err := q.pool.Exec(ctx, `WITH ended AS (DELETE FROM failed_runs WHERE kind = $1)
		DELETE FROM river_job WHERE state = 'discarded' AND queue = $1 AND max_attempts < $2`, kind, attempts)
	if err != nil && ctx.Err() == nil {
		q.log.WarnContext(ctx, "cannot resolve the dead letter of periodic work", "kind", kind, "error", err)
	}
}

// failedAgain counts a failed run of periodic work and reports whether that makes it the work's dead letter: after periodicAttempts failed runs in
// a row, unless there is one.
func (q *Queue) failedAgain(ctx context.Context, kind string) (dead bool, err error) {
	err = q.pool.QueryRow(ctx, `
		WITH failed AS (INSERT INTO failed_runs (kind, runs) VALUES ($1, 1) ON CONFLICT (kind) DO UPDATE SET runs = failed_runs.runs + 1 RETURNING runs)
		SELECT runs >= $2 AND NOT EXISTS (SELECT FROM river_job WHERE state = 'discarded' AND queue = $1 AND max_attempts < $3) FROM failed`,
		kind, periodicAttempts, attempts).Scan(&dead)
	return dead, err
}

// failures implements river.ErrorHandler. An error is reported only when it ends the job.
type failures struct {
	queue   *Queue
	metrics collectors
}

// HandleError implements river.ErrorHandler.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	log := f.queue.log.With("kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "error", err)
	switch {
	case f.hasNext(ctx, job):
		log.WarnContext(ctx, "periodic job failed, waiting for its next run")
		return &river.ErrorHandlerResult{SetCancelled: true}
	case job.Attempt < job.MaxAttempts:
		log.WarnContext(ctx, "job failed, retrying")
	default:
		f.metrics.discarded.WithLabelValues(job.Kind).Inc()
		log.ErrorContext(ctx, "job discarded")
	}
	return nil
}

// hasNext reports whether a failed job is a run of periodic work that waits for the next one. The work's dead letter doesn't.
func (f failures) hasNext(ctx context.Context, job *rivertype.JobRow) bool {
	if job.MaxAttempts != 1 {
		return false
	}
	dead, err := f.queue.failedAgain(ctx, job.Kind)
	return err != nil || !dead
}

// HandlePanic implements river.ErrorHandler.
func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	// Error reports cut off the stack at "goroutine".
	f.queue.log.ErrorContext(ctx, "panic in a job", "kind", job.Kind, "job", job.ID, "panic", fmt.Sprintf("%v\ngoroutine of the job:\n%s", value, trace))
	if f.hasNext(ctx, job) {
		return &river.ErrorHandlerResult{SetCancelled: true}
	}
	if job.Attempt >= job.MaxAttempts {
		f.metrics.discarded.WithLabelValues(job.Kind).Inc()
	}
	return nil
}

// warnings passes River's warnings and errors on as warnings: an unavailable database is not an
// error, and failures logs the errors that end a job.
type warnings struct{ slog.Handler }

// Enabled implements slog.Handler.
func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, slog.LevelWarn)
}

// Handle implements slog.Handler.
func (w warnings) Handle(ctx context.Context, r slog.Record) error {
	r.Level = slog.LevelWarn
	return w.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }
