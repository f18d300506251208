package purchase

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

// Open reports whether the session may still take money.
func (s *Session) Open() bool { return s.Status == SessionIntent || s.Status == SessionOpen }

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

// Dispute is a dispute as it was last applied.
type Dispute struct {
	ID    string
	State CardDispute
}

// CardDispute is the state of a payment's dispute.
type CardDispute string

// The states of a dispute.
const (
	NoDispute   CardDispute = ""
	DisputeOpen CardDispute = "open"
	DisputeWon  CardDispute = "won"
	DisputeLost CardDispute = "lost"
)

// PaymentSteps is the table of payments. A reverted sighting may still become final, when the chain returns to the block or
// the bank changes its decision; final payments never change.
var PaymentSteps = Table[PaymentStatus]{
	"": {
		PaymentPending: {ActorProvider, ActorChain}, PaymentFinal: {ActorProvider, ActorChain}, PaymentGone: {ActorChain},
	},
	PaymentPending: {PaymentFinal: {ActorProvider, ActorChain}, PaymentGone: {ActorProvider, ActorChain}},
	PaymentGone:    {PaymentPending: {ActorProvider}, PaymentFinal: {ActorProvider, ActorChain}},
}

// RefundSteps is the table of refunds. A bank may return a card refund weeks after it went through. The reconciler queues what an auction returns.
var RefundSteps = Table[RefundStatus]{
	"": {
		RefundQueued: {ActorProvider, ActorChain, ActorStaff, ActorReconciler}, RefundSucceeded: {ActorProvider}, RefundRefused: {ActorProvider},
	},
	RefundQueued: {
		RefundSent: {ActorChain}, RefundSucceeded: {ActorProvider, ActorChain}, RefundRefused: {ActorProvider, ActorChain},
	},
	RefundSent:      {RefundSucceeded: {ActorChain}, RefundRefused: {ActorChain}},
	RefundSucceeded: {RefundRefused: {ActorProvider}},
	RefundRefused:   {RefundQueued: {ActorProvider}, RefundSucceeded: {ActorProvider}},
}

// DisputeSteps is the table of one dispute. A closed dispute never opens again: a report that says so is older than its end.
var DisputeSteps = Table[CardDispute]{
	NoDispute:   {DisputeOpen: {ActorProvider}, DisputeWon: {ActorProvider}, DisputeLost: {ActorProvider}},
	DisputeOpen: {DisputeWon: {ActorProvider}, DisputeLost: {ActorProvider}},
}
