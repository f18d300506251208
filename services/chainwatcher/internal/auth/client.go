// Package auth reads accounts from the auth service.
package auth

import (
	"context"
	"fmt"

	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
)

// Client implements custody.Accounts.
type Client struct {
	accounts authv1connect.AccountServiceClient
}

// New creates a client.
func New(accounts authv1connect.AccountServiceClient) *Client { return &Client{accounts} }

// Account implements custody.Accounts.
func (c *Client) Account(ctx context.Context, accountID string) (custody.Person, error) {
	res, err := c.accounts.GetAccount(ctx, &authv1.GetAccountRequest{AccountId: accountID})
	if err != nil {
		return custody.Person{}, fmt.Errorf("%w: auth: %w", chain.ErrUnavailable, err)
	}
	a := res.GetAccount()
	p := custody.Person{AccountID: accountID, Wallets: a.GetWallets(), Blocked: a.GetBlocked(), EmailUnverified: a.GetHasIdentity() && !a.GetEmailVerified()}
	if a.GetEmailVerified() {
		p.Email = a.GetEmail()
	}
	p.CredentialsChangedAt = rpc.Time(a.GetCredentialsChangedAt())
	return p, nil
}
