// Package postgres keeps accounts, sessions, tickets and signing keys.
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
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Migrations are the service's.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Store implements the stores of package session.
type Store struct {
	pool   *pgxpool.Pool
	events session.Events
}

// New uses a migrated database, and publishes what changes.
func New(pool *pgxpool.Pool, events session.Events) *Store { return &Store{pool, events} }

func (s *Store) conn(ctx context.Context) postgres.Querier { return postgres.Conn(ctx, s.pool) }

// notFound turns the absence of a row into the core's error.
func notFound(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return session.ErrNotFound
	}
	return err
}

func valid(ids ...string) bool {
	for _, i := range ids {
		if uuid.Validate(i) != nil {
			return false
		}
	}
	return true
}

func utc(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}

// EnsureIdentity implements session.Accounts.
func (s *Store) EnsureIdentity(ctx context.Context, who session.Identity, now time.Time) (a session.Account, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		var accountID string
		err := s.conn(ctx).QueryRow(ctx, createIdentitySQL, id.New(), who.Issuer, who.Subject, now).Scan(&accountID)
		if errors.Is(err, pgx.ErrNoRows) { // it exists
			err = s.conn(ctx).QueryRow(ctx, accountOfIdentitySQL, who.Issuer, who.Subject).Scan(&accountID)
		}
		if err != nil {
			return err
		}
		a, err = s.updateAccount(ctx, accountID, now, func(a *session.Account) error {
			if a.Email != "" && a.Email != who.Email {
				a.CredentialsChangedAt = now
			}
			a.Email, a.EmailVerified = who.Email, who.EmailVerified
			return nil
		})
		return err
	})
	return a, err
}

// EnsureWallet implements session.Accounts.
func (s *Store) EnsureWallet(ctx context.Context, w session.Wallet) (a session.Account, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.conn(ctx)
		// Two first sign-ins of one wallet at once must not make two accounts.
		if _, err := q.Exec(ctx, lockWalletSQL, w.Address); err != nil {
			return err
		}
		var accountID string
		known := session.Wallet{Address: w.Address}
		err := q.QueryRow(ctx, accountOfWalletSQL, w.Address).Scan(&accountID, &known.Chain)
		switch {
		case err == nil:
			_, err = s.proved(ctx, known, w)
		case errors.Is(err, pgx.ErrNoRows):
			accountID = id.New()
			if _, err := q.Exec(ctx, createWalletAccountSQL, accountID, w.LinkedAt); err != nil {
				return err
			}
			_, err = q.Exec(ctx, linkWalletSQL, w.Address, accountID, w.LinkedAt, w.Chain)
		}
		if err != nil {
			return err
		}
		a, err = s.Account(ctx, accountID)
		return err
	})
	return a, err
}

// proved keeps what another proof of a linked wallet tells.
func (s *Store) proved(ctx context.Context, known, again session.Wallet) (session.Wallet, error) {
	w, err := known.Proved(again)
	if err == nil && w.Chain != known.Chain {
		_, err = s.conn(ctx).Exec(ctx, updateWalletSQL, w.Address, w.Chain)
	}
	return w, err
}

// Account implements session.Accounts.
func (s *Store) Account(ctx context.Context, accountID string) (session.Account, error) {
	return s.account(ctx, accountSQL, accountID)
}

func (s *Store) account(ctx context.Context, query, accountID string) (session.Account, error) {
	if !valid(accountID) {
		return session.Account{}, session.ErrNotFound
	}
	var a session.Account
	var changed, password *time.Time
	err := s.conn(ctx).QueryRow(ctx, query, accountID).Scan(&a.ID, &a.Issuer, &a.Subject, &a.Email, &a.EmailVerified, &changed, &password, &a.Disabled, &a.CreatedAt, &a.Version)
	if err != nil {
		return session.Account{}, notFound(err)
	}
	a.CredentialsChangedAt, a.PasswordChangedAt, a.CreatedAt = utc(changed), utc(password), a.CreatedAt.UTC()
	rows, err := s.conn(ctx).Query(ctx, walletsSQL, accountID)
	if err != nil {
		return session.Account{}, err
	}
	a.Wallets, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (w session.Wallet, err error) {
		err = row.Scan(&w.Address, &w.Chain, &w.LinkedAt)
		w.LinkedAt = w.LinkedAt.UTC()
		return w, err
	})
	return a, err
}

// AccountOfIdentity implements session.Accounts.
func (s *Store) AccountOfIdentity(ctx context.Context, issuer, subject string) (session.Account, error) {
	var accountID string
	if err := s.conn(ctx).QueryRow(ctx, accountOfIdentitySQL, issuer, subject).Scan(&accountID); err != nil {
		return session.Account{}, notFound(err)
	}
	return s.Account(ctx, accountID)
}

// UpdateAccount implements session.Accounts.
func (s *Store) UpdateAccount(ctx context.Context, accountID string, now time.Time, change func(*session.Account) error) (a session.Account, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		a, err = s.updateAccount(ctx, accountID, now, change)
		return err
	})
	if err != nil {
		return session.Account{}, err
	}
	return a, nil
}

// updateAccount needs the transaction of ctx.
func (s *Store) updateAccount(ctx context.Context, accountID string, now time.Time, change func(*session.Account) error) (session.Account, error) {
	before, err := s.account(ctx, lockAccountSQL, accountID)
	if err != nil {
		return session.Account{}, err
	}
	a := before
	if err := change(&a); err != nil {
		return session.Account{}, err
	}
	return a, s.update(ctx, before, &a, now)
}

// update stores an account and publishes what changed, in the transaction of ctx.
func (s *Store) update(ctx context.Context, before session.Account, a *session.Account, now time.Time) error {
	events := a.Events(before, now)
	_, err := s.conn(ctx).Exec(ctx, updateAccountSQL, a.ID, a.Email, a.EmailVerified, a.Disabled,
		postgres.NullTime(a.CredentialsChangedAt), postgres.NullTime(a.PasswordChangedAt), a.Version)
	if err != nil {
		return err
	}
	return s.events.Publish(ctx, events...)
}

// LinkWallet implements session.Wallets.
func (s *Store) LinkWallet(ctx context.Context, accountID string, w session.Wallet, tell session.Tell) (linked session.Wallet, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.conn(ctx)
		if _, err := q.Exec(ctx, lockWalletSQL, w.Address); err != nil {
			return err
		}
		a, err := s.account(ctx, lockAccountSQL, accountID)
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
		if _, err := q.Exec(ctx, linkWalletSQL, w.Address, accountID, w.LinkedAt, w.Chain); err != nil {
			if postgres.IsUnique(err) {
				return session.ErrWalletTaken
			}
			return err
		}
		before := a
		a.Wallets, a.CredentialsChangedAt = append(slices.Clone(a.Wallets), w), w.LinkedAt
		if err := s.update(ctx, before, &a, w.LinkedAt); err != nil {
			return err
		}
		return tell(ctx, a)
	})
	if err != nil {
		return session.Wallet{}, err
	}
	return linked, nil
}

// UnlinkWallet implements session.Wallets.
func (s *Store) UnlinkWallet(ctx context.Context, accountID, address string, now time.Time, tell session.Tell) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.conn(ctx)
		a, err := s.account(ctx, lockAccountSQL, accountID)
		if err != nil {
			return err
		}
		tag, err := q.Exec(ctx, unlinkWalletSQL, address, accountID)
		switch {
		case err != nil:
			return err
		case tag.RowsAffected() == 0:
			return session.ErrNotFound
		case !a.HasIdentity() && len(a.Wallets) == 1:
			return session.ErrLastWay
		}
		if err := s.end(ctx, session.EndedUnlinked, now, endSessionsOfWalletSQL, accountID, address, session.EndedUnlinked, now); err != nil {
			return err
		}
		before := a
		a.Wallets = slices.DeleteFunc(slices.Clone(a.Wallets), func(w session.Wallet) bool { return w.Address == address })
		a.CredentialsChangedAt = now
		if err := s.update(ctx, before, &a, now); err != nil {
			return err
		}
		return tell(ctx, a)
	})
}
