package read

import (
	"context"
	"testing"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

func TestACancelledReadKeepsTheHeads(t *testing.T) {
	t.Parallel()
	h := Heads{Read: func(ctx context.Context) ([]order.Head, error) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return []order.Head{{ChainID: 1}}, nil
	}}
	left, leave := context.WithCancel(t.Context())
	leave()
	for _, ctx := range []context.Context{left, t.Context()} {
		if got := h.now(ctx); len(got) != 1 {
			t.Errorf("responses = %v, context error %v, want one response", got, ctx.Err())
		}
	}
}

// A transaction doesn't wait for the chainwatcher, nor for another caller that does.
func TestHeadsInATransaction(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, func(context.Context, string) error { return nil }))
	calls := 0
	h := Heads{Read: func(context.Context) ([]order.Head, error) {
		calls++
		return []order.Head{{ChainID: 1}}, nil
	}}
	inside := func() (got []order.Head) {
		err := postgres.InTx(t.Context(), pool, func(ctx context.Context) error { got = h.now(ctx); return nil })
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := inside(); len(got) != 0 || calls != 0 {
		t.Errorf("heads = %v after %d calls, want none after none", got, calls)
	}
	h.now(t.Context())
	h.mu.Lock()
	defer h.mu.Unlock()
	if got := inside(); len(got) != 1 || calls != 1 {
		t.Errorf("heads = %v after %d calls, want the last ones after one", got, calls)
	}
}
