package ordertest

import (
	"fmt"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// testLostEnd: no event reports that a quote ended. The chain's final block shows it, and the edition is sold again.
func testLostEnd(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	q := s.Ether(c)
	gone := EtherPayment(q, "0xgone", s.Clock.Now())
	s.OK(s.PaymentSeen(t.Context(), c.ID, gone))
	s.OK(s.PaymentReverted(t.Context(), c.ID, gone)) // a payment that lost its block keeps nothing reserved
	s.Clock.Advance(time.Hour)
	l := &s.Parties.Ledger
	for name, h := range map[string]order.Head{
		"a chainwatcher that does not say": {ChainID: q.ChainID},
		"the deadline itself is in time":   {ChainID: q.ChainID, FinalizedAt: q.ExpiresAt},
		"another chain":                    {ChainID: 100, FinalizedAt: q.ExpiresAt.Add(time.Hour)},
	} {
		h.Number, h.Finalized = 400, 300
		l.Heads = []order.Head{h}
		s.OK(s.ReconcileChain(t.Context()))
		s.Work()
		if got := s.Want(c, order.AwaitingPayment); got.ActiveQuote() == nil {
			t.Fatalf("%s: quotes = %+v, want one active", name, got.Quotes)
		}
	}
	l.Heads = []order.Head{{ChainID: q.ChainID, Number: 401, Finalized: 301, FinalizedAt: q.ExpiresAt.Add(time.Second)}}
	// An unreadable page says nothing about the payments that it may contain.
	s.Parties.PagesDown = true
	wantErr(t, s.ReconcileChain(t.Context()), order.ErrUnavailable)
	s.Want(c, order.AwaitingPayment)
	s.Parties.PagesDown = false
	for range 2 {
		s.OK(s.ReconcileChain(t.Context()))
		if got := s.Want(c, order.Expired); got.HoldsUnit() || got.ActiveQuote() != nil {
			t.Fatalf("checkout = %+v, want no edition and no quote", got)
		}
	}
	next := s.Hold("b")
	ses := s.Card(next)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	if got := s.Want(next, order.Delivering); got.Edition != c.Edition {
		t.Fatalf("got.Edition = %v, want edition %v", got.Edition, c.Edition)
	}

	// While the hold is live, the end of the quote still allows card payment.
	s = NewOrders(t, 1, fresh)
	c = s.Hold("a")
	q = s.Ether(c)
	s.Parties.Ledger.Heads = []order.Head{{ChainID: q.ChainID, FinalizedAt: q.ExpiresAt.Add(time.Second)}}
	s.OK(s.ReconcileChain(t.Context()))
	s.Card(c)
}

// testEndAndPayment: the round that learns of a final block after the deadline also finds a payment in time, seen or final.
func testEndAndPayment(t *testing.T, fresh NewStore) {
	for final, want := range map[bool]order.Status{false: order.Confirming, true: order.Delivering} {
		s := NewOrders(t, 1, fresh)
		c := s.Hold("a")
		q := s.Ether(c)
		s.Clock.Advance(time.Hour)
		l := &s.Parties.Ledger
		l.Heads = []order.Head{{ChainID: q.ChainID, Number: 9, Finalized: 6, FinalizedAt: q.ExpiresAt.Add(time.Minute)}}
		p := EtherPayment(q, "0xb", q.ExpiresAt)
		l.Payments.Known = []order.KnownPayment{{PendingPayment: order.PendingPayment{CheckoutID: c.ID, Payment: p}, Final: final}}
		for range 2 {
			s.OK(s.ReconcileChain(t.Context()))
			s.Work()
			if got := s.Want(c, want); !got.HoldsUnit() || got.ActiveQuote() == nil {
				t.Fatalf("checkout = %+v, want the edition held and a quote", got)
			}
		}
		_, err := s.Try(t.Context(), "b", Artwork)
		wantErr(t, err, order.ErrEditionUnavailable)
	}
}

// testWaits creates pending work of each kind, except events, which another test covers.
func testWaits(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 9, fresh)
	s.waits("")
	bought := s.Hold("a")
	ses := s.Card(bought)
	s.Cards.Pay(ses)
	s.Webhook(ses) // mints
	s.Clock.Advance(time.Minute)
	_, err := s.Refund(t.Context(), bought.ID, 1, order.Decision{By: "staff", Note: "n"}) // refunds
	s.OK(err)
	s.Clock.Advance(time.Minute)
	seen := s.Hold("b")
	s.OK(s.PaymentSeen(t.Context(), seen.ID, EtherPayment(s.Ether(seen), "0xb", s.Clock.Now()))) // payments
	s.Clock.Advance(time.Minute)
	s.OK(s.UnexpectedPayment(t.Context(), order.Unexpected{ChainID: 1, Transaction: "0x1", Wei: money.NewWei(5), Reason: "direct_transfer"})) // reviews
	s.Clock.Advance(time.Minute)
	s.Hold("c")         // holds
	s.Card(s.Hold("d")) // holds and sessions
	s.Clock.Advance(14 * time.Minute)
	s.waits("refunds 17m0s 1, payments 16m0s 1, mints 18m0s 1, reviews 15m0s 1, ")
	s.Clock.Advance(3 * time.Minute)
	s.waits("holds 2m0s 2, sessions 2m0s 1, refunds 20m0s 1, payments 19m0s 1, mints 21m0s 1, reviews 18m0s 1, ")
	s.Work()
	s.waits("payments 19m0s 1, mints 21m0s 1, reviews 18m0s 1, ")
}

// waits checks the counts of pending work. Every kind is reported, including those without pending work.
func (t *Orders) waits(want string) {
	t.T.Helper()
	list, err := t.Store.Unresolved(t.T.Context())
	t.OK(err)
	kinds, got := "", ""
	for _, u := range list {
		kinds += u.Kind + " "
		if u.Count > 0 || u.Oldest != 0 {
			got += fmt.Sprintf("%s %s %d, ", u.Kind, u.Oldest, u.Count)
		}
	}
	if kinds != "holds sessions refunds payments mints outbox reviews auctions " || got != want {
		t.T.Fatalf("%s: %q, want %q", kinds, got, want)
	}
}

// testClaimUnmatched: a refund of card money without a checkout is leased to one replica at a time, until the provider has sent
// it.
func testClaimUnmatched(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	claim := func(want ...string) {
		t.Helper()
		ids, err := s.Store.Claim(t.Context(), order.Claim{Work: order.WorkUnmatched, Lease: time.Minute, Limit: 9})
		if err != nil || fmt.Sprint(ids) != fmt.Sprint(want) {
			t.Fatalf("Claim() = %v, %v, want %v", ids, err, want)
		}
	}
	of := order.Checkout{ID: "nobody", Price: money.Money{Amount: 9, Currency: "USD"}}
	ses, err := s.Cards.Open(t.Context(), order.Session{ID: "s"}, of)
	s.OK(err)
	s.Cards.Pay(ses.ProviderID)
	s.Webhook(ses.ProviderID)
	s.OK(s.UnexpectedPayment(t.Context(), order.Unexpected{ChainID: 1, Transaction: "0x1", Wei: money.NewWei(5), Reason: "direct_transfer"}))
	claim() // no decision yet
	open, err := s.Reviews(t.Context(), "open", 9)
	if err != nil || len(open) != 2 {
		t.Fatalf("open reviews = %d, %v, want 2", len(open), err)
	}
	card := ""
	for _, d := range open {
		s.OK(s.decide(d.Review.ID, order.ActionRefund))
		if d.Funds.Method == order.Card {
			card = d.Review.ID
		}
	}
	claim(card) // ether is refunded through the chainwatcher
	claim()
	s.Clock.Advance(2 * time.Minute)
	claim(card)
	s.Clock.Advance(2 * time.Minute)
	s.Cards.RefundAs = order.RefundQueued
	s.Work()
	s.Clock.Advance(2 * time.Minute)
	claim(card) // the bank still processes it
	s.Clock.Advance(2 * time.Minute)
	s.Cards.RefundAs = order.RefundSucceeded
	s.Work()
	s.Clock.Advance(2 * time.Minute)
	claim()
	s.CheckInvariants()
}

// testForgotten: the provider no longer knows a session, for example after a change of its key. Until the session ends it
// may still take money; then the edition is sold again.
func testForgotten(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	s.Cards.Forget(s.Card(c))
	_, err := s.Cancel(t.Context(), Who("a"), c.ID)
	wantErr(t, err, order.ErrUnavailable)
	_, err = s.StartEther(t.Context(), Who("a"), c.ID, "", order.Billing{})
	wantErr(t, err, order.ErrUnavailable)
	s.Clock.Advance(16 * time.Minute)
	s.Work()
	if got := s.Want(c, order.AwaitingPayment); !got.HoldsUnit() {
		t.Fatalf("edition = %+v, want it held", got.Unit)
	}
	s.Clock.Advance(time.Hour)
	s.Work()
	if got := s.Want(c, order.Expired); got.HoldsUnit() || got.OpenSession() != nil {
		t.Fatalf("checkout = %+v, want no edition and no session", got)
	}
	if next := s.Hold("b"); next.Edition != c.Edition {
		t.Fatalf("next.Edition = %v, want edition %v", next.Edition, c.Edition)
	}
}
