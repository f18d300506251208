package purchase

// Status is the state of a checkout. The values are part of the public API.
type Status string

// The states of a checkout.
const (
	Reserved        Status = "reserved"
	AwaitingPayment Status = "awaiting_payment"
	PaymentFailed   Status = "payment_failed"
	PaymentSeen     Status = "payment_seen"
	Confirming      Status = "confirming"
	Reverted        Status = "reverted"
	Paid            Status = "paid"
	Delivering      Status = "delivering"
	Completed       Status = "completed"
	Expired         Status = "expired"
	Cancelled       Status = "cancelled"
	InReview        Status = "in_review"
	RefundPending   Status = "refund_pending"
	Refunded        Status = "refunded"
	RefundFailed    Status = "refund_failed"
	Disputed        Status = "disputed"
)

// Statuses are all states.
var Statuses = []Status{
	Reserved, AwaitingPayment, PaymentFailed, PaymentSeen, Confirming, Reverted, Paid, Delivering, Completed,
	Expired, Cancelled, InReview, RefundPending, Refunded, RefundFailed, Disputed,
}

// Transitions is the only table of allowed transitions and who may cause them. The database has the
// same rows (a test compares them) and refuses everything else.
//
// A card payment also passes payment_seen and goes from there to paid without confirming, because the
// provider's confirmation is final. Expired and cancelled checkouts leave their state only because
// money arrived later. Refunded leaves its state only because the bank returned a refund that it
// had reported as done.
var Transitions = Table[Status]{
	Reserved: {AwaitingPayment: {ActorBuyer}, Expired: {ActorReconciler}, Cancelled: {ActorBuyer}},
	AwaitingPayment: {
		PaymentSeen: {ActorProvider, ActorChain}, PaymentFailed: {ActorProvider}, Expired: {ActorReconciler, ActorChain},
		Cancelled: {ActorBuyer}, InReview: {ActorProvider, ActorChain},
	},
	PaymentFailed: {
		AwaitingPayment: {ActorBuyer}, PaymentSeen: {ActorProvider, ActorChain}, Expired: {ActorReconciler, ActorChain},
		Cancelled: {ActorBuyer}, InReview: {ActorProvider, ActorChain},
	},
	PaymentSeen: {
		Confirming: {ActorChain, ActorStaff}, Paid: {ActorProvider, ActorStaff}, PaymentFailed: {ActorProvider},
		Reverted: {ActorChain}, InReview: {ActorProvider, ActorChain},
	},
	Confirming: {Paid: {ActorChain, ActorStaff}, Reverted: {ActorChain}, InReview: {ActorProvider, ActorChain}},
	Reverted: {
		AwaitingPayment: {ActorChain}, PaymentSeen: {ActorProvider, ActorChain}, Expired: {ActorReconciler, ActorChain},
		InReview: {ActorProvider, ActorChain},
	},
	Paid: {Delivering: {ActorProvider, ActorChain, ActorStaff}},
	Delivering: {
		Completed: {ActorChain}, Disputed: {ActorProvider}, RefundPending: {ActorStaff}, Refunded: {ActorProvider},
	},
	Completed: {Disputed: {ActorProvider}, RefundPending: {ActorStaff}, Refunded: {ActorProvider}},
	Disputed: {
		Delivering: {ActorProvider}, Completed: {ActorProvider}, Refunded: {ActorProvider}, RefundFailed: {ActorProvider},
	},
	Expired: {
		PaymentSeen: {ActorProvider, ActorChain}, RefundPending: {ActorProvider}, InReview: {ActorProvider, ActorChain},
	},
	Cancelled: {
		PaymentSeen: {ActorProvider, ActorChain}, RefundPending: {ActorProvider}, InReview: {ActorProvider, ActorChain},
	},
	InReview: {
		PaymentSeen: {ActorProvider, ActorChain, ActorStaff}, RefundPending: {ActorProvider, ActorChain, ActorStaff},
		Refunded: {ActorProvider}, Expired: {ActorStaff},
	},
	RefundPending: {Refunded: {ActorProvider, ActorChain}, RefundFailed: {ActorProvider, ActorChain}},
	RefundFailed: {
		RefundPending: {ActorProvider, ActorStaff}, Refunded: {ActorProvider, ActorChain}, Disputed: {ActorProvider},
		Delivering: {ActorStaff}, Completed: {ActorStaff},
	},
	Refunded: {RefundFailed: {ActorProvider}},
}

// Payable reports whether a payment may be started while the hold is live.
func (s Status) Payable() bool { return s == Reserved || s == AwaitingPayment || s == PaymentFailed }

// Live reports whether the purchase is in progress: the same buyer and artwork get it again.
func (s Status) Live() bool {
	return s.Payable() || s == PaymentSeen || s == Confirming || s == Reverted
}
