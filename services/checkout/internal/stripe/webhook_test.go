package stripe_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// notes is an inbox and an Orders that count calls.
type notes struct {
	events, applied int
	until           time.Time
}

func (n *notes) Seen(context.Context, string) (bool, error) { return false, nil }

func (n *notes) Once(ctx context.Context, _ string, fn func(context.Context) error) error {
	n.events++
	return fn(ctx)
}

func (n *notes) ReadUntil(context.Context) (time.Time, error) { return n.until, nil }

func (n *notes) SetReadUntil(_ context.Context, at time.Time) error {
	n.until = at
	return nil
}

func (n *notes) ApplyCard(context.Context, order.CardState) error {
	n.applied++
	return nil
}

func TestWebhookSignatures(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	provider := stripetest.New(t)
	cards := stripe.New(provider.URL, "sk_test_x", "", "http://localhost:8080")
	opened, err := cards.Open(t.Context(), purchase.Session{ID: "s1", EndsAt: time.Now().Add(time.Hour)}, order.Checkout{ID: "c1"})
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
	nul := stripetest.Event("evt_4\x00", "checkout.session.completed", opened.ProviderID, "")
	for name, c := range map[string]struct {
		body   []byte
		header string
		code   int
		rows   int
	}{
		"an id with NUL":            {nul, stripetest.Sign(nul, "whsec_old", now), 400, 0},
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
		"live event, test key":      {live, stripetest.Sign(live, "whsec_old", now), 200, 0},
		"another account":           {account, stripetest.Sign(account, "whsec_old", now), 200, 0},
		"not JSON":                  {[]byte("{"), stripetest.Sign([]byte("{"), "whsec_old", now), 400, 0},
		"5 MB":                      {make([]byte, 5<<20), stripetest.Sign(make([]byte, 5<<20), "whsec_old", now), 400, 0},
		"unknown type":              {unknown, stripetest.Sign(unknown, "whsec_old", now), 200, 0},
		"a payment that isn't ours": {foreign, stripetest.Sign(foreign, "whsec_old", now), 200, 0},
	} {
		t.Run(name, func(t *testing.T) {
			n := &notes{}
			h := &stripe.Webhook{
				Secrets: []string{"whsec_old", "whsec_new", ""}, Cards: cards, Orders: n, Inbox: n, Clock: clock.NewFake(now), Log: testkit.Log(t),
			}
			r := httptest.NewRequest(http.MethodPost, "/webhooks/stripe", bytes.NewReader(c.body))
			r.Header.Set("Stripe-Signature", c.header)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != c.code || n.events != c.rows || n.applied != c.rows {
				t.Errorf("got %d with %d rows, want %d with %d", w.Code, n.events, c.code, c.rows)
			}
		})
	}
	provider.Down(true)
	n := &notes{}
	h := &stripe.Webhook{Secrets: []string{"whsec_old"}, Cards: cards, Orders: n, Inbox: n, Clock: clock.NewFake(now), Log: testkit.Log(t)}
	r := httptest.NewRequest(http.MethodPost, "/webhooks/stripe", bytes.NewReader(body))
	r.Header.Set("Stripe-Signature", good)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || n.events != 0 {
		t.Errorf("an unreadable event: status = %d, want one that the provider retries", w.Code)
	}
}

// TestCatchUp reads events whose webhook never arrived. A round starts shortly before the last event, and an error doesn't move that time.
func TestCatchUp(t *testing.T) {
	t.Parallel()
	provider := stripetest.New(t)
	provider.For("acct_shop")
	cards := stripe.New(provider.URL, "sk_test_x", "acct_shop", "http://localhost:8080")
	n := &notes{}
	at := clock.NewFake(time.Now())
	h := &stripe.Webhook{Cards: cards, List: cards, Orders: n, Inbox: n, Clock: at, Log: testkit.Log(t), Account: "acct_shop"}
	round := func(want int) {
		t.Helper()
		if _, err := h.CatchUp(t.Context()); err != nil || n.applied != want {
			t.Fatalf("applied %d events, want %d, error %v", n.applied, want, err)
		}
	}
	round(0)
	if !n.until.IsZero() {
		t.Fatalf("without events: read until %v, want zero", n.until)
	}
	pay := func(checkout string) {
		t.Helper()
		s, err := cards.Open(t.Context(), purchase.Session{ID: "s" + checkout, EndsAt: time.Now().Add(time.Hour)}, order.Checkout{ID: checkout})
		if err != nil {
			t.Fatal(err)
		}
		if provider.Pay(s.ProviderID) == "" {
			t.Fatalf("Pay(%s) = no event, want one", s.ProviderID)
		}
	}
	pay("c1")
	provider.Down(true)
	if _, err := h.CatchUp(t.Context()); err == nil || !n.until.IsZero() {
		t.Fatalf("CatchUp() while the provider is down = %v, read until %v, want an error and zero", err, n.until)
	}
	provider.Down(false)
	round(1)
	if since := time.Since(n.until); since < 0 || since > time.Minute {
		t.Fatalf("read until %v, want within the last minute", n.until)
	}
	pay("c2")
	round(3) // the first is within the overlap; the inbox of the database skips it
	n.until = n.until.Add(time.Hour)
	round(3)
	live := *h
	live.Live = true
	n.until = time.Time{}
	if _, err := live.CatchUp(t.Context()); err != nil || n.applied != 3 {
		t.Fatalf("events of the other mode: %d applied, %v, want 3", n.applied, err)
	}
	n.until = time.Time{}
	at.Advance(31 * 24 * time.Hour)
	round(3)
}
