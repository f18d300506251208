package order

import (
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Confirmations returns how many blocks confirm a payment in a block, and how many a final payment needs.
func (h Head) Confirmations(block int64) (have, need int32) {
	// The block itself is the first confirmation.
	have = int32(min(max(h.Number-block+1, 0), 1<<20))
	switch {
	case h.Depth > 0:
		need = h.Depth
	case h.Finalized >= block:
		need = min(have, int32(min(h.Number-h.Finalized+1, 1<<20)))
	default:
		// A chain with a finalized tag finalizes in steps, so its current lag is a fair estimate.
		need = max(have, int32(min(h.Number-h.Finalized+1, 1<<20)))
	}
	return have, need
}

// OverdueAfter has the maximum times that orders normally stay in statuses that change without the buyer. A zero duration is never overdue.
type OverdueAfter struct {
	// Card is for the bank's decision about a card payment, Chain for the confirmation of an ether payment, Mint for the
	// mint after a final payment, Refund for a refund, Review for the staff decision.
	Card, Chain, Mint, Refund, Review time.Duration
}

// Over reports whether an order has been in a status for longer than it normally takes. m is the method of its last payment.
func (a OverdueAfter) Over(status purchase.Status, m purchase.Method, since time.Duration) bool {
	var most time.Duration
	switch status {
	case purchase.PaymentSeen, purchase.Confirming, purchase.Reverted:
		if most = a.Chain; m == purchase.Card {
			most = a.Card
		}
	case purchase.Paid, purchase.Delivering:
		most = a.Mint
	case purchase.RefundPending:
		most = a.Refund
	case purchase.InReview:
		most = a.Review
	case purchase.Reserved, purchase.AwaitingPayment, purchase.PaymentFailed, purchase.Completed, purchase.Expired, purchase.Cancelled,
		purchase.Refunded, purchase.RefundFailed, purchase.Disputed:
	}
	return most > 0 && since > most
}
