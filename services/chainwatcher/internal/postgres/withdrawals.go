package postgres

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// Create implements custody.WithdrawalStore.
func (s *Store) Create(ctx context.Context, w custody.Withdrawal) error {
	err := s.queries(ctx).PutWithdrawal(ctx, db.PutWithdrawalParams{
		ID: w.ID, TokenID: w.TokenID, ChainID: w.ChainID, AccountID: w.AccountID, Email: w.Email, ToAddress: w.To, Status: w.Status, Reason: w.Reason,
		RequestedAt: w.RequestedAt, Title: w.Title, Artist: w.Artist, ToName: w.ToName,
		BatchID: nullText(w.BatchID), BatchPosition: nullPosition(w.BatchPosition), GiftID: nullText(w.GiftID), ApprovedAt: postgres.NullTime(w.ApprovedAt),
	})
	if postgres.IsUnique(err, "withdrawals_live") {
		return custody.ErrPending
	}
	return err
}

func nullPosition(n int) *int32 {
	if n == 0 {
		return nil
	}
	p := int32(n)
	return &p
}

// CreateBatch implements custody.RequestStore.
func (s *Store) CreateBatch(ctx context.Context, r custody.ApprovedRequest) (bool, error) {
	n, err := s.queries(ctx).PutBatch(ctx, db.PutBatchParams{
		ID: r.ID, AccountID: r.AccountID, ToAddress: r.To, RequestedAt: r.RequestedAt, ApprovedAt: postgres.NullTime(r.ApprovedAt),
	})
	return n > 0, err
}

// Members implements custody.RequestStore.
func (s *Store) Members(ctx context.Context, requestID string) ([]string, error) {
	if uuid.Validate(requestID) != nil {
		return nil, chain.ErrNotFound
	}
	return s.queries(ctx).BatchMembers(ctx, requestID)
}

// HasLive implements custody.RequestStore.
func (s *Store) HasLive(ctx context.Context, tokenID int64) (bool, error) {
	return s.queries(ctx).HasLiveWithdrawal(ctx, tokenID)
}

// Read implements custody.WithdrawalStore.
func (s *Store) Read(ctx context.Context, withdrawalID string) (custody.Withdrawal, error) {
	if uuid.Validate(withdrawalID) != nil {
		return custody.Withdrawal{}, chain.ErrNotFound
	}
	row, err := s.queries(ctx).ReadWithdrawal(ctx, withdrawalID)
	return withdrawal(row), found(err)
}

// LockWithdrawal implements signing.Store.
func (s *Store) LockWithdrawal(ctx context.Context, withdrawalID string) (custody.Withdrawal, error) {
	if uuid.Validate(withdrawalID) != nil {
		return custody.Withdrawal{}, chain.ErrNotFound
	}
	row, err := s.queries(ctx).LockWithdrawal(ctx, withdrawalID)
	return withdrawal(row), found(err)
}

// Update implements custody.WithdrawalStore.
func (s *Store) Update(ctx context.Context, withdrawalID string, fn func(ctx context.Context, w *custody.Withdrawal) error) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		w, err := s.LockWithdrawal(ctx, withdrawalID)
		if err != nil {
			return err
		}
		if err := fn(ctx, &w); err != nil {
			return err
		}
		return s.queries(ctx).UpdateWithdrawal(ctx, db.UpdateWithdrawalParams{
			ID: w.ID, Status: w.Status, Reason: w.Reason, ApprovedAt: postgres.NullTime(w.ApprovedAt), NotBefore: postgres.NullTime(w.NotBefore), TxHash: w.TxHash,
			Review: string(w.Review), ReviewWhy: string(w.ReviewWhy), ReviewedBy: w.ReviewedBy, ReviewedAt: postgres.NullTime(w.ReviewedAt), ReviewNote: w.ReviewNote,
		})
	})
}

// Due implements custody.WithdrawalStore.
func (s *Store) Due(ctx context.Context, chainID uint32, now time.Time, limit int) ([]custody.Withdrawal, error) {
	rows, err := s.queries(ctx).DueWithdrawals(ctx, db.DueWithdrawalsParams{ChainID: chainID, Now: now, Limit: int32(limit)})
	return converted(rows, err, withdrawal)
}

// QueuedToday implements custody.WithdrawalStore.
func (s *Store) QueuedToday(ctx context.Context, chainID uint32, accountID string) (vault, account int, err error) {
	if err := s.queries(ctx).LockLimits(ctx, int64(chainID)); err != nil {
		return 0, 0, err
	}
	row, err := s.queries(ctx).QueuedToday(ctx, db.QueuedTodayParams{ChainID: chainID, AccountID: accountID})
	return int(row.Vault), int(row.Account), err
}

// CountInReview returns how many withdrawals wait for a member of staff.
func (s *Store) CountInReview(ctx context.Context) (int, error) {
	n, err := s.queries(ctx).CountInReview(ctx)
	return int(n), err
}

// UsedBefore implements custody.WithdrawalStore.
func (s *Store) UsedBefore(ctx context.Context, accountID, to string) (bool, error) {
	return s.queries(ctx).UsedBefore(ctx, db.UsedBeforeParams{AccountID: accountID, ToAddress: to})
}

// ChangedAt implements custody.WaitStore.
func (s *Store) ChangedAt(ctx context.Context, accountID string) (time.Time, error) {
	at, err := s.queries(ctx).CredentialsChangedAt(ctx, accountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, nil
	}
	return at.UTC(), err
}

// NoteChange implements custody.WaitStore.
func (s *Store) NoteChange(ctx context.Context, accountID string, at time.Time) error {
	return s.queries(ctx).NoteCredentialChange(ctx, db.NoteCredentialChangeParams{AccountID: accountID, ChangedAt: at})
}

// QueueTransfer implements custody.WithdrawalStore.
func (s *Store) QueueTransfer(ctx context.Context, w custody.Withdrawal, sender string, call chain.Call) error {
	return s.queue(ctx, db.QueueTransactionParams{
		ChainID: w.ChainID, Sender: sender, Kind: signing.Transfers, Subject: w.ID, TokenID: w.TokenID, Contract: call.Contract, Data: call.Data,
	})
}

// CancelTransfer implements custody.WithdrawalStore.
func (s *Store) CancelTransfer(ctx context.Context, withdrawalID string) error {
	ended, err := s.queries(ctx).CancelTransfer(ctx, withdrawalID)
	return changed(ended, err, custody.ErrSent)
}

// Report implements custody.RequestStore.
func (s *Store) Report(ctx context.Context) (map[string]custody.BatchReport, error) {
	rows, err := s.queries(ctx).ReportWithdrawals(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b db.ReportWithdrawalsRow) int {
		return cmp.Compare(*a.Withdrawal.BatchPosition, *b.Withdrawal.BatchPosition)
	})
	out := map[string]custody.BatchReport{}
	for _, row := range rows {
		w := withdrawal(row.Withdrawal)
		r := out[w.BatchID]
		r.Withdrawals, r.Size = append(r.Withdrawals, w), int(row.Size)
		out[w.BatchID] = r
	}
	return out, nil
}

func withdrawal(r db.Withdrawal) custody.Withdrawal {
	w := custody.Withdrawal{
		ID: r.ID, TokenID: r.TokenID, ChainID: r.ChainID, AccountID: r.AccountID, Email: r.Email, To: r.ToAddress, ToName: r.ToName, Status: r.Status,
		Reason: r.Reason, RequestedAt: r.RequestedAt, ApprovedAt: postgres.OrZero(r.ApprovedAt),
		NotBefore: postgres.OrZero(r.NotBefore), TxHash: r.TxHash, Title: r.Title, Artist: r.Artist,
		Review: custody.ReviewState(r.Review), ReviewWhy: custody.ReviewWhy(r.ReviewWhy), ReviewedBy: r.ReviewedBy, ReviewedAt: postgres.OrZero(r.ReviewedAt), ReviewNote: r.ReviewNote,
	}
	if r.BatchID != nil && r.BatchPosition != nil {
		w.BatchID, w.BatchPosition = *r.BatchID, int(*r.BatchPosition)
	}
	if r.GiftID != nil {
		w.GiftID = *r.GiftID
	}
	return w
}
