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

// Account implements custody.Accounts. It calls auth unless the account is the caller's and was read with their session. A blocked account has
// no sessions, so a caller with a session isn't blocked.
func (c *Client) Account(ctx context.Context, accountID string) (custody.Person, error) {
	if a, ok := rpc.CallerAccount(ctx); ok && a.ID == accountID {
		return person(*a, false), nil
	}
	res, err := c.accounts.GetAccount(ctx, &authv1.GetAccountRequest{AccountId: accountID})
	if err != nil {
		return custody.Person{}, fmt.Errorf("%w: auth: %w", chain.ErrUnavailable, err)
	}
	a := res.GetAccount()
	return person(rpc.Account{
		ID: accountID, HasIdentity: a.GetHasIdentity(), Email: a.GetEmail(), EmailVerified: a.GetEmailVerified(), Wallets: a.GetWallets(),
		CredentialsChangedAt: rpc.Time(a.GetCredentialsChangedAt()),
	}, a.GetBlocked()), nil
}

func person(a rpc.Account, blocked bool) custody.Person {
	p := custody.Person{
		AccountID: a.ID, Wallets: a.Wallets, CredentialsChangedAt: a.CredentialsChangedAt, Blocked: blocked, EmailUnverified: a.HasIdentity && !a.EmailVerified,
	}
	if a.EmailVerified {
		p.Email = a.Email
	}
	return p
}
