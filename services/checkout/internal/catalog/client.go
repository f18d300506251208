// Package catalog reads offers from the catalog service.
package catalog

import (
	"context"
	"fmt"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/money"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/timestamp"
)

// Client implements hold.Fleet.
type Client struct {
	API catalogv1connect.CatalogServiceClient
}

// Offer implements hold.Fleet.
func (c Client) Offer(ctx context.Context, artworkID int64) (hold.Offer, error) {
	res, err := c.API.GetOffer(ctx, &catalogv1.GetOfferRequest{ArtworkId: artworkID})
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return hold.Offer{}, hold.ErrNoArtwork
	case err != nil:
		return hold.Offer{}, fmt.Errorf("%w: catalog: %w", order.ErrUnavailable, err)
	}
	o := res.GetOffer()
	out := hold.Offer{
		Artwork: purchase.Artwork{
			ID: artworkID, Slug: o.GetSlug(), Title: o.GetTitle(), ArtistID: o.GetArtistId(), ArtistName: o.GetArtistName(),
			Year: o.GetYear(), Dated: o.GetDated(), Medium: o.GetMedium(), ImageURL: o.GetImageUrl(), ChainID: o.GetChainId(),
		},
		EditionImageURL: o.GetEditionImageUrl(), EditionSize: o.GetEditionSize(), Withheld: o.GetWithheld(), DropID: o.GetDropId(),
		StartsAt: timestamp.Time(o.GetSaleStartsAt()), EndsAt: timestamp.Time(o.GetSaleEndsAt()),
	}
	if p := o.GetPrice(); p != nil {
		out.Price = &money.Money{Amount: p.GetAmount(), Currency: p.GetCurrency()}
	}
	return out, nil
}

// Work returns what a price of an artwork in a phase depends on. hold.ErrNoArtwork, order.ErrUnavailable.
func (c Client) Work(ctx context.Context, artworkID int64) (phase.Work, error) {
	o, err := c.Offer(ctx, artworkID)
	return phase.Work{DropID: o.DropID, ArtistID: o.Artwork.ArtistID, Price: o.Price}, err
}
