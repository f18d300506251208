// Package auth reads accounts of the auth service.
package auth

import (
	"context"
	"fmt"

	"connectrpc.com/connect/v2"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
)

// Client implements graph.Accounts.
type Client struct {
	accounts authv1connect.AccountServiceClient
}

// New returns a reader that uses a client of auth.
func New(accounts authv1connect.AccountServiceClient) *Client { return &Client{accounts} }

// Email implements graph.Accounts.
func (c *Client) Email(ctx context.Context, accountID string) (string, error) {
	res, err := c.accounts.GetAccount(ctx, &authv1.GetAccountRequest{AccountId: accountID})
	switch connect.CodeOf(err) {
	case connect.CodeNotFound, connect.CodeInvalidArgument:
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("auth: %w", err)
	}
	if !res.GetAccount().GetEmailVerified() {
		return "", nil
	}
	return res.GetAccount().GetEmail(), nil
}
