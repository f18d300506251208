package order_test

import (
	"testing"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

func TestTable(t *testing.T) {
	t.Parallel()
	pairs := map[[2]string]bool{}
	for _, st := range order.Transitions() {
		pairs[[2]string{st.From, st.To}] = true
	}
	for _, from := range order.Statuses {
		for _, to := range order.Statuses {
			if order.Allowed(from, to) != pairs[[2]string{string(from), string(to)}] {
				t.Errorf("%s to %s", from, to)
			}
		}
		if order.Allowed(from, from) {
			t.Errorf("%s to itself", from)
		}
		if from.Live() && from.Settled() {
			t.Errorf("%s is both live and settled", from)
		}
	}
	for _, to := range order.Statuses {
		if order.Allowed(order.Refunded, to) && to != order.RefundFailed {
			t.Error("refunded has a transition other than to refund_failed")
		}
		if order.Allowed(to, order.Reserved) {
			t.Error("a status has a transition back to reserved")
		}
	}
	if order.Allowed("nowhere", order.Paid) {
		t.Error("an unknown status has a transition")
	}
}
