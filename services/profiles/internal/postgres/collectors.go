package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/collector"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// Collectors implements collector.Store.
type Collectors struct{ pool *pgxpool.Pool }

// NewCollectors returns a store on a migrated database.
func NewCollectors(pool *pgxpool.Pool) *Collectors { return &Collectors{pool} }

// Own implements collector.Store.
func (s *Collectors) Own(ctx context.Context, accountID string) (collector.Page, error) {
	row, err := queries(ctx, s.pool).CollectorPage(ctx, accountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return collector.Page{AccountID: accountID}, nil
	}
	return s.page(ctx, pageOf(row), err)
}

// Public implements collector.Store.
func (s *Collectors) Public(ctx context.Context, name string) (collector.Page, error) {
	row, err := queries(ctx, s.pool).PublicCollectorPage(ctx, name)
	if errors.Is(err, pgx.ErrNoRows) {
		return collector.Page{}, collector.ErrNotFound
	}
	return s.page(ctx, pageOf(db.CollectorPageRow(row)), err)
}

func pageOf(r db.CollectorPageRow) collector.Page {
	return collector.Page{
		AccountID: r.AccountID, Name: r.Name, DisplayName: r.DisplayName, Text: r.Text, Published: r.Published, Indexed: r.Indexed, Hidden: r.Hidden,
	}
}

// page adds the works.
func (s *Collectors) page(ctx context.Context, p collector.Page, err error) (collector.Page, error) {
	if err != nil {
		return collector.Page{}, err
	}
	rows, err := queries(ctx, s.pool).CollectorWorks(ctx, p.AccountID)
	for _, r := range rows {
		p.Works = append(p.Works, collector.Work{TokenID: r.TokenID, Text: r.Text})
	}
	return p, err
}

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
