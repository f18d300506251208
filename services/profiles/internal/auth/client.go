// Package auth reads accounts from the auth service.
package auth

import (
	"context"
	"fmt"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/profiles/internal/account"
)

// Client implements account.Accounts.
type Client struct {
	accounts authv1connect.AccountServiceClient
}

// New returns a reader that uses a client of the service.
func New(c authv1connect.AccountServiceClient) *Client { return &Client{c} }

// Account implements account.Accounts. It calls auth unless the account is the caller's and was read with their session.
func (c *Client) Account(ctx context.Context, accountID string) (account.Account, error) {
	if a, ok := rpc.CallerAccount(ctx); ok && a.ID == accountID {
		return account.Account{HasIdentity: a.HasIdentity, Email: a.Email, EmailVerified: a.EmailVerified}, nil
	}
	res, err := c.accounts.GetAccount(ctx, &authv1.GetAccountRequest{AccountId: accountID})
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return account.Account{}, fmt.Errorf("%w: %w", account.ErrNotFound, err)
	case err != nil:
		return account.Account{}, fmt.Errorf("%w: %w", account.ErrDown, err)
	}
	a := res.GetAccount()
	return account.Account{HasIdentity: a.GetHasIdentity(), Email: a.GetEmail(), EmailVerified: a.GetEmailVerified()}, nil
}
