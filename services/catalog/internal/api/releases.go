package api

import (
	"context"
	"strings"

	"google.golang.org/protobuf/types/known/timestamppb"

	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
)

// pictureWidth is the approximate width of pictures for emails, in pixels.
const pictureWidth = 640

// GetDrops implements the contract.
func (s *Server) GetDrops(ctx context.Context, req *catalogv1.GetDropsRequest) (*catalogv1.GetDropsResponse, error) {
	now := s.clock.Now()
	drops, err := s.releases.DropsByID(ctx, req.GetIds(), now)
	if err != nil {
		return nil, public(err)
	}
	res := &catalogv1.GetDropsResponse{}
	for _, d := range drops {
		out := &catalogv1.Drop{
			Id: d.ID, Slug: d.Slug, Title: d.Title, OpensAt: timestamppb.New(d.Window.Starts),
			Status: strings.ToLower(string(d.Window.Status(now))), ArtworkCount: int32(d.ArtworkCount),
		}
		if d.Cover != nil {
			out.ImageUrl = artwork.PictureOfWidth([]artwork.Media{*d.Cover}, pictureWidth)
		}
		res.Drops = append(res.Drops, out)
	}
	return res, nil
}

// GetStock implements the contract.
func (s *Server) GetStock(ctx context.Context, req *catalogv1.GetStockRequest) (*catalogv1.GetStockResponse, error) {
	now := s.clock.Now()
	works, err := s.releases.Stock(ctx, req.GetArtworkIds(), now)
	if err != nil {
		return nil, public(err)
	}
	res := &catalogv1.GetStockResponse{}
	for _, w := range works {
		res.Artworks = append(res.Artworks, &catalogv1.Stock{
			ArtworkId: w.ID, Slug: w.Slug, Title: w.Title, ArtistName: w.Artist.Name, ImageUrl: artwork.PictureOfWidth(w.Media, pictureWidth),
			Available: w.Availability(now) == artwork.Available,
		})
	}
	return res, nil
}
