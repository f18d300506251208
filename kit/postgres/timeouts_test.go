package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

func TestSilentServersTimeOut(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(testkit.Postgres(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	addr, swallow := testkit.SilentProxy(t, u.Host)
	u.Host = addr
	q := u.Query()
	q.Set("statement_timeout", "500ms")
	u.RawQuery = q.Encode()
	pool, err := postgres.Open(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	swallow.Store(true)
	began := time.Now()
	// A worker's context doesn't end.
	err = postgres.InTx(context.WithoutCancel(t.Context()), pool, func(ctx context.Context) error {
		_, err := postgres.Conn(ctx, pool).Exec(ctx, `SELECT 1`)
		return err
	})
	if took := time.Since(began); err == nil || took > 15*time.Second {
		t.Errorf("error = %v after %s, want a timeout within 15 s", err, took)
	}
	swallow.Store(false)
	testkit.Eventually(t, 10*time.Second, func() bool {
		_, err := pool.Exec(t.Context(), `SELECT 1`)
		return err == nil
	})
}

func TestConnectionsTimeOut(t *testing.T) {
	t.Parallel()
	pool, err := postgres.Open(t.Context(), testkit.Postgres(t, nil)+"&pool_max_conns=1")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var first *pgxpool.Conn
	if first, err = pool.Acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer first.Release()
	if _, err := pool.Exec(context.WithoutCancel(t.Context()), `SELECT 1`); !errors.Is(err, context.DeadlineExceeded) || !postgres.IsTemporary(err) {
		t.Errorf("waiting for a connection = %v, want a temporary context.DeadlineExceeded", err)
	}
	// The connection works as before, and the server cancels slow statements.
	if _, err := first.Exec(t.Context(), `SET statement_timeout = '100ms'; SELECT pg_sleep(2)`); !postgres.IsTemporary(err) {
		t.Errorf("slow statement = %v, want a temporary error", err)
	}
}

// Statements that may take longer are cancelled neither by the server nor by the client, and later ones have the normal limits.
func TestPatientStatementsMayTakeLonger(t *testing.T) {
	t.Parallel()
	pool, err := postgres.Open(t.Context(), testkit.Postgres(t, nil)+"&pool_max_conns=1&statement_timeout=100ms")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	sleep := func(ctx context.Context, seconds float64) error {
		return postgres.InTx(ctx, pool, func(ctx context.Context) error {
			if _, err := postgres.Conn(ctx, pool).Exec(ctx, `SELECT pg_sleep($1)`, seconds); err != nil {
				return err
			}
			batch := new(pgx.Batch)
			batch.Queue(`SELECT pg_sleep($1)`, seconds)
			return postgres.Conn(ctx, pool).SendBatch(ctx, batch).Close()
		})
	}
	// The client stops waiting 2 s after the pool's limit.
	if err := sleep(postgres.WithStatementTimeout(t.Context(), time.Minute), 2.5); err != nil {
		t.Error(err)
	}
	if err := sleep(t.Context(), 1); !postgres.IsTemporary(err) {
		t.Errorf("error = %v after the longer timeout, want a timeout at the default", err)
	}
	if err := sleep(postgres.WithStatementTimeout(t.Context(), 200*time.Millisecond), 1); !postgres.IsTemporary(err) {
		t.Errorf("error = %v, want a timeout after 200 ms", err)
	}
}

func TestIsTemporary(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{
		"53300": true, "53100": true, "08006": true, "57P01": true, "57P03": true, "40001": true, "40P01": true, "55P03": true, "57014": true,
		"23505": false, "42P01": false, "22003": false, "": false,
	} {
		t.Run(code, func(t *testing.T) {
			if got := postgres.IsTemporary(fmt.Errorf("x: %w", &pgconn.PgError{Code: code})); got != want {
				t.Errorf("got %t, want %t", got, want)
			}
		})
	}
	_, unreachable := pgconn.Connect(t.Context(), "postgres://postgres@127.0.0.1:1/x")
	for name, err := range map[string]error{"unreachable": unreachable, "cut": fmt.Errorf("x: %w", io.ErrUnexpectedEOF)} {
		if !postgres.IsTemporary(err) {
			t.Errorf("%s: %v, want a temporary error", name, err)
		}
	}
	if postgres.IsTemporary(errors.New("a mistake")) || postgres.IsTemporary(nil) {
		t.Error("IsTemporary() of a mistake or of nil = true, want false")
	}
}
