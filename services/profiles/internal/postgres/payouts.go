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
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// Payouts implements payout.Store.
type Payouts struct{ pool *pgxpool.Pool }

// NewPayouts returns a store on a migrated database.
func NewPayouts(pool *pgxpool.Pool) *Payouts { return &Payouts{pool} }

// Change implements payout.Store.
func (s *Payouts) Change(ctx context.Context, artistID int64, work func(*payout.ArtistWallet) error, then func(context.Context, *payout.ArtistWallet) error) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		if err := q.EnsureWallet(ctx, artistID); err != nil {
			return err
		}
		wallet, err := q.LockWallet(ctx, artistID)
		if err != nil {
			return err
		}
		open, err := updates(q.OpenUpdates(ctx, artistID))
		if err != nil {
			return err
		}
		b := &payout.ArtistWallet{Wallet: payout.Wallet(wallet)}
		for i := range open {
			b.Updates = append(b.Updates, &open[i])
		}
		before := b.Wallet
		if err := work(b); err != nil {
			return err
		}
		for _, step := range b.Transitions {
			if err := store(ctx, q, step); err != nil {
				return err
			}
		}
		if b.Wallet != before {
			if err := q.UpdateWallet(ctx, db.UpdateWalletParams{
				ArtistID: artistID, Address: b.Wallet.Address, Frozen: b.Wallet.Frozen, Version: b.Wallet.Version,
			}); err != nil {
				return err
			}
		}
		return then(ctx, b)
	})
}

// store writes one step of a change.
func store(ctx context.Context, q *db.Queries, step payout.Transition) error {
	u := step.Update
	if step.From == "" {
		err := q.CreateUpdate(ctx, db.CreateUpdateParams{
			ID: u.ID, AccountID: u.AccountID, ArtistID: u.ArtistID, ArtistName: u.ArtistName, Email: u.Email, Address: u.Address,
			PreviousAddress: u.Previous, Status: step.To, RequestedAt: u.RequestedAt, Name: u.Name,
		})
		if postgres.IsUnique(err, "payout_wallet_of_one_artist") {
			return fmt.Errorf("%w: %w", payout.ErrOtherArtist, err)
		}
		return err
	}
	if step.To == payout.Approved {
		// The trigger would end the transaction, in which the change is rejected instead.
		if err := q.LockPayoutWallet(ctx, u.Address); err != nil {
			return err
		}
		if taken, err := q.IsWalletOfAnother(ctx, db.IsWalletOfAnotherParams{Address: u.Address, ArtistID: u.ArtistID}); err != nil {
			return err
		} else if taken {
			return payout.ErrOtherArtist
		}
	}
	moved, err := q.MoveUpdate(ctx, db.MoveUpdateParams{ID: u.ID, FromStatus: step.From, ToStatus: step.To, NotBefore: postgres.NullTime(u.NotBefore)})
	switch {
	case postgres.IsCheck(err, "payout_transition"):
		return fmt.Errorf("%w: %w", payout.ErrState, err)
	case err == nil && moved == 0:
		return payout.ErrState
	}
	return err
}

// Update implements payout.Store.
func (s *Payouts) Update(ctx context.Context, updateID string) (payout.Update, error) {
	if uuid.Validate(updateID) != nil {
		return payout.Update{}, payout.ErrNotFound
	}
	row, err := queries(ctx, s.pool).ReadUpdate(ctx, updateID)
	if errors.Is(err, pgx.ErrNoRows) {
		return payout.Update{}, payout.ErrNotFound
	}
	return update(row), err
}

// OwnerApproved implements payout.Store.
func (s *Payouts) OwnerApproved(ctx context.Context, updateID string, at time.Time) error {
	if uuid.Validate(updateID) != nil {
		return payout.ErrNotFound
	}
	return queries(ctx, s.pool).SetOwnerApproved(ctx, db.SetOwnerApprovedParams{ID: updateID, At: at})
}

// Due implements payout.Store.
func (s *Payouts) Due(ctx context.Context, now time.Time) ([]payout.Update, error) {
	return updates(queries(ctx, s.pool).DueUpdates(ctx, now))
}

// PutAlert implements payout.Store.
func (s *Payouts) PutAlert(ctx context.Context, hash []byte, updateID string, expiresAt time.Time) error {
	return queries(ctx, s.pool).CreateAlert(ctx, db.CreateAlertParams{Hash: hash, UpdateID: updateID, ExpiresAt: expiresAt})
}

// Alert implements payout.Store.
func (s *Payouts) Alert(ctx context.Context, hash []byte) (payout.Alert, error) {
	row, err := queries(ctx, s.pool).ReadAlert(ctx, hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return payout.Alert{}, payout.ErrNotFound
	}
	return payout.Alert{Update: update(row.PayoutUpdate), ExpiresAt: row.ExpiresAt.UTC()}, err
}

// updates converts the result of a query.
func updates(rows []db.PayoutUpdate, err error) ([]payout.Update, error) {
	out := make([]payout.Update, len(rows))
	for i, row := range rows {
		out[i] = update(row)
	}
	return out, err
}

func update(row db.PayoutUpdate) payout.Update {
	return payout.Update{
		ID: row.ID, AccountID: row.AccountID, ArtistID: row.ArtistID, ArtistName: row.ArtistName, Email: row.Email, Address: row.Address,
		Previous: row.PreviousAddress, Name: row.Name, Status: row.Status, RequestedAt: row.RequestedAt.UTC(),
		NotBefore: postgres.OrZero(row.NotBefore).UTC(), OwnerApprovedAt: postgres.OrZero(row.OwnerApprovedAt).UTC(),
	}
}
