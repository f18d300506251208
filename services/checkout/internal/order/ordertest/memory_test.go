package ordertest_test

import (
	"testing"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
)

func memory(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
	return ordertest.NewMemory(out, c)
}

func TestMemory(t *testing.T) {
	t.Parallel()
	ordertest.TestStore(t, memory)
}

func TestMemoryCards(t *testing.T) {
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
