package ordertest

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

func testCard(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	_, err := s.Get(t.Context(), Who("a"), c.ID)
	s.OK(err)
	ses := s.Card(c)
	s.Want(c, purchase.AwaitingPayment)
	s.Cards.Pay(ses)
	for range 3 {
		s.Webhook(ses)
	}
	got := s.Want(c, purchase.Delivering)
	if got.Unit.Status != purchase.UnitSold || got.ReceiptNumber != 1 || got.ReceiptYear != 2026 || got.Credited() == nil {
		t.Fatalf("checkout = %+v, want the edition sold with receipt 1 of 2026", got)
	}
	for range 2 {
		s.OK(s.TokenMinted(t.Context(), c.ID, 31337, "0xminted"))
	}
	got = s.Want(c, purchase.Completed)
	if got.MintTransactionHash != "0xminted" || got.TokenID() != 42_000_001 {
		t.Fatalf("checkout = %+v, want token 42000001 by 0xminted", got)
	}
	paid, done := Events[order.OrderPaid](s.Out), Events[order.OrderCompleted](s.Out)
	if len(paid) != 1 || len(done) != 1 || paid[0].Checkout.Method != purchase.Card || paid[0].Checkout.Buyer.Email != "a@example.org" {
		t.Fatalf("OrderPaid = %+v, OrderCompleted = %+v, want one of each by card for a@example.org", paid, done)
	}
	if s.Out.Notices(order.NoticePaid) != 1 || s.Out.Notices(order.NoticeCompleted) != 1 {
		t.Fatal("want one email for each notification")
	}
	edits := Events[order.EditionsChanged](s.Out)
	if last := edits[len(edits)-1]; last.Sold != 1 || last.Held != 0 {
		t.Fatalf("EditionsChanged = %+v, want 1 sold and none held", last)
	}
	_, err = s.StartCard(t.Context(), Who("a"), c.ID, order.Billing{})
	WantErr(t, err, order.ErrNotPayable)
}

func testCardAgain(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	var wg sync.WaitGroup
	var mu sync.Mutex
	urls := map[string]bool{}
	for range 8 {
		wg.Go(func() {
			u, err := s.StartCard(t.Context(), Who("a"), c.ID, order.Billing{})
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			urls[u] = true
		})
	}
	wg.Wait()
	if len(urls) != 1 || len(s.Now(c).Sessions) != 1 {
		t.Fatalf("payment pages = %v in %d sessions, want 1 in 1", urls, len(s.Now(c).Sessions))
	}
}

// testLastWord: until a payment is seen, a buyer can change the recipient of the edition and the request for immediate delivery; then
// the choice is final.
func testLastWord(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 2, fresh)
	c := s.Hold("a")
	for _, word := range []bool{true, false, true, false} {
		_, err := s.StartCard(t.Context(), Who("a"), c.ID, order.Billing{Country: "DE", ImmediateDelivery: word})
		s.OK(err)
		if got := s.Now(c); got.ImmediateDelivery != word || got.BillingCountry != "DE" {
			t.Fatalf("ImmediateDelivery = %v, want %v", got.ImmediateDelivery, word)
		}
	}
	friend := purchase.Gift{Email: "friend@example.org", Message: "For you"}
	for _, gift := range []purchase.Gift{friend, {}, {To: Wallet, ToName: "friend.eth"}, {Email: "other@example.org"}, {To: Wallet}} {
		_, err := s.StartCard(t.Context(), Who("a"), c.ID, order.Billing{Gift: gift})
		s.OK(err)
		if got := s.Now(c); got.Gift != gift {
			t.Fatalf("Gift = %+v, want %+v", got.Gift, gift)
		}
	}
	nobody := order.Billing{Gift: purchase.Gift{To: "0x0000000000000000000000000000000000000000"}}
	_, err := s.StartCard(t.Context(), Who("a"), c.ID, nobody)
	WantErr(t, err, ErrWallet)
	_, err = s.StartEther(t.Context(), Who("a"), c.ID, "", nobody)
	WantErr(t, err, ErrWallet)
	if got := s.Now(c); got.Gift.To != Wallet {
		t.Fatalf("gift after a rejected wallet = %+v, want to %s", got.Gift, Wallet)
	}
	friend = purchase.Gift{To: Wallet}
	for _, word := range []bool{true, false, true} {
		_, err := s.StartEther(t.Context(), Who("a"), c.ID, "", order.Billing{ImmediateDelivery: word, Gift: friend})
		s.OK(err)
		if got := s.Now(c); got.ImmediateDelivery != word || got.BillingCountry != "DE" {
			t.Fatalf("ImmediateDelivery = %v, want %v", got.ImmediateDelivery, word)
		}
	}
	got := s.Now(c)
	s.OK(s.PaymentSeen(t.Context(), c.ID, EtherPayment(*got.ActiveQuote(), "0xb", s.Clock.Now())))
	_, err = s.StartEther(t.Context(), Who("a"), c.ID, "", order.Billing{})
	WantErr(t, err, order.ErrNotPayable)
	if got := s.Want(c, purchase.PaymentSeen); !got.ImmediateDelivery || got.Gift != friend {
		t.Fatalf("immediate delivery = %t, gift = %+v, want true and %+v", got.ImmediateDelivery, got.Gift, friend)
	}
}

func testDeclined(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Decline(ses)
	s.Webhook(ses)
	s.Webhook(ses)
	if got := s.Want(c, purchase.PaymentFailed); got.Reason != purchase.ReasonDeclined || !got.HoldsUnit() {
		t.Fatalf("checkout = %+v, want declined with the edition held", got)
	}
	if again := s.Card(c); again != ses {
		t.Fatalf("second session = %v, want %v", again, ses)
	}
	s.Want(c, purchase.AwaitingPayment)
	s.Cards.Pay(ses)
	s.Webhook(ses)
	if got := s.Want(c, purchase.Delivering); got.Reason != "" {
		t.Fatalf(`got.Reason = %v, want reason ""`, got.Reason)
	}
}

func testProcessing(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Process(ses)
	s.Webhook(ses)
	s.Want(c, purchase.PaymentSeen)
	s.Clock.Advance(time.Hour)
	s.Work()
	s.Want(c, purchase.PaymentSeen) // the timer has stopped
	s.Cards.Settle(ses, true)
	s.Clock.Advance(time.Hour)
	s.Work() // without a webhook
	s.Want(c, purchase.Delivering)

	s = NewOrders(t, 1, fresh)
	c = s.Hold("a")
	ses = s.Card(c)
	s.Cards.Process(ses)
	s.Webhook(ses)
	s.Cards.Settle(ses, false)
	s.Webhook(ses)
	s.Want(c, purchase.PaymentFailed)
	s.Clock.Advance(time.Hour)
	s.Work()
	s.Want(c, purchase.Expired)
}

func testHoldEnds(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Clock.Advance(14 * time.Minute)
	s.Work()
	s.Want(c, purchase.AwaitingPayment)
	s.Clock.Advance(time.Minute)
	s.Work()
	if got := s.Want(c, purchase.Expired); got.HoldsUnit() {
		t.Fatalf("edition = %+v, want it released", got.Unit)
	}
	if s.Cards.Pay(ses) {
		t.Fatal("Pay() of the session = true, want false")
	}
	_, err := s.StartCard(t.Context(), Who("a"), c.ID, order.Billing{})
	WantErr(t, err, order.ErrHoldExpired)
	s.Hold("b")
	s.CheckInvariants()
}

func testPaidAtEnd(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Pay(ses) // the webhook hasn't arrived yet
	s.Clock.Advance(20 * time.Minute)
	s.Work()
	s.Want(c, purchase.Delivering)
	s.Webhook(ses)
	s.Want(c, purchase.Delivering)
}

func testLateFree(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	s.Webhook(Late(t, s, c))
	if got := s.Want(c, purchase.Delivering); got.Unit.Status != purchase.UnitSold {
		t.Fatalf("got.Unit = %v, want unit status %v", got.Unit, purchase.UnitSold)
	}
	_, err := s.Try(t.Context(), "b", Artwork)
	WantErr(t, err, hold.ErrEditionUnavailable)
}

func testLateGone(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := Late(t, s, c)
	other := s.Hold("b")
	s.Webhook(ses)
	s.Webhook(ses)
	if got := s.Want(c, purchase.RefundPending); got.Reason != purchase.ReasonLate || len(got.Refunds) != 1 {
		t.Fatalf("checkout = %+v, want reason %s and one refund", got, purchase.ReasonLate)
	}
	s.Work()
	s.Webhook(ses)
	s.Want(c, purchase.Refunded)
	s.Want(other, purchase.Reserved)
	if f := Events[order.OrderRefunded](s.Out); len(f) != 1 || f[0].TokenID != 0 || f[0].Amount.Amount != 125_000 {
		t.Fatalf("OrderRefunded = %+v, want one of 125000 without a token", f)
	}
	if s.Out.Notices(order.NoticeRefunded) != 1 {
		t.Fatal("want one email about the refund")
	}
}

func testWrongAmount(t *testing.T, fresh NewStore) {
	for reason, m := range map[string]money.Money{
		purchase.ReasonUnderpaid: {Amount: 124_999, Currency: "USD"},
		purchase.ReasonOverpaid:  {Amount: 125_001, Currency: "USD"},
		purchase.ReasonCurrency:  {Amount: 125_000, Currency: "JPY"},
	} {
		s := NewOrders(t, 1, fresh)
		c := s.Hold("a")
		ses := s.Card(c)
		s.Cards.PayAmount(ses, m)
		s.Webhook(ses)
		s.Webhook(ses)
		if got := s.Want(c, purchase.InReview); got.Reason != reason || len(got.Reviews) != 1 || !got.HoldsUnit() {
			t.Fatalf("checkout = %+v, want reason %s, one review and the edition held", got, reason)
		}
		s.Cards.mu.Lock()
		s.Cards.byKey["refund:x"] = ses
		s.Cards.refunds["x"] = order.CardRefund{ProviderID: "re_x", RefundID: "x", Status: purchase.RefundSucceeded, Amount: m}
		s.Cards.mu.Unlock()
		s.Webhook(ses)
		if got := s.Want(c, purchase.Refunded); got.HoldsUnit() {
			t.Fatalf("edition = %+v, want it released", got.Unit)
		}
	}
}

func testCrash(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	s.Cards.Down = true
	_, err := s.StartCard(t.Context(), Who("a"), c.ID, order.Billing{})
	WantErr(t, err, order.ErrUnavailable)
	got := s.Want(c, purchase.AwaitingPayment)
	if got.OpenSession().Status != purchase.SessionIntent {
		t.Fatalf("session = %+v, want status %s", got.OpenSession(), purchase.SessionIntent)
	}
	s.Cards.Down = false
	s.Clock.Advance(2 * time.Minute)
	s.Work()
	got = s.Now(c)
	if open := got.OpenSession(); open.Status != purchase.SessionOpen || open.URL == "" {
		t.Fatalf("session = %+v, want open with a URL", open)
	}

	s = NewOrders(t, 1, fresh)
	c = s.Hold("a")
	s.Cards.Down = true
	_, _ = s.StartCard(t.Context(), Who("a"), c.ID, order.Billing{})
	s.Cards.Down = false
	s.Clock.Advance(2 * time.Hour) // nobody received the URL of its page, and it has expired
	s.Work()
	s.Want(c, purchase.Expired)
}

func testRefused(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	s.Cards.Refuse = true
	_, err := s.StartCard(t.Context(), Who("a"), c.ID, order.Billing{})
	WantErr(t, err, order.ErrCardRefused)
	s.Cards.Refuse = false
	s.Card(c)
	if n := len(s.Now(c).Sessions); n != 2 {
		t.Fatalf("len(s.Now(c).Sessions) = %v, want 2", n)
	}
}

func testProviderAway(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Down = true
	s.Clock.Advance(16 * time.Minute)
	s.Work()
	s.Want(c, purchase.AwaitingPayment) // nobody knows whether it was paid
	_, err := s.Cancel(t.Context(), Who("a"), c.ID)
	WantErr(t, err, order.ErrUnavailable)
	s.Cards.Down = false
	s.Cards.Pay(ses)
	s.Clock.Advance(time.Minute)
	s.Work()
	s.Want(c, purchase.Delivering)
}

func testLostWebhook(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	ses := s.Card(c)
	s.Cards.Pay(ses)
	s.Clock.Advance(2 * time.Minute)
	s.Work()
	s.Want(c, purchase.Delivering)
}

func testUnknownCard(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	truth := order.CardState{CheckoutID: "nobody", PaymentIntent: "pi", Succeeded: true, Received: money.Money{Amount: 1, Currency: "USD"}}
	s.OK(s.ApplyCard(t.Context(), truth))
	s.OK(s.ApplyCard(t.Context(), truth))
}

func testCancel(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	c := s.Hold("a")
	_, err := s.Cancel(t.Context(), Who("b"), c.ID)
	WantErr(t, err, order.ErrNotFound)
	ses := s.Card(c)
	for range 2 {
		_, err = s.Cancel(t.Context(), Who("a"), c.ID)
		s.OK(err)
	}
	s.Want(c, purchase.Cancelled)
	if s.Cards.Pay(ses) {
		t.Fatal("Pay() of the session = true, want false")
	}
	c = s.Hold("a")
	ses = s.Card(c)
	s.Cards.Pay(ses)
	_, err = s.Cancel(t.Context(), Who("a"), c.ID)
	WantErr(t, err, order.ErrNotCancellable)
	s.Want(c, purchase.Delivering)
}

func testClockRaces(t *testing.T, fresh NewStore) {
	for range 5 {
		s := NewOrders(t, 1, fresh)
		c := s.Hold("a")
		ses := s.Card(c)
		s.Clock.Advance(15 * time.Minute)
		paid := false
		var wg sync.WaitGroup
		wg.Go(func() { paid = s.Cards.Pay(ses) })
		wg.Go(func() { _ = s.ExpireHold(t.Context(), c.ID) })
		wg.Go(func() { _ = s.ExpireHold(t.Context(), c.ID) })
		wg.Go(func() { _, _ = s.Cancel(t.Context(), Who("a"), c.ID) })
		wg.Go(func() {
			if _, err := s.StartEther(t.Context(), Who("a"), c.ID, "", order.Billing{}); !errors.Is(err, order.ErrHoldExpired) && !errors.Is(err, order.ErrNotPayable) {
				t.Errorf("StartEther() = %v, want ErrHoldExpired or ErrNotPayable", err)
			}
		})
		wg.Wait()
		s.Webhook(ses)
		got := s.Now(c)
		if paid != (got.Status == purchase.Delivering) {
			t.Fatalf("paid = %t, status = %s, want delivering only if paid", paid, got.Status)
		}
		s.CheckInvariants()
	}
}
