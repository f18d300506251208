package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/collector"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// Collectors implements collector.Store.
type Collectors struct{ pool *pgxpool.Pool }

// NewCollectors returns a store on a migrated database.
func NewCollectors(pool *pgxpool.Pool) *Collectors { return &Collectors{pool} }

// Save implements collector.Store.
func (s *Collectors) Save(ctx context.Context, p collector.Page, now time.Time) error {
	works := db.AddCollectorWorksParams{AccountID: p.AccountID}
	for i, w := range p.Works {
		works.Positions, works.TokenIds, works.Texts = append(works.Positions, int32(i)), append(works.TokenIds, w.TokenID), append(works.Texts, w.Text)
	}
	err := postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		// The upsert locks the row, so that concurrent saves of one account wait for each other.
		err := q.SaveCollectorPage(ctx, db.SaveCollectorPageParams{
			AccountID: p.AccountID, Name: p.Name, DisplayName: p.DisplayName, Text: p.Text, Published: p.Published, Indexed: p.Indexed, UpdatedAt: now,
		})
		if err != nil {
			return err
		}
		if err := q.RemoveCollectorWorks(ctx, p.AccountID); err != nil {
			return err
		}
		return q.AddCollectorWorks(ctx, works)
	})
	if postgres.IsUnique(err, "collector_pages_name_key") {
		return collector.ErrNameTaken
	}
	return err
}

// Hide hides the page with a name, or shows it again. Error: ErrNotFound.
func (s *Collectors) Hide(ctx context.Context, name string, hidden bool) error {
	n, err := queries(ctx, s.pool).HideCollectorPage(ctx, db.HideCollectorPageParams{Name: name, Hidden: hidden})
	if err == nil && n == 0 {
		err = collector.ErrNotFound
	}
	return err
}
