package chain

import "slices"

// What may follow what. The database has the same rows (transitions), and refuses the rest. Refunds have theirs in the database alone: no
// code decides where one goes, statements move those that blocks hold, lose or make final.
var (
	withdrawalSteps = map[WithdrawalStatus][]WithdrawalStatus{
		AwaitingApproval: {Approved, Rejected, Expired, Cancelled},
		Approved:         {Signing, Cancelled, Failed},
		// An earlier attempt than the one that is looked at may be mined, and a nonce may be taken by another transaction. It is
		// cancelled only while nothing was ever signed for it.
		Signing:     {InBroadcast, Mined, Final, Failed, Cancelled},
		InBroadcast: {Signing, Mined, Final, Failed},
		Mined:       {Signing, InBroadcast, Final, Failed},
	}
	transactionSteps = map[TxStatus][]TxStatus{
		Queued:      {TxSigned, TxFinal, TxFailed},
		TxSigned:    {Queued, TxBroadcast, TxMined, TxFinal, TxFailed},
		TxBroadcast: {Queued, TxMined, TxFinal, TxFailed},
		TxMined:     {Queued, TxBroadcast, TxFinal, TxFailed},
		// Only when the chain that had it is gone.
		TxFinal:  {Queued},
		TxFailed: {Queued},
	}
)

// The states of each machine, all of them.
var (
	WithdrawalStatuses = []WithdrawalStatus{
		AwaitingApproval, Approved, Signing, InBroadcast, Mined, Final, Rejected, Expired, Cancelled, Failed,
	}
	TxStatuses = []TxStatus{Queued, TxSigned, TxBroadcast, TxMined, TxFinal, TxFailed}
)

// Allowed tells whether a state may follow another.
func (s WithdrawalStatus) Allowed(next WithdrawalStatus) bool {
	return slices.Contains(withdrawalSteps[s], next)
}

// Allowed tells whether a state may follow another.
func (s TxStatus) Allowed(next TxStatus) bool { return slices.Contains(transactionSteps[s], next) }
