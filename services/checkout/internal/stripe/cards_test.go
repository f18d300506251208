package stripe_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

func TestCards(t *testing.T) {
	t.Parallel()
	ordertest.TestCards(t, func(t *testing.T) ordertest.Provider {
		t.Helper()
		at := stripetest.New(t)
		at.For("acct_shop") // no call leaves the account out; the other tests have none
		return ordertest.Provider{
			CardProvider: stripe.New(at.URL, "sk_test_x", "acct_shop", "http://localhost:8080"), Down: at.Down,
			Pay: func(session string) { at.Pay(session) }, Decline: func(session string) { at.Decline(session) },
			Dispute: func(_, intent string, d purchase.CardDispute) {
				at.Dispute(intent, map[purchase.CardDispute]string{
					purchase.DisputeOpen: "needs_response", purchase.DisputeWon: "won", purchase.DisputeLost: "lost",
				}[d])
			},
			Refunds: func(status purchase.RefundStatus) { at.Refunds("", string(status)) },
		}
	})
}

// TestNoCallInsideATransaction: a transaction would hold a connection and locks while it waits for the provider.
func TestNoCallInsideATransaction(t *testing.T) {
	t.Parallel()
	provider := stripetest.New(t)
	cards := stripe.New(provider.URL, "sk_test_x", "", "https://vitrine.example")
	pool := testkit.Pool(t, testkit.Postgres(t, func(context.Context, string) error { return nil }))
	refund := purchase.Refund{ID: "r1", Amount: money.Money{Amount: 1, Currency: "USD"}}
	err := postgres.InTx(t.Context(), pool, func(ctx context.Context) error {
		_, err := cards.Refund(ctx, refund, "pi_1")
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "inside a database transaction") {
		t.Errorf("refund in a transaction: error = %v, want that it is inside a database transaction", err)
	}
}

// TestRequestsToStripe checks what the suite for all providers can't see: what is sent, and how often.
func TestRequestsToStripe(t *testing.T) {
	t.Parallel()
	provider := stripetest.New(t)
	cards := stripe.New(provider.URL, "sk_test_x", "", "https://vitrine.example")
	c := order.Checkout{ID: "c1", Edition: 3, EditionSize: 25}
	c.Artwork.Slug, c.Artwork.Title, c.Artwork.ArtistName, c.Artwork.ImageURL = "untitled-42", "Untitled", "Vera Molnár", "/assets/x.webp"
	c.Price.Amount, c.Price.Currency = 125_000, "USD"
	opened, err := cards.Open(t.Context(), purchase.Session{ID: "s1", EndsAt: time.Now().Add(time.Hour)}, c)
	if err != nil {
		t.Fatal(err)
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
	intent := provider.Pay(opened.ProviderID)
	for range 2 {
		if _, err := cards.Refund(t.Context(), purchase.Refund{ID: "r1", Amount: c.Price}, intent); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, n := provider.Count(); n != 1 {
		t.Fatalf("%d refunds, want 1", n)
	}
	// A failed refund isn't in the provider's sum any more, so it is only found by loading the refunds.
	provider.Refunds(intent, "failed")
	for refunds, want := range map[bool]int{false: 0, true: 1} {
		truth, err := cards.Payment(t.Context(), intent, refunds)
		if err != nil || len(truth.Refunds) != want || (want == 1 && truth.Refunds[0].Status != purchase.RefundRefused) {
			t.Fatalf("Payment() = %+v, %v, want %d refunds", truth, err, want)
		}
	}
	if _, err := cards.Open(t.Context(), purchase.Session{ID: "s2", EndsAt: time.Now()}, c); err == nil {
		t.Fatal("Open() of a session that expires too soon: error = nil, want one")
	}
}

// TestOtherMinorUnits: nothing is charged in a currency whose amounts the provider would read wrong by a factor of a
// hundred.
func TestOtherMinorUnits(t *testing.T) {
	t.Parallel()
	cards := stripe.New(stripetest.New(t).URL, "sk_test_x", "", "http://localhost:8080")
	for currency, refused := range map[string]bool{"ISK": true, "UGX": true, "MGA": true, "JPY": false, "HUF": false, "USD": false} {
		t.Run(currency, func(t *testing.T) {
			_, err := cards.Open(t.Context(), purchase.Session{ID: currency, EndsAt: time.Now().Add(time.Hour)},
				order.Checkout{ID: "c1", Price: money.Money{Amount: 50_000, Currency: currency}})
			if errors.Is(err, order.ErrCardRefused) != refused || (err == nil) == refused {
				t.Errorf("error = %v, want ErrCardRefused: %t", err, refused)
			}
		})
	}
}
