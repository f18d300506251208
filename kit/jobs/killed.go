package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// beatEvery is how often a process reports that it is alive.
	beatEvery = 3 * time.Second
	// deadAfter is how long a process may miss its reports before its jobs run elsewhere. It is longer than a
	// busy host delays a report, and much shorter than River's own rescue, which waits for the longest timeout.
	deadAfter = 15 * time.Second
	// beatTimeout is the statement timeout of one report.
	beatTimeout = 5 * time.Second
)

// heartbeat reports that a process is alive, and takes over the jobs of processes that were killed. River
// does that only after the longest timeout of a service, and only in its leader.
type heartbeat struct {
	pool *pgxpool.Pool
	id   string // River's id of this process, as in attempted_by
	log  *slog.Logger

	last  time.Time // time of the last stored report
	trust time.Time // from then on, an old report means that its process was killed
}

// beat stores that the process is alive. After an outage of the database the reports of all processes are
// old, so this process waits until the others had time to report.
func (h *heartbeat) beat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, beatTimeout)
	defer cancel()
	if _, err := h.pool.Exec(ctx, `INSERT INTO job_processes (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen_at = now()`, h.id); err != nil {
		return err
	}
	now := time.Now()
	if !h.last.IsZero() && now.Sub(h.last) > deadAfter/2 {
		h.trust = now.Add(deadAfter)
	}
	h.last = now
	return nil
}

// run beats and takes over jobs until ctx ends.
func (h *heartbeat) run(ctx context.Context) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if h.beat(ctx) != nil || time.Now().Before(h.trust) {
			continue // River logs that the database is unavailable
		}
		if err := h.takeOver(ctx); err != nil && ctx.Err() == nil {
			h.log.WarnContext(ctx, "jobs of killed processes were not taken over, retrying", "error", err)
		}
	}
}

// takeOver makes the running jobs of killed processes available again, after River's delay of a failed attempt, because
// a job that kills its process must not do so again without a pause. A job without attempts left
// is discarded. Periodic work is cancelled: its next run follows anyway.
func (h *heartbeat) takeOver(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, beatTimeout)
	defer cancel()
	taken, err := h.pool.Exec(ctx, `
		WITH dead AS (DELETE FROM job_processes WHERE seen_at < now() - $1::interval RETURNING id)
		UPDATE river_job SET
			state = CASE WHEN attempt < max_attempts THEN 'available' WHEN max_attempts = 1 THEN 'cancelled' ELSE 'discarded' END::river_job_state,
			finalized_at = CASE WHEN attempt < max_attempts THEN NULL ELSE now() END,
			scheduled_at = now() + power(attempt, 4) * interval '1 second',
			errors = array_append(errors, jsonb_build_object('at', now(), 'attempt', attempt, 'error', 'the process was killed', 'trace', ''))
		WHERE state = 'running' AND attempted_by[cardinality(attempted_by)] IN (SELECT id FROM dead)`, deadAfter)
	if err == nil && taken.RowsAffected() > 0 {
		h.log.WarnContext(ctx, "took over jobs of a killed process", "jobs", taken.RowsAffected())
	}
	return err
}
