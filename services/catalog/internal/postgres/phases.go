package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// SetPhases implements events.Phaser.
func (s *Store) SetPhases(ctx context.Context, p artwork.Phases, now time.Time) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		rows, err := q.PutDropPhases(ctx, db.PutDropPhasesParams{DropID: p.DropID, Version: p.Version, Times: multirange(p.Times)})
		if err != nil || rows == 0 {
			return err
		}
		// A drop that a running import adds isn't visible yet. The import publishes it, and it is read with these phases.
		slug, err := q.PublicDrop(ctx, p.DropID)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.publisher.Publish(ctx, artwork.EntryChanged{Kind: artwork.DropEntries, ID: p.DropID, Slug: slug, At: now}); err != nil {
			return err
		}
		return s.move(ctx)
	})
}

// multirange returns times as Postgres writes a multirange.
func multirange(times []artwork.Window) string {
	parts := make([]string, 0, len(times))
	for _, t := range times {
		end := ""
		if !t.Ends.IsZero() {
			end = t.Ends.UTC().Format(time.RFC3339Nano)
		}
		parts = append(parts, fmt.Sprintf("[%s,%s)", t.Starts.UTC().Format(time.RFC3339Nano), end))
	}
	return "{" + strings.Join(parts, ",") + "}"
}
