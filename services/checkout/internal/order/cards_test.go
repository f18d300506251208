package order_test

import (
	"testing"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
)

// TestCardsOfTests: the provider that the tests of orders use behaves like the adapter of the real one, which passes the same suite.
func TestCardsOfTests(t *testing.T) {
	t.Parallel()
	ordertest.TestCards(t, func(t *testing.T) ordertest.Provider {
		t.Helper()
		at := ordertest.NewCards()
		return ordertest.Provider{
			Cards: at, Pay: func(session string) { at.Pay(session) }, Decline: func(session string) { at.Decline(session) },
			Dispute: func(session, _ string, d order.CardDispute) { at.Dispute(session, d) },
			Refunds: func(status order.RefundStatus) { at.RefundAs = status }, Down: func(down bool) { at.Down = down },
		}
	})
}
