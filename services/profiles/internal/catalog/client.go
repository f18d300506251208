// Package catalog asks the catalog which artist an account is.
package catalog

import (
	"context"
	"fmt"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/identity"
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
	res, err := c.catalog.FindArtist(identity.AsService(ctx), connect.NewRequest(&catalogv1.FindArtistRequest{AccountId: accountID, Email: verifiedEmail}))
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return 0, "", payout.ErrNoArtist
	case err != nil:
		return 0, "", fmt.Errorf("%w: artists: %w", payout.ErrDown, err)
	}
	return res.Msg.GetArtistId(), res.Msg.GetName(), nil
}
