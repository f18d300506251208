package order

import (
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// SessionStatus is the state of one card session.
type SessionStatus string

// The states of a card session.
const (
	// SessionIntent was written before the provider was asked.
	SessionIntent SessionStatus = "intent"
	SessionOpen   SessionStatus = "open"
	// SessionComplete took money, or will (a payment that the bank still decides).
	SessionComplete SessionStatus = "complete"
	SessionExpired  SessionStatus = "expired"
	// SessionRefused was never opened: the provider said no.
	SessionRefused SessionStatus = "refused"
)

// Session is one visit to the card provider's page. Its ID is the idempotency key at the provider.
type Session struct {
	ID         string
	Status     SessionStatus
	ProviderID string
	URL        string
	// EndsAt is the provider's own end, later than the hold's.
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
	// PayoutHold is why Payout is empty: no_wallet or frozen.
	PayoutHold string
	ShareBps   int
	// RevokedAt is when the buyer chose not to pay it. The contract takes it until its deadline nevertheless, so a hold waits for
	// its end, but nothing else does.
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
	// PaymentPending is seen but may still vanish.
	PaymentPending PaymentStatus = "seen"
	// PaymentFinal stays, whatever happens to the checkout.
	PaymentFinal PaymentStatus = "final"
	// PaymentGone was taken back by a reorganisation, or refused by the bank.
	PaymentGone PaymentStatus = "reverted"
)

// Payment is money on its way or here. Key is "card:<payment intent>" or "eip155:<chain>:<block hash>:<log index>".
type Payment struct {
	ID     string
	Key    string
	Method Method
	Status PaymentStatus
	// Amount is what a card payment took.
	Amount money.Money
	// Credited marks the one payment that buys the edition.
	Credited bool
	// Unexpected came another way than the payment contract; it never buys by itself.
	Unexpected bool
	At         time.Time

	// The rest is a card payment's.

	ProviderID string

	// The rest is an ether payment's.

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
	// Asset is the token contract of money that is not the chain's own coin.
	Asset string
}

// RefundStatus is the state of one refund.
type RefundStatus string

// The states of a refund.
const (
	RefundQueued RefundStatus = "pending"
	// RefundSent is in a block that may still vanish; ether only.
	RefundSent      RefundStatus = "sent"
	RefundSucceeded RefundStatus = "succeeded"
	RefundRefused   RefundStatus = "failed"
)

// Refund is money on its way back. Its ID is the idempotency key at the provider, and of the transfer on the chain.
type Refund struct {
	ID string
	// PaymentID is empty for money that belongs to no checkout.
	PaymentID string
	Status    RefundStatus
	Method    Method
	// Amount is what goes back of a card payment.
	Amount     money.Money
	Reason     string
	ProviderID string
	CreatedAt  time.Time
	// Returned is whether it had gone through, and the buyer was told so, before it failed.
	Returned bool

	// The rest is an ether refund's.

	ChainID     uint32
	To          string
	Wei         money.Wei
	Transaction string
}

// Review waits for a person. Key names its cause, so that a repeated cause opens no second one.
type Review struct {
	ID        string
	Key       string
	PaymentID string
	Reason    string
	Detail    string
	CreatedAt time.Time
	ClosedAt  time.Time
	// Decision is empty while open; By is the person's account, empty where none decided.
	Decision Action
	By, Note string
	// Funds are set where no checkout is known; otherwise the payment tells them.
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

// Audit is one decision of a person, kept for ever.
type Audit struct {
	// ReviewID is empty for a refund that no review asked for; RefundID where no money moves.
	ReviewID, RefundID string
	Action             Action
	By, Note           string
	RefundAddress      string
}

// Action is what a person may decide.
type Action string

// The actions.
const (
	ActionRefund   Action = "refund"
	ActionComplete Action = "complete"
	ActionReject   Action = "reject"
	// ActionAutomatic closed a review without a person: the money went back.
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

// The reasons that reviews, refunds and failures give.
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
)
