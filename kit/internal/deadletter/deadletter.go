// Package deadletter lists events and jobs that a service stopped retrying, and requests their replay. The running service replays them, without the broker.
package deadletter

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/internal/gauge"
	"github.com/vitrine/vitrine/kit/postgres"
)

// ErrNone means that there is no dead letter with the id.
var ErrNone = errors.New("no such dead letter")

// Letter is an event that a consumer stopped retrying, or a job that a queue did.
type Letter struct {
	ID string
	// Consumer is "jobs" for a job.
	Consumer string
	// Subject is the kind of a job.
	Subject string
	// Reason is the last error.
	Reason   string
	Attempts int
	At       time.Time
	// Replaying means that it will be tried again.
	Replaying bool
}

// dead are the jobs that count. An email that was abandoned is a row of mails instead.
const dead = `state = 'discarded' AND kind <> 'mail'`

// Gauge returns the gauge of a database's dead letters, which Measure sets.
func Gauge(pool *pgxpool.Pool) prometheus.Gauge {
	return gauge.Of(pool, "vitrine_dead_letters", "Events and jobs that a service stopped retrying and nobody has resolved.")
}

// Measure sets the gauge.
func Measure(ctx context.Context, q postgres.Querier, g prometheus.Gauge) {
	var n float64
	if err := q.QueryRow(ctx, `SELECT ((SELECT count(*) FROM dead_letters) + (SELECT count(*) FROM river_job WHERE `+dead+`))::float8`).Scan(&n); err == nil {
		g.Set(n)
	}
}

// List returns all dead letters, oldest first.
func List(ctx context.Context, q postgres.Querier) ([]Letter, error) {
	rows, err := q.Query(ctx, `
		SELECT id, consumer, subject, reason, attempts, at, replay_at IS NOT NULL AS replaying FROM dead_letters
		UNION ALL
		SELECT 'job-' || id, 'jobs', kind, coalesce(errors[cardinality(errors)]->>'error', ''), attempt, coalesce(finalized_at, created_at), false
		FROM river_job WHERE `+dead+`
		ORDER BY at, consumer, id`)
	if err != nil {
		return nil, fmt.Errorf("dead letters: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[Letter])
	if err != nil {
		return nil, fmt.Errorf("dead letters: %w", err)
	}
	return list, nil
}

// Replay requests one more try of the dead letter with the id, or of all if id is "". It returns how many;
// the running service tries them within a few seconds. A letter that succeeds is deleted, one that
// fails again stays with its new reason. Repeating the call is harmless. Error: ErrNone.
func Replay(ctx context.Context, q postgres.Querier, id string) (int, error) {
	events, err := q.Exec(ctx, `UPDATE dead_letters SET replay_at = now() WHERE $1 = '' OR id = $1`, id)
	if err != nil {
		return 0, fmt.Errorf("dead letters: %w", err)
	}
	// Without its key, a job doesn't conflict with an equal one that was added in the meantime: both may run.
	jobs, err := q.Exec(ctx, `
		UPDATE river_job SET state = 'available', scheduled_at = now(), finalized_at = NULL, max_attempts = greatest(max_attempts, attempt + 1), unique_key = NULL
		WHERE `+dead+` AND ($1 = '' OR 'job-' || id = $1)`, id)
	if err != nil {
		return 0, fmt.Errorf("dead letters: %w", err)
	}
	n := int(events.RowsAffected() + jobs.RowsAffected())
	if id != "" && n == 0 {
		return 0, fmt.Errorf("%w: %s", ErrNone, id)
	}
	return n, nil
}
