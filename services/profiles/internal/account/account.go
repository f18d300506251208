// Package account has what the cores know about an account of auth.
package account

import (
	"context"
	"errors"
)

var (
	// ErrNotFound means that auth doesn't know the account.
	ErrNotFound = errors.New("no such account")
	// ErrDown means that accounts can't be read. Temporary.
	ErrDown = errors.New("accounts are unavailable")
)

// Account is the part of an account that the cores need.
type Account struct {
	HasIdentity bool
	// Email and EmailVerified are the identity provider's.
	Email         string
	EmailVerified bool
}

// VerifiedEmail returns the address at the identity provider, or "" if it isn't verified.
func (a Account) VerifiedEmail() string {
	if !a.EmailVerified {
		return ""
	}
	return a.Email
}

// Accounts reads accounts.
type Accounts interface {
	// Account returns an account. Errors: ErrNotFound, ErrDown.
	Account(ctx context.Context, accountID string) (Account, error)
}

// Directory reads accounts and the addresses in their profiles, which count for accounts without an identity.
type Directory interface {
	Accounts
	// ProfileEmail returns the email address in the profile of an account, or "".
	ProfileEmail(ctx context.Context, accountID string) (string, error)
}
