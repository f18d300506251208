// Package accounts looks up buyers and artists in auth and profiles.
package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/rpc"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1/authv1connect"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1/profilesv1connect"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// Client implements what hold.Fleet, order.Fleet, refund.Fleet and phase.Others need of accounts and artists, and sale.Artists.
type Client struct {
	Auth     authv1connect.AccountServiceClient
	Profiles profilesv1connect.ProfilesServiceClient
	Payouts  profilesv1connect.PayoutServiceClient
}

// Account implements hold.Fleet, refund.Fleet and review.Accounts.
func (c Client) Account(ctx context.Context, accountID string) (purchase.Account, error) {
	a, err := c.account(ctx, accountID)
	if err != nil {
		return purchase.Account{}, err
	}
	out := purchase.Account{HasIdentity: a.HasIdentity, Email: a.Email, EmailVerified: a.EmailVerified, Wallets: a.Wallets}
	profile, err := c.Profiles.GetProfileByOwner(ctx, &profilesv1.GetProfileByOwnerRequest{OwnerId: accountID})
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return out, nil // profile incomplete
	case err != nil:
		return purchase.Account{}, fmt.Errorf("%w: profiles: %w", order.ErrUnavailable, err)
	}
	p := profile.GetProfile()
	out.ProfileCompleted = p.GetIsProfileCompleted()
	out.Name = strings.TrimSpace(p.GetFirstName() + " " + p.GetLastName())
	if out.Email == "" {
		out.Email, out.EmailVerified = p.GetEmail(), false
	}
	return out, nil
}

// account calls auth unless the account is the caller's and was read with their session.
func (c Client) account(ctx context.Context, accountID string) (*rpc.Account, error) {
	if a, ok := rpc.CallerAccount(ctx); ok && a.ID == accountID {
		return a, nil
	}
	res, err := c.Auth.GetAccount(ctx, &authv1.GetAccountRequest{AccountId: accountID})
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return nil, order.ErrSessionGone
	case err != nil:
		return nil, fmt.Errorf("%w: auth: %w", order.ErrUnavailable, err)
	}
	a := res.GetAccount()
	return &rpc.Account{HasIdentity: a.GetHasIdentity(), Email: a.GetEmail(), EmailVerified: a.GetEmailVerified(), Wallets: a.GetWallets()}, nil
}

// Wallets implements phase.Others.
func (c Client) Wallets(ctx context.Context, accountID string) ([]string, error) {
	a, err := c.account(ctx, accountID)
	if err != nil {
		return nil, err
	}
	return a.Wallets, nil
}

// PayoutWallet implements order.Fleet. A frozen wallet counts as no wallet, so the platform holds the share.
func (c Client) PayoutWallet(ctx context.Context, artistID int64) (order.PayoutWallet, error) {
	if artistID <= 0 {
		return order.PayoutWallet{}, nil
	}
	res, err := c.Payouts.GetPayoutWallet(ctx, &profilesv1.GetPayoutWalletRequest{ArtistId: artistID})
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return order.PayoutWallet{}, nil
	case err != nil:
		return order.PayoutWallet{}, fmt.Errorf("%w: profiles: %w", order.ErrUnavailable, err)
	case res.GetFrozen():
		return order.PayoutWallet{Frozen: true}, nil
	}
	return order.PayoutWallet{Address: res.GetAddress()}, nil
}

// LinkedArtist implements refund.Fleet and phase.Others. An account that matches several artists is an error.
func (c Client) LinkedArtist(ctx context.Context, accountID string) (int64, error) {
	a, err := c.ArtistOf(ctx, accountID)
	switch {
	case errors.Is(err, sale.ErrNoArtist):
		return 0, nil
	case errors.Is(err, sale.ErrUnavailable):
		return 0, fmt.Errorf("%w: %w", order.ErrUnavailable, err)
	}
	return a.ID, err
}

// ArtistOf implements sale.Artists.
func (c Client) ArtistOf(ctx context.Context, accountID string) (sale.Artist, error) {
	res, err := c.Payouts.GetAccountArtist(ctx, &profilesv1.GetAccountArtistRequest{AccountId: accountID})
	switch connect.CodeOf(err) {
	case connect.CodePermissionDenied:
		return sale.Artist{}, sale.ErrNoArtist
	case connect.CodeFailedPrecondition:
		return sale.Artist{}, fmt.Errorf("%w: %w", sale.ErrAmbiguous, err)
	}
	if err != nil {
		return sale.Artist{}, fmt.Errorf("%w: profiles: %w", sale.ErrUnavailable, err)
	}
	return sale.Artist{ID: res.GetArtistId(), Name: res.GetName(), Wallets: res.GetWallets()}, nil
}

// Contact implements sale.Artists.
func (c Client) Contact(ctx context.Context, artistID int64) (sale.Contact, error) {
	res, err := c.Payouts.GetArtistContact(ctx, &profilesv1.GetArtistContactRequest{ArtistId: artistID})
	switch {
	case connect.CodeOf(err) == connect.CodeNotFound:
		return sale.Contact{}, nil
	case err != nil:
		return sale.Contact{}, fmt.Errorf("%w: profiles: %w", sale.ErrUnavailable, err)
	}
	return sale.Contact{
		Name: res.GetName(), Email: res.GetEmail(), Unwanted: res.GetSaleEmailsOff(), StopSecret: res.GetStopSecret(),
	}, nil
}
