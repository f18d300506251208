// Package auth reads accounts from the auth service.
package auth

import (
	"context"
	"fmt"

	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// Accounts implements approval.Fleet's Account.
type Accounts struct {
	API authv1connect.AccountServiceClient
}

// Account implements approval.Fleet. It calls auth unless the account is the caller's and was read with their session.
func (c Accounts) Account(ctx context.Context, accountID string) (approval.Account, error) {
	if a, ok := rpc.CallerAccount(ctx); ok && a.ID == accountID {
		return account(a.Wallets, a.Email, a.EmailVerified), nil
	}
	res, err := c.API.GetAccount(ctx, &authv1.GetAccountRequest{AccountId: accountID})
	if err != nil {
		return approval.Account{}, fmt.Errorf("%w: %w", approval.ErrUnavailable, err)
	}
	a := res.GetAccount()
	return account(a.GetWallets(), a.GetEmail(), a.GetEmailVerified()), nil
}

// account returns an account without an address that isn't verified.
func account(wallets []string, email string, verified bool) approval.Account {
	if !verified {
		email = ""
	}
	return approval.Account{Wallets: wallets, Email: email}
}
