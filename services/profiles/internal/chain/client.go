// Package chain calls the chainwatcher about addresses.
package chain

import (
	"context"
	"fmt"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/identity"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// Client implements payout.Payees.
type Client struct {
	chain chainv1connect.ChainServiceClient
}

// New uses a client of the service.
func New(c chainv1connect.ChainServiceClient) *Client { return &Client{c} }

// Allowed implements payout.Payees.
func (c *Client) Allowed(ctx context.Context, address string) (bool, error) {
	res, err := c.chain.CheckPayee(identity.AsService(ctx), connect.NewRequest(&chainv1.CheckPayeeRequest{Address: address}))
	if err != nil {
		return false, fmt.Errorf("%w: addresses: %w", payout.ErrDown, err)
	}
	return res.Msg.GetAllowed(), nil
}
