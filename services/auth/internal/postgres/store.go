// Package postgres stores accounts, sessions, tickets and signing keys.
package postgres

import (
	"context"
	"embed"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
	"github.com/vitrine/vitrine/services/auth/internal/wallet"
)

// Migrations are the service's SQL migrations.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Store implements the stores of packages account, session, login, wallet, passkey, staff and signing.
type Store struct {
	pool   *pgxpool.Pool
	events account.Events
}

// New returns a store on a migrated database that publishes changes with events.
func New(pool *pgxpool.Pool, events account.Events) *Store { return &Store{pool, events} }

// queries returns the queries, in the transaction of ctx if there is one.
func (s *Store) queries(ctx context.Context) *db.Queries { return db.New(postgres.Conn(ctx, s.pool)) }

// notFound converts the error of a missing row.
func notFound(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return account.ErrNotFound
	}
	return err
}

func valid(id string) bool { return uuid.Validate(id) == nil }

func utc(t *time.Time) time.Time { return postgres.OrZero(t).UTC() }

// EnsureIdentity implements account.Store.
func (s *Store) EnsureIdentity(ctx context.Context, who account.Identity, now time.Time) (a account.Account, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		accountID, err := q.CreateIdentity(ctx, db.CreateIdentityParams{ID: id.New(), Issuer: who.Issuer, Subject: who.Subject, CreatedAt: now})
		if errors.Is(err, pgx.ErrNoRows) { // it exists
			accountID, err = q.AccountOfIdentity(ctx, db.AccountOfIdentityParams{Issuer: who.Issuer, Subject: who.Subject})
		}
		if err != nil {
			return err
		}
		a, err = s.updateAccount(ctx, accountID, now, func(a *account.Account) error {
			a.LoggedIn(who, now)
			return nil
		})
		return err
	})
	return a, err
}

// EnsureWallet implements account.Store.
func (s *Store) EnsureWallet(ctx context.Context, w account.Wallet) (a account.Account, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		// Two concurrent first logins with the same wallet must not create two accounts.
		if err := q.LockWallet(ctx, w.Address); err != nil {
			return err
		}
		linked, err := q.AccountOfWallet(ctx, w.Address)
		switch {
		case err == nil:
			_, err = s.proved(ctx, account.Wallet{Address: w.Address, Chain: linked.ChainID}, w)
		case errors.Is(err, pgx.ErrNoRows):
			linked.AccountID = id.New()
			if err := q.CreateWalletAccount(ctx, db.CreateWalletAccountParams{ID: linked.AccountID, CreatedAt: w.LinkedAt}); err != nil {
				return err
			}
			err = q.LinkWallet(ctx, db.LinkWalletParams{Address: w.Address, AccountID: linked.AccountID, LinkedAt: w.LinkedAt, ChainID: w.Chain})
		}
		if err != nil {
			return err
		}
		a, err = s.Account(ctx, linked.AccountID)
		return err
	})
	return a, err
}

// proved stores the result of another proof of a linked wallet.
func (s *Store) proved(ctx context.Context, known, again account.Wallet) (account.Wallet, error) {
	w, err := wallet.Proved(known, again)
	if err == nil && w.Chain != known.Chain {
		err = s.queries(ctx).UpdateWallet(ctx, db.UpdateWalletParams{Address: w.Address, ChainID: w.Chain})
	}
	return w, err
}

// Account implements account.Store.
func (s *Store) Account(ctx context.Context, accountID string) (account.Account, error) {
	return s.account(ctx, accountID, s.queries(ctx).ReadAccount)
}

func (s *Store) account(ctx context.Context, accountID string, read func(context.Context, string) (db.Account, error)) (account.Account, error) {
	if !valid(accountID) {
		return account.Account{}, account.ErrNotFound
	}
	row, err := read(ctx, accountID)
	if err != nil {
		return account.Account{}, notFound(err)
	}
	wallets, err := s.queries(ctx).Wallets(ctx, accountID)
	if err != nil {
		return account.Account{}, err
	}
	a := account.Account{
		ID: row.ID, Email: row.Email, EmailVerified: row.EmailVerified, Disabled: row.Disabled, Blocked: row.Blocked,
		CreatedAt: row.CreatedAt.UTC(), Version: row.Version,
		CredentialsChangedAt: utc(row.CredentialsChangedAt), PasswordChangedAt: utc(row.PasswordChangedAt),
		Methods: row.LoginMethods, MethodsAt: utc(row.LoginMethodsAt),
	}
	if row.Issuer != nil && row.Subject != nil {
		a.Issuer, a.Subject = *row.Issuer, *row.Subject
	}
	for _, w := range wallets {
		a.Wallets = append(a.Wallets, account.Wallet{Address: w.Address, Chain: w.ChainID, LinkedAt: w.LinkedAt.UTC()})
	}
	return a, nil
}

// AccountOfIdentity implements account.Store.
func (s *Store) AccountOfIdentity(ctx context.Context, issuer, subject string) (account.Account, error) {
	accountID, err := s.queries(ctx).AccountOfIdentity(ctx, db.AccountOfIdentityParams{Issuer: issuer, Subject: subject})
	if err != nil {
		return account.Account{}, notFound(err)
	}
	return s.Account(ctx, accountID)
}

// UpdateAccount implements account.Store.
func (s *Store) UpdateAccount(ctx context.Context, accountID string, now time.Time, change func(*account.Account) error) (a account.Account, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		a, err = s.updateAccount(ctx, accountID, now, change)
		return err
	})
	if err != nil {
		return account.Account{}, err
	}
	return a, nil
}

// updateAccount needs the transaction of ctx.
func (s *Store) updateAccount(ctx context.Context, accountID string, now time.Time, change func(*account.Account) error) (account.Account, error) {
	before, err := s.account(ctx, accountID, s.queries(ctx).LockAccount)
	if err != nil {
		return account.Account{}, err
	}
	a := before
	if err := change(&a); err != nil {
		return account.Account{}, err
	}
	return a, s.update(ctx, before, &a, now)
}

// update stores an account and publishes its changes, in the transaction of ctx.
func (s *Store) update(ctx context.Context, before account.Account, a *account.Account, now time.Time) error {
	events := a.Events(before, now)
	methods := a.Methods
	if methods == nil && !a.MethodsAt.IsZero() {
		methods = []string{} // the provider reported none, which isn't null
	}
	err := s.queries(ctx).UpdateAccount(ctx, db.UpdateAccountParams{
		ID: a.ID, Email: a.Email, EmailVerified: a.EmailVerified, Disabled: a.Disabled, Version: a.Version,
		CredentialsChangedAt: postgres.NullTime(a.CredentialsChangedAt), PasswordChangedAt: postgres.NullTime(a.PasswordChangedAt),
		LoginMethods: methods, LoginMethodsAt: postgres.NullTime(a.MethodsAt),
	})
	if err != nil {
		return err
	}
	return s.events.Publish(ctx, events...)
}

// LinkWallet implements wallet.Store.
func (s *Store) LinkWallet(ctx context.Context, accountID string, w account.Wallet, notify account.Notify) (linked account.Wallet, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		if err := q.LockWallet(ctx, w.Address); err != nil {
			return err
		}
		a, err := s.account(ctx, accountID, q.LockAccount)
		if err != nil {
			return err
		}
		for _, known := range a.Wallets {
			if known.Address == w.Address {
				linked, err = s.proved(ctx, known, w)
				return err
			}
		}
		linked = w
		if err := q.LinkWallet(ctx, db.LinkWalletParams{Address: w.Address, AccountID: accountID, LinkedAt: w.LinkedAt, ChainID: w.Chain}); err != nil {
			if postgres.IsUnique(err) {
				return wallet.ErrTaken
			}
			return err
		}
		before := a
		a.Wallets, a.CredentialsChangedAt = append(slices.Clone(a.Wallets), w), w.LinkedAt
		if err := s.update(ctx, before, &a, w.LinkedAt); err != nil {
			return err
		}
		return notify(ctx, a)
	})
	if err != nil {
		return account.Wallet{}, err
	}
	return linked, nil
}

// UnlinkWallet implements wallet.Store.
func (s *Store) UnlinkWallet(ctx context.Context, accountID, address string, now time.Time, notify account.Notify) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		a, err := s.account(ctx, accountID, q.LockAccount)
		if err != nil {
			return err
		}
		unlinked, err := q.UnlinkWallet(ctx, db.UnlinkWalletParams{Address: address, AccountID: accountID})
		switch {
		case err != nil:
			return err
		case unlinked == 0:
			return account.ErrNotFound
		}
		if err := wallet.MayUnlink(a); err != nil {
			return err
		}
		ended, err := q.EndSessionsOfWallet(ctx, db.EndSessionsOfWalletParams{AccountID: accountID, Wallet: address, Reason: account.EndedUnlinked, Now: now})
		if err != nil {
			return err
		}
		if err := s.publishEnded(ctx, accountID, ended, account.EndedUnlinked, now); err != nil {
			return err
		}
		before := a
		a.Wallets = slices.DeleteFunc(slices.Clone(a.Wallets), func(w account.Wallet) bool { return w.Address == address })
		a.CredentialsChangedAt = now
		if err := s.update(ctx, before, &a, now); err != nil {
			return err
		}
		return notify(ctx, a)
	})
}
