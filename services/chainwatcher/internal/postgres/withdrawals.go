package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Create implements chain.WithdrawalStore.
func (s *Store) Create(ctx context.Context, w chain.Withdrawal) error {
	_, err := s.exec(ctx, putWithdrawalSQL, w.ID, w.TokenID, int64(w.ChainID), w.AccountID, w.Email, w.To, w.Status, w.RequestKey, w.RequestedAt,
		w.Title, w.Artist, w.ToName)
	if postgres.IsUnique(err, "withdrawals_live", "withdrawals_key") {
		return chain.ErrPending
	}
	return err
}

// ByKey implements chain.WithdrawalStore.
func (s *Store) ByKey(ctx context.Context, accountID, key string) (chain.Withdrawal, error) {
	w, err := scanWithdrawal(s.row(ctx, withdrawalByKeySQL, accountID, key))
	return w, found(err)
}

// Read implements chain.WithdrawalStore.
func (s *Store) Read(ctx context.Context, withdrawalID string) (chain.Withdrawal, error) {
	if uuid.Validate(withdrawalID) != nil {
		return chain.Withdrawal{}, chain.ErrNotFound
	}
	w, err := scanWithdrawal(s.row(ctx, withdrawalSQL, withdrawalID))
	return w, found(err)
}

// LockWithdrawal implements chain.SignerStore.
func (s *Store) LockWithdrawal(ctx context.Context, withdrawalID string) (chain.Withdrawal, error) {
	if uuid.Validate(withdrawalID) != nil {
		return chain.Withdrawal{}, chain.ErrNotFound
	}
	w, err := scanWithdrawal(s.row(ctx, lockWithdrawalSQL, withdrawalID))
	return w, found(err)
}

// Update implements chain.WithdrawalStore.
func (s *Store) Update(ctx context.Context, withdrawalID string, fn func(ctx context.Context, w *chain.Withdrawal) error) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		w, err := s.LockWithdrawal(ctx, withdrawalID)
		if err != nil {
			return err
		}
		if err := fn(ctx, &w); err != nil {
			return err
		}
		_, err = s.exec(ctx, updateWithdrawalSQL, w.ID, w.Status, w.Reason, postgres.NullTime(w.ApprovedAt), postgres.NullTime(w.NotBefore), w.TxHash)
		return err
	})
}

// List implements chain.WithdrawalStore.
func (s *Store) List(ctx context.Context, accountID string) ([]chain.Withdrawal, error) {
	return collect(ctx, s, scanWithdrawal, withdrawalsOfSQL, accountID)
}

// Due implements chain.WithdrawalStore.
func (s *Store) Due(ctx context.Context, chainID uint32, now time.Time, limit int) ([]chain.Withdrawal, error) {
	return collect(ctx, s, scanWithdrawal, dueWithdrawalsSQL, int64(chainID), now, limit)
}

// UsedBefore implements chain.WithdrawalStore.
func (s *Store) UsedBefore(ctx context.Context, accountID, to string) (used bool, err error) {
	return used, s.row(ctx, usedBeforeSQL, accountID, to).Scan(&used)
}

// ChangedAt implements chain.Credentials.
func (s *Store) ChangedAt(ctx context.Context, accountID string) (at time.Time, err error) {
	err = s.row(ctx, credentialsChangedAtSQL, accountID).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, nil
	}
	return at.UTC(), err
}

// NoteChange implements chain.Credentials.
func (s *Store) NoteChange(ctx context.Context, accountID string, at time.Time) error {
	_, err := s.exec(ctx, noteCredentialChangeSQL, accountID, at)
	return err
}

// QueueTransfer implements chain.WithdrawalStore.
func (s *Store) QueueTransfer(ctx context.Context, w chain.Withdrawal, sender, contract string, data []byte) error {
	_, err := s.exec(ctx, queueTransactionSQL, id.New(), int64(w.ChainID), sender, chain.Transfers, w.ID, w.TokenID, contract, data)
	return err
}

// TakeBackTransfer implements chain.WithdrawalStore.
func (s *Store) TakeBackTransfer(ctx context.Context, withdrawalID string) error {
	ended, err := s.exec(ctx, takeBackTransferSQL, withdrawalID)
	if err == nil && ended == 0 {
		err = chain.ErrSent
	}
	return err
}

func scanWithdrawal(r pgx.Row) (chain.Withdrawal, error) {
	var w chain.Withdrawal
	var approved, notBefore *time.Time
	err := r.Scan(&w.ID, &w.TokenID, &w.ChainID, &w.AccountID, &w.Email, &w.To, &w.Status, &w.Reason, &w.RequestKey, &w.RequestedAt, &approved,
		&notBefore, &w.TxHash, &w.Title, &w.Artist, &w.ToName)
	w.ApprovedAt, w.NotBefore = orZero(approved), orZero(notBefore)
	return w, err
}
