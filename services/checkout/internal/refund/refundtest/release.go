package refundtest

import (
	"errors"
	"sync"
	"testing"

	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
)

var byStaff = purchase.Decision{By: "staff", Note: "The buyer changed their mind."}

// refundedOrder returns an order that was paid by card and refunded in full.
func refundedOrder(s *ordertest.Orders, account string) (order.Checkout, string) {
	s.T.Helper()
	c, ses := ordertest.Sold(s, account)
	refunding(s, c)
	s.Work()
	return s.Want(c, purchase.Refunded), ses
}

// testRelease: a refunded edition stays sold until staff release it. Then another buyer gets it, once.
func testRelease(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := refundedOrder(s, "a")
	if c.Unit.Status != purchase.UnitSold {
		t.Fatalf("unit status = %s before the decision, want %s", c.Unit.Status, purchase.UnitSold)
	}
	if r, err := s.Refunds.Releasable(t.Context(), c.ID); err != nil || r.State != refund.ReleaseReady {
		t.Fatalf("s.Refunds.Releasable(t.Context(), c.ID) = %v, %v, want state %v and no error", r, err, refund.ReleaseReady)
	}
	first, err := s.Refunds.Release(t.Context(), c.ID, byStaff)
	if err != nil || first.State != refund.ReleaseDone || first.At.IsZero() {
		t.Fatalf("Release() = %+v, %v, want done at some time", first, err)
	}
	again, err := s.Refunds.Release(t.Context(), c.ID, purchase.Decision{By: "staff-2", Note: "again"})
	if err != nil || again != first || s.Parties.Released[c.ID] != 1 {
		t.Fatalf("second Release() = %+v, %v, %v released, want %+v, once", again, err, s.Parties.Released, first)
	}
	counts := ordertest.Events[order.EditionsChanged](s.Out)
	if last := counts[len(counts)-1]; last.Sold != 0 || last.Held != 0 {
		t.Fatalf("EditionsChanged = %+v, want none sold or held", last)
	}
	next, _ := ordertest.Sold(s, "b")
	if got := s.Want(c, purchase.Refunded); got.HoldsUnit() || got.Edition != next.Edition {
		t.Fatalf("editions = %+v and %+v, want the released one sold again", got.Unit, next.Unit)
	}
	if r, err := s.Refunds.Releasable(t.Context(), c.ID); err != nil || r != first {
		t.Fatalf("s.Refunds.Releasable(t.Context(), c.ID) = %v, %v, want %v and no error", r, err, first)
	}
	if _, err := s.Refunds.Release(t.Context(), next.ID, byStaff); !errors.Is(err, order.ErrActionNotPossible) {
		t.Fatalf("releasing a valid order: error = %v, want ErrActionNotPossible", err)
	}
	s.CheckInvariants()
}

// testReleaseRefused: nothing changes while the token is in the way.
func testReleaseRefused(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	held := s.Hold("a")
	if _, err := s.Refunds.Release(t.Context(), held.ID, byStaff); !errors.Is(err, order.ErrActionNotPossible) {
		t.Fatalf("Release() of a held edition = %v, want ErrActionNotPossible", err)
	}
	if r, err := s.Refunds.Releasable(t.Context(), held.ID); err != nil || r.State != refund.ReleaseNone {
		t.Fatalf("s.Refunds.Releasable(t.Context(), held.ID) = %v, %v, want state %v and no error", r, err, refund.ReleaseNone)
	}
	c, _ := refundedOrder(s, "a")
	for state, want := range map[refund.ReleaseState]error{
		refund.ReleaseMinting: refund.ErrTokenMinting, refund.ReleaseWithdrawing: refund.ErrTokenWithdrawing, refund.ReleaseGone: refund.ErrTokenGone,
		refund.ReleaseTaken: refund.ErrTokenGone, "another": order.ErrUnavailable,
	} {
		s.Parties.Custody = state
		_, err := s.Refunds.Release(t.Context(), c.ID, byStaff)
		ordertest.WantErr(t, err, want)
	}
	s.Parties.Custody, s.Parties.Down = "", true
	_, err := s.Refunds.Release(t.Context(), c.ID, byStaff)
	ordertest.WantErr(t, err, order.ErrUnavailable)
	if r, err := s.Refunds.Releasable(t.Context(), c.ID); err != nil || r.State != refund.ReleaseUnknown {
		t.Fatalf("s.Refunds.Releasable(t.Context(), c.ID) = %v, %v, want state %v and no error", r, err, refund.ReleaseUnknown)
	}
	if got := s.Want(c, purchase.Refunded); got.Unit.Status != purchase.UnitSold {
		t.Fatalf("the unit is %s, want %s", got.Unit.Status, purchase.UnitSold)
	}
}

// testReleaseRace: two members of staff release an edition while two buyers try to get it.
func testReleaseRace(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := refundedOrder(s, "a")
	var wg sync.WaitGroup
	for _, by := range []string{"staff", "staff-2"} {
		wg.Go(func() {
			if r, err := s.Refunds.Release(t.Context(), c.ID, purchase.Decision{By: by, Note: "n"}); err != nil || r.State != refund.ReleaseDone {
				t.Errorf("r, err = %v, %v, want state %v and no error", r, err, refund.ReleaseDone)
			}
		})
	}
	var mu sync.Mutex
	holds := 0
	for _, account := range []string{"b", "c", "d"} {
		wg.Go(func() {
			for range 20 {
				_, err := s.Try(t.Context(), account, ordertest.Artwork)
				if err == nil {
					mu.Lock()
					holds++
					mu.Unlock()
					return
				}
				if !errors.Is(err, hold.ErrEditionUnavailable) {
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
func testReleaseReturned(t *testing.T, fresh ordertest.NewStore) {
	for name, during := range map[string]bool{"during": true, "afterwards": false} {
		t.Run(name, func(t *testing.T) {
			s := ordertest.NewOrders(t, 1, fresh)
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
			_, err := s.Refunds.Release(t.Context(), c.ID, byStaff)
			if during {
				ordertest.WantErr(t, err, order.ErrActionNotPossible)
			} else {
				s.OK(err)
				returned()
				ordertest.Sold(s, "b")
			}
			got := s.Want(c, purchase.RefundFailed)
			review := got.Reviews[len(got.Reviews)-1]
			if _, err := s.Decide(t.Context(), review.ID, purchase.Decision{Action: purchase.ActionComplete, By: "staff", Note: "n"}); !errors.Is(err, order.ErrActionNotPossible) {
				t.Fatalf("completing the review: error = %v, want ErrActionNotPossible", err)
			}
			if !during {
				s.Cards.Dispute(ses, purchase.DisputeOpen)
				s.Webhook(ses)
				s.Want(c, purchase.RefundFailed)
				s.Cards.Dispute(ses, purchase.DisputeLost)
				s.Webhook(ses)
				s.Want(c, purchase.Refunded)
				s.CheckInvariants()
				return
			}
			_, err = s.Decide(t.Context(), review.ID, purchase.Decision{Action: purchase.ActionRefund, By: "staff", Note: "n"})
			s.OK(err)
			s.Work()
			s.Want(c, purchase.Refunded)
			_, err = s.Refunds.Release(t.Context(), c.ID, byStaff)
			s.OK(err)
			ordertest.Sold(s, "b")
			s.CheckInvariants()
		})
	}
}
