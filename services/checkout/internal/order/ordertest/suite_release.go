package ordertest

import (
	"errors"
	"sync"
	"testing"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

var byStaff = order.Decision{By: "staff", Note: "The buyer changed their mind."}

// refundedOrder returns an order that was paid by card and refunded in full.
func refundedOrder(s *Orders, account string) (order.Checkout, string) {
	s.T.Helper()
	c, ses := sold(s, account)
	refunding(s, c)
	s.Work()
	return s.Want(c, order.Refunded), ses
}

// testRelease: a refunded edition stays sold until staff release it. Then another buyer gets it, once.
func testRelease(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := refundedOrder(s, "a")
	if c.Unit.Status != order.UnitSold {
		t.Fatalf("unit status = %s before the decision, want %s", c.Unit.Status, order.UnitSold)
	}
	if r, err := s.Releasable(t.Context(), c.ID); err != nil || r.State != order.ReleaseReady {
		t.Fatalf("s.Releasable(t.Context(), c.ID) = %v, %v, want state %v and no error", r, err, order.ReleaseReady)
	}
	first, err := s.Release(t.Context(), c.ID, byStaff)
	if err != nil || first.State != order.ReleaseDone || first.At.IsZero() {
		t.Fatalf("Release() = %+v, %v, want done at some time", first, err)
	}
	again, err := s.Release(t.Context(), c.ID, order.Decision{By: "staff-2", Note: "again"})
	if err != nil || again != first || s.Parties.Released[c.ID] != 1 {
		t.Fatalf("second Release() = %+v, %v, %v released, want %+v, once", again, err, s.Parties.Released, first)
	}
	counts := Events[order.EditionsChanged](s.Out)
	if last := counts[len(counts)-1]; last.Sold != 0 || last.Held != 0 {
		t.Fatalf("EditionsChanged = %+v, want none sold or held", last)
	}
	next, _ := sold(s, "b")
	if got := s.Want(c, order.Refunded); got.HoldsUnit() || got.Edition != next.Edition {
		t.Fatalf("editions = %+v and %+v, want the released one sold again", got.Unit, next.Unit)
	}
	if r, err := s.Releasable(t.Context(), c.ID); err != nil || r != first {
		t.Fatalf("s.Releasable(t.Context(), c.ID) = %v, %v, want %v and no error", r, err, first)
	}
	if _, err := s.Release(t.Context(), next.ID, byStaff); !errors.Is(err, order.ErrActionNotPossible) {
		t.Fatalf("releasing a valid order: error = %v, want ErrActionNotPossible", err)
	}
	s.CheckInvariants()
}

// testReleaseRefused: nothing changes while the token is in the way.
func testReleaseRefused(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	held := s.Hold("a")
	if _, err := s.Release(t.Context(), held.ID, byStaff); !errors.Is(err, order.ErrActionNotPossible) {
		t.Fatalf("Release() of a held edition = %v, want ErrActionNotPossible", err)
	}
	if r, err := s.Releasable(t.Context(), held.ID); err != nil || r.State != order.ReleaseNone {
		t.Fatalf("s.Releasable(t.Context(), held.ID) = %v, %v, want state %v and no error", r, err, order.ReleaseNone)
	}
	c, _ := refundedOrder(s, "a")
	for state, want := range map[order.ReleaseState]error{
		order.ReleaseMinting: order.ErrTokenMinting, order.ReleaseWithdrawing: order.ErrTokenWithdrawing, order.ReleaseGone: order.ErrTokenGone,
		order.ReleaseTaken: order.ErrTokenGone, "another": order.ErrUnavailable,
	} {
		s.Parties.Custody = state
		_, err := s.Release(t.Context(), c.ID, byStaff)
		wantErr(t, err, want)
	}
	s.Parties.Custody, s.Parties.Down = "", true
	_, err := s.Release(t.Context(), c.ID, byStaff)
	wantErr(t, err, order.ErrUnavailable)
	if r, err := s.Releasable(t.Context(), c.ID); err != nil || r.State != order.ReleaseUnknown {
		t.Fatalf("s.Releasable(t.Context(), c.ID) = %v, %v, want state %v and no error", r, err, order.ReleaseUnknown)
	}
	if got := s.Want(c, order.Refunded); got.Unit.Status != order.UnitSold {
		t.Fatalf("the unit is %s, want %s", got.Unit.Status, order.UnitSold)
	}
}

// testReleaseRace: two members of staff release an edition while two buyers try to get it.
func testReleaseRace(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := refundedOrder(s, "a")
	var wg sync.WaitGroup
	for _, by := range []string{"staff", "staff-2"} {
		wg.Go(func() {
			if r, err := s.Release(t.Context(), c.ID, order.Decision{By: by, Note: "n"}); err != nil || r.State != order.ReleaseDone {
				t.Errorf("r, err = %v, %v, want state %v and no error", r, err, order.ReleaseDone)
			}
		})
	}
	var mu sync.Mutex
	holds := 0
	for _, account := range []string{"b", "c", "d"} {
		wg.Go(func() {
			for range 20 {
				_, err := s.Try(t.Context(), account, Artwork)
				if err == nil {
					mu.Lock()
					holds++
					mu.Unlock()
					return
				}
				if !errors.Is(err, order.ErrEditionUnavailable) {
					t.Errorf("hold: error = %v, want nil or ErrEditionUnavailable", err)
				}
			}
		})
	}
	wg.Wait()
	if holds > 1 {
		t.Errorf("%d buyers hold the edition, want at most 1", holds)
	}
	s.CheckInvariants()
}

// testReleaseReturned: the bank returns the refund while staff release the edition, or afterwards. The order never owns an edition again,
// and is refunded again.
func testReleaseReturned(t *testing.T, fresh NewStore) {
	for name, during := range map[string]bool{"during": true, "afterwards": false} {
		t.Run(name, func(t *testing.T) {
			s := NewOrders(t, 1, fresh)
			c, ses := refundedOrder(s, "a")
			returned := func() {
				s.Cards.ReturnRefunds(ses)
				s.Webhook(ses)
			}
			if during {
				s.Parties.OnRelease = func() {
					s.Parties.OnRelease = nil
					returned()
				}
			}
			_, err := s.Release(t.Context(), c.ID, byStaff)
			if during {
				wantErr(t, err, order.ErrActionNotPossible)
			} else {
				s.OK(err)
				returned()
				sold(s, "b")
			}
			got := s.Want(c, order.RefundFailed)
			review := got.Reviews[len(got.Reviews)-1]
			if _, err := s.Decide(t.Context(), review.ID, order.Decision{Action: order.ActionComplete, By: "staff", Note: "n"}); !errors.Is(err, order.ErrActionNotPossible) {
				t.Fatalf("completing the review: error = %v, want ErrActionNotPossible", err)
			}
			if !during {
				s.Cards.Dispute(ses, order.DisputeOpen)
				s.Webhook(ses)
				s.Want(c, order.RefundFailed)
				s.Cards.Dispute(ses, order.DisputeLost)
				s.Webhook(ses)
				s.Want(c, order.Refunded)
				s.CheckInvariants()
				return
			}
			_, err = s.Decide(t.Context(), review.ID, order.Decision{Action: order.ActionRefund, By: "staff", Note: "n"})
			s.OK(err)
			s.Work()
			s.Want(c, order.Refunded)
			_, err = s.Release(t.Context(), c.ID, byStaff)
			s.OK(err)
			sold(s, "b")
			s.CheckInvariants()
		})
	}
}
