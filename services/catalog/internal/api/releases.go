package api

import (
	"context"

	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
)

// GetDrops implements the contract.
func (s *Server) GetDrops(ctx context.Context, req *catalogv1.GetDropsRequest) (*catalogv1.GetDropsResponse, error) {
	drops, err := s.releases.DropMessages(ctx, req.GetIds(), s.clock.Now())
	return &catalogv1.GetDropsResponse{Drops: drops}, public(err)
}

// GetStock implements the contract.
func (s *Server) GetStock(ctx context.Context, req *catalogv1.GetStockRequest) (*catalogv1.GetStockResponse, error) {
	works, err := s.releases.StockMessages(ctx, req.GetArtworkIds(), s.clock.Now())
	return &catalogv1.GetStockResponse{Artworks: works}, public(err)
}
