// Package refundtest is the test suite of refunds, which every store passes.
package refundtest

import (
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// TestStore checks what every store must do for refunds, and the service on top of it.
func TestStore(t *testing.T, fresh ordertest.NewStore) {
	for name, test := range map[string]func(*testing.T, ordertest.NewStore){
		"card: refund fails":                    testRefundFails,
		"card: dispute":                         testDispute,
		"refund: in two parts":                  testRefundInParts,
		"release: sold again":                   testRelease,
		"release: not yet, or never":            testReleaseRefused,
		"release: races":                        testReleaseRace,
		"release: the bank returns the refund":  testReleaseReturned,
		"card: a late report of a dispute":      testOldDispute,
		"refund: failed, then disputed":         testRefundFailedDispute,
		"refund: returned after a lost dispute": testDisputeLostBeforeReturn,
		"refund: failed, case closed":           testRefundFailedClosed,
		"refund: failed, edition held":          testRefundFailedHold,
		"refund: failed, without a review":      testRefundForgotten,
		"refund: the rest, from a review":       testReviewedRefund,
		"refund: ether by staff":                testRefundEther,
		"refund: by two people":                 testTwoPeople,
		"refund: small parts add up":            testSmallParts,
		"refund: a request ends":                testRequestEnds,
		"refund: only the requested money":      testRequestedMoney,
		"refund: limit of a day":                testDailyLimit,
		"refund: to a signed address":           testSignedAddress,
		"refund: no amount":                     testNoAmount,
		"refund: the token left the vault":      testTokenLeft,
		"refund: against the token's return":    testAgainstReturn,
		"refund: the token isn't returned":      testNoReturn,
		"refund: returned, but not paid":        testReturnedUnpaid,
		"refund: why a return isn't paid":       testReturnProblems,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh)
		})
	}
}

func testRefundFails(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := ordertest.Late(t, s, c)
	s.Hold("b")
	s.Webhook(ses)
	s.Cards.RefundAs = purchase.RefundQueued
	s.Work()
	s.Want(c, purchase.RefundPending)
	s.Cards.RefundAs = purchase.RefundRefused
	s.Clock.Advance(time.Minute)
	s.Work()
	got := s.Want(c, purchase.RefundFailed)
	if len(got.Reviews) != 1 {
		t.Fatal("want one review")
	}
	// Staff repeat it at the provider.
	s.Cards.RefundByHand(ses, purchase.RefundSucceeded, got.Price)
	s.Webhook(ses)
	if got = s.Want(c, purchase.Refunded); got.Reviews[0].ClosedAt.IsZero() {
		t.Fatalf("review = %+v, want it closed", got.Reviews[0])
	}
}

func testDispute(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	s.Cards.Dispute(ses, purchase.DisputeOpen)
	s.Webhook(ses)
	s.Webhook(ses)
	s.Want(c, purchase.Disputed)
	s.OK(s.TokenMinted(t.Context(), c.ID, 31337, "0xm"))
	s.Want(c, purchase.Disputed)
	s.Cards.Dispute(ses, purchase.DisputeWon)
	s.Webhook(ses)
	s.Webhook(ses)
	s.Want(c, purchase.Completed)
	f := ordertest.Events[order.OrderDisputed](s.Out)
	if len(f) != 2 || f[0].Resolved || !f[1].Resolved || f[1].Version != 2 {
		t.Fatalf("OrderDisputed = %+v, want an open one, then a resolved one in version 2", f)
	}
	s.Cards.Dispute(ses, purchase.DisputeLost)
	s.Webhook(ses)
	s.Webhook(ses)
	if got := s.Want(c, purchase.Refunded); got.Unit.Status != purchase.UnitSold {
		t.Fatalf("edition of a minted token = %+v, want it sold", got.Unit)
	}
	if f := ordertest.Events[order.OrderRefunded](s.Out); len(f) != 1 || f[0].TokenID != 42_000_001 {
		t.Fatalf("OrderRefunded = %+v, want one with token 42000001", f)
	}
}

// testRefundInParts: the second part doesn't wait for the lease of the round that sent the first one.
func testRefundInParts(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	for _, part := range []int64{25_000, 0} {
		_, err := s.Refund(t.Context(), c.ID, part, purchase.Decision{InFull: part == 0, By: "staff", Note: "n"})
		s.OK(err)
		s.Work()
	}
	s.Want(c, purchase.Refunded)
	s.CheckInvariants()
}

func testRefundEther(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, ordertest.EtherPayment(q, "0xb", s.Clock.Now())))
	by := purchase.Decision{InFull: true, By: "staff", Note: "n"}
	_, err := s.Refund(t.Context(), c.ID, 0, by)
	ordertest.WantErr(t, err, order.ErrNoRefundAddress)
	by.RefundAddress = "0x70997970c51812dc3A010C7d01b50e0d17dc79C8"
	_, err = s.Refund(t.Context(), c.ID, 0, by)
	ordertest.WantErr(t, err, order.ErrRefundAddress)
	by.RefundAddress = ordertest.Address
	_, err = s.Refund(t.Context(), c.ID, 1, purchase.Decision{By: "staff", Note: "n"})
	ordertest.WantErr(t, err, order.ErrActionNotPossible)
	_, err = s.Refund(t.Context(), c.ID, 0, by)
	s.OK(err)
	s.Want(c, purchase.RefundPending)
	// No event reports the outcome: the service has to call the chainwatcher.
	s.Clock.Advance(2 * time.Minute)
	due := ordertest.Events[order.EtherRefundDue](s.Out)[0]
	s.Parties.Ledger.Refunds = map[string]order.ChainRefund{due.RefundID: {RefundID: due.RefundID, Status: purchase.RefundSucceeded, Transaction: "0xr"}}
	s.Work()
	s.Want(c, purchase.Refunded)
	if named := s.Parties.Ledger.Due; len(named) != 1 || named[0].RefundID != due.RefundID || named[0].To != ordertest.Address {
		t.Fatalf("refunds due = %+v, want %s to %s", named, due.RefundID, ordertest.Address)
	}
	_, err = s.Refund(t.Context(), c.ID, 0, by)
	ordertest.WantErr(t, err, order.ErrActionNotPossible)
}

// refunding starts a full refund of an order.
func refunding(s *ordertest.Orders, c order.Checkout) {
	s.T.Helper()
	_, err := s.Refund(s.T.Context(), c.ID, 0, purchase.Decision{InFull: true, By: "staff", Note: "n"})
	s.OK(err)
}

// unpaid returns a delivered order with a failed full refund, and the review that it opened.
func unpaid(s *ordertest.Orders, account string) (c order.Checkout, ses, reviewID string) {
	s.T.Helper()
	c, ses = ordertest.Sold(s, account)
	refunding(s, c)
	s.Cards.RefundAs = purchase.RefundRefused
	s.Work()
	c = s.Want(c, purchase.RefundFailed)
	return c, ses, c.Reviews[len(c.Reviews)-1].ID
}

// wantFrozen compares the states of the token's withdrawal freeze in the order of events: true means frozen.
func wantFrozen(s *ordertest.Orders, c order.Checkout, want ...bool) {
	s.T.Helper()
	var got []bool
	for _, event := range ordertest.Events[order.OrderDisputed](s.Out) {
		if event.CheckoutID == c.ID {
			got = append(got, !event.Resolved)
		}
	}
	if !slices.Equal(got, want) {
		s.T.Fatalf("frozen: %v, want %v", got, want)
	}
}

// testRefundFailedDispute: a buyer whose refund failed disputes the payment at their bank.
func testRefundFailedDispute(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 2, fresh)
	lost, ses, _ := unpaid(s, "lost")
	s.Cards.Dispute(ses, purchase.DisputeOpen)
	s.Webhook(ses)
	s.Webhook(ses)
	s.Want(lost, purchase.Disputed)
	s.Cards.Dispute(ses, purchase.DisputeLost)
	s.Webhook(ses)
	s.Webhook(ses)
	if got := s.Want(lost, purchase.Refunded); got.Refunds[len(got.Refunds)-1].Reason != purchase.ReasonDisputeLost || got.Reviews[0].ClosedAt.IsZero() {
		t.Fatalf("refunds = %+v, reviews = %+v, want the last because of %s and the first closed", got.Refunds, got.Reviews, purchase.ReasonDisputeLost)
	}
	wantFrozen(s, lost, true, true)

	// A dispute that is won doesn't replace the refund that staff decided: it is still owed, and the token stays frozen.
	s.Cards.RefundAs = purchase.RefundSucceeded
	won, ses, reviewID := unpaid(s, "won")
	s.Cards.Dispute(ses, purchase.DisputeOpen)
	s.Webhook(ses)
	s.Cards.Dispute(ses, purchase.DisputeWon)
	s.Webhook(ses)
	s.Webhook(ses)
	s.Want(won, purchase.RefundFailed)
	wantFrozen(s, won, true, true)
	s.Cards.RefundAs = purchase.RefundSucceeded
	s.OK(s.Resolve(reviewID, purchase.ActionRefund))
	s.Clock.Advance(time.Minute)
	s.Work()
	s.Want(won, purchase.Refunded)
}

// testDisputeLostBeforeReturn: a part that the bank returns after a lost dispute isn't lost to the dispute again.
func testDisputeLostBeforeReturn(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, ses := ordertest.Sold(s, "a")
	_, err := s.Refund(t.Context(), c.ID, 25_000, purchase.Decision{By: "staff", Note: "n"})
	s.OK(err)
	s.Work()
	s.Cards.Dispute(ses, purchase.DisputeLost)
	s.Webhook(ses)
	s.Want(c, purchase.Refunded)
	s.Cards.ReturnRefunds(ses)
	for range 2 {
		s.Webhook(ses)
		if got := s.Want(c, purchase.RefundFailed); len(got.Refunds) != 2 {
			t.Fatalf("%+v, want 2 items", got.Refunds)
		}
	}
}

// testRefundFailedClosed: closing the case of a failed refund means that it was paid back another way, so the token stays
// frozen; keeping the sale unfreezes it.
func testRefundFailedClosed(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 3, fresh)
	elsewhere, ses, reviewID := unpaid(s, "elsewhere")
	s.OK(s.Resolve(reviewID, purchase.ActionReject))
	s.Want(elsewhere, purchase.RefundFailed)
	wantFrozen(s, elsewhere, true)
	// The buyer takes the money once more through their bank, and the service notices.
	s.Cards.Dispute(ses, purchase.DisputeLost)
	s.Webhook(ses)
	s.Want(elsewhere, purchase.Refunded)

	s.Cards.RefundAs = purchase.RefundSucceeded
	retained, _, reviewID := unpaid(s, "retained")
	s.OK(s.Resolve(reviewID, purchase.ActionComplete))
	s.Want(retained, purchase.Delivering)
	wantFrozen(s, retained, true, false)
	s.OK(s.TokenMinted(t.Context(), retained.ID, 31337, "0xm"))
	s.Want(retained, purchase.Completed)

	// The buyer was notified that this refund went through: the sale can't stand.
	s.Cards.RefundAs = purchase.RefundSucceeded
	returned, ses := ordertest.Sold(s, "returned")
	refunding(s, returned)
	s.Work()
	s.Want(returned, purchase.Refunded)
	s.Cards.ReturnRefunds(ses)
	s.Webhook(ses)
	got := s.Want(returned, purchase.RefundFailed)
	if offered := got.Actions(got.Reviews[0]); !got.Refunds[0].Returned || slices.Contains(offered, purchase.ActionComplete) {
		t.Fatalf("actions = %v, first refund %+v, want no complete for a returned refund", offered, got.Refunds[0])
	}
	ordertest.WantErr(t, s.Resolve(got.Reviews[0].ID, purchase.ActionComplete), order.ErrActionNotPossible)
	s.OK(s.Resolve(got.Reviews[0].ID, purchase.ActionRefund))
	s.Clock.Advance(time.Minute)
	s.Work()
	s.Want(returned, purchase.Refunded)
}

// testRefundForgotten: a failed refund whose review is missing gets another one, once; a review that staff closed stays
// closed.
func testRefundForgotten(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 2, fresh)
	c, _, _ := unpaid(s, "a")
	lose := func() {
		_, err := s.Store.Update(t.Context(), c.ID, func(c *order.Checkout) error {
			c.As(purchase.ActorReconciler)
			for i := range c.Reviews {
				if r := &c.Reviews[i]; r.ClosedAt.IsZero() {
					r.ClosedAt, r.Decision = c.Now, purchase.ActionAutomatic
				}
			}
			return nil
		})
		s.OK(err)
		if i := s.Invariants(); i.UnmatchedPayments != 1 {
			t.Fatalf("Invariants() = %+v, want the payment without a review unmatched", i)
		}
	}
	for cases := 2; cases <= 3; cases++ {
		lose()
		s.Clock.Advance(10 * time.Minute)
		for range 2 {
			s.Work()
			s.Clock.Advance(10 * time.Minute)
		}
		got := s.Want(c, purchase.RefundFailed)
		if last := got.Reviews[len(got.Reviews)-1]; len(got.Reviews) != cases || !last.ClosedAt.IsZero() || last.Reason != purchase.ReasonRefundFailed {
			t.Fatalf("reviews = %+v, want %d, the last open because of %s", got.Reviews, cases, purchase.ReasonRefundFailed)
		}
	}
	got := s.Now(c)
	open := got.Reviews[2]
	if offered := got.Actions(open); !slices.Equal(offered, []purchase.Action{purchase.ActionRefund, purchase.ActionComplete, purchase.ActionReject}) {
		t.Fatalf("actions = %v, want refund, complete and reject", offered)
	}
	s.OK(s.Resolve(open.ID, purchase.ActionReject))
	s.Clock.Advance(10 * time.Minute)
	s.Work()
	if got := s.Want(c, purchase.RefundFailed); len(got.Reviews) != 3 {
		t.Fatalf("%+v, want 3 items", got.Reviews)
	}

	// While a decided refund is pending, nothing counts as forgotten.
	s.Cards.RefundAs = purchase.RefundSucceeded
	c, _, reviewID := unpaid(s, "b")
	s.Cards.RefundAs = purchase.RefundQueued
	s.OK(s.Resolve(reviewID, purchase.ActionRefund))
	s.Work()
	if got := s.Want(c, purchase.RefundPending); len(got.Reviews) != 1 {
		t.Fatalf("%+v, want one", got.Reviews)
	}
}

// testRefundFailedHold: an edition that waited for a refund is free once staff close the review of its failure.
func testRefundFailedHold(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := ordertest.Wrongly(s, "a")
	s.OK(s.Resolve(c.Reviews[0].ID, purchase.ActionRefund))
	s.Cards.RefundAs = purchase.RefundRefused
	s.Work()
	if got := s.Want(c, purchase.RefundFailed); !got.HoldsUnit() {
		t.Fatalf("edition before the decision = %+v, want it held", got.Unit)
	} else {
		s.OK(s.Resolve(got.Reviews[1].ID, purchase.ActionReject))
	}
	if got := s.Want(c, purchase.RefundFailed); got.HoldsUnit() {
		t.Fatalf("edition without a pending decision = %+v, want it released", got.Unit)
	}
	s.Hold("b")
	s.CheckInvariants()
}

// testReviewedRefund: a part that is refunded again from the review queue completes the full amount and freezes the token.
func testReviewedRefund(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := ordertest.Sold(s, "a")
	for _, part := range []order.CardRefund{
		{Status: purchase.RefundRefused, Amount: money.Money{Amount: 25_000}}, {Status: purchase.RefundSucceeded, Amount: money.Money{Amount: 100_000}},
	} {
		s.Cards.RefundAs = part.Status
		_, err := s.Refund(t.Context(), c.ID, part.Amount.Amount, purchase.Decision{By: "staff", Note: "n"})
		s.OK(err)
		s.Work()
	}
	got := s.Want(c, purchase.Delivering)
	wantFrozen(s, c)
	s.OK(s.Resolve(got.Reviews[0].ID, purchase.ActionRefund))
	s.Want(c, purchase.RefundPending)
	wantFrozen(s, c, true)
	s.Work()
	s.Want(c, purchase.Refunded)
}

// testOldDispute: a report that was read before a dispute ended doesn't open it again, but another dispute does.
func testOldDispute(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	s.Cards.Dispute(ses, purchase.DisputeOpen)
	old, err := s.Cards.Session(t.Context(), ses)
	if err != nil {
		t.Fatal(err)
	}
	s.Webhook(ses)
	s.Want(c, purchase.Disputed)
	s.Cards.Dispute(ses, purchase.DisputeWon)
	s.Webhook(ses)
	s.Want(c, purchase.Delivering)
	s.OK(s.ApplyCard(t.Context(), old))
	s.Want(c, purchase.Delivering)
	s.Cards.Dispute(ses, purchase.DisputeOpen)
	s.Webhook(ses)
	s.Want(c, purchase.Disputed)
}
