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
			t.Errorf("%s is under way and done", from)
		}
	}
	for _, to := range order.Statuses {
		if order.Allowed(order.Refunded, to) && to != order.RefundFailed {
			t.Error("only a bank that gives a refund back follows on refunded")
		}
		if order.Allowed(to, order.Reserved) {
			t.Error("reserved is a beginning")
		}
	}
	if order.Allowed("nowhere", order.Paid) {
		t.Error("unknown states lead nowhere")
	}
}
