package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/favorite"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// Favorites implements favorite.Store.
type Favorites struct{ pool *pgxpool.Pool }

// NewFavorites returns a store on a migrated database.
func NewFavorites(pool *pgxpool.Pool) *Favorites { return &Favorites{pool} }

// List implements favorite.Store.
func (s *Favorites) List(ctx context.Context, accountID string) ([]favorite.Favorite, error) {
	rows, err := queries(ctx, s.pool).Favorites(ctx, accountID)
	if err != nil {
		return nil, err
	}
	out := make([]favorite.Favorite, len(rows))
	for i, r := range rows {
		out[i] = favorite.Favorite{Entry: favorite.Entry{Kind: favorite.Kind(r.Kind), ID: r.EntryID}, AddedAt: r.AddedAt.UTC()}
	}
	return out, nil
}

// Add implements favorite.Store.
func (s *Favorites) Add(ctx context.Context, accountID string, entries []favorite.Entry, now time.Time) error {
	kinds, ids := make([]string, len(entries)), make([]int64, len(entries))
	for i, e := range entries {
		kinds[i], ids[i] = string(e.Kind), e.ID
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		if err := q.LockFavorites(ctx, accountID); err != nil {
			return err
		}
		if err := q.AddFavorites(ctx, db.AddFavoritesParams{AccountID: accountID, Kinds: kinds, Ids: ids, AddedAt: now}); err != nil {
			return err
		}
		n, err := q.CountFavorites(ctx, accountID)
		if err == nil && n > favorite.Max {
			err = favorite.ErrTooMany
		}
		return err
	})
}

// Remove implements favorite.Store.
func (s *Favorites) Remove(ctx context.Context, accountID string, e favorite.Entry) error {
	return queries(ctx, s.pool).RemoveFavorite(ctx, db.RemoveFavoriteParams{AccountID: accountID, Kind: string(e.Kind), EntryID: e.ID})
}
