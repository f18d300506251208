// Package auth asks the auth service.
package auth

import (
	"context"
	"fmt"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Client reads accounts and sessions.
type Client struct {
	accounts authv1connect.AccountServiceClient
}

// New speaks to the auth service at url.
func New(url string, key kit.Secret) *Client {
	http, options := rpc.Client(key)
	return &Client{authv1connect.NewAccountServiceClient(http, url, options...)}
}

// Account implements chain.Accounts.
func (c *Client) Account(ctx context.Context, accountID string) (chain.Person, error) {
	res, err := c.accounts.GetAccount(identity.AsService(ctx), connect.NewRequest(&authv1.GetAccountRequest{AccountId: accountID}))
	if err != nil {
		return chain.Person{}, unavailable(err)
	}
	a := res.Msg.GetAccount()
	p := chain.Person{AccountID: accountID, Wallets: a.GetWallets()}
	if a.GetEmailVerified() {
		p.Email = a.GetEmail()
	}
	if at := a.GetCredentialsChangedAt(); at != nil {
		p.CredentialsChangedAt = at.AsTime()
	}
	return p, nil
}

// Active implements api.Sessions.
func (c *Client) Active(ctx context.Context, sessionID string) (bool, error) {
	if sessionID == "" {
		return false, nil
	}
	res, err := c.accounts.CheckSession(identity.AsService(ctx), connect.NewRequest(&authv1.CheckSessionRequest{SessionId: sessionID}))
	switch connect.CodeOf(err) {
	case connect.CodeNotFound, connect.CodeInvalidArgument:
		return false, nil
	}
	if err != nil {
		return false, unavailable(err)
	}
	return res.Msg.GetActive(), nil
}

func unavailable(err error) error { return fmt.Errorf("%w: auth: %w", chain.ErrUnavailable, err) }
