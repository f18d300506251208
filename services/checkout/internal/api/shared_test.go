package api

import (
	"context"
	"testing"
	"time"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/clock"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

func TestAVisitorWhoLeavesTakesNoHeads(t *testing.T) {
	t.Parallel()
	var h heads
	ask := func(ctx context.Context) ([]order.Head, error) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return []order.Head{{ChainID: 1}}, nil
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	for _, ctx := range []context.Context{left, t.Context()} {
		if got := h.now(ctx, ask); len(got) != 1 {
			t.Errorf("%v, %v", got, ctx.Err())
		}
	}
}

// slow counts for two seconds.
type slow struct {
	order.Store

	clock  *clock.Fake
	counts int
}

func (s *slow) Invariants(context.Context) (order.Invariants, error) {
	s.counts++
	s.clock.Advance(2 * time.Second)
	return order.Invariants{}, nil
}

func (s *slow) Unresolved(context.Context) ([]order.Unresolved, error)  { return nil, nil }
func (s *slow) Editions(context.Context, int) ([]order.Editions, error) { return nil, nil }

// TestWhoWaitedForACountSharesIt holds where counting takes longer than a count is good for: callers wait for each other, and
// each of them would count anew.
func TestWhoWaitedForACountSharesIt(t *testing.T) {
	t.Parallel()
	store := &slow{clock: clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))}
	s := &Server{Till: order.New(order.Deps{Store: store}), Clock: store.clock}
	began := store.clock.Now()
	for range 3 {
		res, err := s.GetInvariants(t.Context(), connect.NewRequest(&checkoutv1.GetInvariantsRequest{}))
		if err != nil || !res.Msg.GetAt().AsTime().Equal(began) {
			t.Fatal(res, err)
		}
	}
	if store.counts != 1 {
		t.Errorf("counted %d times", store.counts)
	}
	store.clock.Advance(rests*2*time.Second - 1)
	if _, err := s.GetInvariants(t.Context(), connect.NewRequest(&checkoutv1.GetInvariantsRequest{})); err != nil || store.counts != 1 {
		t.Error("a count that took two seconds is not good for twenty:", err, store.counts)
	}
	store.clock.Advance(1)
	if _, err := s.GetInvariants(t.Context(), connect.NewRequest(&checkoutv1.GetInvariantsRequest{})); err != nil || store.counts != 2 {
		t.Error(err, store.counts)
	}
}
