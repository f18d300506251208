// Package auth reads accounts from the auth service.
package auth

import (
	"context"
	"fmt"

	"connectrpc.com/connect/v2"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/profiles/internal/emailchange"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
	"github.com/vitrine/vitrine/services/profiles/internal/submission"
)

// Client reads accounts.
type Client struct {
	accounts authv1connect.AccountServiceClient
}

// New returns a reader that uses a client of the service.
func New(c authv1connect.AccountServiceClient) *Client { return &Client{c} }

func (c *Client) account(ctx context.Context, accountID string) (*authv1.Account, error) {
	res, err := c.accounts.GetAccount(ctx, &authv1.GetAccountRequest{AccountId: accountID})
	if err != nil {
		return nil, err
	}
	return res.GetAccount(), nil
}

// Profiles implements profile.Accounts.
type Profiles struct{ *Client }

// Account implements profile.Accounts.
func (p Profiles) Account(ctx context.Context, accountID string) (profile.Account, error) {
	a, err := p.account(ctx, accountID)
	if err != nil {
		return profile.Account{}, fmt.Errorf("%w: %w", profile.ErrAccountsDown, err)
	}
	return profile.Account{HasIdentity: a.GetHasIdentity(), Email: a.GetEmail()}, nil
}

// Payouts implements payout.Accounts.
type Payouts struct{ *Client }

// Account implements payout.Accounts.
func (p Payouts) Account(ctx context.Context, accountID string) (payout.Account, error) {
	a, err := p.account(ctx, accountID)
	if err != nil {
		return payout.Account{}, fmt.Errorf("%w: accounts: %w", payout.ErrDown, err)
	}
	return payout.Account{HasIdentity: a.GetHasIdentity(), Email: a.GetEmail(), EmailVerified: a.GetEmailVerified()}, nil
}

// Reminders implements reminder.Accounts.
type Reminders struct{ *Client }

// Account implements reminder.Accounts.
func (r Reminders) Account(ctx context.Context, accountID string) (reminder.Account, error) {
	a, err := r.account(ctx, accountID)
	if connect.CodeOf(err) == connect.CodeNotFound {
		return reminder.Account{}, nil
	}
	if err != nil {
		return reminder.Account{}, fmt.Errorf("%w: accounts: %w", reminder.ErrDown, err)
	}
	return reminder.Account{HasIdentity: a.GetHasIdentity(), Email: a.GetEmail(), EmailVerified: a.GetEmailVerified()}, nil
}

// Submissions implements submission.Accounts.
type Submissions struct{ *Client }

// VerifiedEmail implements submission.Accounts.
func (s Submissions) VerifiedEmail(ctx context.Context, accountID string) (string, error) {
	a, err := s.account(ctx, accountID)
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return "", nil
	case err != nil:
		return "", fmt.Errorf("%w: %w", submission.ErrDown, err)
	case !a.GetEmailVerified():
		return "", nil
	}
	return a.GetEmail(), nil
}

// EmailChanges implements emailchange.Accounts.
type EmailChanges struct{ *Client }

// HasIdentity implements emailchange.Accounts. An unknown account has none.
func (e EmailChanges) HasIdentity(ctx context.Context, accountID string) (bool, error) {
	a, err := e.account(ctx, accountID)
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return false, nil
	case err != nil:
		return false, fmt.Errorf("%w: %w", emailchange.ErrAccountsDown, err)
	}
	return a.GetHasIdentity(), nil
}
