// Package catalog calls the catalog about artists.
package catalog

import (
	"context"
	"fmt"

	"connectrpc.com/connect"

	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1/catalogv1connect"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// Client implements payout.Artists.
type Client struct {
	catalog catalogv1connect.CatalogServiceClient
}

// New uses a client of the service.
func New(c catalogv1connect.CatalogServiceClient) *Client { return &Client{c} }

// Artist implements payout.Artists.
func (c *Client) Artist(ctx context.Context, accountID, verifiedEmail string) (int64, string, error) {
	res, err := c.catalog.FindArtist(ctx, connect.NewRequest(&catalogv1.FindArtistRequest{AccountId: accountID, Email: verifiedEmail}))
	switch connect.CodeOf(err) {
	case connect.CodeNotFound:
		return 0, "", payout.ErrNoArtist
	case connect.CodeFailedPrecondition:
		return 0, "", fmt.Errorf("%w: %w", payout.ErrAmbiguous, err)
	}
	if err != nil {
		return 0, "", fmt.Errorf("%w: artists: %w", payout.ErrDown, err)
	}
	return res.Msg.GetArtistId(), res.Msg.GetName(), nil
}

// Link implements payout.Artists.
func (c *Client) Link(ctx context.Context, artistID int64) (payout.Link, error) {
	res, err := c.catalog.GetArtistAccount(ctx, connect.NewRequest(&catalogv1.GetArtistAccountRequest{ArtistId: artistID}))
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return payout.Link{}, payout.ErrNotFound
	case err != nil:
		return payout.Link{}, fmt.Errorf("%w: artists: %w", payout.ErrDown, err)
	}
	return payout.Link{Name: res.Msg.GetName(), AccountID: res.Msg.GetAccountId(), Email: res.Msg.GetEmail()}, nil
}
