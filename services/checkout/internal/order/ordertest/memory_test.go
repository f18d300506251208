package ordertest_test

import (
	"testing"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
)

func memory(_ testing.TB, out order.Outbox, c clock.Clock) order.Store {
	return ordertest.NewMemory(out, c)
}

func TestMemory(t *testing.T) {
	t.Parallel()
	ordertest.TestStore(t, memory)
}
