package ordertest

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

func (t *Orders) decide(reviewID string, a order.Action) error {
	_, err := t.Decide(t.T.Context(), reviewID, order.Decision{Action: a, By: "staff", Note: "n", RefundAddress: address})
	return err
}

// wrongly pays a cent too little by card.
func wrongly(s *Orders, account string) (order.Checkout, string) {
	c := s.Hold(account)
	ses := s.Card(c)
	s.Cards.PayAmount(ses, money.Money{Amount: 124_999, Currency: "USD"})
	s.Webhook(ses)
	return s.Want(c, order.InReview), ses
}

func testDecideComplete(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := wrongly(s, "a")
	s.OK(s.decide(c.Reviews[0].ID, order.ActionComplete))
	if got := s.Want(c, order.Delivering); got.Unit.Status != order.UnitSold || got.Reviews[0].By != "staff" {
		t.Fatalf("checkout = %+v, want the edition sold and the review closed by staff", got)
	}
	wantErr(t, s.decide(c.Reviews[0].ID, order.ActionRefund), order.ErrAlreadyDecided)
	if n := len(Events[order.OrderPaid](s.Out)); n != 1 {
		t.Fatalf("len(Events[order.OrderPaid](s.Out)) = %v, want 1", n)
	}
}

func testDecideReject(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, _ := wrongly(s, "a")
	s.OK(s.decide(c.Reviews[0].ID, order.ActionReject))
	if got := s.Want(c, order.Expired); got.HoldsUnit() {
		t.Fatalf("edition = %+v, want it released", got.Unit)
	}
	s.Hold("b")
	s.CheckInvariants()
}

func testDecideRefund(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, ses := wrongly(s, "a")
	s.OK(s.decide(c.Reviews[0].ID, order.ActionRefund))
	s.Want(c, order.RefundPending)
	s.Cards.RefundAs = order.RefundRefused
	s.Work()
	got := s.Want(c, order.RefundFailed)
	s.Cards.RefundAs = order.RefundSucceeded
	s.OK(s.decide(got.Reviews[1].ID, order.ActionRefund))
	s.Clock.Advance(time.Minute)
	s.Work()
	s.Want(c, order.Refunded)
	// Weeks later the bank returns it: staff decide again.
	s.Cards.ReturnRefunds(ses)
	s.Clock.Advance(time.Minute)
	s.Webhook(ses)
	got = s.Want(c, order.RefundFailed)
	last := got.Reviews[len(got.Reviews)-1]
	if !last.ClosedAt.IsZero() || last.Reason != order.ReasonRefundFailed {
		t.Fatalf("reviews = %+v, want the last open because of %s", got.Reviews, order.ReasonRefundFailed)
	}
	s.OK(s.decide(last.ID, order.ActionReject))
	s.Want(c, order.RefundFailed)
}

// testDuplicateEther: a second payment of an order is refunded automatically, once, to the address that the buyer gave.
func testDuplicateEther(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	for i, block := range []string{"0xb1", "0xb2"} {
		p := EtherPayment(q, block, s.Clock.Now())
		p.RefundAddress = address
		p.Wei = p.Wei.Add(money.NewWei(int64(i))) // the second is a duplicate first, and only then a wrong amount
		for range 3 {
			s.OK(s.PaymentConfirmed(t.Context(), c.ID, p))
		}
	}
	got := s.Want(c, order.Delivering)
	due := Events[order.EtherRefundDue](s.Out)
	if len(due) != 1 || due[0].To != address || due[0].Wei.Cmp(q.Value.Add(money.NewWei(1))) != 0 || len(got.Refunds) != 1 || len(got.Reviews) != 0 {
		t.Fatalf("refunds due = %+v, refunds = %+v, want one of %s wei to %s, and no reviews", due, got.Refunds, q.Value.Add(money.NewWei(1)), address)
	}
	for _, status := range []order.RefundStatus{order.RefundSent, order.RefundSucceeded, order.RefundSent, order.RefundRefused} {
		s.OK(s.EtherRefund(t.Context(), order.ChainRefund{RefundID: due[0].RefundID, Status: status, Transaction: "0xr"}))
	}
	if got = s.Want(c, order.Delivering); got.Refunds[0].Status != order.RefundSucceeded || got.Refunds[0].Transaction != "0xr" {
		t.Fatalf("refunds = %+v, want the first succeeded by 0xr", got.Refunds)
	}
	s.OK(s.EtherRefund(t.Context(), order.ChainRefund{RefundID: "nobody's", Status: order.RefundSent}))
}

func testUnmatched(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	u := order.Unexpected{ChainID: 31337, Transaction: "0x1", BlockHash: "0xb", Wei: money.NewWei(5), Reason: "direct_transfer", LogIndex: -1}
	erc20 := u
	erc20.Transaction, erc20.Asset = "0x2", address
	for range 2 {
		s.OK(s.UnexpectedPayment(t.Context(), u))
		s.OK(s.UnexpectedPayment(t.Context(), erc20))
		s.OK(s.ApplyCard(t.Context(), order.CardState{
			CheckoutID: "nobody", PaymentIntent: "pi", Succeeded: true, Received: money.Money{Amount: 9, Currency: "USD"},
		}))
		s.Clock.Advance(time.Second)
	}
	open, err := s.Reviews(t.Context(), "open", 200)
	if err != nil || len(open) != 3 {
		t.Fatalf("open reviews = %d, %v, want 3", len(open), err)
	}
	for _, d := range open {
		if d.Funds.Asset != "" {
			wantErr(t, s.decide(d.Review.ID, order.ActionRefund), order.ErrActionNotPossible)
			s.OK(s.decide(d.Review.ID, order.ActionReject))
			continue
		}
		wantErr(t, s.decide(d.Review.ID, order.ActionComplete), order.ErrActionNotPossible)
		s.OK(s.decide(d.Review.ID, order.ActionRefund))
	}
	closed, err := s.Reviews(t.Context(), "closed", 200)
	if err != nil || len(closed) != 3 {
		t.Fatalf("closed reviews = %d, %v, want 3", len(closed), err)
	}
	for _, d := range closed {
		if to := d.Funds.RefundAddress; (to == address) != (d.Funds.Method == order.Ether && d.Funds.Asset == "") {
			t.Errorf("%s of %+v has destination %q, want %s only for ether", d.Review.Decision, d.Funds, to, address)
		}
	}
	s.CheckInvariants()
	due := Events[order.EtherRefundDue](s.Out)
	if len(due) != 1 || due[0].CheckoutID != "" || due[0].ChainID != 31337 {
		t.Fatalf("refunds due = %+v, want one on chain 31337 without a checkout", due)
	}
	s.OK(s.EtherRefund(t.Context(), order.ChainRefund{RefundID: due[0].RefundID, Status: order.RefundRefused, Reason: "limit_exceeded"}))
	open, err = s.Reviews(t.Context(), "open", 200)
	if err != nil || len(open) != 1 || open[0].Review.Reason != order.ReasonRefundFailed {
		t.Fatalf("open reviews = %+v, %v, want one because of %s", open, err, order.ReasonRefundFailed)
	}
	closed, err = s.Reviews(t.Context(), "closed", 200)
	if err != nil || len(closed) != 2 {
		t.Fatalf("closed reviews = %d, %v, want 2", len(closed), err)
	}
	s.CheckInvariants()
}

// testLostEvents: none of the chain's events arrive; reconciliation with the chain replaces each of them.
func testLostEvents(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 3, fresh)
	paid, gone := s.Hold("a"), s.Hold("b")
	q, r := s.Ether(paid), s.Ether(gone)
	dropped := EtherPayment(r, "0xgone", s.Clock.Now())
	s.OK(s.PaymentSeen(t.Context(), gone.ID, dropped))
	s.Want(gone, order.PaymentSeen)
	l := &s.Parties.Ledger
	l.Heads = []order.Head{{ChainID: q.ChainID, Number: 9, Finalized: 2}}
	known := order.KnownPayment{PendingPayment: order.PendingPayment{CheckoutID: paid.ID, Payment: EtherPayment(q, "0xb", s.Clock.Now())}}
	l.Payments.Known = []order.KnownPayment{known}
	l.Payments.Unexpected = []order.Unexpected{{ChainID: q.ChainID, Transaction: "0xu", Wei: money.NewWei(1), Reason: "direct_transfer", BlockNumber: 8}}
	for range 2 {
		s.OK(s.ReconcileChain(t.Context()))
		s.Want(paid, order.Confirming)      // two blocks follow its block
		s.Want(gone, order.AwaitingPayment) // its block is gone
	}
	have, need := new(s.Now(paid)).Confirmations(l.Heads)
	if have != 3 || need != 8 {
		t.Fatalf("have, need = %v, %v, want have 3 and need 8", have, need)
	}
	l.Payments.Known[0].Final = true
	l.Heads[0].Number, l.Heads[0].Finalized = 400, 300
	s.OK(s.ReconcileChain(t.Context()))
	s.Want(paid, order.Delivering)
	if at, err := s.Store.Cursor(t.Context(), q.ChainID); err != nil || at != 300 {
		t.Fatalf("s.Store.Cursor(t.Context(), q.ChainID) = %v, %v, want at 300 and no error", at, err)
	}
	if open, err := s.Reviews(t.Context(), "open", 9); err != nil || len(open) != 1 {
		t.Fatalf("open reviews = %d, %v, want 1", len(open), err)
	}
	// The token is due and the chainwatcher has never received the order: the event is published again, but not in each
	// round.
	l.Unknown = []int64{paid.TokenID()}
	s.Work()
	if n := len(Events[order.OrderPaidAgain](s.Out)); n != 0 {
		t.Fatalf("OrderPaidAgain was published %d times within a minute, want 0", n)
	}
	s.Clock.Advance(2 * time.Minute)
	s.Work()
	s.Work()
	if n := len(Events[order.OrderPaidAgain](s.Out)); n != 1 {
		t.Fatalf("len(Events[order.OrderPaidAgain](s.Out)) = %v, want 1", n)
	}
	l.Unknown, l.Mints = nil, []order.Mint{{CheckoutID: paid.ID, TokenID: paid.TokenID(), ChainID: 31337, Transaction: "0xm"}}
	s.Clock.Advance(6 * time.Minute)
	s.Work()
	s.Want(paid, order.Completed)
	s.Parties.Down = true
	wantErr(t, s.ReconcileChain(t.Context()), order.ErrUnavailable)
}

// testMadeThere: reconciliation finds refunds and disputes that were made at the provider without a webhook.
func testMadeThere(t *testing.T, fresh NewStore) {
	for want, happens := range map[order.Status]func(s *Orders, ses string){
		order.Refunded: func(s *Orders, ses string) { s.Cards.RefundInDashboard(ses) },
		order.Disputed: func(s *Orders, ses string) { s.Cards.Dispute(ses, order.DisputeOpen) },
	} {
		s := NewOrders(t, 1, fresh)
		c := s.Hold("a")
		ses := s.Card(c)
		s.Cards.Pay(ses)
		s.Webhook(ses)
		s.Work()
		happens(s, ses)
		s.Work()
		s.Want(c, order.Delivering) // checked recently
		s.Clock.Advance(2 * time.Hour)
		s.Work()
		s.Want(c, want)
	}
}

// testGuards checks guards that pending payments and bought orders rely on.
func testGuards(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 2, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	s.OK(s.PaymentSeen(t.Context(), c.ID, EtherPayment(q, "0xb", s.Clock.Now())))
	s.Clock.Advance(24 * time.Hour)
	s.OK(s.QuoteExpired(t.Context(), c.ID, q.IntentHash))
	for range 2 {
		s.OK(s.ExpireHold(t.Context(), c.ID))
		s.Work()
	}
	if got := s.Want(c, order.PaymentSeen); !got.HoldsUnit() {
		t.Fatalf("edition = %+v, want it held because the payment was seen", got.Unit)
	}
	_, err := s.Cancel(t.Context(), Who("a"), c.ID)
	wantErr(t, err, order.ErrNotCancellable)
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, EtherPayment(q, "0xb", s.Clock.Now())))
	first := s.Want(c, order.Delivering)
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, EtherPayment(q, "0xc", s.Clock.Now())))
	got := s.Want(c, order.Delivering)
	if got.Credited().Key != first.Credited().Key || len(Events[order.OrderPaid](s.Out)) != 1 || len(got.Reviews) != 1 {
		t.Fatalf("payments = %+v, want only %s credited and one review", got.Payments, first.Credited().Key)
	}

	// A sighting that can't buy also keeps the edition until the chain has decided about it.
	c = s.Hold("b")
	q = s.Ether(c)
	p := EtherPayment(q, "0xd", s.Clock.Now())
	p.Wei = p.Wei.Add(money.NewWei(1))
	s.OK(s.PaymentSeen(t.Context(), c.ID, p))
	s.Clock.Advance(24 * time.Hour)
	s.OK(s.QuoteExpired(t.Context(), c.ID, q.IntentHash))
	s.OK(s.ExpireHold(t.Context(), c.ID))
	s.Want(c, order.AwaitingPayment)
}

// testFailedByHand: a refund that staff tried at the provider, and that failed immediately, doesn't limit their choices.
func testFailedByHand(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c, ses := wrongly(s, "a")
	s.Cards.mu.Lock()
	s.Cards.byKey["refund:by hand"] = ses
	s.Cards.refunds["by hand"] = order.CardRefund{ProviderID: "re_by hand", RefundID: "by hand", Status: order.RefundRefused, Amount: money.Money{Amount: 124_999, Currency: "USD"}}
	s.Cards.mu.Unlock()
	for range 2 {
		s.Webhook(ses)
	}
	got := s.Want(c, order.InReview)
	if len(got.Refunds) != 1 || len(got.Reviews) != 2 || got.Reviews[1].Reason != order.ReasonRefundFailed {
		t.Fatalf("refunds = %+v, reviews = %+v, want one and two, the second because of %s", got.Refunds, got.Reviews, order.ReasonRefundFailed)
	}
	s.OK(s.decide(got.Reviews[0].ID, order.ActionComplete))
	if got = s.Want(c, order.Delivering); got.Reviews[1].ClosedAt.IsZero() {
		t.Fatalf("review of the payment that bought the edition = %+v, want it closed", got.Reviews[1])
	}
}
