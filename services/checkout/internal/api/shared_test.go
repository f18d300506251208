package api

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/clock"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/invariant"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// slow is a store whose counts take two seconds, or wait until the gate opens, if there is one. The number of a count
// appears as its sold editions.
type slow struct {
	invariant.Store

	clock  *clock.Fake
	counts int
	gate   chan error
}

func (s *slow) Count(ctx context.Context, _ time.Duration) (invariant.Counts, error) {
	s.counts++
	s.clock.Advance(2 * time.Second)
	if s.gate != nil {
		select {
		case err := <-s.gate:
			return invariant.Counts{Sold: int32(s.counts)}, err
		case <-ctx.Done():
			return invariant.Counts{}, ctx.Err()
		}
	}
	return invariant.Counts{Sold: int32(s.counts)}, nil
}

func (s *slow) Unresolved(context.Context) ([]invariant.Unresolved, error) { return nil, nil }

func (s *slow) Editions(context.Context, int) ([]invariant.Editions, error) { return nil, nil }

func noHeads(context.Context) ([]order.Head, error) { return nil, nil }

// TestWaitingCallersShareACount: when a count takes longer than it is cached for, waiting callers share it instead of each
// starting a new one.
func TestWaitingCallersShareACount(t *testing.T) {
	t.Parallel()
	store := &slow{clock: clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))}
	s := &Server{Counts: &invariant.Service{Store: store, Heads: noHeads}, Clock: store.clock}
	began := store.clock.Now()
	for range 3 {
		res, err := s.GetInvariants(t.Context(), &checkoutv1.GetInvariantsRequest{})
		if err != nil || !res.GetAt().AsTime().Equal(began) {
			t.Fatalf("GetInvariants() = %v, %v, want counted at %s", res, err, began)
		}
	}
	if store.counts != 1 {
		t.Errorf("invariants were counted %d times, want 1", store.counts)
	}
	store.clock.Advance(pauseFactor*2*time.Second - 1)
	if _, err := s.GetInvariants(t.Context(), &checkoutv1.GetInvariantsRequest{}); err != nil || store.counts != 1 {
		t.Errorf("within twenty seconds of a count that took two: error = %v, %d counts, want nil and 1", err, store.counts)
	}
	store.clock.Advance(1)
	if _, err := s.GetInvariants(t.Context(), &checkoutv1.GetInvariantsRequest{}); err != nil || store.counts != 2 {
		t.Errorf("after twenty seconds: error = %v, %d counts, want nil and 2", err, store.counts)
	}
}

// TestACountThatTakesLong: no caller waits longer than a call may take, and the count continues after its callers have left.
// Until it ends, callers get the previous count, with its time.
func TestACountThatTakesLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &slow{clock: clock.NewFake(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)), gate: make(chan error)}
		s := &Server{Counts: &invariant.Service{Store: store, Heads: noHeads}, Clock: store.clock}
		ask := func() (*checkoutv1.GetInvariantsResponse, error) {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			res, err := s.GetInvariants(ctx, &checkoutv1.GetInvariantsRequest{})
			synctest.Wait()
			if err != nil {
				return nil, err
			}
			return res, nil
		}
		began := store.clock.Now()
		for range 2 {
			if _, err := ask(); connect.CodeOf(err) != connect.CodeUnavailable {
				t.Fatalf("before the first count: error = %v, want unavailable", err)
			}
		}
		left, leave := context.WithCancel(t.Context())
		leave()
		if _, err := s.GetInvariants(left, &checkoutv1.GetInvariantsRequest{}); err == nil {
			t.Fatal("a cancelled call returned no error")
		}
		store.gate <- nil
		synctest.Wait()
		for range 2 {
			if got, err := ask(); err != nil || store.counts != 1 || got.GetSold() != 1 || !got.GetAt().AsTime().Equal(began) {
				t.Fatalf("ask() = %v, %v with %d counts, want 1 sold as of %s with 1", got, err, store.counts, began)
			}
		}
		// A new, slow count is running: callers get the previous one, with its time.
		store.clock.Advance(time.Hour)
		for range 2 {
			if got, err := ask(); err != nil || store.counts != 2 || got.GetSold() != 1 || !got.GetAt().AsTime().Equal(began) {
				t.Fatalf("ask() during a count = %v, %v with %d counts, want 1 sold as of %s with 2", got, err, store.counts, began)
			}
		}
		store.gate <- nil
		synctest.Wait()
		if got, err := ask(); err != nil || store.counts != 2 || got.GetSold() != 2 {
			t.Fatalf("ask() after the count = %v, %v with %d counts, want 2 sold with 2", got, err, store.counts)
		}
		// A failed count is an error until the next one.
		store.clock.Advance(time.Hour)
		if got, err := ask(); err != nil || got.GetSold() != 2 {
			t.Fatalf("ask() = %v, %v, want sold 2 and no error", got, err)
		}
		store.gate <- order.ErrUnavailable
		synctest.Wait()
		if _, err := ask(); connect.CodeOf(err) != connect.CodeUnavailable {
			t.Fatalf("ask() after a failed count = %v, want unavailable", err)
		}
		store.clock.Advance(time.Hour)
		if got, err := ask(); err != nil || got.GetSold() != 2 {
			t.Fatalf("ask() = %v, %v, want sold 2 and no error", got, err)
		}
		// A count that never ends times out, so that the next one can start.
		time.Sleep(countWithin)
		synctest.Wait()
		if _, err := ask(); connect.CodeOf(err) == 0 || store.counts != 4 {
			t.Fatalf("ask() after a timeout: error = %v with %d counts, want an error with 4", err, store.counts)
		}
	})
}
