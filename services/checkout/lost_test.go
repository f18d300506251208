package checkout_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
)

// TestPaymentsOfLostOrders is the state after a restore: the provider has a payment for an order that the database doesn't know, and its
// webhook was delivered before. The provider's list of events brings it back as a review, once.
func TestPaymentsOfLostOrders(t *testing.T) {
	t.Parallel()
	s := setup(t, 1, true, func(_ int, d *checkout.Deps) { d.Config.CompareEvery = 50 * time.Millisecond })
	cards := stripe.New(s.provider.URL, "sk_test_x", "", "http://localhost:8080")
	pay := func() (intent string) {
		t.Helper()
		lost := order.Checkout{ID: id.New(), Price: money.Money{Amount: 125_000, Currency: "USD"}, Artwork: s.parties.Offers[artwork].Artwork, Edition: 1, EditionSize: 1}
		opened, err := cards.Open(t.Context(), purchase.Session{ID: id.New(), EndsAt: time.Now().Add(time.Hour)}, lost)
		if err != nil {
			t.Fatal(err)
		}
		return s.provider.Pay(opened.ProviderID)
	}
	reviews := func(intent string) int {
		return s.count(`SELECT count(*) FROM reviews WHERE checkout_id IS NULL AND key = $1 AND reason = $2`, "card:"+intent, purchase.ReasonUnknown)
	}
	for range 2 { // the second comes in a later round, which reads the first again
		intent := pay()
		testkit.Eventually(t, 15*time.Second, func() bool { return reviews(intent) == 1 && s.count(`SELECT count(*) FROM card_events_read`) == 1 })
	}
	if n := s.count(`SELECT count(*) FROM reviews`); n != 2 {
		t.Fatalf("%d reviews of two payments, want 2", n)
	}
	s.checkInvariants()
}
