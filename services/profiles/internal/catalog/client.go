// Package catalog reads artists and entries from the catalog service.
package catalog

import (
	"context"
	"fmt"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/rpc"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// Client implements payout.Artists.
type Client struct {
	catalog catalogv1connect.CatalogServiceClient
}

// New returns a reader that uses a client of the service.
func New(c catalogv1connect.CatalogServiceClient) *Client { return &Client{c} }

// Artist implements payout.Artists.
func (c *Client) Artist(ctx context.Context, accountID, verifiedEmail string) (payout.LinkedArtist, error) {
	res, err := c.catalog.FindArtist(ctx, &catalogv1.FindArtistRequest{AccountId: accountID, Email: verifiedEmail})
	switch connect.CodeOf(err) {
	case connect.CodeNotFound:
		return payout.LinkedArtist{}, payout.ErrNoArtist
	case connect.CodeFailedPrecondition:
		return payout.LinkedArtist{}, fmt.Errorf("%w: %w", payout.ErrAmbiguous, err)
	}
	if err != nil {
		return payout.LinkedArtist{}, fmt.Errorf("%w: artists: %w", payout.ErrDown, err)
	}
	return payout.LinkedArtist{
		ID: res.GetArtistId(), Name: res.GetName(), Since: rpc.Time(res.GetLinkedAt()), Ends: rpc.Time(res.GetLinkEndsAt()),
	}, nil
}

// Link implements payout.Artists.
func (c *Client) Link(ctx context.Context, artistID int64) (payout.Link, error) {
	res, err := c.catalog.GetArtistAccount(ctx, &catalogv1.GetArtistAccountRequest{ArtistId: artistID})
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return payout.Link{}, payout.ErrNotFound
	case err != nil:
		return payout.Link{}, fmt.Errorf("%w: artists: %w", payout.ErrDown, err)
	}
	link := payout.Link{Name: res.GetName(), AccountID: res.GetAccountId(), Email: res.GetEmail()}
	if at := res.GetNextAt(); at != nil {
		link.Next, link.NextAt = &payout.Link{Name: link.Name, AccountID: res.GetNextAccountId(), Email: res.GetNextEmail()}, at.AsTime()
	}
	return link, nil
}
