// Package postgres keeps what the chains said and what is to be sent. The database refuses on its own what must never
// happen: a second credit, a second live withdrawal, a state that does not follow, finality that goes back.
package postgres

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

//go:embed migrations/*.sql
var migrations embed.FS

//go:embed queries/*.sql
var queryFiles embed.FS

// queries holds each file of queries/ by its name without the ending.
var queries = readQueries()

func readQueries() map[string]string {
	out := map[string]string{}
	files, err := fs.Glob(queryFiles, "queries/*.sql")
	if err != nil {
		panic(err) // the pattern is constant
	}
	for _, f := range files {
		text, err := queryFiles.ReadFile(f)
		if err != nil {
			panic(err) // embedded
		}
		out[strings.TrimSuffix(strings.TrimPrefix(f, "queries/"), ".sql")] = string(text)
	}
	return out
}

// Migrate brings the database up to date.
func Migrate(ctx context.Context, url string) error {
	return postgres.Migrate(ctx, url, fs.FS(migrations))
}

// Store implements every store of the core.
type Store struct{ pool *pgxpool.Pool }

// New wires the store.
func New(pool *pgxpool.Pool) *Store { return &Store{pool} }

// InTx runs fn in one transaction that its ctx carries.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return postgres.InTx(ctx, s.pool, fn)
}

func (s *Store) row(ctx context.Context, name string, args ...any) pgx.Row {
	return postgres.Conn(ctx, s.pool).QueryRow(ctx, query(name), args...)
}

func (s *Store) exec(ctx context.Context, name string, args ...any) (int64, error) {
	tag, err := postgres.Conn(ctx, s.pool).Exec(ctx, query(name), args...)
	return tag.RowsAffected(), err
}

// collect runs a query whose rows scan reads.
func collect[T any](ctx context.Context, s *Store, scan func(pgx.Row) (T, error), name string, args ...any) ([]T, error) {
	rows, err := postgres.Conn(ctx, s.pool).Query(ctx, query(name), args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (T, error) { return scan(r) })
}

func query(name string) string {
	text, ok := queries[name]
	if !ok {
		panic("no query " + name) // a mistake in the code that every test finds
	}
	return text
}

// found turns "no rows" into the core's word.
func found(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return chain.ErrNotFound
	}
	return err
}

func maybe(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
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
