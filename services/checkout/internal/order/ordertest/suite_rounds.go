package ordertest

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// testLostEvents: none of the chain's events arrive; reconciliation with the chain replaces each of them.
func testLostEvents(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 3, fresh)
	paid, gone := s.Hold("a"), s.Hold("b")
	q, r := s.Ether(paid), s.Ether(gone)
	dropped := EtherPayment(r, "0xgone", s.Clock.Now())
	s.OK(s.PaymentSeen(t.Context(), gone.ID, dropped))
	s.Want(gone, purchase.PaymentSeen)
	l := &s.Parties.Ledger
	l.Heads = []order.Head{{ChainID: q.ChainID, Number: 9, Finalized: 2}}
	known := order.KnownPayment{PendingPayment: order.PendingPayment{CheckoutID: paid.ID, Payment: EtherPayment(q, "0xb", s.Clock.Now())}}
	l.Payments.Known = []order.KnownPayment{known}
	l.Payments.Unexpected = []order.Unexpected{{ChainID: q.ChainID, Transaction: "0xu", Wei: money.NewWei(1), Reason: "direct_transfer", BlockNumber: 8}}
	for range 2 {
		s.OK(s.ReconcileChain(t.Context()))
		s.Want(paid, purchase.Confirming)      // two blocks follow its block
		s.Want(gone, purchase.AwaitingPayment) // its block is gone
	}
	have, need := l.Heads[0].Confirmations(known.Payment.BlockNumber)
	if have != 3 || need != 8 {
		t.Fatalf("have, need = %v, %v, want have 3 and need 8", have, need)
	}
	l.Payments.Known[0].Final = true
	l.Heads[0].Number, l.Heads[0].Finalized = 400, 300
	s.OK(s.ReconcileChain(t.Context()))
	s.Want(paid, purchase.Delivering)
	if at, err := s.Store.Cursor(t.Context(), q.ChainID); err != nil || at != 300 {
		t.Fatalf("s.Store.Cursor(t.Context(), q.ChainID) = %v, %v, want at 300 and no error", at, err)
	}
	if open := s.Reviews(true); len(open) != 1 {
		t.Fatalf("open reviews = %d, want 1", len(open))
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
	s.Want(paid, purchase.Completed)
	s.Parties.Down = true
	WantErr(t, s.ReconcileChain(t.Context()), order.ErrUnavailable)
}

// testMadeThere: reconciliation finds refunds and disputes that were made at the provider without a webhook.
func testMadeThere(t *testing.T, fresh NewStore) {
	for want, happens := range map[purchase.Status]func(s *Orders, ses string){
		purchase.Refunded: func(s *Orders, ses string) { s.Cards.RefundInDashboard(ses) },
		purchase.Disputed: func(s *Orders, ses string) { s.Cards.Dispute(ses, purchase.DisputeOpen) },
	} {
		s := NewOrders(t, 1, fresh)
		c := s.Hold("a")
		ses := s.Card(c)
		s.Cards.Pay(ses)
		s.Webhook(ses)
		s.Work()
		happens(s, ses)
		s.Work()
		s.Want(c, purchase.Delivering) // checked recently
		s.Clock.Advance(2 * time.Hour)
		s.Work()
		s.Want(c, want)
	}
}

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
		if got := s.Want(c, purchase.AwaitingPayment); got.ActiveQuote() == nil {
			t.Fatalf("%s: quotes = %+v, want one active", name, got.Quotes)
		}
	}
	l.Heads = []order.Head{{ChainID: q.ChainID, Number: 401, Finalized: 301, FinalizedAt: q.ExpiresAt.Add(time.Second)}}
	// An unreadable page says nothing about the payments that it may contain.
	s.Parties.PagesDown = true
	WantErr(t, s.ReconcileChain(t.Context()), order.ErrUnavailable)
	s.Want(c, purchase.AwaitingPayment)
	s.Parties.PagesDown = false
	for range 2 {
		s.OK(s.ReconcileChain(t.Context()))
		if got := s.Want(c, purchase.Expired); got.HoldsUnit() || got.ActiveQuote() != nil {
			t.Fatalf("checkout = %+v, want no edition and no quote", got)
		}
	}
	next := s.Hold("b")
	ses := s.Card(next)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	if got := s.Want(next, purchase.Delivering); got.Edition != c.Edition {
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
	for final, want := range map[bool]purchase.Status{false: purchase.Confirming, true: purchase.Delivering} {
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
		WantErr(t, err, hold.ErrEditionUnavailable)
	}
}

// testWaits creates pending work of each kind, except events, which another test covers.
func testWaits(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 9, fresh)
	s.Waits("")
	bought := s.Hold("a")
	ses := s.Card(bought)
	s.Cards.Pay(ses)
	s.Webhook(ses) // mints
	s.Clock.Advance(time.Minute)
	_, err := s.Refund(t.Context(), bought.ID, 1, purchase.Decision{By: "staff", Note: "n"}) // refunds
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
	s.Waits("refunds 17m0s 1, payments 16m0s 1, mints 18m0s 1, reviews 15m0s 1, ")
	s.Clock.Advance(3 * time.Minute)
	s.Waits("holds 2m0s 2, sessions 2m0s 1, refunds 20m0s 1, payments 19m0s 1, mints 21m0s 1, reviews 18m0s 1, ")
	s.Work()
	s.Waits("payments 19m0s 1, mints 21m0s 1, reviews 18m0s 1, ")
}

// testForgotten: the provider no longer knows a session, for example after a change of its key. Until the session ends it
// may still take money; then the edition is sold again.
func testForgotten(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	s.Cards.Forget(s.Card(c))
	_, err := s.Cancel(t.Context(), Who("a"), c.ID)
	WantErr(t, err, order.ErrUnavailable)
	_, err = s.StartEther(t.Context(), Who("a"), c.ID, "", order.Billing{})
	WantErr(t, err, order.ErrUnavailable)
	s.Clock.Advance(16 * time.Minute)
	s.Work()
	if got := s.Want(c, purchase.AwaitingPayment); !got.HoldsUnit() {
		t.Fatalf("edition = %+v, want it held", got.Unit)
	}
	s.Clock.Advance(time.Hour)
	s.Work()
	if got := s.Want(c, purchase.Expired); got.HoldsUnit() || got.OpenSession() != nil {
		t.Fatalf("checkout = %+v, want no edition and no session", got)
	}
	if next := s.Hold("b"); next.Edition != c.Edition {
		t.Fatalf("next.Edition = %v, want edition %v", next.Edition, c.Edition)
	}
}
