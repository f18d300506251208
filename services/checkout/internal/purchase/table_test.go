package purchase_test

import (
	"slices"
	"testing"

	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

func TestTable(t *testing.T) {
	t.Parallel()
	pairs := map[[2]string]bool{}
	for _, st := range purchase.Transitions.Rows() {
		pairs[[2]string{st.From, st.To}] = true
	}
	allowed := func(from, to purchase.Status) bool { return pairs[[2]string{string(from), string(to)}] }
	for _, status := range purchase.Statuses {
		if allowed(status, status) {
			t.Errorf("the table has a transition from %s to itself", status)
		}
		if allowed(status, purchase.Reserved) {
			t.Errorf("the table has a transition from %s back to reserved", status)
		}
		if allowed(purchase.Refunded, status) && status != purchase.RefundFailed {
			t.Errorf("the table has a transition from refunded to %s, want only refund_failed", status)
		}
	}
	for pair := range pairs {
		for _, status := range pair {
			if status != "" && !slices.Contains(purchase.Statuses, purchase.Status(status)) {
				t.Errorf("the table has a transition from %q to %q, want only known statuses", pair[0], pair[1])
			}
		}
	}
}
