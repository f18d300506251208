// Package postgres keeps what the chains said and what is to be sent. The database refuses on its own what must never
// happen: a second credit, a second live withdrawal, a state that does not follow, finality that goes back.
package postgres

import (
	"context"
	"embed"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Migrations are the service's.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Store implements every store of the core.
type Store struct{ pool *pgxpool.Pool }

// New wires the store.
func New(pool *pgxpool.Pool) *Store { return &Store{pool} }

// InTx runs fn in one transaction that its ctx carries.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return postgres.InTx(ctx, s.pool, fn)
}

func (s *Store) row(ctx context.Context, sql string, args ...any) pgx.Row {
	return postgres.Conn(ctx, s.pool).QueryRow(ctx, sql, args...)
}

func (s *Store) exec(ctx context.Context, sql string, args ...any) (int64, error) {
	tag, err := postgres.Conn(ctx, s.pool).Exec(ctx, sql, args...)
	return tag.RowsAffected(), err
}

// collect runs a query whose rows scan reads.
func collect[T any](ctx context.Context, s *Store, scan func(pgx.Row) (T, error), sql string, args ...any) ([]T, error) {
	rows, err := postgres.Conn(ctx, s.pool).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (T, error) { return scan(r) })
}

// found turns "no rows" into the core's word.
func found(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return chain.ErrNotFound
	}
	return err
}

func orZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// lower makes addresses comparable.
func lower(list []string) []string {
	out := make([]string, 0, len(list))
	for _, a := range list {
		out = append(out, strings.ToLower(a))
	}
	return out
}
