package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/vitrine/vitrine/kit/idempotency"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
)

type reply = *wrapperspb.StringValue

type do func(ctx context.Context, pool *pgxpool.Pool, scope, key string, req proto.Message, fn func(context.Context) (reply, error)) (reply, error)

var all = map[string]do{
	"Do": idempotency.Do[reply], "DoOutside": idempotency.DoOutside[reply],
	"DoPrepared": func(ctx context.Context, pool *pgxpool.Pool, scope, key string, req proto.Message, fn func(context.Context) (reply, error)) (reply, error) {
		return idempotency.DoPrepared(ctx, pool, scope, key, req, func(ctx context.Context) (bool, error) { return !postgres.InsideTx(ctx, pool), nil },
			func(ctx context.Context, outside bool) (reply, error) {
				if !outside || !postgres.InsideTx(ctx, pool) {
					return nil, errors.New("prepared and run on the wrong sides of the transaction")
				}
				return fn(ctx)
			})
	},
}

func migrate(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, nil) }

func setup(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.Postgres(t, migrate))
}

func reason(err error) string { r, _ := rpc.ReasonOf(err); return r }

func TestRepetition(t *testing.T) {
	t.Parallel()
	for name, do := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool, ctx := setup(t), t.Context()
			var runs int
			fn := func(context.Context) (reply, error) { runs++; return wrapperspb.String("first"), nil }
			one, two := wrapperspb.Int64(1), wrapperspb.Int64(2)
			for range 3 {
				got, err := do(ctx, pool, "u1 route", "k", one, fn)
				if err != nil || got.GetValue() != "first" || runs != 1 {
					t.Fatalf("got %v (%v) after %d runs, want first after one run", got, err, runs)
				}
			}
			if _, err := do(ctx, pool, "u1 route", "k", two, fn); reason(err) != "idempotency_key_reused" || connect.CodeOf(err) != connect.CodeInvalidArgument {
				t.Errorf("same key, another request: error = %v, want idempotency_key_reused", err)
			}
			if _, err := do(ctx, pool, "u1 route", "k", wrapperspb.UInt64(1), fn); reason(err) != "idempotency_key_reused" {
				t.Errorf("same key, another message type with the same bytes: error = %v, want idempotency_key_reused", err)
			}
			if _, err := do(ctx, pool, "u1 route", "", one, fn); reason(err) != "idempotency_key_required" {
				t.Errorf("no key: error = %v, want idempotency_key_required", err)
			}
			if _, err := do(ctx, pool, "u2 route", "k", two, fn); err != nil || runs != 2 {
				t.Errorf("same key in another scope: error = %v after %d runs, want nil after 2", err, runs)
			}
		})
	}
}

func TestAnErrorFreesTheKey(t *testing.T) {
	t.Parallel()
	for name, do := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool, ctx := setup(t), t.Context()
			broken := errors.New("broken")
			req := wrapperspb.Int64(1)
			if _, err := do(ctx, pool, "s", "k", req, func(context.Context) (reply, error) { return nil, broken }); !errors.Is(err, broken) {
				t.Fatalf("got %v, want %v", err, broken)
			}
			got, err := do(ctx, pool, "s", "k", req, func(context.Context) (reply, error) { return wrapperspb.String("now"), nil })
			if err != nil || got.GetValue() != "now" {
				t.Errorf("got %v (%v), want now", got, err)
			}
		})
	}
}

func TestConcurrentCallsRunOnce(t *testing.T) {
	t.Parallel()
	for name, do := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool, ctx := setup(t), t.Context()
			var runs atomic.Int32
			hold := make(chan struct{})
			began := make(chan struct{})
			var wg sync.WaitGroup
			wg.Go(func() {
				_, err := do(ctx, pool, "s", "k", wrapperspb.Int64(1), func(context.Context) (reply, error) {
					runs.Add(1)
					close(began)
					<-hold
					return wrapperspb.String("x"), nil
				})
				if err != nil {
					t.Error(err)
				}
			})
			<-began
			var others sync.WaitGroup
			for range 5 {
				others.Go(func() {
					_, err := do(ctx, pool, "s", "k", wrapperspb.Int64(1), func(context.Context) (reply, error) { runs.Add(1); return wrapperspb.String("x"), nil })
					if reason(err) != "request_in_flight" || connect.CodeOf(err) != connect.CodeFailedPrecondition {
						t.Errorf("during the first call: error = %v, want request_in_flight", err)
					}
				})
			}
			others.Wait()
			close(hold)
			wg.Wait()
			if runs.Load() != 1 {
				t.Errorf("runs = %d, want 1", runs.Load())
			}
		})
	}
}

func TestDoRollsBackWithItsEffect(t *testing.T) {
	t.Parallel()
	pool, ctx := setup(t), t.Context()
	outer := errors.New("outer")
	err := postgres.InTx(ctx, pool, func(ctx context.Context) error {
		_, err := idempotency.Do(ctx, pool, "s", "k", wrapperspb.Int64(1), func(ctx context.Context) (reply, error) {
			_, err := postgres.Conn(ctx, pool).Exec(ctx, `INSERT INTO inbox VALUES ('effect', '1')`)
			return wrapperspb.String("x"), err
		})
		return errors.Join(err, outer)
	})
	if !errors.Is(err, outer) {
		t.Fatalf("got %v, want %v", err, outer)
	}
	var n int
	if err := pool.QueryRow(ctx, `SELECT (SELECT count(*) FROM inbox) + (SELECT count(*) FROM idempotency)`).Scan(&n); err != nil || n != 0 {
		t.Errorf("%d old rows are left (%v), want 0", n, err)
	}
	if err := postgres.InTx(ctx, pool, func(ctx context.Context) error {
		_, err := idempotency.DoOutside(ctx, pool, "s", "k", wrapperspb.Int64(1), func(context.Context) (reply, error) { return nil, nil })
		return err
	}); err == nil {
		t.Error("DoOutside() inside of a transaction: error = nil, want one")
	}
}

func TestACrashedClaimIsTakenOver(t *testing.T) {
	t.Parallel()
	pool, ctx := setup(t), t.Context()
	call := func(v string) (reply, error) {
		return idempotency.DoOutside(ctx, pool, "s", "k", wrapperspb.Int64(1), func(context.Context) (reply, error) { return wrapperspb.String(v), nil })
	}
	if _, err := call("old"); err != nil {
		t.Fatal(err)
	}
	age := func(until string) {
		if _, err := pool.Exec(ctx, `UPDATE idempotency SET status = 'running', reply = NULL, locked_until = now() + $1::text::interval`, until); err != nil {
			t.Fatal(err)
		}
	}
	age("5 seconds")
	if _, err := call("early"); reason(err) != "request_in_flight" {
		t.Errorf("early call: error = %v, want request_in_flight", err)
	}
	age("-1 second")
	if got, err := call("new"); err != nil || got.GetValue() != "new" {
		t.Errorf("after the key expired: %v (%v), want new", got, err)
	}
}

// A function that runs longer than a claim keeps its key.
func TestARunningCallKeepsItsKey(t *testing.T) {
	t.Parallel()
	pool, ctx := setup(t), t.Context()
	_, err := idempotency.DoOutside(ctx, pool, "s", "k", wrapperspb.Int64(1), func(ctx context.Context) (reply, error) {
		// As if the first 15 s were over.
		if _, err := pool.Exec(ctx, `UPDATE idempotency SET locked_until = now()`); err != nil {
			return nil, err
		}
		for renewed := false; !renewed; {
			if err := pool.QueryRow(ctx, `SELECT locked_until > now() FROM idempotency`).Scan(&renewed); err != nil {
				return nil, fmt.Errorf("wait for a renewed claim: %w", err)
			}
			time.Sleep(20 * time.Millisecond)
		}
		return wrapperspb.String("done"), nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A repeated request gets the stored reply even if the services of the first call are down.
func TestAStoredReplyNeedsNoOtherService(t *testing.T) {
	t.Parallel()
	pool, ctx := setup(t), t.Context()
	away := errors.New("away")
	var down bool
	call := func() (reply, error) {
		return idempotency.DoPrepared(ctx, pool, "s", "k", wrapperspb.Int64(1), func(context.Context) (string, error) {
			if down {
				return "", away
			}
			return "prepared", nil
		}, func(_ context.Context, prepared string) (reply, error) { return wrapperspb.String(prepared), nil })
	}
	down = true
	if _, err := call(); !errors.Is(err, away) {
		t.Errorf("got %v, want %v", err, away)
	}
	for _, down = range []bool{false, true} {
		if got, err := call(); err != nil || got.GetValue() != "prepared" {
			t.Errorf("provider down = %v: got %v (%v), want prepared", down, got, err)
		}
	}
}
