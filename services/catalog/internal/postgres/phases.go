package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// openPhase is a phase as PutPhases takes it.
type openPhase struct {
	Starts time.Time `json:"starts"`
	Ends   time.Time `json:"ends,omitzero"`
}

// SetPhases implements events.Schedules. It publishes a change of a public drop.
func (s *Store) SetPhases(ctx context.Context, p artwork.Phases) error {
	open := make([]openPhase, len(p.Open))
	for i, w := range p.Open {
		open[i] = openPhase(w)
	}
	phases, err := json.Marshal(open)
	if err != nil {
		return err
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		n, err := s.queries(ctx).PutPhases(ctx, db.PutPhasesParams{DropID: p.Drop, Version: p.Version, Phases: phases})
		if err != nil || n == 0 {
			return err
		}
		drop, err := s.queries(ctx).PublishedDrop(ctx, p.Drop)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // it is announced when it is published
		}
		if err != nil {
			return err
		}
		if err := s.publisher.Publish(ctx, artwork.EntryChanged{Kind: artwork.DropEntries, ID: p.Drop, Slug: drop.Slug, At: drop.At.UTC()}); err != nil {
			return err
		}
		return s.move(ctx)
	})
}
