package ordertest

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/refund"
)

// CardProvider implements the ports of all cores for a card provider.
type CardProvider interface {
	order.Cards
	refund.Cards
}

// Provider is a card provider, with controls for what happens there without the service.
type Provider struct {
	CardProvider

	// Pay and Decline use a good and a bad card on a session's page; Dispute acts as the buyer's bank.
	Pay, Decline func(session string)
	Dispute      func(session, intent string, d purchase.CardDispute)
	// Refunds sets the status of future refunds.
	Refunds func(purchase.RefundStatus)
	// Down makes the provider fail, or stops that.
	Down func(bool)
}

// TestCards checks what every card provider must do, including Cards, which the tests of orders use.
func TestCards(t *testing.T, fresh func(t *testing.T) Provider) {
	for name, test := range map[string]func(*testing.T, Provider){
		"a session is opened once":          testOpenOnce,
		"an open session is ended":          testExpire,
		"a paid session cannot be ended":    testExpirePaid,
		"a declined card":                   testCardDeclined,
		"a refund is made once":             testRefundOnce,
		"a refund that fails and one there": testRefundStates,
		"disputes":                          testDisputeStates,
		"provider unavailable":              testDown,
		"what is unknown":                   testUnknown,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

// open opens a session for 1,250 dollars.
func open(t *testing.T, p Provider) purchase.Session {
	t.Helper()
	s, err := p.Open(t.Context(), purchase.Session{ID: id.New(), EndsAt: time.Now().Add(time.Hour)}, order.Checkout{
		ID: id.New(), Price: money.Money{Amount: 125_000, Currency: "USD"}, Artwork: purchase.Artwork{Title: "Untitled"},
	})
	if err != nil || s.ProviderID == "" || s.URL == "" {
		t.Fatalf("Open() = %+v, %v, want a session with an id and a URL", s, err)
	}
	return s
}

// truth returns the state of a session.
func truth(t *testing.T, p Provider, s purchase.Session) order.CardState {
	t.Helper()
	got, err := p.Session(t.Context(), s.ProviderID)
	if err != nil || got.SessionID != s.ProviderID || got.CheckoutID == "" {
		t.Fatalf("Session() = %+v, %v, want %s of a checkout", got, err, s.ProviderID)
	}
	return got
}

// paid returns a paid session and its payment.
func paid(t *testing.T, p Provider) (purchase.Session, string) {
	t.Helper()
	s := open(t, p)
	p.Pay(s.ProviderID)
	got := truth(t, p, s)
	if !got.SessionComplete || !got.Succeeded || got.Declined || got.PaymentIntent == "" || got.Received != (money.Money{Amount: 125_000, Currency: "USD"}) {
		t.Fatalf("payment = %+v, want succeeded in a complete session with 125000 USD", got)
	}
	return s, got.PaymentIntent
}

func testOpenOnce(t *testing.T, p Provider) {
	s := purchase.Session{ID: id.New(), EndsAt: time.Now().Add(time.Hour)}
	c := order.Checkout{ID: id.New(), Price: money.Money{Amount: 125_000, Currency: "USD"}, Artwork: purchase.Artwork{Title: "Untitled"}}
	first, err := p.Open(t.Context(), s, c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.Open(t.Context(), s, c)
	if err != nil || again.ProviderID != first.ProviderID || again.URL != first.URL {
		t.Fatalf("second Open() = %+v, %v, want %+v", again, err, first)
	}
	got := truth(t, p, first)
	if got.CheckoutID != c.ID || got.SessionComplete || got.SessionExpired || got.PaymentIntent != "" {
		t.Fatalf("session = %+v, want an open one of %s without a payment", got, c.ID)
	}
}

func testExpire(t *testing.T, p Provider) {
	s := open(t, p)
	for range 2 {
		if err := p.Expire(t.Context(), s.ProviderID); err != nil {
			t.Fatal(err)
		}
	}
	p.Pay(s.ProviderID)
	if got := truth(t, p, s); !got.SessionExpired || got.SessionComplete || got.Succeeded {
		t.Fatalf("session = %+v, want expired, and not paid", got)
	}
}

func testExpirePaid(t *testing.T, p Provider) {
	s, _ := paid(t, p)
	WantErr(t, p.Expire(t.Context(), s.ProviderID), order.ErrSessionComplete)
}

func testCardDeclined(t *testing.T, p Provider) {
	s := open(t, p)
	p.Decline(s.ProviderID)
	if got := truth(t, p, s); !got.Declined || got.Succeeded || got.SessionComplete {
		t.Fatalf("session = %+v, want declined and open", got)
	}
	p.Pay(s.ProviderID)
	if got := truth(t, p, s); got.Declined || !got.Succeeded {
		t.Fatalf("session = %+v, want succeeded and not declined", got)
	}
}

func testRefundOnce(t *testing.T, p Provider) {
	_, intent := paid(t, p)
	r := purchase.Refund{ID: id.New(), Amount: money.Money{Amount: 25_000, Currency: "USD"}}
	first, err := p.Refund(t.Context(), r, intent)
	if err != nil || first.Status != purchase.RefundSucceeded || first.RefundID != r.ID || first.ProviderID == "" || first.Amount != r.Amount {
		t.Fatalf("Refund() = %+v, %v, want succeeded, %s of %v with a provider id", first, err, r.ID, r.Amount)
	}
	again, err := p.Refund(t.Context(), r, intent)
	if err != nil || again != first {
		t.Fatalf("second Refund() = %+v, %v, want %+v", again, err, first)
	}
	got, err := p.Payment(t.Context(), intent, false)
	if err != nil || got.SessionID != "" || len(got.Refunds) != 1 || got.Refunds[0] != first {
		t.Fatalf("Payment() = %+v, %v, want no session and the refund %+v", got, err, first)
	}
}

func testRefundStates(t *testing.T, p Provider) {
	_, intent := paid(t, p)
	for _, status := range []purchase.RefundStatus{purchase.RefundRefused, purchase.RefundQueued} {
		p.Refunds(status)
		r := purchase.Refund{ID: id.New(), Amount: money.Money{Amount: 25_000, Currency: "USD"}}
		if got, err := p.Refund(t.Context(), r, intent); err != nil || got.Status != status {
			t.Fatalf("%+v %v, want %s", got, err, status)
		}
	}
	if got, err := p.Payment(t.Context(), intent, true); err != nil || len(got.Refunds) != 2 {
		t.Fatalf("Payment() = %+v, %v, want 2 refunds", got, err)
	}
}

func testDisputeStates(t *testing.T, p Provider) {
	s, intent := paid(t, p)
	for _, d := range []purchase.CardDispute{purchase.DisputeOpen, purchase.DisputeWon, purchase.DisputeLost} {
		p.Dispute(s.ProviderID, intent, d)
		if got := truth(t, p, s); got.Dispute != d {
			t.Fatalf("%+v, want %s", got, d)
		}
	}
}

func testDown(t *testing.T, p Provider) {
	s, intent := paid(t, p)
	p.Down(true)
	_, err := p.Open(t.Context(), purchase.Session{ID: id.New(), EndsAt: time.Now().Add(time.Hour)}, order.Checkout{ID: id.New()})
	WantErr(t, err, order.ErrUnavailable)
	WantErr(t, p.Expire(t.Context(), s.ProviderID), order.ErrUnavailable)
	_, err = p.Session(t.Context(), s.ProviderID)
	WantErr(t, err, order.ErrUnavailable)
	_, err = p.Payment(t.Context(), intent, true)
	WantErr(t, err, order.ErrUnavailable)
	_, err = p.Refund(t.Context(), purchase.Refund{ID: id.New(), Amount: money.Money{Amount: 1, Currency: "USD"}}, intent)
	WantErr(t, err, order.ErrUnavailable)
	p.Down(false)
	paid(t, p)
}

func testUnknown(t *testing.T, p Provider) {
	WantErr(t, p.Expire(t.Context(), "cs_nobody"), order.ErrNotFound)
	_, err := p.Session(t.Context(), "cs_nobody")
	WantErr(t, err, order.ErrNotFound)
	_, err = p.Payment(t.Context(), "pi_nobody", false)
	WantErr(t, err, order.ErrNotFound)
}
