package chain

import "slices"

// The allowed transitions of each state machine. The table transitions in the database has the same rows, and a trigger refuses
// other changes.
var (
	withdrawalTransitions = map[WithdrawalStatus][]WithdrawalStatus{
		AwaitingApproval: {Approved, Rejected, Expired, Cancelled},
		Approved:         {Signing, Cancelled, Failed},
		// An earlier attempt may be mined instead of the latest, and another transaction may use a nonce. A withdrawal can be cancelled only
		// while nothing was signed for it.
		Signing:     {InBroadcast, Mined, Final, Failed, Cancelled},
		InBroadcast: {Signing, Mined, Final, Failed},
		Mined:       {Signing, InBroadcast, Final, Failed},
	}
	transactionTransitions = map[TxStatus][]TxStatus{
		Queued:      {TxSigned, TxFinal, TxFailed},
		TxSigned:    {Queued, TxBroadcast, TxMined, TxFinal, TxFailed},
		TxBroadcast: {Queued, TxMined, TxFinal, TxFailed},
		TxMined:     {Queued, TxBroadcast, TxFinal, TxFailed},
		// Only if the chain that contained it no longer exists.
		TxFinal:  {Queued},
		TxFailed: {Queued},
	}
	// SQL statements move refunds and payouts when blocks include, lose or finalize them.
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
	giftTransitions = map[GiftStatus][]GiftStatus{
		GiftPending: {GiftWaiting, GiftQueued, GiftCancelled, GiftRefunded},
		GiftWaiting: {GiftAccepted, GiftCancelled, GiftRefunded},
	}
)

// All states of each machine.
var (
	WithdrawalStatuses = []WithdrawalStatus{
		AwaitingApproval, Approved, Signing, InBroadcast, Mined, Final, Rejected, Expired, Cancelled, Failed,
	}
	TxStatuses     = []TxStatus{Queued, TxSigned, TxBroadcast, TxMined, TxFinal, TxFailed}
	RefundStatuses = []RefundStatus{RefundQueued, RefundSent, RefundConfirmed, RefundFailed}
	PayoutStatuses = []PayoutStatus{PayoutQueued, PayoutSent, PayoutConfirmed, PayoutFailed}
	GiftStatuses   = []GiftStatus{GiftPending, GiftWaiting, GiftAccepted, GiftQueued, GiftCancelled, GiftRefunded}
)

// Allowed reports whether a withdrawal may move from s to next.
func (s WithdrawalStatus) Allowed(next WithdrawalStatus) bool {
	return slices.Contains(withdrawalTransitions[s], next)
}

// Allowed reports whether a transaction may move from s to next.
func (s TxStatus) Allowed(next TxStatus) bool {
	return slices.Contains(transactionTransitions[s], next)
}

// Allowed reports whether a refund may move from s to next.
func (s RefundStatus) Allowed(next RefundStatus) bool {
	return slices.Contains(refundTransitions[s], next)
}

// Allowed reports whether a payout may move from s to next.
func (s PayoutStatus) Allowed(next PayoutStatus) bool {
	return slices.Contains(payoutTransitions[s], next)
}

// Allowed reports whether a gift may move from s to next.
func (s GiftStatus) Allowed(next GiftStatus) bool {
	return slices.Contains(giftTransitions[s], next)
}
