package cards_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v83"
	"github.com/stripe/stripe-go/v83/webhook"

	"github.com/vitrine/vitrine/deploy/onebox/standins/cards"
	"github.com/vitrine/vitrine/kit/testkit"
)

const secret = "whsec_test"

type shop struct {
	t      *testing.T
	o      cards.Options
	p      *cards.Provider
	url    string
	client *stripe.Client
	mu     sync.Mutex
	events []stripe.Event
	fail   int
	// account is the connected account that sessions are opened for.
	account string
}

// setup runs the provider and a shop that verifies every webhook with the provider's own library.
func setup(t *testing.T, fail int) *shop {
	t.Helper()
	s := &shop{t: t, fail: fail}
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		e, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), secret)
		if err != nil {
			t.Errorf("a webhook does not verify: error = %v, want nil", err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.fail > 0 {
			s.fail--
			http.Error(w, "later", http.StatusServiceUnavailable)
			return
		}
		s.events = append(s.events, e)
	}))
	t.Cleanup(hook.Close)
	addr := testkit.FreeAddress(t)
	s.url = "http://" + addr
	none := func(context.Context, string) error { return nil }
	s.o = cards.Options{
		DatabaseURL: testkit.Postgres(t, none), Addr: addr, PublicURL: s.url, SecretKey: "sk_test_local",
		WebhookURL: hook.URL, WebhookSecrets: []string{"whsec_old", secret}, DisputeAfter: time.Second, Log: testkit.Log(t),
	}
	s.start()
	t.Cleanup(func() { s.p.Stop() })
	s.client = stripe.NewClient("sk_test_local", stripe.WithBackends(&stripe.Backends{
		API: stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{URL: stripe.String(s.url), MaxNetworkRetries: stripe.Int64(0)}),
	}))
	return s
}

func (s *shop) start() {
	s.t.Helper()
	p, err := cards.Start(s.t.Context(), s.o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.p = p
}

func (s *shop) session(key string, amount int64) (*stripe.CheckoutSession, error) {
	p := &stripe.CheckoutSessionCreateParams{
		Mode: stripe.String("payment"), SuccessURL: stripe.String("http://shop.example/ok?s={CHECKOUT_SESSION_ID}"), CancelURL: stripe.String("http://shop.example/no"),
		ClientReferenceID: stripe.String("order-1"), Metadata: map[string]string{"checkout_id": "order-1"},
		LineItems: []*stripe.CheckoutSessionCreateLineItemParams{{Quantity: stripe.Int64(1), PriceData: &stripe.CheckoutSessionCreateLineItemPriceDataParams{
			Currency: stripe.String("usd"), UnitAmount: &amount,
			ProductData: &stripe.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: stripe.String("Long Furrow, #3 of 25")},
		}}},
	}
	p.IdempotencyKey = stripe.String(key)
	if s.account != "" {
		p.SetStripeAccount(s.account)
	}
	return s.client.V1CheckoutSessions.Create(s.t.Context(), p)
}

// pay fills in the hosted page as a browser would and returns where it redirects to.
func (s *shop) pay(page, card string) (status int, location, body string) {
	s.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.PostForm(page, url.Values{"number": {card}, "expiry": {"12/34"}, "cvc": {"123"}})
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	return res.StatusCode, res.Header.Get("Location"), string(b)
}

// typed: the page still has the buyer's input, except the security code.
func typed(t *testing.T, body, number string) {
	t.Helper()
	for _, value := range []string{number, "12/34"} {
		if !strings.Contains(body, `value="`+value+`"`) {
			t.Errorf("page = %s\nwant the form value %q", body, value)
		}
	}
	if strings.Contains(body, `value="123"`) {
		t.Errorf("page = %s\nwant no card code", body)
	}
}

func (s *shop) seen(kind stripe.EventType) *stripe.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.events {
		if s.events[i].Type == kind {
			return &s.events[i]
		}
	}
	return nil
}

func (s *shop) wait(kind stripe.EventType) *stripe.Event {
	s.t.Helper()
	testkit.Eventually(s.t, 15*time.Second, func() bool { return s.seen(kind) != nil })
	return s.seen(kind)
}

func TestPayAndRefund(t *testing.T) {
	t.Parallel()
	s := setup(t, 1)
	cs, err := s.session("k1", 125_000)
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.session("k1", 125_000)
	if err != nil || again.ID != cs.ID {
		t.Errorf("second call with the same key = %v, %v, want session %s", again, err, cs.ID)
	}
	var refused *stripe.Error
	if _, err := s.session("k1", 1); !errors.As(err, &refused) || refused.Type != stripe.ErrorTypeIdempotency {
		t.Errorf("same key with different parameters: error = %v, want an idempotency error", err)
	}
	status, location, _ := s.pay(cs.URL, "4242 4242 4242 4242")
	if status != http.StatusSeeOther || location != "http://shop.example/ok?s="+cs.ID {
		t.Fatalf("paid: %d %s, want 303 to http://shop.example/ok?s=%s", status, location, cs.ID)
	}
	// The first delivery was refused; the event is delivered again.
	var paid stripe.CheckoutSession
	if err := json.Unmarshal(s.wait("checkout.session.completed").Data.Raw, &paid); err != nil || paid.PaymentStatus != "paid" || paid.Metadata["checkout_id"] != "order-1" {
		t.Errorf("event = %+v, %v, want order-1 paid", paid, err)
	}
	get := &stripe.CheckoutSessionRetrieveParams{}
	get.AddExpand("payment_intent.latest_charge")
	full, err := s.client.V1CheckoutSessions.Retrieve(t.Context(), cs.ID, get)
	if err != nil || full.PaymentIntent == nil || full.PaymentIntent.LatestCharge == nil || full.PaymentIntent.LatestCharge.PaymentMethodDetails.Card.Last4 != "4242" {
		t.Fatalf("expanded session = %+v, %v, want a charge of the card 4242", full, err)
	}
	if _, err := s.client.V1CheckoutSessions.Expire(t.Context(), cs.ID, nil); err == nil {
		t.Error("expiring a paid session succeeded, want an error")
	}
	for i, want := range []struct {
		amount int64
		ok     bool
	}{{25_000, true}, {100_001, false}, {100_000, true}, {1, false}} {
		_, err := s.client.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{PaymentIntent: stripe.String(full.PaymentIntent.ID), Amount: &want.amount})
		if (err == nil) != want.ok {
			t.Errorf("refund %d of %d: %v", i, want.amount, err)
		}
	}
	s.wait("charge.refunded")
}

func TestDeclineThenSecureCard(t *testing.T) {
	t.Parallel()
	s := setup(t, 0)
	cs, err := s.session("k2", 5_000)
	if err != nil {
		t.Fatal(err)
	}
	status, _, body := s.pay(cs.URL, "4000000000000002")
	if status != http.StatusPaymentRequired || !strings.Contains(body, "Your card was declined. Nothing was charged.") {
		t.Fatalf("declined: %d %s, want 402, Your card was declined. Nothing was charged.", status, body)
	}
	typed(t, body, "4000000000000002")
	// The button's name is "Pay", and the amount describes it.
	if want := `<button aria-labelledby="pay" aria-describedby="amount"><span id="pay">Pay</span> <span id="amount">$50</span></button>`; !strings.Contains(body, want) {
		t.Errorf("page = %s\nwant the button %s", body, want)
	}
	s.wait("payment_intent.payment_failed")
	font, err := http.Get(s.url + "/fonts/instrument-sans.woff2")
	if err != nil {
		t.Fatal(err)
	}
	font.Body.Close()
	if font.StatusCode != http.StatusOK {
		t.Errorf("font: status = %d, want 200", font.StatusCode)
	}
	for _, bad := range []string{"", "4242", "4242424242424241"} {
		if status, _, _ := s.pay(cs.URL, bad); status != http.StatusPaymentRequired {
			t.Errorf("card %q: %d, want %d", bad, status, http.StatusPaymentRequired)
		}
	}
	status, next, _ := s.pay(cs.URL, "4000002760003184")
	if status != http.StatusSeeOther || !strings.HasPrefix(next, "/c/authorize/"+cs.ID) {
		t.Fatalf("3-D Secure: %d %s, want 303 to /c/authorize/%s", status, next, cs.ID)
	}
	res, err := http.PostForm(s.url+next, url.Values{"answer": {"fail"}})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(res.Body)
	if !strings.Contains(string(text), "did not authorize the payment. Nothing was charged. Try again") || !strings.HasPrefix(res.Request.URL.Path, "/c/pay/") {
		t.Errorf("page after the bank declined = %s %s, want the payment page that says so", res.Request.URL, text)
	}
	typed(t, string(text), "4000 0027 6000 3184")
	res.Body.Close()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err = client.PostForm(s.url+next, url.Values{"answer": {"authorize"}})
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.Header.Get("Location") != "http://shop.example/ok?s="+cs.ID {
		t.Errorf("authorized: Location = %s, want http://shop.example/ok?s=%s", res.Header.Get("Location"), cs.ID)
	}
	s.wait("checkout.session.completed")
}

func TestExpire(t *testing.T) {
	t.Parallel()
	s := setup(t, 0)
	cs, err := s.session("k3", 5_000)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.client.V1CheckoutSessions.Expire(t.Context(), cs.ID, nil); err != nil {
		t.Fatal(err)
	}
	s.wait("checkout.session.expired")
	if status, _, body := s.pay(cs.URL, "4242424242424242"); status != http.StatusGone || !strings.Contains(body, "Nothing was charged") {
		t.Errorf("paying an expired session: status = %d %s, want 410, Nothing was charged", status, body)
	}
}

// A shop with a connected account makes each request for it, and knows its events by it.
func TestConnectedAccount(t *testing.T) {
	t.Parallel()
	s := setup(t, 0)
	s.p.Stop()
	s.o.Account = "acct_shop"
	s.start()
	var refused *stripe.Error
	if _, err := s.session("k1", 125_000); !errors.As(err, &refused) || refused.HTTPStatusCode != http.StatusForbidden {
		t.Errorf("a request for no account: error = %v, want 403", err)
	}
	s.account = s.o.Account
	cs, err := s.session("k1", 125_000)
	if err != nil {
		t.Fatal(err)
	}
	s.pay(cs.URL, "4242 4242 4242 4242")
	if got := s.wait("checkout.session.completed").Account; got != s.o.Account {
		t.Errorf("account of the event = %q, want %q", got, s.o.Account)
	}
}

func TestDispute(t *testing.T) {
	t.Parallel()
	s := setup(t, 0)
	cs, err := s.session("k4", 5_000)
	if err != nil {
		t.Fatal(err)
	}
	s.pay(cs.URL, "4000000000000259")
	// The provider restarts before the dispute is due, and still opens it.
	s.p.Stop()
	s.start()
	var d stripe.Dispute
	if err := json.Unmarshal(s.wait("charge.dispute.created").Data.Raw, &d); err != nil || d.Charge == nil || d.PaymentIntent == nil {
		t.Fatalf("dispute = %+v, %v, want one of a charge and an intent", d, err)
	}
	won, err := s.client.V1Disputes.Update(t.Context(), d.ID, &stripe.DisputeUpdateParams{Evidence: &stripe.DisputeUpdateEvidenceParams{UncategorizedText: stripe.String("winning_evidence")}})
	if err != nil || won.Status != stripe.DisputeStatusWon {
		t.Errorf("dispute after evidence = %+v, %v, want won", won, err)
	}
	s.wait("charge.dispute.closed")
	if _, err := s.client.V1Disputes.Close(t.Context(), d.ID, nil); err == nil {
		t.Error("closing a closed dispute succeeded, want an error")
	}
}

func TestListsAndRestart(t *testing.T) {
	t.Parallel()
	s := setup(t, 0)
	var made []string
	for _, key := range []string{"a", "b", "c"} {
		cs, err := s.session(key, 5_000)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, cs.ID)
		if status, location, _ := s.pay(cs.URL, "4242424242424242"); status != http.StatusSeeOther {
			t.Fatalf("paid: %d, want 303", status)
		} else if status, again, _ := s.pay(cs.URL, "4242424242424242"); status != http.StatusSeeOther || again != location {
			t.Errorf("paying twice: %d %s, want 303 to %s", status, again, location)
		}
	}
	s.p.Stop()
	s.start()
	list := &stripe.CheckoutSessionListParams{}
	list.Limit, list.Status = stripe.Int64(2), stripe.String("complete")
	var seen []string
	for cs, err := range s.client.V1CheckoutSessions.List(t.Context(), list) {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, cs.ID)
	}
	if len(seen) != 3 || seen[0] != made[2] || seen[2] != made[0] {
		t.Errorf("sessions = %v, want the newest first of %v", seen, made)
	}
	// The key of the first session still returns it.
	first, err := s.session("a", 5_000)
	if err != nil || first.ID != made[0] {
		t.Errorf("session after a restart = %v, %v, want %s", first, err, made[0])
	}
	full, err := s.client.V1CheckoutSessions.Retrieve(t.Context(), made[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	intent, err := s.client.V1PaymentIntents.Update(t.Context(), full.PaymentIntent.ID, &stripe.PaymentIntentUpdateParams{Metadata: map[string]string{"note": "late"}})
	if err != nil || intent.Metadata["note"] != "late" || intent.Status != stripe.PaymentIntentStatusSucceeded {
		t.Errorf("intent = %+v, %v, want succeeded with the note late", intent, err)
	}
	items := 0
	for item, err := range s.client.V1CheckoutSessions.ListLineItems(t.Context(), &stripe.CheckoutSessionListLineItemsParams{Session: stripe.String(made[0])}) {
		if err != nil || item.Description != "Long Furrow, #3 of 25" || item.AmountTotal != 5_000 {
			t.Errorf("item = %+v, %v, want Long Furrow, #3 of 25, for 5000", item, err)
		}
		items++
	}
	if items != 1 {
		t.Errorf("%d items, want 1", items)
	}
	if _, err := s.client.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{PaymentIntent: stripe.String(intent.ID), Metadata: map[string]string{"why": "late"}}); err != nil {
		t.Fatal(err)
	}
	refunds := 0
	for re, err := range s.client.V1Refunds.List(t.Context(), &stripe.RefundListParams{PaymentIntent: stripe.String(intent.ID)}) {
		if err != nil || re.Amount != 5_000 || re.Status != stripe.RefundStatusSucceeded || re.Metadata["why"] != "late" {
			t.Errorf("refund = %+v, %v, want 5000, succeeded, with the reason late", re, err)
		}
		refunds++
	}
	if refunds != 1 {
		t.Errorf("%d refunds, want 1", refunds)
	}
	events := 0
	for e, err := range s.client.V1Events.List(t.Context(), &stripe.EventListParams{Types: stripe.StringSlice([]string{"checkout.session.completed"})}) {
		if err != nil {
			t.Fatal(err)
		}
		if one, err := s.client.V1Events.Retrieve(t.Context(), e.ID, nil); err != nil || one.Type != "checkout.session.completed" {
			t.Errorf("event = %+v, %v, want checkout.session.completed", one, err)
		}
		events++
	}
	if events != 3 {
		t.Errorf("%d completion events, want 3", events)
	}
}

func TestBadCalls(t *testing.T) {
	t.Parallel()
	s := setup(t, 0)
	for name, c := range map[string]struct {
		key, method, path, body string
		want                    int
	}{
		"wrong key":      {"sk_test_other", "GET", "/v1/charges/ch_1", "", 401},
		"unknown object": {"sk_test_local", "GET", "/v1/charges/ch_1", "", 404},
		"unknown path":   {"sk_test_local", "GET", "/v1/customers", "", 404},
		"no amount":      {"sk_test_local", "POST", "/v1/checkout/sessions", "mode=payment", 400},
	} {
		t.Run(name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), c.method, s.url+c.path, strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer "+c.key)
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			b, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if res.StatusCode != c.want || !strings.Contains(string(b), `"error"`) {
				t.Errorf("status = %d, body %s, want %d and an error", res.StatusCode, b, c.want)
			}
		})
	}
}
