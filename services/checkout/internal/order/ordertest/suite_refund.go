package ordertest

import (
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

func testRefundFails(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := late(t, s, c)
	s.Hold("b")
	s.Webhook(ses)
	s.Cards.RefundAs = order.RefundQueued
	s.Work()
	s.Want(c, order.RefundPending)
	s.Cards.RefundAs = order.RefundRefused
	s.Clock.Advance(time.Minute)
	s.Work()
	got := s.Want(c, order.RefundFailed)
	if len(got.Reviews) != 1 {
		t.Fatal("want one review")
	}
	// Staff repeat it at the provider.
	s.Cards.mu.Lock()
	s.Cards.byKey["refund:by hand"] = ses
	s.Cards.refunds["by hand"] = order.CardRefund{ProviderID: "re_by hand", RefundID: "by hand", Status: order.RefundSucceeded, Amount: got.Price}
	s.Cards.mu.Unlock()
	s.Webhook(ses)
	if got = s.Want(c, order.Refunded); got.Reviews[0].ClosedAt.IsZero() {
		t.Fatalf("review = %+v, want it closed", got.Reviews[0])
	}
}

func testDispute(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	s.Cards.Dispute(ses, order.DisputeOpen)
	s.Webhook(ses)
	s.Webhook(ses)
	s.Want(c, order.Disputed)
	s.OK(s.TokenMinted(t.Context(), c.ID, 31337, "0xm"))
	s.Want(c, order.Disputed)
	s.Cards.Dispute(ses, order.DisputeWon)
	s.Webhook(ses)
	s.Webhook(ses)
	s.Want(c, order.Completed)
	f := Events[order.OrderDisputed](s.Out)
	if len(f) != 2 || f[0].Resolved || !f[1].Resolved || f[1].Version != 2 {
		t.Fatalf("OrderDisputed = %+v, want an open one, then a resolved one in version 2", f)
	}
	s.Cards.Dispute(ses, order.DisputeLost)
	s.Webhook(ses)
	s.Webhook(ses)
	if got := s.Want(c, order.Refunded); got.Unit.Status != order.UnitSold {
		t.Fatalf("edition of a minted token = %+v, want it sold", got.Unit)
	}
	if f := Events[order.OrderRefunded](s.Out); len(f) != 1 || f[0].TokenID != 42_000_001 {
		t.Fatalf("OrderRefunded = %+v, want one with token 42000001", f)
	}
}

// testRefundInParts: the second part doesn't wait for the lease of the round that sent the first one.
func testRefundInParts(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	for _, part := range []int64{25_000, 0} {
		_, err := s.Refund(t.Context(), c.ID, part, order.Decision{InFull: part == 0, By: "staff", Note: "n"})
		s.OK(err)
		s.Work()
	}
	s.Want(c, order.Refunded)
	s.CheckInvariants()
}

func testRefundEther(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, EtherPayment(q, "0xb", s.Clock.Now())))
	by := order.Decision{InFull: true, By: "staff", Note: "n"}
	_, err := s.Refund(t.Context(), c.ID, 0, by)
	wantErr(t, err, order.ErrNoRefundAddress)
	by.RefundAddress = "0x70997970c51812dc3A010C7d01b50e0d17dc79C8"
	_, err = s.Refund(t.Context(), c.ID, 0, by)
	wantErr(t, err, order.ErrRefundAddress)
	by.RefundAddress = address
	_, err = s.Refund(t.Context(), c.ID, 1, order.Decision{By: "staff", Note: "n"})
	wantErr(t, err, order.ErrActionNotPossible)
	_, err = s.Refund(t.Context(), c.ID, 0, by)
	s.OK(err)
	s.Want(c, order.RefundPending)
	// No event reports the outcome: the service has to call the chainwatcher.
	s.Clock.Advance(2 * time.Minute)
	due := Events[order.EtherRefundDue](s.Out)[0]
	s.Parties.Ledger.Refunds = map[string]order.ChainRefund{due.RefundID: {RefundID: due.RefundID, Status: order.RefundSucceeded, Transaction: "0xr"}}
	s.Work()
	s.Want(c, order.Refunded)
	if named := s.Parties.Ledger.Due; len(named) != 1 || named[0].RefundID != due.RefundID || named[0].To != address {
		t.Fatalf("refunds due = %+v, want %s to %s", named, due.RefundID, address)
	}
	_, err = s.Refund(t.Context(), c.ID, 0, by)
	wantErr(t, err, order.ErrActionNotPossible)
}

// sold returns a delivered order that was paid by card.
func sold(s *Orders, account string) (order.Checkout, string) {
	s.T.Helper()
	c := s.Hold(account)
	ses := s.Card(c)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	return s.Want(c, order.Delivering), ses
}

// refunding starts a full refund of an order.
func refunding(s *Orders, c order.Checkout) {
	s.T.Helper()
	_, err := s.Refund(s.T.Context(), c.ID, 0, order.Decision{InFull: true, By: "staff", Note: "n"})
	s.OK(err)
}

// unpaid returns a delivered order with a failed full refund, and the review that it opened.
func unpaid(s *Orders, account string) (c order.Checkout, ses, reviewID string) {
	s.T.Helper()
	c, ses = sold(s, account)
	refunding(s, c)
	s.Cards.RefundAs = order.RefundRefused
	s.Work()
	c = s.Want(c, order.RefundFailed)
	return c, ses, c.Reviews[len(c.Reviews)-1].ID
}

// wantFrozen compares the states of the token's withdrawal freeze in the order of events: true means frozen.
func wantFrozen(s *Orders, c order.Checkout, want ...bool) {
	s.T.Helper()
	var got []bool
	for _, event := range Events[order.OrderDisputed](s.Out) {
		if event.CheckoutID == c.ID {
			got = append(got, !event.Resolved)
		}
	}
	if !slices.Equal(got, want) {
		s.T.Fatalf("frozen: %v, want %v", got, want)
	}
}

// testRefundFailedDispute: a buyer whose refund failed disputes the payment at their bank.
func testRefundFailedDispute(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 2, fresh)
	lost, ses, _ := unpaid(s, "lost")
	s.Cards.Dispute(ses, order.DisputeOpen)
	s.Webhook(ses)
	s.Webhook(ses)
	s.Want(lost, order.Disputed)
	s.Cards.Dispute(ses, order.DisputeLost)
	s.Webhook(ses)
	s.Webhook(ses)
	if got := s.Want(lost, order.Refunded); got.Refunds[len(got.Refunds)-1].Reason != order.ReasonDisputeLost || got.Reviews[0].ClosedAt.IsZero() {
		t.Fatalf("refunds = %+v, reviews = %+v, want the last because of %s and the first closed", got.Refunds, got.Reviews, order.ReasonDisputeLost)
	}
	wantFrozen(s, lost, true, true)

	// A dispute that is won doesn't replace the refund that staff decided: it is still owed, and the token stays frozen.
	s.Cards.RefundAs = order.RefundSucceeded
	won, ses, reviewID := unpaid(s, "won")
	s.Cards.Dispute(ses, order.DisputeOpen)
	s.Webhook(ses)
	s.Cards.Dispute(ses, order.DisputeWon)
	s.Webhook(ses)
	s.Webhook(ses)
	s.Want(won, order.RefundFailed)
	wantFrozen(s, won, true, true)
	s.Cards.RefundAs = order.RefundSucceeded
	s.OK(s.decide(reviewID, order.ActionRefund))
	s.Clock.Advance(time.Minute)
	s.Work()
	s.Want(won, order.Refunded)
}

// testDisputeLostBeforeReturn: a part that the bank returns after a lost dispute isn't lost to the dispute again.
func testDisputeLostBeforeReturn(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, ses := sold(s, "a")
	_, err := s.Refund(t.Context(), c.ID, 25_000, order.Decision{By: "staff", Note: "n"})
	s.OK(err)
	s.Work()
	s.Cards.Dispute(ses, order.DisputeLost)
	s.Webhook(ses)
	s.Want(c, order.Refunded)
	s.Cards.ReturnRefunds(ses)
	for range 2 {
		s.Webhook(ses)
		if got := s.Want(c, order.RefundFailed); len(got.Refunds) != 2 {
			t.Fatalf("%+v, want 2 items", got.Refunds)
		}
	}
}

// testRefundFailedClosed: closing the case of a failed refund means that it was paid back another way, so the token stays
// frozen; keeping the sale unfreezes it.
func testRefundFailedClosed(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 3, fresh)
	elsewhere, ses, reviewID := unpaid(s, "elsewhere")
	s.OK(s.decide(reviewID, order.ActionReject))
	s.Want(elsewhere, order.RefundFailed)
	wantFrozen(s, elsewhere, true)
	// The buyer takes the money once more through their bank, and the service notices.
	s.Cards.Dispute(ses, order.DisputeLost)
	s.Webhook(ses)
	s.Want(elsewhere, order.Refunded)

	s.Cards.RefundAs = order.RefundSucceeded
	retained, _, reviewID := unpaid(s, "retained")
	s.OK(s.decide(reviewID, order.ActionComplete))
	s.Want(retained, order.Delivering)
	wantFrozen(s, retained, true, false)
	s.OK(s.TokenMinted(t.Context(), retained.ID, 31337, "0xm"))
	s.Want(retained, order.Completed)

	// The buyer was notified that this refund went through: the sale can't stand.
	s.Cards.RefundAs = order.RefundSucceeded
	returned, ses := sold(s, "returned")
	refunding(s, returned)
	s.Work()
	s.Want(returned, order.Refunded)
	s.Cards.ReturnRefunds(ses)
	s.Webhook(ses)
	got := s.Want(returned, order.RefundFailed)
	if offered := got.Actions(got.Reviews[0]); !got.Refunds[0].Returned || slices.Contains(offered, order.ActionComplete) {
		t.Fatalf("actions = %v, first refund %+v, want no complete for a returned refund", offered, got.Refunds[0])
	}
	wantErr(t, s.decide(got.Reviews[0].ID, order.ActionComplete), order.ErrActionNotPossible)
	s.OK(s.decide(got.Reviews[0].ID, order.ActionRefund))
	s.Clock.Advance(time.Minute)
	s.Work()
	s.Want(returned, order.Refunded)
}

// testRefundForgotten: a failed refund whose review is missing gets another one, once; a review that staff closed stays
// closed.
func testRefundForgotten(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 2, fresh)
	c, _, _ := unpaid(s, "a")
	lose := func() {
		_, err := s.Store.Update(t.Context(), c.ID, func(c *order.Checkout) error {
			c.As(order.ActorReconciler)
			for i := range c.Reviews {
				if r := &c.Reviews[i]; r.ClosedAt.IsZero() {
					r.ClosedAt, r.Decision = c.Now, order.ActionAutomatic
				}
			}
			return nil
		})
		s.OK(err)
		if i, err := s.Invariants(t.Context()); err != nil || i.UnmatchedPayments != 1 {
			t.Fatalf("Invariants() = %+v, %v, want the payment without a review unmatched", i, err)
		}
	}
	for cases := 2; cases <= 3; cases++ {
		lose()
		s.Clock.Advance(10 * time.Minute)
		for range 2 {
			s.Work()
			s.Clock.Advance(10 * time.Minute)
		}
		got := s.Want(c, order.RefundFailed)
		if last := got.Reviews[len(got.Reviews)-1]; len(got.Reviews) != cases || !last.ClosedAt.IsZero() || last.Reason != order.ReasonRefundFailed {
			t.Fatalf("reviews = %+v, want %d, the last open because of %s", got.Reviews, cases, order.ReasonRefundFailed)
		}
	}
	got := s.Now(c)
	open := got.Reviews[2]
	if offered := got.Actions(open); !slices.Equal(offered, []order.Action{order.ActionRefund, order.ActionComplete, order.ActionReject}) {
		t.Fatalf("actions = %v, want refund, complete and reject", offered)
	}
	s.OK(s.decide(open.ID, order.ActionReject))
	s.Clock.Advance(10 * time.Minute)
	s.Work()
	if got := s.Want(c, order.RefundFailed); len(got.Reviews) != 3 {
		t.Fatalf("%+v, want 3 items", got.Reviews)
	}

	// While a decided refund is pending, nothing counts as forgotten.
	s.Cards.RefundAs = order.RefundSucceeded
	c, _, reviewID := unpaid(s, "b")
	s.Cards.RefundAs = order.RefundQueued
	s.OK(s.decide(reviewID, order.ActionRefund))
	s.Work()
	if got := s.Want(c, order.RefundPending); len(got.Reviews) != 1 {
		t.Fatalf("%+v, want one", got.Reviews)
	}
}

// testRefundFailedHold: an edition that waited for a refund is free once staff close the review of its failure.
func testRefundFailedHold(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := wrongly(s, "a")
	s.OK(s.decide(c.Reviews[0].ID, order.ActionRefund))
	s.Cards.RefundAs = order.RefundRefused
	s.Work()
	if got := s.Want(c, order.RefundFailed); !got.HoldsUnit() {
		t.Fatalf("edition before the decision = %+v, want it held", got.Unit)
	} else {
		s.OK(s.decide(got.Reviews[1].ID, order.ActionReject))
	}
	if got := s.Want(c, order.RefundFailed); got.HoldsUnit() {
		t.Fatalf("edition without a pending decision = %+v, want it released", got.Unit)
	}
	s.Hold("b")
	s.CheckInvariants()
}

// testReviewedRefund: a part that is refunded again from the review queue completes the full amount and freezes the token.
func testReviewedRefund(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := sold(s, "a")
	for _, part := range []order.CardRefund{
		{Status: order.RefundRefused, Amount: money.Money{Amount: 25_000}}, {Status: order.RefundSucceeded, Amount: money.Money{Amount: 100_000}},
	} {
		s.Cards.RefundAs = part.Status
		_, err := s.Refund(t.Context(), c.ID, part.Amount.Amount, order.Decision{By: "staff", Note: "n"})
		s.OK(err)
		s.Work()
	}
	got := s.Want(c, order.Delivering)
	wantFrozen(s, c)
	s.OK(s.decide(got.Reviews[0].ID, order.ActionRefund))
	s.Want(c, order.RefundPending)
	wantFrozen(s, c, true)
	s.Work()
	s.Want(c, order.Refunded)
}

// testOldDispute: a report that was read before a dispute ended doesn't open it again, but another dispute does.
func testOldDispute(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	s.Cards.Dispute(ses, order.DisputeOpen)
	old, err := s.Cards.Session(t.Context(), ses)
	if err != nil {
		t.Fatal(err)
	}
	s.Webhook(ses)
	s.Want(c, order.Disputed)
	s.Cards.Dispute(ses, order.DisputeWon)
	s.Webhook(ses)
	s.Want(c, order.Delivering)
	s.OK(s.ApplyCard(t.Context(), old))
	s.Want(c, order.Delivering)
	s.Cards.Dispute(ses, order.DisputeOpen)
	s.Webhook(ses)
	s.Want(c, order.Disputed)
}
