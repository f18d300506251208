package postgres_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

var files = fstest.MapFS{"migrations/0001_things.sql": {Data: []byte("-- +goose Up\nCREATE TABLE things (n integer PRIMARY KEY CHECK (n < 100), wei numeric(78,0));\n")}}

func migrate(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, files) }

func setup(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.Postgres(t, migrate))
}

func count(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestMigrateByConcurrentReplicas(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t, nil)
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			if err := migrate(t.Context(), url); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	pool := testkit.Pool(t, url)
	if n := count(t, pool, `SELECT count(*) FROM pg_tables WHERE tablename IN ('outbox','inbox','dead_letters','mails','idempotency','things')`); n != 6 {
		t.Errorf("tables after concurrent migrations = %d, want 6", n)
	}
}

// The address for migrations has the pool's settings, too.
func TestMigrateUsesThePoolsAddress(t *testing.T) {
	t.Parallel()
	if err := migrate(t.Context(), testkit.Postgres(t, nil)+"&pool_max_conns=20"); err != nil {
		t.Error(err)
	}
}

func TestMigrateReportsErrors(t *testing.T) {
	t.Parallel()
	bad := fstest.MapFS{"migrations/0001_bad.sql": {Data: []byte("-- +goose Up\nCREATE NONSENSE;\n")}}
	if err := postgres.Migrate(t.Context(), testkit.Postgres(t, nil), bad); err == nil {
		t.Error("Migrate() with invalid SQL: error = nil, want one")
	}
	err := postgres.Migrate(t.Context(), "postgres://u:hush@[bad", nil)
	if err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("Migrate() of an invalid URL: error = %v, want one without the password", err)
	}
}

// A certificate that isn't mounted is the usual mistake.
func TestMissingRootCertificateIsNamed(t *testing.T) {
	t.Parallel()
	_, err := postgres.Open(t.Context(), "postgres://me:secret@127.0.0.1/x?sslmode=verify-full&sslrootcert=/none/postgres.crt")
	if err == nil || !strings.Contains(err.Error(), "/none/postgres.crt") || strings.Contains(err.Error(), "secret") {
		t.Errorf("Open() = %v, want an error that names /none/postgres.crt and not the password", err)
	}
}

func TestInTx(t *testing.T) {
	t.Parallel()
	pool, ctx := setup(t), t.Context()
	insert := func(ctx context.Context, n int) error {
		_, err := postgres.Conn(ctx, pool).Exec(ctx, `INSERT INTO things (n) VALUES ($1)`, n)
		return err
	}
	broken := errors.New("broken")
	err := postgres.InTx(ctx, pool, func(ctx context.Context) error {
		if err := insert(ctx, 1); err != nil {
			return err
		}
		if err := postgres.InTx(ctx, pool, func(ctx context.Context) error { return insert(ctx, 2) }); err != nil {
			return err
		}
		return broken
	})
	if !errors.Is(err, broken) || count(t, pool, `SELECT count(*) FROM things`) != 0 {
		t.Errorf("failed transaction with a nested one = %v, want %v and nothing inserted", err, broken)
	}
	if err := postgres.InTx(ctx, pool, func(ctx context.Context) error { return insert(ctx, 1) }); err != nil {
		t.Fatal(err)
	}
	err = insert(ctx, 1)
	if !postgres.IsUnique(err) || !postgres.IsUnique(err, "things_pkey") || postgres.IsUnique(err, "other") {
		t.Errorf("second insert = %v, want a violation of things_pkey", err)
	}
	if err := insert(ctx, 100); !postgres.IsCheck(err, "things_n_check") {
		t.Errorf("insert of 100 = %v, want check things_n_check", err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = postgres.InTx(ctx, pool, func(ctx context.Context) error {
			_ = insert(ctx, 3)
			panic("out")
		})
	}()
	if n := count(t, pool, `SELECT count(*) FROM things`); n != 1 {
		t.Errorf("rows after a panic = %d, want 1", n)
	}
}

func TestInTxRetriesConflicts(t *testing.T) {
	t.Parallel()
	pool := setup(t)
	var tries atomic.Int32
	conflict := &pgconn.PgError{Code: "40001"}
	err := postgres.InTx(t.Context(), pool, func(ctx context.Context) error {
		// A nested call isn't retried on its own.
		return postgres.InTx(ctx, pool, func(context.Context) error {
			if tries.Add(1) < 3 {
				return conflict
			}
			return nil
		})
	})
	if err != nil || tries.Load() != 3 {
		t.Errorf("InTx() with two conflicts made %d tries, error = %v, want 3 and nil", tries.Load(), err)
	}
	tries.Store(0)
	err = postgres.InTx(t.Context(), pool, func(context.Context) error { tries.Add(1); return conflict })
	if !postgres.IsConflict(err) || tries.Load() != 4 {
		t.Errorf("InTx() with conflicts only made %d tries, error = %v, want 4 and the conflict", tries.Load(), err)
	}
}

func TestWeiInNumeric(t *testing.T) {
	t.Parallel()
	pool, ctx := setup(t), t.Context()
	for i, text := range []string{"0", "1000000000000000000000", "115792089237316195423570985008687907853269984665640564039457584007913129639935"} {
		w, _ := money.ParseWei(text)
		if _, err := pool.Exec(ctx, `INSERT INTO things (n, wei) VALUES ($1, $2)`, i, w); err != nil {
			t.Fatal(err)
		}
		var got money.Wei
		if err := pool.QueryRow(ctx, `SELECT wei FROM things WHERE n = $1 AND wei = $2`, i, w).Scan(&got); err != nil || got.String() != text {
			t.Errorf("got %s, want %s (%v)", got, text, err)
		}
	}
	var none *money.Wei
	if err := pool.QueryRow(ctx, `SELECT NULL::numeric`).Scan(&none); err != nil || none != nil {
		t.Errorf("NULL scans as %v (%v), want nil", none, err)
	}
}

func TestOpenWithoutAServer(t *testing.T) {
	t.Parallel()
	if _, err := postgres.Open(t.Context(), "postgres://u@127.0.0.1:1/x?connect_timeout=1"); err == nil {
		t.Error("Open() without a server: error = nil, want one")
	}
}

func TestCheckMigrated(t *testing.T) {
	t.Parallel()
	newer := fstest.MapFS{"migrations/0001_things.sql": files["migrations/0001_things.sql"], "migrations/0002_more.sql": {Data: []byte("-- +goose Up\nSELECT 1;\n")}}
	url := testkit.Postgres(t, nil)
	pool := testkit.Pool(t, url)
	check := func(fsys fstest.MapFS, want string) {
		t.Helper()
		err := postgres.CheckMigrated(t.Context(), pool, "shop", fsys)
		if want == "" && err != nil || want != "" && (!errors.Is(err, postgres.ErrNotMigrated) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	check(files, `it has no tables yet; run "shop migrate" first`)
	if _, err := pool.Exec(t.Context(), `CREATE TABLE service_migrations ()`); err != nil {
		t.Fatal(err)
	}
	check(files, `it is at a version of the former migrations; run "shop migrate" first`)
	if err := postgres.Migrate(t.Context(), url, files); err != nil {
		t.Fatal(err)
	}
	check(files, "")
	check(newer, `it is at version 1 and version 2 is needed; run "shop migrate" first`)
	if err := postgres.Migrate(t.Context(), url, newer); err != nil {
		t.Fatal(err)
	}
	check(files, "") // the next release has migrated already
	if _, err := pool.Exec(t.Context(), `DELETE FROM kit_versions WHERE version_id > 1`); err != nil {
		t.Fatal(err)
	}
	check(files, `it is at version 1 of kit's migrations and version `)
}
