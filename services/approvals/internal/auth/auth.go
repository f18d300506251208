// Package auth reads accounts from the auth service.
package auth

import (
	"context"
	"fmt"

	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// Client implements approval.Accounts.
type Client struct {
	API authv1connect.AccountServiceClient
}

// Wallets implements approval.Accounts.
func (c Client) Wallets(ctx context.Context, accountID string) ([]string, error) {
	res, err := c.API.GetAccount(ctx, &authv1.GetAccountRequest{AccountId: accountID})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", approval.ErrUnavailable, err)
	}
	return res.GetAccount().GetWallets(), nil
}
