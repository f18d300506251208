package ordertest_test

import (
	"testing"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
)

func memory(_ testing.TB, out order.Outbox) order.Store { return ordertest.NewMemory(out) }

func TestMemory(t *testing.T) {
	t.Parallel()
	ordertest.TestStore(t, memory)
}
