package order_test

import (
	"testing"

	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// TestCardsOfTests: the provider that the tests of orders use behaves like the adapter of the real one, which passes the same suite.
func TestCardsOfTests(t *testing.T) {
	t.Parallel()
	ordertest.TestCards(t, func(t *testing.T) ordertest.Provider {
		t.Helper()
		at := ordertest.NewCards()
		return ordertest.Provider{
			CardProvider: at, Pay: func(session string) { at.Pay(session) }, Decline: func(session string) { at.Decline(session) },
			Dispute: func(session, _ string, d purchase.CardDispute) { at.Dispute(session, d) },
			Refunds: func(status purchase.RefundStatus) { at.RefundAs = status }, Down: func(down bool) { at.Down = down },
		}
	})
}
