package api

import (
	"context"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// maxFavorites is how many favorites an account may have.
const maxFavorites = 1000

// AddFavorites implements FavoritesService: it adds all or none. Existing favorites don't change.
func (s *Server) AddFavorites(ctx context.Context, req *profilesv1.AddFavoritesRequest) (*profilesv1.ListFavoritesResponse, error) {
	add := db.AddFavoritesParams{AccountID: rpc.Caller(ctx).Subject, AddedAt: s.Clock.Now()}
	for _, f := range req.GetItems() {
		add.Kinds, add.Ids = append(add.Kinds, f.GetKind()), append(add.Ids, f.GetEntryId())
	}
	err := postgres.InTx(ctx, s.Pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		if err := q.LockFavorites(ctx, add.AccountID); err != nil {
			return err
		}
		if err := q.AddFavorites(ctx, add); err != nil {
			return err
		}
		n, err := q.CountFavorites(ctx, add.AccountID)
		if err == nil && n > maxFavorites {
			err = rpc.Error(connect.CodeFailedPrecondition, profilesv1.Reason_REASON_TOO_MANY_FAVORITES,
				"You can save and follow up to 1,000. Remove some before you add more.", nil)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.ListFavorites(ctx, nil)
}

// RemoveFavorite implements FavoritesService. It does nothing if the entry isn't saved.
func (s *Server) RemoveFavorite(ctx context.Context, req *profilesv1.RemoveFavoriteRequest) (*profilesv1.RemoveFavoriteResponse, error) {
	err := s.queries(ctx).RemoveFavorite(ctx, db.RemoveFavoriteParams{AccountID: rpc.Caller(ctx).Subject, Kind: req.GetKind(), EntryID: req.GetEntryId()})
	return rpc.Private(ctx, &profilesv1.RemoveFavoriteResponse{}), err
}
