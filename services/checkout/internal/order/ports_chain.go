package order

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// QuoteRequest has the parameters of a quote.
type QuoteRequest struct {
	CheckoutID    string
	Price         money.Money
	ChainID       uint32
	Payout        string
	ShareBps      int
	RefundAddress string
	HoldExpiresAt time.Time
}

// Chainwatcher is the service that sees and sends everything on a chain.
type Chainwatcher interface {
	Quotes
	Recipients
	Chain
	Custody
}

// Quotes is the part of the chainwatcher that sets prices in ether. Errors: ErrUnavailable.
type Quotes interface {
	// CreateQuote prices a checkout in wei. While a quote is active, it returns the same one. ErrHoldExpired also means that the hold ends
	// too soon to confirm a payment in a wallet.
	CreateQuote(ctx context.Context, r QuoteRequest) (Quote, error)
	// QuoteStatus reports whether a quote may have been paid; transaction is the one that the buyer named, or empty.
	QuoteStatus(ctx context.Context, intentHash, transaction string) (QuoteStatus, error)
}

// Recipients is the part of the chainwatcher that checks the wallets of gifts.
type Recipients interface {
	// CheckRecipient returns the gift with its wallet's EIP-55 address and the normalized name. Errors: ErrUnavailable, and the
	// chainwatcher's errors about an address or a name that the caller has to correct.
	CheckRecipient(ctx context.Context, g Gift) (Gift, error)
}

// Chain is the part of the chainwatcher that reconciliation reads. Errors: ErrUnavailable.
type Chain interface {
	// Heads returns how far each chain was processed.
	Heads(ctx context.Context) ([]Head, error)
	// Payments returns a page of a chain's payments; next is the block to continue from, or 0 at the end.
	Payments(ctx context.Context, chainID uint32, from int64) (page ChainPayments, next int64, err error)
	// Mints returns which tokens have a final mint, and which the chainwatcher has never received.
	Mints(ctx context.Context, tokenIDs []int64) (minted []Mint, unknown []int64, err error)
	// Refunds returns the state of refunds. The chainwatcher accepts those that it hasn't received yet.
	Refunds(ctx context.Context, due []EtherRefundDue) ([]ChainRefund, error)
}

// QuoteStatus is the chainwatcher's view of a quote's payment.
type QuoteStatus string

// The statuses of a quote.
const (
	// QuoteUnpaid has no payment in any block, and no transaction that may still be mined is known.
	QuoteUnpaid QuoteStatus = "unpaid"
	// QuoteSent has a transaction that may still be mined.
	QuoteSent QuoteStatus = "sent"
	// QuotePaid has a payment in a block.
	QuotePaid QuoteStatus = "paid"
)

// Head is how far a chain has been processed.
type Head struct {
	ChainID           uint32
	Number, Finalized int64
	// FinalizedAt is the time of the newest final block; zero if unknown.
	FinalizedAt time.Time
	// Depth is the number of blocks after which a payment is final on a chain without a finalized tag, otherwise 0.
	Depth int32
	// Halted is set while signing is halted on the chain. Vanished is the number of minted tokens that it lost.
	Halted   bool
	Vanished int32
	// ContractUnpaid is the number of orders with a token whose final payment the payment contract denies.
	ContractUnpaid int32
}

// ChainPayments is a page of payments.
type ChainPayments struct {
	Known      []KnownPayment
	Unexpected []Unexpected
}

// KnownPayment is a payment of the contract, and whether its block is final.
type KnownPayment struct {
	PendingPayment

	Final bool
}

// Mint is a mint that is final.
type Mint struct {
	CheckoutID  string
	TokenID     int64
	ChainID     uint32
	Transaction string
}

// ChainRefund is the state of an ether refund.
type ChainRefund struct {
	RefundID    string
	Status      RefundStatus
	Transaction string
	// Reason is a stable code for why it failed.
	Reason string
}
