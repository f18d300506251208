// Package auth reads accounts from the auth service.
package auth

import (
	"context"
	"fmt"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// Accounts implements approval.Fleet's Account.
type Accounts struct {
	API authv1connect.AccountServiceClient
}

// Account implements approval.Fleet.
func (c Accounts) Account(ctx context.Context, accountID string) (approval.Account, error) {
	res, err := c.API.GetAccount(ctx, &authv1.GetAccountRequest{AccountId: accountID})
	if err != nil {
		return approval.Account{}, fmt.Errorf("%w: %w", approval.ErrUnavailable, err)
	}
	out := approval.Account{Wallets: res.GetAccount().GetWallets()}
	if res.GetAccount().GetEmailVerified() {
		out.Email = res.GetAccount().GetEmail()
	}
	return out, nil
}
