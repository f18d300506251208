// Package postgres stores the state of chains and the transactions to send. The database itself rejects impossible states: a
// second credit, a second live withdrawal, an illegal transition, finality that moves back.
package postgres

import (
	"context"
	"embed"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// Migrations are the service's SQL migrations.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// Store implements every store of the core.
type Store struct {
	pool *pgxpool.Pool
	// idle is how long a fenced transaction may do nothing.
	idle string
}

// New creates a store.
func New(pool *pgxpool.Pool) *Store { return &Store{pool: pool, idle: fencedIdle} }

// InTx runs fn in one transaction that its ctx carries.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return postgres.InTx(ctx, s.pool, fn)
}

// queries returns the queries, in the transaction of ctx if there is one.
func (s *Store) queries(ctx context.Context) *db.Queries { return db.New(postgres.Conn(ctx, s.pool)) }

// converted converts rows; no rows are nil.
func converted[R, T any](rows []R, err error, convert func(R) T) ([]T, error) {
	if err != nil {
		return nil, err
	}
	var out []T
	for _, row := range rows {
		out = append(out, convert(row))
	}
	return out, nil
}

// changed returns an error if a statement changed no row.
func changed(rows int64, err, none error) error {
	if err == nil && rows == 0 {
		return none
	}
	return err
}

// found converts the error of a missing row.
func found(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return chain.ErrNotFound
	}
	return err
}

// lower returns addresses in lower case, so that they can be compared.
func lower(list []string) []string {
	out := make([]string, 0, len(list))
	for _, a := range list {
		out = append(out, strings.ToLower(a))
	}
	return out
}
