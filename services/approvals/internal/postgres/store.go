// Package postgres stores requests. The database itself rejects a second decision and a changed subject.
package postgres

import (
	"context"
	"embed"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres/db"
)

// Migrations are the service's SQL migrations.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Store implements approval.Store.
type Store struct{ pool *pgxpool.Pool }

// New returns a store.
func New(pool *pgxpool.Pool) *Store { return &Store{pool} }

// queries returns the queries, in the transaction of ctx if there is one.
func (s *Store) queries(ctx context.Context) *db.Queries { return db.New(postgres.Conn(ctx, s.pool)) }

// Create implements approval.Store.
func (s *Store) Create(ctx context.Context, r *approval.Request) (created bool, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		rows, err := q.InsertRequest(ctx, db.InsertRequestParams{
			ID: r.ID, Kind: r.Kind, SubjectID: r.SubjectID, AccountID: r.AccountID, Email: r.Email, Wallets: append([]string{}, r.Wallets...),
			ChainID: r.ChainID, Summary: r.Summary, Lines: append([]approval.Line{}, r.Lines...), Digest: r.Digest, Status: r.Status,
			CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt, Work: r.Subject, ToAddress: r.To.Address, ToName: r.To.Name,
		})
		if created = err == nil && rows > 0; !created {
			return err
		}
		for i, l := range r.Links {
			if err := q.InsertLink(ctx, db.InsertLinkParams{
				RequestID: r.ID, Position: int32(i), SecretHash: l.Hash, Asks: l.Role, Email: l.Email, Status: l.Status,
			}); err != nil {
				return err
			}
		}
		for i, w := range r.Works {
			if err := q.InsertWithdrawal(ctx, db.InsertWithdrawalParams{ID: w.ID, RequestID: r.ID, Position: int32(i + 1), TokenID: w.TokenID}); err != nil {
				return err
			}
		}
		return nil
	})
	if postgres.IsUnique(err, "withdrawals_pending") {
		return false, approval.ErrPending
	}
	return created, err
}

// Update implements approval.Store.
func (s *Store) Update(ctx context.Context, k approval.Key, fn func(context.Context, *approval.Request) error) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		row, err := q.LockRequest(ctx, db.LockRequestParams(params(k)))
		r, err := request(ctx, q, row, err)
		if err != nil {
			return err
		}
		if err := fn(ctx, r); err != nil {
			return err
		}
		if err := q.UpdateRequest(ctx, db.UpdateRequestParams{
			ID: r.ID, Status: r.Status, DecidedAt: postgres.NullTime(r.DecidedAt), Outcome: r.Outcome, OutcomeAt: postgres.NullTime(r.OutcomeAt),
			CancelledWorks: append([]int32{}, r.CancelledWorks...),
		}); err != nil {
			return err
		}
		for i, l := range r.Links {
			if err := q.UpdateLink(ctx, db.UpdateLinkParams{
				RequestID: r.ID, Position: int32(i), SecretHash: l.Hash, Status: l.Status, DecidedBy: l.DecidedBy,
				DecidedAt: postgres.NullTime(l.DecidedAt), ViewedAt: postgres.NullTime(l.ViewedAt),
			}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Read implements approval.Store.
func (s *Store) Read(ctx context.Context, k approval.Key) (*approval.Request, error) {
	q := s.queries(ctx)
	row, err := q.ReadRequest(ctx, params(k))
	return request(ctx, q, row, err)
}

// unknown is the id of no withdrawal.
const unknown = "00000000-0000-0000-0000-000000000000"

func params(k approval.Key) db.ReadRequestParams {
	if id := new(pgtype.UUID); k.WithdrawalID != "" && id.Scan(k.WithdrawalID) != nil {
		k.WithdrawalID = unknown
	}
	return db.ReadRequestParams{ID: k.ID, Kind: k.Kind, SubjectID: k.SubjectID, SecretHash: k.SecretHash, WithdrawalID: k.WithdrawalID}
}

// PendingTokens implements approval.Store.
func (s *Store) PendingTokens(ctx context.Context, accountID string, tokenIDs []int64) ([]int64, error) {
	if err := s.queries(ctx).LockAccount(ctx, accountID); err != nil {
		return nil, err
	}
	return s.queries(ctx).PendingTokens(ctx, tokenIDs)
}

// request converts the result of a query and adds the links and the withdrawals.
func request(ctx context.Context, q *db.Queries, row db.Request, err error) (*approval.Request, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, approval.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	links, err := q.ReadLinks(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	withdrawals, err := q.ReadWithdrawalIDs(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	r := &approval.Request{
		ID: row.ID, Kind: row.Kind, SubjectID: row.SubjectID, AccountID: row.AccountID, Email: row.Email, Wallets: row.Wallets, ChainID: row.ChainID,
		To:      approval.Wallet{Address: row.ToAddress, Name: row.ToName},
		Summary: row.Summary, Lines: row.Lines, Subject: row.Work, Digest: row.Digest, Status: row.Status, CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt,
		DecidedAt: postgres.OrZero(row.DecidedAt), Outcome: row.Outcome, OutcomeAt: postgres.OrZero(row.OutcomeAt), TransactionHash: row.TransactionHash,
		CancelledWorks: row.CancelledWorks, Links: make([]approval.Link, len(links)),
	}
	for _, w := range withdrawals {
		if at := int(w.Position) - 1; at < len(r.Works) {
			r.Works[at].ID, r.Works[at].TokenID = w.ID, w.TokenID
		}
	}
	for i, l := range links {
		r.Links[i] = approval.Link{
			Hash: l.SecretHash, Role: l.Asks, Email: l.Email, Status: l.Status, DecidedBy: l.DecidedBy,
			DecidedAt: postgres.OrZero(l.DecidedAt), ViewedAt: postgres.OrZero(l.ViewedAt),
		}
	}
	return r, nil
}

// Pending implements approval.Store.
func (s *Store) Pending(ctx context.Context, accountID string) ([]*approval.Request, error) {
	ids, err := s.queries(ctx).Pending(ctx, accountID)
	return s.readAll(ctx, ids, err)
}

// ForApprovers implements approval.Store.
func (s *Store) ForApprovers(ctx context.Context) ([]*approval.Request, error) {
	ids, err := s.queries(ctx).ForApprovers(ctx)
	return s.readAll(ctx, ids, err)
}

func (s *Store) readAll(ctx context.Context, ids []string, err error) ([]*approval.Request, error) {
	if err != nil {
		return nil, err
	}
	out := make([]*approval.Request, len(ids))
	for i, id := range ids {
		if out[i], err = s.Read(ctx, approval.Key{ID: id}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Overdue implements approval.Store.
func (s *Store) Overdue(ctx context.Context, now time.Time, limit int) ([]string, error) {
	return s.queries(ctx).Overdue(ctx, db.OverdueParams{Now: now, Limit: int32(limit)})
}

// Append implements approval.Store. The database chains entries by hashes.
func (s *Store) Append(ctx context.Context, e approval.Entry) error {
	return s.queries(ctx).InsertEntry(ctx, db.InsertEntryParams(e))
}

// Resent implements approval.Store.
func (s *Store) Resent(ctx context.Context, requestID string) ([]time.Time, error) {
	return s.queries(ctx).Resent(ctx, requestID)
}
