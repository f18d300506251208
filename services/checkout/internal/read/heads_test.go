package read

import (
	"context"
	"testing"

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
