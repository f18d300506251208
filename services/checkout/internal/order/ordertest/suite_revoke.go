package ordertest

import (
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// revoke revokes the quote of a checkout, as a buyer does after declining in the wallet.
func (t *Orders) revoke(c order.Checkout) order.Checkout {
	t.T.Helper()
	c, err := t.CancelEther(t.T.Context(), Who(c.Buyer.AccountID), c.ID)
	t.OK(err)
	return c
}

// testRevoked: the buyer can pay by card immediately. A payment of the quote that arrives later is a duplicate: it is
// refunded to the address that the buyer gave, or reviewed.
func testRevoked(t *testing.T, fresh NewStore) {
	for _, address := range []string{"", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"} {
		s := NewOrders(t, 1, fresh)
		c := s.Hold("a")
		if got := s.revoke(c); got.Version != c.Version {
			t.Fatalf("version after revoking without a quote = %d, want %d", got.Version, c.Version)
		}
		q := s.Ether(c)
		for range 2 {
			c = s.revoke(c)
		}
		if c.Status != purchase.AwaitingPayment || c.Method != purchase.NoMethod || c.ActiveQuote() != nil || !c.HoldActive() {
			t.Fatalf("checkout = %+v, want a live hold awaiting payment without a method or a quote", c)
		}
		ses := s.Card(c)
		s.Cards.Pay(ses)
		s.Webhook(ses)
		s.Want(c, purchase.Delivering)

		late := EtherPayment(q, "0xb", s.Clock.Now())
		late.RefundAddress = address
		s.OK(s.PaymentSeen(t.Context(), c.ID, late))
		s.OK(s.PaymentConfirmed(t.Context(), c.ID, late))
		got := s.Want(c, purchase.Delivering)
		if got.Credited().Method != purchase.Card {
			t.Fatalf("credited payment = %+v, want the card's", got.Credited())
		}
		refunds, reviews := len(Events[order.EtherRefundDue](s.Out)), len(got.Reviews)
		if want := map[bool][2]int{true: {0, 1}, false: {1, 0}}[address == ""]; [2]int{refunds, reviews} != want {
			t.Errorf("refund address %q: refunds and reviews = %d, %d, want %v", address, refunds, reviews, want)
		}
	}
}

// testRevokedPaid: a payment of a revoked quote buys the edition if nothing else has, and ends the card session.
func testRevokedPaid(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	s.revoke(c)
	ses := s.Card(c)
	p := EtherPayment(q, "0xb", s.Clock.Now())
	s.OK(s.PaymentSeen(t.Context(), c.ID, p))
	s.Want(c, purchase.PaymentSeen)
	s.Clock.Advance(time.Minute)
	s.Work()
	if s.Cards.Pay(ses) {
		t.Fatal("Pay() of the card session = true, want false")
	}
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, p))
	if got := s.Want(c, purchase.Delivering); got.Method != purchase.Ether || len(got.Reviews) != 0 {
		t.Fatalf("checkout = %+v, want paid by ether without reviews", got)
	}

	// Both at the same time: one buys, the other one is refunded or reviewed.
	for range 5 {
		s := NewOrders(t, 1, fresh)
		c := s.Hold("a")
		q := s.Ether(c)
		s.revoke(c)
		ses := s.Card(c)
		p := EtherPayment(q, "0xb", s.Clock.Now())
		var wg sync.WaitGroup
		wg.Go(func() { s.Cards.Pay(ses); s.Webhook(ses) })
		wg.Go(func() { s.OK(s.PaymentSeen(t.Context(), c.ID, p)); s.OK(s.PaymentConfirmed(t.Context(), c.ID, p)) })
		wg.Wait()
		s.Webhook(ses)
		got := s.Want(c, purchase.Delivering)
		if back := len(got.Refunds) + len(got.Reviews); back != 1 || len(Events[order.OrderPaid](s.Out)) != 1 {
			t.Fatalf("%d refunds and reviews, paid %d times, want 1 of each", back, len(Events[order.OrderPaid](s.Out)))
		}
	}
}

// testRevokedAgain: the same quote becomes active again, and blocks card payment and cancellation again.
func testRevokedAgain(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	s.revoke(c)
	s.Card(c)
	if again := s.Ether(c); again.IntentHash != q.IntentHash || !again.Active() {
		t.Fatalf("quote = %+v, want %s, active", again, q.IntentHash)
	}
	got := s.Now(c)
	if got.Method != purchase.Ether || got.OpenSession() != nil || len(got.Quotes) != 1 {
		t.Fatalf("checkout = %+v, want ether without a card session, and one quote", got)
	}
	_, err := s.StartCard(t.Context(), Who("a"), c.ID, order.Billing{})
	WantErr(t, err, order.ErrQuoteActive)
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, EtherPayment(q, "0xb", s.Clock.Now())))
	s.Want(c, purchase.Delivering)
}

// testRevokedHoldEnds: the edition is released only when no payment of the quote can arrive any more.
func testRevokedHoldEnds(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	s.revoke(c)
	s.Clock.Advance(16 * time.Minute)
	s.Work()
	s.OK(s.ExpireHold(t.Context(), c.ID))
	s.Want(c, purchase.AwaitingPayment)
	s.OK(s.QuoteExpired(t.Context(), c.ID, q.IntentHash))
	s.Want(c, purchase.Expired)
	_, err := s.StartEther(t.Context(), Who("a"), c.ID, "", order.Billing{})
	WantErr(t, err, order.ErrHoldExpired)
}

// testNotRevoked: a quote that may have been paid isn't revoked.
func testNotRevoked(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	try := func(want error) {
		t.Helper()
		_, err := s.CancelEther(t.Context(), Who("a"), c.ID)
		WantErr(t, err, want)
		if got := s.Now(c); got.ActiveQuote() == nil || got.Method != purchase.Ether {
			t.Fatalf("checkout = %+v, want the quote active and ether", got)
		}
	}
	_, err := s.CancelEther(t.Context(), Who("b"), c.ID)
	WantErr(t, err, order.ErrNotFound)
	s.Parties.Down = true
	try(order.ErrUnavailable)
	s.Parties.Down = false
	s.Parties.Paying = map[string]order.QuoteStatus{q.IntentHash: order.QuotePaid}
	try(order.ErrEtherSent)

	// The buyer names a transaction while the quote is checked: that transaction is checked, too.
	s.Parties.Paying = nil
	s.Parties.OnQuoteStatus = func(_, transaction string) {
		if transaction == "" {
			_, err := s.NoteTransaction(t.Context(), Who("a"), c.ID, "0xhint")
			s.OK(err)
		}
	}
	try(order.ErrEtherSent)

	// A transaction that failed on chain blocks nothing.
	s.Parties.OnQuoteStatus = nil
	s.Parties.Paying = map[string]order.QuoteStatus{q.IntentHash: order.QuoteUnpaid}
	if got := s.revoke(c); got.TransactionHash != "" {
		t.Fatalf("checkout = %+v, want no transaction", got)
	}
	s.Ether(c)

	// The payment arrives while the quote is checked.
	s.Parties.OnQuoteStatus = func(string, string) {
		s.OK(s.PaymentSeen(t.Context(), c.ID, EtherPayment(q, "0xb", s.Clock.Now())))
	}
	_, err = s.CancelEther(t.Context(), Who("a"), c.ID)
	WantErr(t, err, order.ErrEtherSent)
	s.Want(c, purchase.PaymentSeen)
}

// testCancelQuoted: cancelling releases the edition immediately. A payment that arrives later buys it while it is available,
// and is otherwise reviewed.
func testCancelQuoted(t *testing.T, fresh NewStore) {
	for _, taken := range []bool{false, true} {
		s := NewOrders(t, 1, fresh)
		c := s.Hold("a")
		p := EtherPayment(s.Ether(c), "0xb", s.Clock.Now())
		_, err := s.Cancel(t.Context(), Who("a"), c.ID)
		s.OK(err)
		s.Want(c, purchase.Cancelled)
		want := purchase.Delivering
		if taken {
			s.Hold("b")
			want = purchase.InReview
		}
		s.OK(s.PaymentSeen(t.Context(), c.ID, p))
		s.OK(s.PaymentConfirmed(t.Context(), c.ID, p))
		s.Want(c, want)
	}
}

// testDeclinedOnce: the provider reports a decline until the next attempt, even after the buyer has returned to its page.
func testDeclinedOnce(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Decline(ses)
	s.Webhook(ses)
	s.Want(c, purchase.PaymentFailed)
	s.Card(c)
	// Nothing happens on the page; the reconciler reads the session a minute later.
	for range 3 {
		s.Clock.Advance(61 * time.Second)
		s.Work()
		s.Webhook(ses)
	}
	s.Want(c, purchase.AwaitingPayment)
	if n := s.Out.Notices(order.NoticeFailed); n != 1 {
		t.Fatalf("%d mails about one decline, want 1", n)
	}
	s.Cards.Decline(ses)
	s.Clock.Advance(61 * time.Second)
	s.Work()
	s.Want(c, purchase.PaymentFailed)
	if n := s.Out.Notices(order.NoticeFailed); n != 2 {
		t.Fatalf("%d mails about two declines, want 2", n)
	}
}
