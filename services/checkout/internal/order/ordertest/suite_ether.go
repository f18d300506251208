package ordertest

import (
	"fmt"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

func testEther(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	s.Parties.Wallet = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
	c := s.Hold("a")
	q := s.Ether(c)
	if again := s.Ether(c); again.IntentHash != q.IntentHash || q.Payout != s.Parties.Wallet {
		t.Fatalf("quote = %+v, want %s again, with payout to %s", again, q.IntentHash, s.Parties.Wallet)
	}
	_, err := s.StartCard(t.Context(), Who("a"), c.ID, order.Billing{})
	WantErr(t, err, order.ErrQuoteActive)
	hinted, err := s.NoteTransaction(t.Context(), Who("a"), c.ID, "0xhint")
	if err != nil || hinted.TransactionHash != "0xhint" || hinted.Status != purchase.AwaitingPayment {
		t.Fatalf("NoteTransaction() = %+v, %v, want 0xhint awaiting payment", hinted, err)
	}
	_, err = s.Cancel(t.Context(), Who("a"), c.ID)
	WantErr(t, err, order.ErrEtherSent)
	p := EtherPayment(q, "0xb1", s.Clock.Now())
	p.Artist, p.ArtistWei = s.Parties.Wallet, must(q.Value.Share(8500))
	for range 2 {
		s.OK(s.PaymentSeen(t.Context(), c.ID, p))
	}
	s.Want(c, purchase.PaymentSeen)
	s.Clock.Advance(time.Hour)
	s.Work()
	s.Want(c, purchase.PaymentSeen)
	for range 2 {
		s.OK(s.PaymentConfirmed(t.Context(), c.ID, p))
	}
	got := s.Want(c, purchase.Delivering)
	if got.TransactionHash != p.Transaction || got.Method != purchase.Ether {
		t.Fatalf("checkout = %+v, want %s by ether", got, p.Transaction)
	}
	s.OK(s.TokenMinted(t.Context(), c.ID, 31337, "0xm"))
	s.Want(c, purchase.Completed)
	if n := len(Events[order.OrderPaid](s.Out)); n != 1 {
		t.Fatalf("len(Events[order.OrderPaid](s.Out)) = %v, want 1", n)
	}
}

func must(share, _ money.Wei, err error) money.Wei {
	if err != nil {
		panic(err)
	}
	return share
}

// permute calls fn with every permutation of n indexes.
func permute(n int, fn func([]int)) {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	var rec func(int)
	rec = func(k int) {
		if k == n {
			fn(list)
			return
		}
		for i := k; i < n; i++ {
			list[k], list[i] = list[i], list[k]
			rec(k + 1)
			list[k], list[i] = list[i], list[k]
		}
	}
	rec(0)
}

// testEtherOrder: a payment that is mined, dropped and mined again ends in the same state, whatever the order of its events.
func testEtherOrder(t *testing.T, fresh NewStore) {
	s, n := NewOrders(t, 24, fresh), 0
	permute(4, func(turn []int) {
		n++
		c := s.Hold(fmt.Sprint("b", n))
		q := s.Ether(c)
		first, second := EtherPayment(q, fmt.Sprint("0xb1", n), s.Clock.Now()), EtherPayment(q, fmt.Sprint("0xb2", n), s.Clock.Now())
		events := []func() error{
			func() error { return s.PaymentSeen(t.Context(), c.ID, first) },
			func() error { return s.PaymentReverted(t.Context(), c.ID, first) },
			func() error { return s.PaymentSeen(t.Context(), c.ID, second) },
			func() error { return s.PaymentConfirmed(t.Context(), c.ID, second) },
		}
		for _, i := range turn {
			s.OK(events[i]())
			s.OK(events[i]())
			s.CheckInvariants()
		}
		s.Want(c, purchase.Delivering)
		if paid := len(Events[order.OrderPaid](s.Out)); paid != n {
			t.Fatalf("%v: paid %d times, want once", turn, paid-n+1)
		}
	})
}

func testReorg(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	for i := range 3 {
		p := EtherPayment(q, fmt.Sprint("0xb", i), s.Clock.Now())
		s.OK(s.PaymentSeen(t.Context(), c.ID, p))
		s.Want(c, purchase.PaymentSeen)
		s.OK(s.PaymentReverted(t.Context(), c.ID, p))
		s.Want(c, purchase.AwaitingPayment) // the hold is live
	}
	p := EtherPayment(q, "0xc1", s.Clock.Now())
	s.OK(s.PaymentSeen(t.Context(), c.ID, p))
	s.Clock.Advance(time.Hour)
	s.OK(s.PaymentReverted(t.Context(), c.ID, p))
	s.Work()
	s.Want(c, purchase.Reverted) // the hold is over, but the quote may still be mined in time
	mined := EtherPayment(q, "0xc2", q.ExpiresAt)
	s.OK(s.PaymentSeen(t.Context(), c.ID, mined))
	s.Want(c, purchase.PaymentSeen)
	s.OK(s.PaymentReverted(t.Context(), c.ID, mined))
	s.OK(s.QuoteExpired(t.Context(), c.ID, q.IntentHash))
	if got := s.Want(c, purchase.Expired); got.HoldsUnit() {
		t.Fatalf("edition = %+v, want it released", got.Unit)
	}
	s.Hold("b")
	s.CheckInvariants()

	// The event that the quote ended may arrive before the event that the payment was reverted.
	s = NewOrders(t, 1, fresh)
	c = s.Hold("a")
	q = s.Ether(c)
	p = EtherPayment(q, "0xd", s.Clock.Now())
	s.OK(s.PaymentSeen(t.Context(), c.ID, p))
	s.Clock.Advance(time.Hour)
	s.OK(s.QuoteExpired(t.Context(), c.ID, q.IntentHash))
	s.Want(c, purchase.PaymentSeen)
	s.OK(s.PaymentReverted(t.Context(), c.ID, p))
	s.Want(c, purchase.Expired)
}

func testQuoteEnds(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	s.Parties.Down = true
	_, err := s.StartEther(t.Context(), Who("a"), c.ID, "", order.Billing{})
	WantErr(t, err, order.ErrUnavailable)
	s.Want(c, purchase.Reserved)
	s.Parties.Down = false
	q := s.Ether(c)
	s.Clock.Advance(24 * time.Hour)
	s.Work()
	s.Want(c, purchase.AwaitingPayment) // never by time alone
	_, err = s.StartEther(t.Context(), Who("a"), c.ID, "", order.Billing{})
	WantErr(t, err, order.ErrHoldExpired)
	s.OK(s.QuoteExpired(t.Context(), c.ID, "0xother"))
	s.Want(c, purchase.AwaitingPayment)
	for range 2 {
		s.OK(s.QuoteExpired(t.Context(), c.ID, q.IntentHash))
	}
	s.Want(c, purchase.Expired)

	// A quote that ended while the hold is live still allows card payment.
	s = NewOrders(t, 1, fresh)
	c = s.Hold("a")
	q = s.Ether(c)
	s.OK(s.QuoteExpired(t.Context(), c.ID, q.IntentHash))
	s.Want(c, purchase.AwaitingPayment)
	_, err = s.StartEther(t.Context(), Who("a"), c.ID, "", order.Billing{})
	WantErr(t, err, order.ErrHoldExpired)
	ses := s.Card(c)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	s.Want(c, purchase.Delivering)
}

func testInTime(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	p := EtherPayment(q, "0xb", q.ExpiresAt)
	s.Clock.Advance(time.Hour)
	s.Work()
	s.OK(s.PaymentSeen(t.Context(), c.ID, p))
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, p))
	s.Want(c, purchase.Delivering)

	// The payment buys even after the hold ended, while the edition is free; otherwise staff decide.
	for _, taken := range []bool{false, true} {
		s = NewOrders(t, 1, fresh)
		c = s.Hold("a")
		q = s.Ether(c)
		p = EtherPayment(q, "0xb", q.ExpiresAt)
		s.Clock.Advance(time.Hour)
		s.OK(s.QuoteExpired(t.Context(), c.ID, q.IntentHash))
		s.Want(c, purchase.Expired)
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

func testEtherWrong(t *testing.T, fresh NewStore) {
	for reason, change := range map[string]func(p *purchase.Payment, q purchase.Quote){
		purchase.ReasonChain:     func(p *purchase.Payment, _ purchase.Quote) { p.ChainID = 100 },
		purchase.ReasonUnderpaid: func(p *purchase.Payment, _ purchase.Quote) { p.Wei = p.Wei.Sub(money.NewWei(1)) },
		purchase.ReasonOverpaid:  func(p *purchase.Payment, _ purchase.Quote) { p.Wei = p.Wei.Add(money.NewWei(1)) },
		purchase.ReasonLate:      func(p *purchase.Payment, q purchase.Quote) { p.BlockTime = q.ExpiresAt.Add(time.Second) },
		purchase.ReasonUnknown:   func(p *purchase.Payment, _ purchase.Quote) { p.IntentHash = "0xother" },
	} {
		s := NewOrders(t, 1, fresh)
		c := s.Hold("a")
		q := s.Ether(c)
		p := EtherPayment(q, "0xb", s.Clock.Now())
		change(&p, q)
		s.OK(s.PaymentSeen(t.Context(), c.ID, p))
		s.Want(c, purchase.AwaitingPayment)
		s.OK(s.PaymentConfirmed(t.Context(), c.ID, p))
		s.OK(s.PaymentConfirmed(t.Context(), c.ID, p))
		if got := s.Want(c, purchase.InReview); got.Reason != reason || len(got.Reviews) != 1 {
			t.Fatalf("checkout = %+v, want reason %s and one review", got, reason)
		}
	}
}

func testEtherTwice(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	first, second := EtherPayment(q, "0xb1", s.Clock.Now()), EtherPayment(q, "0xb2", s.Clock.Now())
	for _, p := range []purchase.Payment{first, second} {
		s.OK(s.PaymentSeen(t.Context(), c.ID, p))
		s.OK(s.PaymentConfirmed(t.Context(), c.ID, p))
	}
	got := s.Want(c, purchase.Delivering)
	if len(got.Reviews) != 1 || got.Reviews[0].Reason != purchase.ReasonDuplicate {
		t.Fatalf("reviews = %+v, want one because of %s", got.Reviews, purchase.ReasonDuplicate)
	}
	// The buyer gave no address. Staff enter one.
	_, err := s.Decide(t.Context(), got.Reviews[0].ID, purchase.Decision{Action: purchase.ActionRefund, By: "staff", Note: "n", RefundAddress: Address})
	if refunds := s.Now(c).Refunds; err != nil || len(refunds) != 1 || refunds[0].To != Address {
		t.Fatalf("Decide() = %v with refunds %+v, want one to %s", err, refunds, Address)
	}
	// A final block that is reverted always opens a review.
	s.OK(s.PaymentReverted(t.Context(), c.ID, first))
	if got := s.Now(c); len(got.Reviews) != 2 || got.Status != purchase.Delivering {
		t.Fatalf("status %s, reviews %+v, want %s with two", got.Status, got.Reviews, purchase.Delivering)
	}
}

func testEtherAfterCard(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Decline(ses)
	q := s.Ether(c)
	if s.Cards.Pay(ses) {
		t.Fatal("Pay() of the card session = true, want false")
	}
	s.Webhook(ses) // the refusal arrives late
	s.Want(c, purchase.AwaitingPayment)
	p := EtherPayment(q, "0xb", s.Clock.Now())
	s.OK(s.PaymentConfirmed(t.Context(), c.ID, p))
	s.Want(c, purchase.Delivering)

	// A card payment that nothing could stop is refunded.
	s.Cards.mu.Lock()
	s.Cards.sessions[ses].SessionExpired = false
	s.Cards.mu.Unlock()
	s.Cards.Pay(ses)
	s.Webhook(ses)
	s.Want(c, purchase.Delivering)
	s.Work()
	got := s.Want(c, purchase.Delivering)
	if len(got.Refunds) != 1 || got.Refunds[0].Status != purchase.RefundSucceeded || got.Refunds[0].Reason != purchase.ReasonDuplicate {
		t.Fatalf("refunds = %+v, want one succeeded because of %s", got.Refunds, purchase.ReasonDuplicate)
	}

	// A session that was already paid wins over the quote.
	s = NewOrders(t, 1, fresh)
	c = s.Hold("a")
	ses = s.Card(c)
	s.Cards.Pay(ses)
	_, err := s.StartEther(t.Context(), Who("a"), c.ID, "", order.Billing{})
	WantErr(t, err, order.ErrNotPayable)
	s.Want(c, purchase.Delivering)
}

func testUnexpected(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	u := order.Unexpected{ChainID: 1, Transaction: "0x1", Payer: "0x2", Wei: money.NewWei(5), Reason: "direct_transfer", LogIndex: -1}
	s.OK(s.UnexpectedPayment(t.Context(), u))
	s.OK(s.UnexpectedPayment(t.Context(), u))
	c := s.Hold("a")
	u.CheckoutID, u.Transaction = c.ID, "0x3"
	s.OK(s.UnexpectedPayment(t.Context(), u))
	if got := s.Want(c, purchase.Reserved); len(got.Reviews) != 1 {
		t.Fatal("want one review and the order unchanged")
	}
	s.Clock.Advance(time.Hour)
	s.Work()
	u.Transaction = "0x4"
	s.OK(s.UnexpectedPayment(t.Context(), u))
	s.Want(c, purchase.InReview)
	// Events about unknown checkouts don't block the others.
	s.OK(s.PaymentSeen(t.Context(), "nobody", purchase.Payment{}))
	s.OK(s.PaymentConfirmed(t.Context(), "nobody", purchase.Payment{Key: "k"}))
	s.OK(s.QuoteExpired(t.Context(), "nobody", "0x"))
}
