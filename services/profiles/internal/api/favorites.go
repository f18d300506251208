package api

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/favorite"
)

func (s *Server) favorites(ctx context.Context, accountID string) (*profilesv1.ListFavoritesResponse, error) {
	list, err := s.Favorites.List(ctx, accountID)
	if err != nil {
		return nil, err
	}
	res := &profilesv1.ListFavoritesResponse{}
	for _, f := range list {
		res.Items = append(res.Items, &profilesv1.Favorite{Kind: string(f.Kind), EntryId: f.ID, AddedAt: timestamppb.New(f.AddedAt)})
	}
	return rpc.Private(ctx, res), nil
}

// ListFavorites implements FavoritesService.
func (s *Server) ListFavorites(ctx context.Context, _ *profilesv1.ListFavoritesRequest) (*profilesv1.ListFavoritesResponse, error) {
	return s.favorites(ctx, rpc.Caller(ctx).Subject)
}

// AddFavorites implements FavoritesService.
func (s *Server) AddFavorites(ctx context.Context, req *profilesv1.AddFavoritesRequest) (*profilesv1.ListFavoritesResponse, error) {
	caller := rpc.Caller(ctx)
	entries := make([]favorite.Entry, len(req.GetItems()))
	for i, f := range req.GetItems() {
		entries[i] = favorite.Entry{Kind: favorite.Kind(f.GetKind()), ID: f.GetEntryId()}
	}
	if err := s.Favorites.Add(ctx, caller.Subject, entries, s.Clock.Now()); err != nil {
		return nil, public(err)
	}
	return s.favorites(ctx, caller.Subject)
}

// RemoveFavorite implements FavoritesService.
func (s *Server) RemoveFavorite(ctx context.Context, req *profilesv1.RemoveFavoriteRequest) (*profilesv1.RemoveFavoriteResponse, error) {
	err := s.Favorites.Remove(ctx, rpc.Caller(ctx).Subject, favorite.Entry{Kind: favorite.Kind(req.GetKind()), ID: req.GetEntryId()})
	if err != nil {
		return nil, err
	}
	return rpc.Private(ctx, &profilesv1.RemoveFavoriteResponse{}), nil
}
