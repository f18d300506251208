package testkit_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"github.com/vitrine/vitrine/kit/testkit"
)

func migrate(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, `CREATE TABLE marks (n integer)`)
	return err
}

// Each test has its own migrated tables.
func TestPostgres(t *testing.T) {
	for range 3 {
		t.Run("own", func(t *testing.T) {
			t.Parallel()
			conn, err := pgx.Connect(t.Context(), testkit.Postgres(t, migrate))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close(context.Background()) })
			var n int
			if err := conn.QueryRow(t.Context(), `WITH i AS (INSERT INTO marks VALUES (1) RETURNING n) SELECT (SELECT count(*) FROM marks) + count(*) FROM i`).Scan(&n); err != nil || n != 1 {
				t.Errorf("%d marks (%v), want 1: the database is shared with another test", n, err)
			}
		})
	}
}

func TestNATS(t *testing.T) {
	nc, err := nats.Connect(testkit.NATS(t))
	if err != nil {
		t.Fatal(err)
	}
	nc.Close()
}

func TestAnvil(t *testing.T) {
	url := testkit.Anvil(t)
	res, err := http.Post(url, "application/json", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}`))
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("eth_chainId: %v (%v), want 200", res, err)
	}
	_ = res.Body.Close()
}

func TestEventually(t *testing.T) {
	n := 0
	testkit.Eventually(t, time.Second, func() bool { n++; return n == 3 })
	if n != 3 {
		t.Errorf("called %d times, want 3", n)
	}
}
