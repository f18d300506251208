// Package profiles calls the profiles service about artists.
package profiles

import (
	"context"
	"fmt"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1/profilesv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/paying"
)

// Client implements paying.Artists.
type Client struct {
	payouts profilesv1connect.PayoutServiceClient
}

// New creates a client of the profiles service at url.
func New(url string, keys *identity.Keys) *Client {
	return &Client{profilesv1connect.NewPayoutServiceClient(rpc.NewClient(keys, "profiles", url))}
}

// Artist implements paying.Artists.
func (c *Client) Artist(ctx context.Context, accountID string) (paying.Artist, error) {
	a, err := c.payouts.GetAccountArtist(ctx, &profilesv1.GetAccountArtistRequest{AccountId: accountID})
	switch connect.CodeOf(err) {
	case connect.CodePermissionDenied:
		return paying.Artist{}, paying.ErrNoArtist
	case connect.CodeFailedPrecondition:
		return paying.Artist{}, fmt.Errorf("%w: %w", paying.ErrArtistAmbiguous, err)
	}
	if err != nil {
		return paying.Artist{}, fmt.Errorf("%w: profiles: %w", chain.ErrUnavailable, err)
	}
	return paying.Artist{ID: a.GetArtistId(), Active: a.GetActiveAddress(), Frozen: a.GetFrozen(), Wallets: a.GetWallets()}, nil
}
