package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
)

const (
	// refusalsFor is how far back Refusals looks, maxRefusals how many it returns.
	refusalsFor = 30 * 24 * time.Hour
	maxRefusals = 50
)

// Refusal is an email that an address refused for good. Error is what the mail server said, without addresses.
type Refusal struct {
	Recipient, Subject, Error string
	At                        time.Time
}

// Refusals returns the latest email of the service that each address refused for good in the last 30 days, newest first, at most 50.
func Refusals(ctx context.Context, q postgres.Querier, now time.Time) ([]Refusal, error) {
	rows, err := q.Query(ctx, `
		SELECT recipient, subject, error, gave_up_at FROM (
			SELECT DISTINCT ON (lower(recipient)) recipient, subject, error, gave_up_at FROM mails
			WHERE refused AND gave_up_at > $1 ORDER BY lower(recipient), gave_up_at DESC
		) latest ORDER BY gave_up_at DESC LIMIT $2`, now.Add(-refusalsFor), maxRefusals)
	if err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Refusal])
	if err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	return list, nil
}
