// Package reviewtest is the test suite of reviews, which every store passes.
package reviewtest

import (
	"fmt"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
)

// TestStore checks what every store must do for reviews, and the service on top of it.
func TestStore(t *testing.T, fresh ordertest.NewStore) {
	for name, test := range map[string]func(*testing.T, ordertest.NewStore){
		"review: completed":                   testDecideComplete,
		"review: rejected":                    testDecideReject,
		"review: refunded":                    testDecideRefund,
		"review: a refund by hand that fails": testFailedByHand,
		"review: money without an owner":      testUnmatched,
		"refund: a second ether payment":      testDuplicateEther,
		"unmatched payments are claimed once": testClaimUnmatched,
		"guards":                              testGuards,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh)
		})
	}
}

func testDecideComplete(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := ordertest.Wrongly(s, "a")
	s.OK(s.Resolve(c.Reviews[0].ID, purchase.ActionComplete))
	if got := s.Want(c, purchase.Delivering); got.Unit.Status != purchase.UnitSold || got.Reviews[0].By != "staff" {
		t.Fatalf("checkout = %+v, want the edition sold and the review closed by staff", got)
	}
	ordertest.WantErr(t, s.Resolve(c.Reviews[0].ID, purchase.ActionRefund), order.ErrAlreadyDecided)
	if n := len(ordertest.Events[order.OrderPaid](s.Out)); n != 1 {
		t.Fatalf("len(ordertest.Events[order.OrderPaid](s.Out)) = %v, want 1", n)
	}
}

func testDecideReject(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, _ := ordertest.Wrongly(s, "a")
	s.OK(s.Resolve(c.Reviews[0].ID, purchase.ActionReject))
	if got := s.Want(c, purchase.Expired); got.HoldsUnit() {
		t.Fatalf("edition = %+v, want it released", got.Unit)
	}
	s.Hold("b")
	s.CheckInvariants()
}

func testDecideRefund(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, ses := ordertest.Wrongly(s, "a")
	s.OK(s.Resolve(c.Reviews[0].ID, purchase.ActionRefund))
	s.Want(c, purchase.RefundPending)
	s.Cards.RefundAs = purchase.RefundRefused
	s.Work()
	got := s.Want(c, purchase.RefundFailed)
	s.Cards.RefundAs = purchase.RefundSucceeded
	s.OK(s.Resolve(got.Reviews[1].ID, purchase.ActionRefund))
	s.Clock.Advance(time.Minute)
	s.Work()
	s.Want(c, purchase.Refunded)
	// Weeks later the bank returns it: staff decide again.
	s.Cards.ReturnRefunds(ses)
	s.Clock.Advance(time.Minute)
	s.Webhook(ses)
	got = s.Want(c, purchase.RefundFailed)
	last := got.Reviews[len(got.Reviews)-1]
	if !last.ClosedAt.IsZero() || last.Reason != purchase.ReasonRefundFailed {
		t.Fatalf("reviews = %+v, want the last open because of %s", got.Reviews, purchase.ReasonRefundFailed)
	}
	s.OK(s.Resolve(last.ID, purchase.ActionReject))
	s.Want(c, purchase.RefundFailed)
}

// testDuplicateEther: a second payment of an order is refunded automatically, once, to the address that the buyer gave.
func testDuplicateEther(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	for i, block := range []string{"0xb1", "0xb2"} {
		p := ordertest.EtherPayment(q, block, s.Clock.Now())
		p.RefundAddress = ordertest.Address
		p.Wei = p.Wei.Add(money.NewWei(int64(i))) // the second is a duplicate first, and only then a wrong amount
		for range 3 {
			s.OK(s.PaymentConfirmed(t.Context(), c.ID, p))
		}
	}
	got := s.Want(c, purchase.Delivering)
	due := ordertest.Events[order.EtherRefundDue](s.Out)
	if len(due) != 1 || due[0].To != ordertest.Address || due[0].Wei.Cmp(q.Value.Add(money.NewWei(1))) != 0 || len(got.Refunds) != 1 || len(got.Reviews) != 0 {
		t.Fatalf("refunds due = %+v, refunds = %+v, want one of %s wei to %s, and no reviews", due, got.Refunds, q.Value.Add(money.NewWei(1)), ordertest.Address)
	}
	for _, status := range []purchase.RefundStatus{purchase.RefundSent, purchase.RefundSucceeded, purchase.RefundSent, purchase.RefundRefused} {
		s.OK(s.Refunds.EtherRefund(t.Context(), order.ChainRefund{RefundID: due[0].RefundID, Status: status, Transaction: "0xr"}))
	}
	if got = s.Want(c, purchase.Delivering); got.Refunds[0].Status != purchase.RefundSucceeded || got.Refunds[0].Transaction != "0xr" {
		t.Fatalf("refunds = %+v, want the first succeeded by 0xr", got.Refunds)
	}
	s.OK(s.Refunds.EtherRefund(t.Context(), order.ChainRefund{RefundID: "nobody's", Status: purchase.RefundSent}))
}

func testUnmatched(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	u := order.Unexpected{ChainID: 31337, Transaction: "0x1", BlockHash: "0xb", Wei: money.NewWei(5), Reason: "direct_transfer", LogIndex: -1}
	erc20 := u
	erc20.Transaction, erc20.Asset = "0x2", ordertest.Address
	for range 2 {
		s.OK(s.UnexpectedPayment(t.Context(), u))
		s.OK(s.UnexpectedPayment(t.Context(), erc20))
		s.OK(s.ApplyCard(t.Context(), order.CardState{
			CheckoutID: "nobody", PaymentIntent: "pi", Succeeded: true, Received: money.Money{Amount: 9, Currency: "USD"},
		}))
		s.Clock.Advance(time.Second)
	}
	open := s.Reviews(true)
	if len(open) != 3 {
		t.Fatalf("open reviews = %d, want 3", len(open))
	}
	for _, r := range open {
		if r.Funds.Asset != "" {
			ordertest.WantErr(t, s.Resolve(r.ID, purchase.ActionRefund), order.ErrActionNotPossible)
			s.OK(s.Resolve(r.ID, purchase.ActionReject))
			continue
		}
		ordertest.WantErr(t, s.Resolve(r.ID, purchase.ActionComplete), order.ErrActionNotPossible)
		s.OK(s.Resolve(r.ID, purchase.ActionRefund))
	}
	closed := s.Reviews(false)
	if len(closed) != 3 {
		t.Fatalf("closed reviews = %d, want 3", len(closed))
	}
	for _, r := range closed {
		m, err := s.Store.Unmatched(t.Context(), r.ID)
		s.OK(err)
		toBuyer := len(m.Refunds) == 1 && m.Refunds[0].To == ordertest.Address
		if toBuyer != (r.Funds.Method == purchase.Ether && r.Funds.Asset == "") {
			t.Errorf("%s of %+v has refunds %+v, want one to %s only for ether", r.Decision, r.Funds, m.Refunds, ordertest.Address)
		}
	}
	s.CheckInvariants()
	due := ordertest.Events[order.EtherRefundDue](s.Out)
	if len(due) != 1 || due[0].CheckoutID != "" || due[0].ChainID != 31337 {
		t.Fatalf("refunds due = %+v, want one on chain 31337 without a checkout", due)
	}
	s.OK(s.Refunds.EtherRefund(t.Context(), order.ChainRefund{RefundID: due[0].RefundID, Status: purchase.RefundRefused, Reason: "limit_exceeded"}))
	if open = s.Reviews(true); len(open) != 1 || open[0].Reason != purchase.ReasonRefundFailed {
		t.Fatalf("open reviews = %+v, want one because of %s", open, purchase.ReasonRefundFailed)
	}
	if closed = s.Reviews(false); len(closed) != 2 {
		t.Fatalf("closed reviews = %d, want 2", len(closed))
	}
	s.CheckInvariants()
}

// testGuards checks guards that pending payments and bought orders rely on.
func testGuards(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 2, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	s.OK(s.PaymentSeen(t.Context(), c.ID, ordertest.EtherPayment(q, "0xb", s.Clock.Now())))
	s.Clock.Advance(24 * time.Hour)
	s.OK(s.QuoteExpired(t.Context(), c.ID, q.IntentHash))
	for range 2 {
		s.OK(s.ExpireHold(t.Context(), c.ID))
		s.Work()
	}
	if got := s.Want(c, purchase.PaymentSeen); !got.HoldsUnit() {
		t.Fatalf("edition = %+v, want it held because the payment was seen", got.Unit)
	}
	_, err := s.Cancel(t.Context(), ordertest.Who("a"), c.ID)
	ordertest.WantErr(t, err, order.ErrNotCancellable)
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, ordertest.EtherPayment(q, "0xb", s.Clock.Now())))
	first := s.Want(c, purchase.Delivering)
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, ordertest.EtherPayment(q, "0xc", s.Clock.Now())))
	got := s.Want(c, purchase.Delivering)
	if got.Credited().Key != first.Credited().Key || len(ordertest.Events[order.OrderPaid](s.Out)) != 1 || len(got.Reviews) != 1 {
		t.Fatalf("payments = %+v, want only %s credited and one review", got.Payments, first.Credited().Key)
	}

	// A sighting that can't buy also keeps the edition until the chain has decided about it.
	c = s.Hold("b")
	q = s.Ether(c)
	p := ordertest.EtherPayment(q, "0xd", s.Clock.Now())
	p.Wei = p.Wei.Add(money.NewWei(1))
	s.OK(s.PaymentSeen(t.Context(), c.ID, p))
	s.Clock.Advance(24 * time.Hour)
	s.OK(s.QuoteExpired(t.Context(), c.ID, q.IntentHash))
	s.OK(s.ExpireHold(t.Context(), c.ID))
	s.Want(c, purchase.AwaitingPayment)
}

// testFailedByHand: a refund that staff tried at the provider, and that failed immediately, doesn't limit their choices.
func testFailedByHand(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	c, ses := ordertest.Wrongly(s, "a")
	s.Cards.RefundByHand(ses, purchase.RefundRefused, money.Money{Amount: 124_999, Currency: "USD"})
	for range 2 {
		s.Webhook(ses)
	}
	got := s.Want(c, purchase.InReview)
	if len(got.Refunds) != 1 || len(got.Reviews) != 2 || got.Reviews[1].Reason != purchase.ReasonRefundFailed {
		t.Fatalf("refunds = %+v, reviews = %+v, want one and two, the second because of %s", got.Refunds, got.Reviews, purchase.ReasonRefundFailed)
	}
	s.OK(s.Resolve(got.Reviews[0].ID, purchase.ActionComplete))
	if got = s.Want(c, purchase.Delivering); got.Reviews[1].ClosedAt.IsZero() {
		t.Fatalf("review of the payment that bought the edition = %+v, want it closed", got.Reviews[1])
	}
}

// testClaimUnmatched: a refund of card money without a checkout is leased to one replica at a time, until the provider has sent
// it.
func testClaimUnmatched(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	claim := func(want ...string) {
		t.Helper()
		ids, err := s.Store.Claim(t.Context(), reconcile.Claim{Kind: reconcile.Unmatched, Lease: time.Minute, Limit: 9})
		if err != nil || fmt.Sprint(ids) != fmt.Sprint(want) {
			t.Fatalf("Claim() = %v, %v, want %v", ids, err, want)
		}
	}
	of := order.Checkout{ID: "nobody", Price: money.Money{Amount: 9, Currency: "USD"}}
	ses, err := s.Cards.Open(t.Context(), purchase.Session{ID: "s"}, of)
	s.OK(err)
	s.Cards.Pay(ses.ProviderID)
	s.Webhook(ses.ProviderID)
	s.OK(s.UnexpectedPayment(t.Context(), order.Unexpected{ChainID: 1, Transaction: "0x1", Wei: money.NewWei(5), Reason: "direct_transfer"}))
	claim() // no decision yet
	open := s.Reviews(true)
	if len(open) != 2 {
		t.Fatalf("open reviews = %d, want 2", len(open))
	}
	card := ""
	for _, r := range open {
		s.OK(s.Resolve(r.ID, purchase.ActionRefund))
		if r.Funds.Method == purchase.Card {
			card = r.ID
		}
	}
	claim(card) // ether is refunded through the chainwatcher
	claim()
	s.Clock.Advance(2 * time.Minute)
	claim(card)
	s.Clock.Advance(2 * time.Minute)
	s.Cards.RefundAs = purchase.RefundQueued
	s.Work()
	s.Clock.Advance(2 * time.Minute)
	claim(card) // the bank still processes it
	s.Clock.Advance(2 * time.Minute)
	s.Cards.RefundAs = purchase.RefundSucceeded
	s.Work()
	s.Clock.Advance(2 * time.Minute)
	claim()
	s.CheckInvariants()
}
