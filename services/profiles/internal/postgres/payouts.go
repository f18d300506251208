package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// Payouts implements payout.Store, payout.Records and payout.Alerts.
type Payouts struct{ pool *pgxpool.Pool }

// NewPayouts uses a migrated database.
func NewPayouts(pool *pgxpool.Pool) *Payouts { return &Payouts{pool} }

// Change implements payout.Store.
func (s *Payouts) Change(ctx context.Context, artistID int64, work func(*payout.Book) error, then func(context.Context, *payout.Book) error) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, s.pool)
		b := &payout.Book{Wallet: payout.Wallet{ArtistID: artistID}}
		if _, err := q.Exec(ctx, ensureWalletSQL, artistID); err != nil {
			return err
		}
		if err := q.QueryRow(ctx, lockWalletSQL, artistID).Scan(&b.Wallet.Address, &b.Wallet.Frozen, &b.Wallet.Version); err != nil {
			return err
		}
		rows, err := q.Query(ctx, openUpdatesSQL, artistID)
		if err != nil {
			return err
		}
		open, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (payout.Update, error) { return scanUpdate(row) })
		if err != nil {
			return err
		}
		for i := range open {
			b.Updates = append(b.Updates, &open[i])
		}
		before := b.Wallet
		if err := work(b); err != nil {
			return err
		}
		for _, step := range b.Steps {
			if err := s.step(ctx, q, step); err != nil {
				return err
			}
		}
		if b.Wallet != before {
			if _, err := q.Exec(ctx, updateWalletSQL, artistID, b.Wallet.Address, b.Wallet.Frozen, b.Wallet.Version); err != nil {
				return err
			}
		}
		return then(ctx, b)
	})
}

func (s *Payouts) step(ctx context.Context, q postgres.Querier, step payout.Step) error {
	u := step.Update
	if step.From == "" {
		_, err := q.Exec(ctx, createUpdateSQL, u.ID, u.AccountID, u.ArtistID, u.ArtistName, u.Email, u.Address, u.Previous, step.To, u.RequestedAt, u.Name)
		return err
	}
	tag, err := q.Exec(ctx, moveUpdateSQL, u.ID, step.From, step.To, postgres.NullTime(u.NotBefore))
	switch {
	case postgres.IsCheck(err, "payout_transition"):
		return fmt.Errorf("%w: %w", payout.ErrState, err)
	case err == nil && tag.RowsAffected() == 0:
		return payout.ErrState
	}
	return err
}

// Update implements payout.Store.
func (s *Payouts) Update(ctx context.Context, updateID string) (payout.Update, error) {
	if uuid.Validate(updateID) != nil {
		return payout.Update{}, payout.ErrNotFound
	}
	return scanUpdate(postgres.Conn(ctx, s.pool).QueryRow(ctx, updateSQL, updateID))
}

// OwnerApproved implements payout.Store.
func (s *Payouts) OwnerApproved(ctx context.Context, updateID string, at time.Time) error {
	if uuid.Validate(updateID) != nil {
		return payout.ErrNotFound
	}
	_, err := postgres.Conn(ctx, s.pool).Exec(ctx, putOwnerApprovedSQL, updateID, at)
	return err
}

// ByAccount implements payout.Records. It returns the newest hundred.
func (s *Payouts) ByAccount(ctx context.Context, accountID string) ([]payout.Update, error) {
	if uuid.Validate(accountID) != nil {
		return nil, nil //nolint:nilerr // what is no account's id has no changes
	}
	return s.updates(ctx, updatesByAccountSQL, accountID)
}

// ByArtist implements payout.Records. It returns the newest hundred.
func (s *Payouts) ByArtist(ctx context.Context, artistID int64) ([]payout.Update, error) {
	return s.updates(ctx, updatesByArtistSQL, artistID)
}

func (s *Payouts) updates(ctx context.Context, sql string, arg any) ([]payout.Update, error) {
	rows, err := postgres.Conn(ctx, s.pool).Query(ctx, sql, arg)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (payout.Update, error) { return scanUpdate(row) })
}

// Wallets implements payout.Records.
func (s *Payouts) Wallets(ctx context.Context, artistID int64) ([]string, error) {
	rows, err := postgres.Conn(ctx, s.pool).Query(ctx, walletsSQL, artistID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Wallet implements payout.Store.
func (s *Payouts) Wallet(ctx context.Context, artistID int64) (payout.Wallet, error) {
	w := payout.Wallet{ArtistID: artistID}
	err := postgres.Conn(ctx, s.pool).QueryRow(ctx, walletSQL, artistID).Scan(&w.Address, &w.Frozen, &w.Version)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return w, err
}

// Due implements payout.Store.
func (s *Payouts) Due(ctx context.Context, now time.Time) ([]payout.Update, error) {
	return s.updates(ctx, dueUpdatesSQL, now)
}

// PutAlert implements payout.Alerts.
func (s *Payouts) PutAlert(ctx context.Context, hash []byte, updateID string, expiresAt time.Time) error {
	_, err := postgres.Conn(ctx, s.pool).Exec(ctx, putAlertSQL, hash, updateID, expiresAt)
	return err
}

// Alert implements payout.Alerts.
func (s *Payouts) Alert(ctx context.Context, hash []byte) (payout.Alert, error) {
	var a payout.Alert
	u, err := scanUpdate(postgres.Conn(ctx, s.pool).QueryRow(ctx, alertedUpdateSQL, hash), &a.ExpiresAt)
	a.Update, a.ExpiresAt = u, a.ExpiresAt.UTC()
	return a, err
}

// scanUpdate reads an update, and further columns that follow it.
func scanUpdate(row pgx.Row, more ...any) (u payout.Update, err error) {
	var notBefore, approved *time.Time
	err = row.Scan(append([]any{
		&u.ID, &u.AccountID, &u.ArtistID, &u.ArtistName, &u.Email, &u.Address, &u.Previous, &u.Status, &u.RequestedAt, &notBefore, &approved, &u.Name,
	}, more...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return u, payout.ErrNotFound
	}
	u.RequestedAt = u.RequestedAt.UTC()
	if notBefore != nil {
		u.NotBefore = notBefore.UTC()
	}
	if approved != nil {
		u.OwnerApprovedAt = approved.UTC()
	}
	return u, err
}
