// Package auth asks the auth service about accounts and sessions.
package auth

import (
	"context"
	"fmt"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/identity"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

// Client asks.
type Client struct {
	accounts authv1connect.AccountServiceClient
}

// New uses a client of the service.
func New(c authv1connect.AccountServiceClient) *Client { return &Client{c} }

func (c *Client) account(ctx context.Context, accountID string) (*authv1.Account, error) {
	res, err := c.accounts.GetAccount(identity.AsService(ctx), connect.NewRequest(&authv1.GetAccountRequest{AccountId: accountID}))
	if err != nil {
		return nil, err
	}
	return res.Msg.GetAccount(), nil
}

// Profiles is the client as profiles see it.
type Profiles struct{ *Client }

// Account implements profile.Accounts.
func (p Profiles) Account(ctx context.Context, accountID string) (profile.Account, error) {
	a, err := p.account(ctx, accountID)
	if err != nil {
		return profile.Account{}, fmt.Errorf("%w: %w", profile.ErrAccountsDown, err)
	}
	return profile.Account{HasIdentity: a.GetHasIdentity(), Email: a.GetEmail()}, nil
}

// Payouts is the client as payout wallets see it.
type Payouts struct{ *Client }

// Account implements payout.Accounts.
func (p Payouts) Account(ctx context.Context, accountID string) (payout.Account, error) {
	a, err := p.account(ctx, accountID)
	if err != nil {
		return payout.Account{}, fmt.Errorf("%w: accounts: %w", payout.ErrDown, err)
	}
	return payout.Account{HasIdentity: a.GetHasIdentity(), Email: a.GetEmail(), EmailVerified: a.GetEmailVerified()}, nil
}

// SessionActive implements payout.Accounts. A session that auth does not know has ended.
func (p Payouts) SessionActive(ctx context.Context, sessionID string) (bool, error) {
	if sessionID == "" {
		return false, nil
	}
	res, err := p.accounts.CheckSession(identity.AsService(ctx), connect.NewRequest(&authv1.CheckSessionRequest{SessionId: sessionID}))
	switch connect.CodeOf(err) {
	case connect.CodeNotFound, connect.CodeInvalidArgument:
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w: sessions: %w", payout.ErrDown, err)
	}
	return res.Msg.GetActive(), nil
}
