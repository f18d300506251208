package purchase

import "time"

// Review waits for a staff decision. Key identifies its cause, so that a repeated cause doesn't open a second review.
type Review struct {
	ID        string
	Key       string
	PaymentID string
	Reason    string
	// Detail is the stored text for staff. Cause is what a change that isn't stored yet adds to it.
	Detail    string
	Cause     Cause
	CreatedAt time.Time
	ClosedAt  time.Time
	// Decision is empty while the review is open. By is the staff account, or empty if it was closed automatically.
	Decision Action
	By, Note string
	// Funds is the payment if no checkout is known: its amount, and where it came from. It has no ID.
	Funds Payment
}

// Audit is one staff decision, kept forever.
type Audit struct {
	// ReviewID is empty for a refund without a review; RefundID is empty if no money moves.
	ReviewID, RefundID string
	Action             Action
	By, Note           string
	RefundAddress      string
	// ApprovedBy is the second member of staff; AddressSigned is whether the buyer signed for RefundAddress. A refund to an
	// address has one of them.
	ApprovedBy    string
	AddressSigned bool
}

// Action is a decision that staff can take.
type Action string

// The actions.
const (
	ActionRefund   Action = "refund"
	ActionComplete Action = "complete"
	ActionReject   Action = "reject"
	// ActionRelease puts the edition of a refunded order on sale again. It is never the decision of a review.
	ActionRelease Action = "release"
	// ActionExport is an export of the movements of money. It belongs to no review and no order; its note names the period.
	ActionExport Action = "export"
	// ActionAutomatic closed a review without a person: the money was refunded.
	ActionAutomatic Action = "automatic"
)

// Reasons of reviews, refunds and failures.
const (
	ReasonUnderpaid    = "underpaid"
	ReasonOverpaid     = "overpaid"
	ReasonCurrency     = "wrong_currency"
	ReasonChain        = "wrong_chain_or_asset"
	ReasonLate         = "late"
	ReasonDuplicate    = "duplicate"
	ReasonUnknown      = "unknown_order"
	ReasonDeclined     = "card_declined"
	ReasonRefundFailed = "refund_failed"
	ReasonReorg        = "reorganisation"
	ReasonDisputeLost  = "dispute_lost"
	ReasonProvider     = "refunded_at_provider"
	ReasonStaff        = "refunded_by_staff"
	ReasonRejected     = "rejected"
	// ReasonSettled is the difference between what an order paid in an auction and the auction's last price.
	ReasonSettled = "auction_settled"
	// ReasonDirect is ether that was sent outside of a checkout.
	ReasonDirect = "direct_transfer"
)

// Reasons are all of them, as the REST interface lists them.
var Reasons = []string{
	ReasonUnderpaid, ReasonOverpaid, ReasonCurrency, ReasonChain, ReasonLate, ReasonDuplicate, ReasonUnknown, ReasonDirect, ReasonDeclined,
	ReasonRefundFailed, ReasonReorg, ReasonDisputeLost, ReasonProvider, ReasonStaff, ReasonRejected, ReasonSettled,
}

// Decision is a staff member's decision about a review or a refund.
type Decision struct {
	Action Action
	// By is the staff member's account.
	By, Note string
	// RefundAddress overrides the payment's refund address for ether.
	RefundAddress string
	// InFull refunds all that is left of a settled order; otherwise the amount says how much. AgainstReturn lets the refund wait until the
	// buyer has sent the token back.
	InFull, AgainstReturn bool
	// ApprovedBy is the second member of staff, if one was needed.
	ApprovedBy string
	// AddressSigned is whether the buyer signed for the address that a refund goes to.
	AddressSigned bool
}

// Audit returns the record of the decision.
func (d Decision) Audit(reviewID string) Audit {
	return Audit{ReviewID: reviewID, Action: d.Action, By: d.By, ApprovedBy: d.ApprovedBy, AddressSigned: d.AddressSigned, Note: d.Note}
}
