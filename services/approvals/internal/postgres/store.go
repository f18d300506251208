// Package postgres keeps approvals. The database itself refuses a second decision and a changed subject.
package postgres

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
)

// Migrations are the service's.
//
//go:embed migrations/*.sql
var Migrations embed.FS

var (
	//go:embed queries/insert_request.sql
	insertRequestSQL string
	//go:embed queries/insert_link.sql
	insertLinkSQL string
	//go:embed queries/read_request.sql
	readRequestSQL string
	//go:embed queries/read_links.sql
	readLinksSQL string
	//go:embed queries/update_request.sql
	updateRequestSQL string
	//go:embed queries/update_link.sql
	updateLinkSQL string
	//go:embed queries/pending.sql
	pendingSQL string
	//go:embed queries/overdue.sql
	overdueSQL string
	//go:embed queries/for_approvers.sql
	forApproversSQL string
	//go:embed queries/history.sql
	historySQL string
	//go:embed queries/count_history.sql
	countHistorySQL string
	//go:embed queries/insert_log.sql
	insertLogSQL string
	//go:embed queries/entries.sql
	entriesSQL string
)

// Store implements approval.Store, approval.Lists and approval.Log.
type Store struct{ pool *pgxpool.Pool }

// New wires the store.
func New(pool *pgxpool.Pool) *Store { return &Store{pool} }

// Create implements approval.Store.
func (s *Store) Create(ctx context.Context, r *approval.Request) (created bool, err error) {
	lines, err := json.Marshal(r.Lines)
	if err != nil {
		return false, err
	}
	work, err := json.Marshal(r.Work)
	if err != nil {
		return false, err
	}
	wallets := r.Wallets
	if wallets == nil {
		wallets = []string{}
	}
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, s.pool)
		tag, err := q.Exec(ctx, insertRequestSQL, r.ID, r.Kind, r.SubjectID, r.AccountID, r.Email, wallets, int64(r.ChainID), r.Summary, lines, r.Digest,
			r.Status, r.CreatedAt, r.ExpiresAt, work)
		if created = err == nil && tag.RowsAffected() > 0; !created {
			return err
		}
		for i, l := range r.Links {
			if _, err := q.Exec(ctx, insertLinkSQL, r.ID, i, l.Hash, l.Asks, l.Email, l.Status); err != nil {
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
		q := postgres.Conn(ctx, s.pool)
		r, err := s.read(ctx, q, k, " FOR UPDATE OF r")
		if err != nil {
			return err
		}
		if err := fn(ctx, r); err != nil {
			return err
		}
		if _, err := q.Exec(ctx, updateRequestSQL, r.ID, r.Status, postgres.NullTime(r.DecidedAt), r.Outcome, postgres.NullTime(r.OutcomeAt), r.TransactionHash); err != nil {
			return err
		}
		for i, l := range r.Links {
			if _, err := q.Exec(ctx, updateLinkSQL, r.ID, i, l.Hash, l.Status, l.DecidedBy, postgres.NullTime(l.DecidedAt), postgres.NullTime(l.ViewedAt)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Read implements approval.Store.
func (s *Store) Read(ctx context.Context, k approval.Key) (*approval.Request, error) {
	return s.read(ctx, postgres.Conn(ctx, s.pool), k, "")
}

func (s *Store) read(ctx context.Context, q postgres.Querier, k approval.Key, lock string) (*approval.Request, error) {
	var r approval.Request
	var lines, work []byte
	var chainID int64
	var decided, outcome *time.Time
	err := q.QueryRow(ctx, readRequestSQL+lock, k.ID, k.Kind, k.SubjectID, k.SecretHash).Scan(&r.ID, &r.Kind, &r.SubjectID, &r.AccountID, &r.Email,
		&r.Wallets, &chainID, &r.Summary, &lines, &r.Digest, &r.Status, &r.CreatedAt, &r.ExpiresAt, &decided,
		&work, &r.Outcome, &outcome, &r.TransactionHash)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, approval.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	r.ChainID = uint32(chainID)
	r.DecidedAt, r.OutcomeAt = orZero(decided), orZero(outcome)
	if err := errors.Join(json.Unmarshal(lines, &r.Lines), json.Unmarshal(work, &r.Work)); err != nil {
		return nil, err
	}
	rows, err := q.Query(ctx, readLinksSQL, r.ID)
	if err != nil {
		return nil, err
	}
	r.Links, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (approval.Link, error) {
		var l approval.Link
		var decided, viewed *time.Time
		err := row.Scan(&l.Hash, &l.Asks, &l.Email, &l.Status, &l.DecidedBy, &decided, &viewed)
		l.DecidedAt, l.ViewedAt = orZero(decided), orZero(viewed)
		return l, err
	})
	return &r, err
}

func orZero(at *time.Time) time.Time {
	if at == nil {
		return time.Time{}
	}
	return *at
}

// Pending implements approval.Lists.
func (s *Store) Pending(ctx context.Context, accountID string) ([]*approval.Request, error) {
	return s.readAll(ctx, pendingSQL, accountID)
}

// ForApprovers implements approval.Lists.
func (s *Store) ForApprovers(ctx context.Context) ([]*approval.Request, error) {
	return s.readAll(ctx, forApproversSQL)
}

// History implements approval.Lists.
func (s *Store) History(ctx context.Context, accountID string, offset, limit int) ([]*approval.Request, int, error) {
	var total int
	if err := postgres.Conn(ctx, s.pool).QueryRow(ctx, countHistorySQL, accountID).Scan(&total); err != nil {
		return nil, 0, err
	}
	list, err := s.readAll(ctx, historySQL, accountID, offset, limit)
	return list, total, err
}

func (s *Store) readAll(ctx context.Context, sql string, args ...any) ([]*approval.Request, error) {
	ids, err := s.ids(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	out := make([]*approval.Request, 0, len(ids))
	for _, one := range ids {
		r, err := s.Read(ctx, approval.Key{ID: one})
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// Overdue implements approval.Store.
func (s *Store) Overdue(ctx context.Context, now time.Time, limit int) ([]string, error) {
	return s.ids(ctx, overdueSQL, now, limit)
}

func (s *Store) ids(ctx context.Context, sql string, args ...any) ([]string, error) {
	rows, err := postgres.Conn(ctx, s.pool).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Append implements approval.Log. The database chains entries by hashes.
func (s *Store) Append(ctx context.Context, e approval.Entry) error {
	_, err := postgres.Conn(ctx, s.pool).Exec(ctx, insertLogSQL, e.RequestID, e.Event, e.Actor, e.IP, e.At)
	return err
}

// Entries implements approval.Log.
func (s *Store) Entries(ctx context.Context, requestIDs []string) ([]approval.Entry, error) {
	rows, err := postgres.Conn(ctx, s.pool).Query(ctx, entriesSQL, requestIDs)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[approval.Entry])
}
