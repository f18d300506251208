package order

import (
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// SessionStatus is the state of one card session.
type SessionStatus string

// The states of a card session.
const (
	// SessionIntent was stored before the provider was called.
	SessionIntent SessionStatus = "intent"
	SessionOpen   SessionStatus = "open"
	// SessionComplete took money, or will if the bank approves the payment.
	SessionComplete SessionStatus = "complete"
	SessionExpired  SessionStatus = "expired"
	// SessionRefused was never opened because the provider refused it.
	SessionRefused SessionStatus = "refused"
)

// Session is one visit to the card provider's page. Its ID is the idempotency key at the provider.
type Session struct {
	ID         string
	Status     SessionStatus
	ProviderID string
	URL        string
	// EndsAt is when the provider ends the session, later than the hold expires.
	EndsAt    time.Time
	CreatedAt time.Time
}

// Quote is a signed price in wei. It is active until the buyer revokes it or it ends.
type Quote struct {
	IntentHash string
	ChainID    uint32
	To         string
	Data       string
	Value      money.Wei
	Rate       string
	RateSource string
	RateAt     time.Time
	ExpiresAt  time.Time
	CreatedAt  time.Time
	// Payout is the artist's wallet in the intent, empty when the platform holds the share.
	Payout string
	// PayoutHold is why Payout is empty: no_wallet, frozen or auction.
	PayoutHold string
	ShareBps   int
	// RevokedAt is when the buyer chose not to pay the quote. The contract still accepts it until its deadline, so the hold
	// waits for the deadline, but the buyer can pay by card or cancel.
	RevokedAt time.Time
	// EndedAt is when the chain had passed the deadline without a payment.
	EndedAt time.Time
}

// Active reports whether the order waits for a payment of the quote.
func (q *Quote) Active() bool { return q.EndedAt.IsZero() && q.RevokedAt.IsZero() }

// PaymentStatus is the state of one payment.
type PaymentStatus string

// The states of a payment.
const (
	// PaymentPending was seen but may still be reverted.
	PaymentPending PaymentStatus = "seen"
	// PaymentFinal never changes, even if the checkout changes.
	PaymentFinal PaymentStatus = "final"
	// PaymentGone was reverted by a reorg or declined by the bank.
	PaymentGone PaymentStatus = "reverted"
)

// Payment is money received or expected. Key is "card:<payment intent>" or "eip155:<chain>:<block hash>:<log index>".
type Payment struct {
	ID     string
	Key    string
	Method Method
	Status PaymentStatus
	// Amount is the amount of a card payment.
	Amount money.Money
	// Credited marks the one payment that buys the edition.
	Credited bool
	// Unexpected marks money received outside the payment contract; it never buys automatically.
	Unexpected bool
	At         time.Time

	// Card payments only.

	ProviderID string

	// Ether payments only.

	ChainID       uint32
	BlockHash     string
	BlockNumber   int64
	BlockTime     time.Time
	LogIndex      int64
	Transaction   string
	Payer         string
	Wei           money.Wei
	ArtistWei     money.Wei
	Artist        string
	RefundAddress string
	IntentHash    string
	// Asset is the token contract of money that isn't the chain's native coin.
	Asset string
}

// RefundStatus is the state of one refund.
type RefundStatus string

// The states of a refund.
const (
	RefundQueued RefundStatus = "pending"
	// RefundSent is in a block that may still be reverted; ether only.
	RefundSent      RefundStatus = "sent"
	RefundSucceeded RefundStatus = "succeeded"
	RefundRefused   RefundStatus = "failed"
)

// Refund is money returned to the buyer. Its ID is the idempotency key at the provider and of the transfer on the chain.
type Refund struct {
	ID string
	// PaymentID is empty for money that belongs to no checkout.
	PaymentID string
	Status    RefundStatus
	Method    Method
	// Amount is the amount of a card refund.
	Amount     money.Money
	Reason     string
	ProviderID string
	CreatedAt  time.Time
	// Returned is whether the refund had gone through, and the buyer was notified, before it failed.
	Returned bool

	// Ether refunds only.

	ChainID     uint32
	To          string
	Wei         money.Wei
	Transaction string
}

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
	// Funds is set if no checkout is known; otherwise the payment has the amounts.
	Funds Funds
}

// Funds is money that belongs to no checkout.
type Funds struct {
	Method        Method
	Amount        money.Money
	ProviderID    string
	ChainID       uint32
	Transaction   string
	Payer         string
	Wei           money.Wei
	Asset         string
	RefundAddress string
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

// Entry is one line of the ledger. The lines of one Group sum to zero for each Asset.
type Entry struct {
	Group   string
	Account string
	// Asset is a currency, or "eip155:<chain>" in wei.
	Asset  string
	Amount money.Wei
}

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
