// Package catalog calls the catalog service.
package catalog

import (
	"context"
	"fmt"
	"time"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Client reads artworks.
type Client struct {
	catalog catalogv1connect.CatalogServiceClient
}

// New creates a client of the catalog at url.
func New(url string, keys *identity.Keys) *Client {
	http, options := rpc.Client(keys, "catalog")
	return &Client{catalogv1connect.NewCatalogServiceClient(http, url, options...)}
}

// Offer implements api.Artworks.
func (c *Client) Offer(ctx context.Context, artworkID int64) (chain.Offer, error) {
	res, err := c.catalog.GetOffer(ctx, connect.NewRequest(&catalogv1.GetOfferRequest{ArtworkId: artworkID, Unpublished: true}))
	if err != nil {
		return chain.Offer{}, mapError(err)
	}
	o := res.Msg.GetOffer()
	return chain.Offer{ImageURL: o.GetImageUrl(), LivePath: o.GetLivePath(), MediaHash: o.GetMediaHash()}, nil
}

// Original implements api.Artworks.
func (c *Client) Original(ctx context.Context, artworkID int64) (path string, until time.Time, err error) {
	res, err := c.catalog.SignOriginal(ctx, connect.NewRequest(&catalogv1.SignOriginalRequest{ArtworkId: artworkID}))
	if err != nil {
		return "", time.Time{}, mapError(err)
	}
	return res.Msg.GetPath(), res.Msg.GetExpiresAt().AsTime(), nil
}

// Picture implements api.Artworks.
func (c *Client) Picture(ctx context.Context, artworkID int64, edition int32) (chain.Picture, error) {
	res, err := c.catalog.GetPicture(ctx, connect.NewRequest(&catalogv1.GetPictureRequest{ArtworkId: artworkID, EditionNumber: edition}))
	if err != nil {
		return chain.Picture{}, mapError(err)
	}
	return chain.Picture{JPEG: res.Msg.GetJpeg(), OfEdition: res.Msg.GetOfEdition()}, nil
}

func mapError(err error) error {
	if connect.CodeOf(err) == connect.CodeNotFound {
		return chain.ErrNotFound
	}
	return fmt.Errorf("%w: catalog: %w", chain.ErrUnavailable, err)
}
