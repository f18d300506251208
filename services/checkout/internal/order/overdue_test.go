package order_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// TestStatusesThatCanBeOverdue: each status that changes without the buyer has its own limit, depending on the payment
// method.
func TestStatusesThatCanBeOverdue(t *testing.T) {
	t.Parallel()
	after := order.OverdueAfter{Card: 1 * time.Minute, Chain: 2 * time.Minute, Mint: 3 * time.Minute, Refund: 4 * time.Minute, Review: 5 * time.Minute}
	for _, method := range []purchase.Method{purchase.Card, purchase.Ether} {
		want := map[purchase.Status]time.Duration{
			purchase.PaymentSeen: after.Chain, purchase.Confirming: after.Chain, purchase.Reverted: after.Chain, purchase.Paid: after.Mint,
			purchase.Delivering: after.Mint, purchase.RefundPending: after.Refund, purchase.InReview: after.Review,
		}
		if method == purchase.Card {
			want[purchase.PaymentSeen], want[purchase.Confirming], want[purchase.Reverted] = after.Card, after.Card, after.Card
		}
		for _, status := range purchase.Statuses {
			most, can := want[status]
			if after.Over(status, method, most) {
				t.Errorf("%s by %s is overdue after %s, want only later", status, method, most)
			}
			if after.Over(status, method, time.Hour) != can {
				t.Errorf("%s by %s after an hour: overdue = %v, want %v", status, method, !can, can)
			}
		}
	}
}
