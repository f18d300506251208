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
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// Create implements chain.WithdrawalStore.
func (s *Store) Create(ctx context.Context, w chain.Withdrawal) error {
	err := s.queries(ctx).PutWithdrawal(ctx, db.PutWithdrawalParams{
		ID: w.ID, TokenID: w.TokenID, ChainID: w.ChainID, AccountID: w.AccountID, Email: w.Email, ToAddress: w.To, Status: w.Status, Reason: w.Reason,
		RequestedAt: w.RequestedAt, Title: w.Title, Artist: w.Artist, ToName: w.ToName,
		BatchID: nullText(w.BatchID), BatchPosition: nullPosition(w.BatchPosition), GiftID: nullText(w.GiftID), ApprovedAt: postgres.NullTime(w.ApprovedAt),
	})
	if postgres.IsUnique(err, "withdrawals_live") {
		return chain.ErrPending
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

// CreateBatch implements chain.BatchStore.
func (s *Store) CreateBatch(ctx context.Context, r chain.ApprovedRequest) (bool, error) {
	n, err := s.queries(ctx).PutBatch(ctx, db.PutBatchParams{
		ID: r.ID, AccountID: r.AccountID, ToAddress: r.To, RequestedAt: r.RequestedAt, ApprovedAt: postgres.NullTime(r.ApprovedAt),
	})
	return n > 0, err
}

// Members implements chain.BatchStore.
func (s *Store) Members(ctx context.Context, requestID string) ([]string, error) {
	if uuid.Validate(requestID) != nil {
		return nil, chain.ErrNotFound
	}
	return s.queries(ctx).BatchMembers(ctx, requestID)
}

// OfRequests implements chain.BatchStore.
func (s *Store) OfRequests(ctx context.Context, requestIDs []string) ([]chain.Withdrawal, error) {
	rows, err := s.queries(ctx).WithdrawalsOfRequests(ctx, requestIDs)
	return converted(rows, err, func(r db.WithdrawalsOfRequestsRow) chain.Withdrawal {
		w := withdrawal(r.Withdrawal)
		if !w.Status.Live() {
			w.EndedAt = r.ChangedAt.UTC()
		}
		return w
	})
}

// HasLive implements chain.BatchStore.
func (s *Store) HasLive(ctx context.Context, tokenID int64) (bool, error) {
	return s.queries(ctx).HasLiveWithdrawal(ctx, tokenID)
}

// Read implements chain.WithdrawalStore.
func (s *Store) Read(ctx context.Context, withdrawalID string) (chain.Withdrawal, error) {
	if uuid.Validate(withdrawalID) != nil {
		return chain.Withdrawal{}, chain.ErrNotFound
	}
	row, err := s.queries(ctx).ReadWithdrawal(ctx, withdrawalID)
	return withdrawal(row), found(err)
}

// LockWithdrawal implements chain.SignerStore.
func (s *Store) LockWithdrawal(ctx context.Context, withdrawalID string) (chain.Withdrawal, error) {
	if uuid.Validate(withdrawalID) != nil {
		return chain.Withdrawal{}, chain.ErrNotFound
	}
	row, err := s.queries(ctx).LockWithdrawal(ctx, withdrawalID)
	return withdrawal(row), found(err)
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
		return s.queries(ctx).UpdateWithdrawal(ctx, db.UpdateWithdrawalParams{
			ID: w.ID, Status: w.Status, Reason: w.Reason, ApprovedAt: postgres.NullTime(w.ApprovedAt), NotBefore: postgres.NullTime(w.NotBefore), TxHash: w.TxHash,
			Review: string(w.Review), ReviewWhy: string(w.ReviewWhy), ReviewedBy: w.ReviewedBy, ReviewedAt: postgres.NullTime(w.ReviewedAt), ReviewNote: w.ReviewNote,
		})
	})
}

// List implements chain.WithdrawalStore.
func (s *Store) List(ctx context.Context, accountID string) ([]chain.Withdrawal, error) {
	rows, err := s.queries(ctx).WithdrawalsOf(ctx, accountID)
	return converted(rows, err, withdrawal)
}

// Due implements chain.WithdrawalStore.
func (s *Store) Due(ctx context.Context, chainID uint32, now time.Time, limit int) ([]chain.Withdrawal, error) {
	rows, err := s.queries(ctx).DueWithdrawals(ctx, db.DueWithdrawalsParams{ChainID: chainID, Now: now, Limit: int32(limit)})
	return converted(rows, err, withdrawal)
}

// QueuedToday implements chain.WithdrawalStore.
func (s *Store) QueuedToday(ctx context.Context, chainID uint32, accountID string) (vault, account int, err error) {
	if err := s.queries(ctx).LockLimits(ctx, int64(chainID)); err != nil {
		return 0, 0, err
	}
	row, err := s.queries(ctx).QueuedToday(ctx, db.QueuedTodayParams{ChainID: chainID, AccountID: accountID})
	return int(row.Vault), int(row.Account), err
}

// InReview implements chain.WithdrawalStore.
func (s *Store) InReview(ctx context.Context) ([]chain.Withdrawal, error) {
	rows, err := s.queries(ctx).InReview(ctx)
	return converted(rows, err, withdrawal)
}

// Reviewed implements chain.WithdrawalStore.
func (s *Store) Reviewed(ctx context.Context) ([]chain.Withdrawal, error) {
	rows, err := s.queries(ctx).Reviewed(ctx)
	return converted(rows, err, withdrawal)
}

// CountInReview returns how many withdrawals wait for a member of staff.
func (s *Store) CountInReview(ctx context.Context) (int, error) {
	n, err := s.queries(ctx).CountInReview(ctx)
	return int(n), err
}

// UsedBefore implements chain.WithdrawalStore.
func (s *Store) UsedBefore(ctx context.Context, accountID, to string) (bool, error) {
	return s.queries(ctx).UsedBefore(ctx, db.UsedBeforeParams{AccountID: accountID, ToAddress: to})
}

// ChangedAt implements chain.Credentials.
func (s *Store) ChangedAt(ctx context.Context, accountID string) (time.Time, error) {
	at, err := s.queries(ctx).CredentialsChangedAt(ctx, accountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, nil
	}
	return at.UTC(), err
}

// NoteChange implements chain.Credentials.
func (s *Store) NoteChange(ctx context.Context, accountID string, at time.Time) error {
	return s.queries(ctx).NoteCredentialChange(ctx, db.NoteCredentialChangeParams{AccountID: accountID, ChangedAt: at})
}

// QueueTransfer implements chain.WithdrawalStore.
func (s *Store) QueueTransfer(ctx context.Context, w chain.Withdrawal, sender, contract string, data []byte) error {
	return s.queue(ctx, db.QueueTransactionParams{
		ChainID: w.ChainID, Sender: sender, Kind: chain.Transfers, Subject: w.ID, TokenID: w.TokenID, Contract: contract, Data: data,
	})
}

// CancelTransfer implements chain.WithdrawalStore.
func (s *Store) CancelTransfer(ctx context.Context, withdrawalID string) error {
	ended, err := s.queries(ctx).CancelTransfer(ctx, withdrawalID)
	return changed(ended, err, chain.ErrSent)
}

// Report implements chain.BatchStore.
func (s *Store) Report(ctx context.Context) (map[string]chain.BatchReport, error) {
	rows, err := s.queries(ctx).ReportWithdrawals(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b db.ReportWithdrawalsRow) int {
		return cmp.Compare(*a.Withdrawal.BatchPosition, *b.Withdrawal.BatchPosition)
	})
	out := map[string]chain.BatchReport{}
	for _, row := range rows {
		w := withdrawal(row.Withdrawal)
		r := out[w.BatchID]
		r.Withdrawals, r.Size = append(r.Withdrawals, w), int(row.Size)
		out[w.BatchID] = r
	}
	return out, nil
}

func withdrawal(r db.Withdrawal) chain.Withdrawal {
	w := chain.Withdrawal{
		ID: r.ID, TokenID: r.TokenID, ChainID: r.ChainID, AccountID: r.AccountID, Email: r.Email, To: r.ToAddress, ToName: r.ToName, Status: r.Status,
		Reason: r.Reason, RequestedAt: r.RequestedAt, ApprovedAt: postgres.OrZero(r.ApprovedAt),
		NotBefore: postgres.OrZero(r.NotBefore), TxHash: r.TxHash, Title: r.Title, Artist: r.Artist,
		Review: chain.ReviewState(r.Review), ReviewWhy: chain.ReviewWhy(r.ReviewWhy), ReviewedBy: r.ReviewedBy, ReviewedAt: postgres.OrZero(r.ReviewedAt), ReviewNote: r.ReviewNote,
	}
	if r.BatchID != nil && r.BatchPosition != nil {
		w.BatchID, w.BatchPosition = *r.BatchID, int(*r.BatchPosition)
	}
	if r.GiftID != nil {
		w.GiftID = *r.GiftID
	}
	return w
}
