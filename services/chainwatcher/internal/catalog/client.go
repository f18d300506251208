// Package catalog calls the catalog service.
package catalog

import (
	"context"
	"fmt"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// Client reads artworks.
type Client struct {
	catalog catalogv1connect.CatalogServiceClient
}

// New creates a client of the catalog at url.
func New(url string, keys *identity.Keys) *Client {
	return &Client{catalogv1connect.NewCatalogServiceClient(rpc.NewClient(keys, "catalog", url))}
}

// Offer implements api.Artworks.
func (c *Client) Offer(ctx context.Context, artworkID int64) (custody.Offer, error) {
	res, err := c.catalog.GetOffer(ctx, &catalogv1.GetOfferRequest{ArtworkId: artworkID, Unpublished: true})
	if err != nil {
		return custody.Offer{}, mapError(err)
	}
	return offer(res), nil
}

func offer(res *catalogv1.GetOfferResponse) custody.Offer {
	o := res.GetOffer()
	return custody.Offer{ImageURL: o.GetImageUrl(), EditionImageURL: o.GetEditionImageUrl(), Dated: o.GetDated(), LivePath: o.GetLivePath(), MediaHash: o.GetMediaHash()}
}

// Display implements api.Artworks.
func (c *Client) Display(ctx context.Context, artworkID int64) (custody.Display, error) {
	res, err := c.catalog.GetOffer(ctx, &catalogv1.GetOfferRequest{ArtworkId: artworkID, Unpublished: true, Display: true})
	if err != nil {
		return custody.Display{}, mapError(err)
	}
	d := res.GetDisplay()
	out := custody.Display{Offer: offer(res), Description: d.GetDescription(), PictureURL: d.GetPictureUrl(), MovingURL: d.GetMovingUrl()}
	for _, a := range d.GetAttributes() {
		out.Attributes = append(out.Attributes, custody.Attribute{Name: a.GetName(), Value: a.GetValue()})
	}
	return out, nil
}

// Original implements api.Artworks.
func (c *Client) Original(ctx context.Context, artworkID int64) (path string, until time.Time, err error) {
	res, err := c.catalog.SignOriginal(ctx, &catalogv1.SignOriginalRequest{ArtworkId: artworkID})
	if err != nil {
		return "", time.Time{}, mapError(err)
	}
	return res.GetPath(), res.GetExpiresAt().AsTime(), nil
}

// Picture implements api.Artworks.
func (c *Client) Picture(ctx context.Context, artworkID int64, edition int32) (custody.Picture, error) {
	res, err := c.catalog.GetPicture(ctx, &catalogv1.GetPictureRequest{ArtworkId: artworkID, EditionNumber: edition})
	if err != nil {
		return custody.Picture{}, mapError(err)
	}
	return custody.Picture{JPEG: res.GetJpeg(), OfEdition: res.GetOfEdition()}, nil
}

func mapError(err error) error {
	if connect.CodeOf(err) == connect.CodeNotFound {
		return chain.ErrNotFound
	}
	return fmt.Errorf("%w: catalog: %w", chain.ErrUnavailable, err)
}
