package stripe_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// notes is an inbox and a till that count.
type notes struct{ events, applied int }

func (n *notes) Seen(context.Context, string) (bool, error) { return false, nil }

func (n *notes) Once(ctx context.Context, _ string, fn func(context.Context) error) error {
	n.events++
	return fn(ctx)
}

func (n *notes) ApplyCard(context.Context, order.CardTruth) error {
	n.applied++
	return nil
}

func TestWebhookSignatures(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	provider := stripetest.New(t)
	cards := stripe.New(provider.URL, "sk_test_x", "http://localhost:8080")
	opened, err := cards.Open(t.Context(), order.Session{ID: "s1", EndsAt: time.Now().Add(time.Hour)}, order.Checkout{ID: "c1"})
	if err != nil {
		t.Fatal(err)
	}
	provider.Pay(opened.ProviderID)
	body := stripetest.Event("evt_1", "checkout.session.completed", opened.ProviderID, "")
	good := stripetest.Sign(body, "whsec_old", now)
	other := func(change func(string) string) []byte { return []byte(change(string(body))) }
	live := other(func(s string) string { return strings.Replace(s, `"livemode":false`, `"livemode":true`, 1) })
	account := other(func(s string) string { return strings.Replace(s, `"id":"evt_1"`, `"account":"acct_2","id":"evt_1"`, 1) })
	unknown := stripetest.Event("evt_2", "customer.created", "cus_1", "")
	foreign := stripetest.Event("evt_3", "payment_intent.succeeded", "pi_of_another_shop", "")
	for name, c := range map[string]struct {
		body   []byte
		header string
		code   int
		rows   int
	}{
		"signed":                    {body, good, 200, 1},
		"signed with the next":      {body, stripetest.Sign(body, "whsec_new", now), 200, 1},
		"two signatures":            {body, stripetest.Sign(body, "whsec_x", now) + ",v1=" + strings.Split(good, "v1=")[1], 200, 1},
		"300 s old":                 {body, stripetest.Sign(body, "whsec_old", now.Add(-300*time.Second)), 200, 1},
		"301 s old":                 {body, stripetest.Sign(body, "whsec_old", now.Add(-301*time.Second)), 400, 0},
		"301 s ahead":               {body, stripetest.Sign(body, "whsec_old", now.Add(301*time.Second)), 400, 0},
		"wrong secret":              {body, stripetest.Sign(body, "whsec_x", now), 400, 0},
		"empty secret":              {body, stripetest.Sign(body, "", now), 400, 0},
		"no header":                 {body, "", 400, 0},
		"v0 only":                   {body, strings.Replace(good, "v1=", "v0=", 1), 400, 0},
		"no time":                   {body, "v1=" + strings.Split(good, "v1=")[1], 400, 0},
		"two times":                 {body, "t=1," + good, 400, 0},
		"signature is not hex":      {body, "t=1,v1=zz", 400, 0},
		"re-encoded body":           {append(bytes.Clone(body), ' '), good, 400, 0},
		"live event, test key":      {live, stripetest.Sign(live, "whsec_old", now), 400, 0},
		"another account":           {account, stripetest.Sign(account, "whsec_old", now), 400, 0},
		"not JSON":                  {[]byte("{"), stripetest.Sign([]byte("{"), "whsec_old", now), 400, 0},
		"5 MB":                      {make([]byte, 5<<20), stripetest.Sign(make([]byte, 5<<20), "whsec_old", now), 400, 0},
		"unknown type":              {unknown, stripetest.Sign(unknown, "whsec_old", now), 200, 0},
		"a payment that isn't ours": {foreign, stripetest.Sign(foreign, "whsec_old", now), 200, 0},
	} {
		n := &notes{}
		h := &stripe.Webhook{
			Secrets: []string{"whsec_old", "whsec_new", ""}, Cards: cards, Till: n, Inbox: n, Clock: clock.NewFake(now), Log: testkit.Log(t),
		}
		r := httptest.NewRequest(http.MethodPost, "/webhooks/stripe", bytes.NewReader(c.body))
		r.Header.Set("Stripe-Signature", c.header)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.code || n.events != c.rows || n.applied != c.rows {
			t.Errorf("%s: %d with %d rows, want %d with %d", name, w.Code, n.events, c.code, c.rows)
		}
	}
	provider.Down(true)
	n := &notes{}
	h := &stripe.Webhook{Secrets: []string{"whsec_old"}, Cards: cards, Till: n, Inbox: n, Clock: clock.NewFake(now), Log: testkit.Log(t)}
	r := httptest.NewRequest(http.MethodPost, "/webhooks/stripe", bytes.NewReader(body))
	r.Header.Set("Stripe-Signature", good)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || n.events != 0 {
		t.Errorf("an event that cannot be read comes again: %d", w.Code)
	}
}

// TestCards drives the provider's own library against a server that speaks its protocol.
func TestCards(t *testing.T) {
	t.Parallel()
	provider := stripetest.New(t)
	cards := stripe.New(provider.URL, "sk_test_x", "https://vitrine.example")
	c := order.Checkout{ID: "c1", Edition: 3, EditionSize: 25}
	c.Artwork.Slug, c.Artwork.Title, c.Artwork.ArtistName, c.Artwork.ImageURL = "untitled-42", "Untitled", "Vera Molnár", "/assets/x.webp"
	c.Price.Amount, c.Price.Currency = 125_000, "USD"
	s := order.Session{ID: "s1", EndsAt: time.Now().Add(time.Hour)}
	first, err := cards.Open(t.Context(), s, c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := cards.Open(t.Context(), s, c)
	if err != nil || again != first {
		t.Fatal("the key answers the same session", err)
	}
	_, form := provider.Session("c1")
	for k, want := range map[string]string{
		"mode": "payment", "metadata[checkout_id]": "c1", "payment_intent_data[metadata][checkout_id]": "c1",
		"line_items[0][price_data][unit_amount]": "125000", "line_items[0][price_data][currency]": "usd",
		"line_items[0][price_data][product_data][name]":      "Untitled",
		"line_items[0][price_data][product_data][images][0]": "https://vitrine.example/assets/x.webp",
		"success_url": "https://vitrine.example/en/artworks/untitled-42/checkout/success?checkout=c1",
		"cancel_url":  "https://vitrine.example/en/artworks/untitled-42/checkout/?checkout=c1",
	} {
		if form[k] != want {
			t.Errorf("%s = %q, want %q", k, form[k], want)
		}
	}
	intent := provider.Decline(first.ProviderID)
	truth, err := cards.Session(t.Context(), first.ProviderID)
	if err != nil || !truth.Declined || truth.Succeeded || truth.SessionComplete || truth.CheckoutID != "c1" {
		t.Fatalf("%+v %v", truth, err)
	}
	provider.Pay(first.ProviderID)
	if err := cards.Expire(t.Context(), first.ProviderID); !errors.Is(err, order.ErrSessionComplete) {
		t.Fatal(err)
	}
	truth, err = cards.Payment(t.Context(), intent, false)
	if err != nil || !truth.Succeeded || truth.Received != c.Price || truth.Refunds != nil {
		t.Fatalf("%+v %v", truth, err)
	}
	for range 2 {
		r, err := cards.Refund(t.Context(), order.Refund{ID: "r1", Amount: c.Price}, intent)
		if err != nil || r.Status != order.RefundSucceeded || r.RefundID != "r1" {
			t.Fatalf("%+v %v", r, err)
		}
	}
	if _, _, n := provider.Count(); n != 1 {
		t.Fatalf("%d refunds", n)
	}
	provider.Dispute(intent, "needs_response")
	truth, err = cards.Payment(t.Context(), intent, false)
	if err != nil || len(truth.Refunds) != 1 || truth.Dispute != order.DisputeOpen {
		t.Fatalf("%+v %v", truth, err)
	}
	// A refund that failed has left the provider's sum; who knows of it asks for it by name.
	provider.Refunds(intent, "failed")
	for refunds, want := range map[bool]int{false: 0, true: 1} {
		truth, err = cards.Payment(t.Context(), intent, refunds)
		if err != nil || len(truth.Refunds) != want || (want == 1 && truth.Refunds[0].Status != order.RefundRefused) {
			t.Fatalf("%+v %v", truth, err)
		}
	}
	s.ID = "s2"
	second, err := cards.Open(t.Context(), s, c)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := cards.Expire(t.Context(), second.ProviderID); err != nil {
			t.Fatal(err)
		}
	}
	s.ID, s.EndsAt = "s3", time.Now()
	if _, err := cards.Open(t.Context(), s, c); err == nil {
		t.Fatal("a session that ends at once is refused")
	}
	provider.Down(true)
	if _, err := cards.Open(t.Context(), s, c); err == nil {
		t.Fatal("down")
	}
}
