package api

import (
	"context"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/identity"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/favorite"
)

func (s *Server) favorites(ctx context.Context, accountID string) (*connect.Response[profilesv1.ListFavoritesResponse], error) {
	list, err := s.Favorites.List(ctx, accountID)
	if err != nil {
		return nil, err
	}
	res := &profilesv1.ListFavoritesResponse{}
	for _, f := range list {
		res.Items = append(res.Items, &profilesv1.Favorite{Kind: string(f.Kind), EntryId: f.ID, AddedAt: timestamppb.New(f.AddedAt)})
	}
	return private(res), nil
}

// ListFavorites implements FavoritesService.
func (s *Server) ListFavorites(ctx context.Context, _ *connect.Request[profilesv1.ListFavoritesRequest]) (*connect.Response[profilesv1.ListFavoritesResponse], error) {
	who, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	return s.favorites(ctx, who.Subject)
}

// AddFavorites implements FavoritesService.
func (s *Server) AddFavorites(ctx context.Context, req *connect.Request[profilesv1.AddFavoritesRequest]) (*connect.Response[profilesv1.ListFavoritesResponse], error) {
	who, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	entries := make([]favorite.Entry, len(req.Msg.GetItems()))
	for i, f := range req.Msg.GetItems() {
		entries[i] = favorite.Entry{Kind: favorite.Kind(f.GetKind()), ID: f.GetEntryId()}
	}
	if err := s.Favorites.Add(ctx, who.Subject, entries, s.Clock.Now()); err != nil {
		return nil, public(err)
	}
	return s.favorites(ctx, who.Subject)
}

// RemoveFavorite implements FavoritesService.
func (s *Server) RemoveFavorite(ctx context.Context, req *connect.Request[profilesv1.RemoveFavoriteRequest]) (*connect.Response[profilesv1.RemoveFavoriteResponse], error) {
	who, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	err = s.Favorites.Remove(ctx, who.Subject, favorite.Entry{Kind: favorite.Kind(req.Msg.GetKind()), ID: req.Msg.GetEntryId()})
	if err != nil {
		return nil, err
	}
	return private(&profilesv1.RemoveFavoriteResponse{}), nil
}
