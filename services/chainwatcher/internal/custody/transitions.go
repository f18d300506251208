package custody

import "slices"

// The allowed transitions of withdrawals and gifts. The table transitions in the database has the same rows, and a trigger refuses other
// changes.
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
	GiftStatuses = []GiftStatus{GiftPending, GiftWaiting, GiftAccepted, GiftQueued, GiftCancelled, GiftRefunded}
)

// Allowed reports whether a withdrawal may move from s to next.
func (s WithdrawalStatus) Allowed(next WithdrawalStatus) bool {
	return slices.Contains(withdrawalTransitions[s], next)
}

// Allowed reports whether a gift may move from s to next.
func (s GiftStatus) Allowed(next GiftStatus) bool {
	return slices.Contains(giftTransitions[s], next)
}
