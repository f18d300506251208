package order

import "slices"

// Status is where a checkout stands; the words are part of the public interface.
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

// transitions is the one table. The database has the same rows (a test compares them) and refuses every other step.
//
// A card payment passes payment_seen as well, and from there goes to paid without confirming: the provider's word is final.
// Expired and cancelled checkouts leave their state only because money arrived nevertheless.
var transitions = map[Status][]Status{
	Reserved:        {AwaitingPayment, Expired, Cancelled},
	AwaitingPayment: {PaymentSeen, PaymentFailed, Expired, Cancelled, InReview},
	PaymentFailed:   {AwaitingPayment, PaymentSeen, Expired, Cancelled, InReview},
	PaymentSeen:     {Confirming, Paid, PaymentFailed, Reverted, InReview},
	Confirming:      {Paid, Reverted, InReview},
	Reverted:        {AwaitingPayment, PaymentSeen, Expired, InReview},
	Paid:            {Delivering},
	Delivering:      {Completed, Disputed, RefundPending, Refunded},
	Completed:       {Disputed, RefundPending, Refunded},
	Disputed:        {Delivering, Completed, Refunded},
	Expired:         {PaymentSeen, RefundPending, InReview},
	Cancelled:       {PaymentSeen, RefundPending, InReview},
	InReview:        {PaymentSeen, RefundPending, Refunded},
	RefundPending:   {Refunded, RefundFailed},
	RefundFailed:    {RefundPending, Refunded},
	Refunded:        {},
}

// Allowed tells whether the table has the step.
func Allowed(from, to Status) bool { return slices.Contains(transitions[from], to) }

// Transitions lists the table as pairs, in a fixed order.
func Transitions() []Step {
	var out []Step
	for _, from := range Statuses {
		for _, to := range transitions[from] {
			out = append(out, Step{From: from, To: to})
		}
	}
	return out
}

// Payable tells whether a payment may be started, while the hold lives.
func (s Status) Payable() bool { return s == Reserved || s == AwaitingPayment || s == PaymentFailed }

// Live tells whether the purchase is under way: the same buyer and artwork get it again.
func (s Status) Live() bool {
	return s.Payable() || s == PaymentSeen || s == Confirming || s == Reverted
}

// Settled tells whether the edition was bought and is still the buyer's.
func (s Status) Settled() bool {
	return s == Paid || s == Delivering || s == Completed || s == Disputed
}
