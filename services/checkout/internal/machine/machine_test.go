package machine_test

import (
	"testing"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/checkout/internal/machine"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
)

func TestMachine(t *testing.T) {
	t.Parallel()
	machine.Play(t, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		return ordertest.NewMemory(out, c)
	})
}
