// Package chain calls the chainwatcher about addresses and tokens.
package chain

import (
	"context"
	"fmt"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/rpc"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1/chainv1connect"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// Client implements payout.Wallets, and returns the tokens of accounts.
type Client struct {
	chain chainv1connect.ChainServiceClient
}

// New returns a client.
func New(c chainv1connect.ChainServiceClient) *Client { return &Client{c} }

// Allowed implements payout.Wallets.
func (c *Client) Allowed(ctx context.Context, address string) (bool, error) {
	res, err := c.chain.CheckPayee(ctx, &chainv1.CheckPayeeRequest{Address: address})
	if err != nil {
		return false, fmt.Errorf("%w: addresses: %w", payout.ErrDown, err)
	}
	return res.GetAllowed(), nil
}

// Tokens returns the ids of the tokens that an account has in the vault and in linked wallets.
func (c *Client) Tokens(ctx context.Context, accountID string) ([]int64, error) {
	res, err := c.chain.ListAccountTokens(ctx, &chainv1.ListAccountTokensRequest{AccountId: accountID})
	if err != nil {
		return nil, fmt.Errorf("tokens: %w", err)
	}
	return res.GetTokenIds(), nil
}

// Resolve implements payout.Wallets.
func (c *Client) Resolve(ctx context.Context, name string) (normalized, address string, err error) {
	res, err := c.chain.ResolveName(ctx, &chainv1.ResolveNameRequest{Name: name})
	if err != nil {
		return "", "", resolving(err)
	}
	return res.GetName(), res.GetAddress(), nil
}

func resolving(err error) error {
	switch {
	case rpc.HasReason(err, errorsv1.Reason_REASON_INVALID):
		return payout.ErrName
	case rpc.HasReason(err, chainv1.Reason_REASON_NAME_NOT_FOUND):
		return payout.ErrNameNotFound
	case rpc.HasReason(err, chainv1.Reason_REASON_NAME_SERVICE_UNSUPPORTED):
		return payout.ErrNamesUnsupported
	}
	return fmt.Errorf("%w: %w", payout.ErrNamesDown, err)
}
