package auth

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1/personalv1connect"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/datarequest"
	"github.com/vitrine/vitrine/services/auth/internal/management"
	"github.com/vitrine/vitrine/services/auth/internal/parts"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
)

// dataRequestsEvery is how often a replica works on due requests.
const dataRequestsEvery = 5 * time.Second

// dataRequests is the periodic job that does it.
type dataRequests struct{}

// Kind implements river.JobArgs.
func (dataRequests) Kind() string { return "data_requests" }

// partsOf returns the services with personal data in the order in which they forget it: those that publish events before those that
// receive them.
func partsOf(cfg Config, keys *identity.Keys) (out []datarequest.Part) {
	for _, s := range []struct{ name, url string }{
		{"checkout", cfg.CheckoutURL},
		{"profiles", cfg.ProfilesURL},
		{"approvals", cfg.ApprovalsURL},
		{"chainwatcher", cfg.ChainwatcherURL},
		{"catalog", cfg.CatalogURL},
	} {
		out = append(out, parts.New(s.name, personalv1connect.NewPersonalServiceClient(rpc.NewClient(keys, s.name, s.url))))
	}
	return out
}

// ownPart implements datarequest.Part for this service.
type ownPart struct {
	pool   *pgxpool.Pool
	events account.Events
}

// Name implements datarequest.Part.
func (ownPart) Name() string { return "auth" }

// Export implements datarequest.Part.
func (p ownPart) Export(ctx context.Context, accountID string, names []string) ([]byte, error) {
	found, err := postgres.Export(ctx, p.pool, personal.Person{AccountID: accountID, Names: names})
	return []byte(found), err
}

// Forget implements datarequest.Part.
func (p ownPart) Forget(ctx context.Context, accountID string, names []string, check bool) ([]string, error) {
	_, err := postgres.Forget(ctx, p.pool, p.events, personal.Person{AccountID: accountID, Names: names}, check)
	return personal.Reasons(err)
}

// dataAccounts implements datarequest.Accounts.
type dataAccounts struct {
	accounts *account.Service
	// users is nil if the provider has no management API.
	users *management.Client
}

// Account implements datarequest.Accounts.
func (a dataAccounts) Account(ctx context.Context, accountID string) (datarequest.Account, error) {
	found, err := a.accounts.Store.Account(ctx, accountID)
	if errors.Is(err, account.ErrNotFound) {
		return datarequest.Account{ID: accountID}, datarequest.ErrNotFound
	}
	out := datarequest.Account{
		ID: accountID, Email: found.Email, Mailed: found.EmailVerified && found.Email != "", Provider: found.Subject, Roles: a.accounts.Roles(found),
	}
	for _, w := range found.Wallets {
		out.Wallets = append(out.Wallets, w.Address)
	}
	return out, err
}

// Close implements datarequest.Accounts.
func (a dataAccounts) Close(ctx context.Context, accountID string) error {
	now := a.accounts.Clock.Now()
	_, err := a.accounts.Store.UpdateAccount(ctx, accountID, now, func(found *account.Account) error {
		found.Disabled = true
		return nil
	})
	if errors.Is(err, account.ErrNotFound) {
		return nil
	}
	// No login is in the future, so this ends all sessions.
	return errors.Join(err, a.accounts.Store.EndSessions(ctx, accountID, account.EndedForgotten, now.Add(time.Second), now))
}

// DeleteUser implements datarequest.Accounts.
func (a dataAccounts) DeleteUser(ctx context.Context, subject string) error {
	if a.users == nil {
		return nil
	}
	if err := a.users.Delete(ctx, subject); err != nil && !errors.Is(err, account.ErrNotFound) {
		return err
	}
	return nil
}
