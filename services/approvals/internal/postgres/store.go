// Package postgres stores requests. The database itself rejects a second decision and a changed subject.
package postgres

import (
	"context"
	"embed"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres/db"
)

// Migrations are the service's SQL migrations.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Store implements approval.Store, approval.Lists and approval.Log.
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
			CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt, Work: r.Work, ToAddress: r.To.Address, ToName: r.To.Name,
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
		return nil
	})
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
			TransactionHash: r.TransactionHash, CancelledWorks: append([]int32{}, r.CancelledWorks...),
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

func params(k approval.Key) db.ReadRequestParams {
	return db.ReadRequestParams{ID: k.ID, Kind: k.Kind, SubjectID: k.SubjectID, SecretHash: k.SecretHash}
}

// request converts the result of a query and adds the links.
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
	r := &approval.Request{
		ID: row.ID, Kind: row.Kind, SubjectID: row.SubjectID, AccountID: row.AccountID, Email: row.Email, Wallets: row.Wallets, ChainID: row.ChainID,
		To:      approval.Wallet{Address: row.ToAddress, Name: row.ToName},
		Summary: row.Summary, Lines: row.Lines, Work: row.Work, Digest: row.Digest, Status: row.Status, CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt,
		DecidedAt: postgres.OrZero(row.DecidedAt), Outcome: row.Outcome, OutcomeAt: postgres.OrZero(row.OutcomeAt), TransactionHash: row.TransactionHash,
		CancelledWorks: row.CancelledWorks, Links: make([]approval.Link, len(links)),
	}
	for i, l := range links {
		r.Links[i] = approval.Link{
			Hash: l.SecretHash, Role: l.Asks, Email: l.Email, Status: l.Status, DecidedBy: l.DecidedBy,
			DecidedAt: postgres.OrZero(l.DecidedAt), ViewedAt: postgres.OrZero(l.ViewedAt),
		}
	}
	return r, nil
}

// Pending implements approval.Lists.
func (s *Store) Pending(ctx context.Context, accountID string) ([]*approval.Request, error) {
	ids, err := s.queries(ctx).Pending(ctx, accountID)
	return s.readAll(ctx, ids, err)
}

// ForApprovers implements approval.Lists.
func (s *Store) ForApprovers(ctx context.Context) ([]*approval.Request, error) {
	ids, err := s.queries(ctx).ForApprovers(ctx)
	return s.readAll(ctx, ids, err)
}

// History implements approval.Lists.
func (s *Store) History(ctx context.Context, accountID string, offset, limit int) ([]*approval.Request, int, error) {
	total, err := s.queries(ctx).CountHistory(ctx, accountID)
	if err != nil {
		return nil, 0, err
	}
	ids, err := s.queries(ctx).History(ctx, db.HistoryParams{AccountID: accountID, Offset: int32(offset), Limit: int32(limit)})
	list, err := s.readAll(ctx, ids, err)
	return list, int(total), err
}

// All implements approval.Lists.
func (s *Store) All(ctx context.Context, f approval.Filter, now time.Time, offset, limit int) ([]*approval.Request, int, error) {
	if f.Search != "" {
		return s.find(ctx, f, now, offset, limit)
	}
	q := s.queries(ctx)
	total, err := q.CountRequests(ctx, db.CountRequestsParams{Kind: string(f.Kind), Status: string(f.Status), Now: now})
	if err != nil {
		return nil, 0, err
	}
	ids, err := q.ListRequests(ctx, db.ListRequestsParams{
		Kind: string(f.Kind), Status: string(f.Status), Now: now, Offset: int32(offset), Limit: int32(limit),
	})
	list, err := s.readAll(ctx, ids, err)
	return list, int(total), err
}

func (s *Store) find(ctx context.Context, f approval.Filter, now time.Time, offset, limit int) ([]*approval.Request, int, error) {
	rows, err := s.queries(ctx).FindRequests(ctx, db.FindRequestsParams{
		Kind: string(f.Kind), Status: string(f.Status), Search: f.Search, Now: now, Offset: int32(offset), Limit: int32(limit),
	})
	if err != nil {
		return nil, 0, err
	}
	var total int
	var ids []string
	for _, row := range rows {
		total = int(row.Total)
		if row.ID != "" {
			ids = append(ids, row.ID)
		}
	}
	list, err := s.readAll(ctx, ids, nil)
	return list, total, err
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

// Append implements approval.Log. The database chains entries by hashes.
func (s *Store) Append(ctx context.Context, e approval.Entry) error {
	return s.queries(ctx).InsertEntry(ctx, db.InsertEntryParams(e))
}

// Entries implements approval.Log.
func (s *Store) Entries(ctx context.Context, requestIDs []string) ([]approval.Entry, error) {
	rows, err := s.queries(ctx).Entries(ctx, requestIDs)
	out := make([]approval.Entry, len(rows))
	for i, row := range rows {
		out[i] = approval.Entry(row)
	}
	return out, err
}
