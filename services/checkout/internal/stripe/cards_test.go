package stripe_test

import (
	"errors"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe"
	"github.com/vitrine/vitrine/services/checkout/internal/stripe/stripetest"
)

// TestOtherMinorUnits: nothing is charged in a currency whose amounts the provider would read a hundredfold wrong.
func TestOtherMinorUnits(t *testing.T) {
	t.Parallel()
	cards := stripe.New(stripetest.New(t).URL, "sk_test_x", "http://localhost:8080")
	for currency, refused := range map[string]bool{"ISK": true, "UGX": true, "MGA": true, "JPY": false, "HUF": false, "USD": false} {
		_, err := cards.Open(t.Context(), order.Session{ID: currency, EndsAt: time.Now().Add(time.Hour)},
			order.Checkout{ID: "c1", Price: money.Money{Amount: 50_000, Currency: currency}})
		if errors.Is(err, order.ErrCardRefused) != refused || (err == nil) == refused {
			t.Errorf("%s: %v", currency, err)
		}
	}
}
