// Package deadletter lists the events that a service's consumers stopped retrying, and requests their
// replay. The running service replays them, without the broker.
package deadletter

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
)

// ErrNone means that there is no dead letter with the id.
var ErrNone = errors.New("no such dead letter")

// Letter is an event that a consumer stopped retrying.
type Letter struct {
	ID       string
	Consumer string
	Subject  string
	// Reason is the last error.
	Reason   string
	Attempts int
	At       time.Time
	// Replaying means that it will be tried again.
	Replaying bool
}

// List returns all dead letters, oldest first.
func List(ctx context.Context, q postgres.Querier) ([]Letter, error) {
	rows, err := q.Query(ctx, `
		SELECT id, consumer, subject, reason, attempts, at, replay_at IS NOT NULL AS replaying FROM dead_letters ORDER BY at, consumer, id`)
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
	tag, err := q.Exec(ctx, `UPDATE dead_letters SET replay_at = now() WHERE $1 = '' OR id = $1`, id)
	if err != nil {
		return 0, fmt.Errorf("dead letters: %w", err)
	}
	if id != "" && tag.RowsAffected() == 0 {
		return 0, fmt.Errorf("%w: %s", ErrNone, id)
	}
	return int(tag.RowsAffected()), nil
}
