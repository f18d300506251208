// Package accounts asks auth and profiles about buyers and artists.
package accounts

import (
	"context"
	"fmt"
	"strings"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/identity"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1/profilesv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Client implements order.Accounts.
type Client struct {
	Auth     authv1connect.AccountServiceClient
	Profiles profilesv1connect.ProfilesServiceClient
	Payouts  profilesv1connect.PayoutServiceClient
}

// Account implements order.Accounts.
func (c Client) Account(ctx context.Context, accountID string) (order.Account, error) {
	ctx = identity.AsService(ctx)
	res, err := c.Auth.GetAccount(ctx, connect.NewRequest(&authv1.GetAccountRequest{AccountId: accountID}))
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return order.Account{}, order.ErrSessionGone
	case err != nil:
		return order.Account{}, fmt.Errorf("%w: auth: %w", order.ErrUnavailable, err)
	}
	a := res.Msg.GetAccount()
	out := order.Account{HasIdentity: a.GetHasIdentity(), Email: a.GetEmail(), EmailVerified: a.GetEmailVerified()}
	profile, err := c.Profiles.GetProfileByOwner(ctx, connect.NewRequest(&profilesv1.GetProfileByOwnerRequest{OwnerId: accountID}))
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return out, nil // incomplete
	case err != nil:
		return order.Account{}, fmt.Errorf("%w: profiles: %w", order.ErrUnavailable, err)
	}
	p := profile.Msg.GetProfile()
	out.ProfileCompleted = p.GetIsProfileCompleted()
	out.Name = strings.TrimSpace(p.GetFirstName() + " " + p.GetLastName())
	if out.Email == "" {
		out.Email, out.EmailVerified = p.GetEmail(), false
	}
	return out, nil
}

// PayoutWallet implements order.Accounts. A frozen wallet is none: the platform holds the share.
func (c Client) PayoutWallet(ctx context.Context, artistID int64) (string, error) {
	if artistID <= 0 {
		return "", nil
	}
	res, err := c.Payouts.GetPayoutWallet(identity.AsService(ctx), connect.NewRequest(&profilesv1.GetPayoutWalletRequest{ArtistId: artistID}))
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return "", nil
	case err != nil:
		return "", fmt.Errorf("%w: profiles: %w", order.ErrUnavailable, err)
	case res.Msg.GetFrozen():
		return "", nil
	}
	return res.Msg.GetAddress(), nil
}
