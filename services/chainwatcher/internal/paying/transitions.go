package paying

import "slices"

// The allowed transitions of refunds and payouts, which SQL statements move when blocks include, lose or finalize them. The table transitions
// in the database has the same rows, and a trigger refuses other changes.
var (
	refundTransitions = map[RefundStatus][]RefundStatus{
		RefundQueued: {RefundSent, RefundFailed},
		// Failed only if the chain that contained it no longer exists.
		RefundSent: {RefundQueued, RefundConfirmed, RefundFailed},
	}
	payoutTransitions = map[PayoutStatus][]PayoutStatus{
		PayoutQueued: {PayoutSent, PayoutFailed},
		// Failed only if the chain that contained it no longer exists.
		PayoutSent: {PayoutQueued, PayoutConfirmed, PayoutFailed},
	}
)

// All states of each machine.
var (
	RefundStatuses = []RefundStatus{RefundQueued, RefundSent, RefundConfirmed, RefundFailed}
	PayoutStatuses = []PayoutStatus{PayoutQueued, PayoutSent, PayoutConfirmed, PayoutFailed}
)

// Allowed reports whether a refund may move from s to next.
func (s RefundStatus) Allowed(next RefundStatus) bool {
	return slices.Contains(refundTransitions[s], next)
}

// Allowed reports whether a payout may move from s to next.
func (s PayoutStatus) Allowed(next PayoutStatus) bool {
	return slices.Contains(payoutTransitions[s], next)
}
