package order

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
)

// Store stores orders, and the progress of their reconciliation.
type Store interface {
	Checkouts
	reconcile.Queue
	Comparisons
}

// Checkouts stores purchases.
type Checkouts interface {
	// Get returns a checkout with all related records. ErrNotFound.
	Get(ctx context.Context, id string) (Checkout, error)
	// Update locks a checkout and its unit, runs fn on it and writes what fn changed and recorded in one transaction, or in
	// the transaction of ctx if it has one. fn may run more than once and must not use the network. If fn returns an error,
	// nothing is written.
	Update(ctx context.Context, id string, fn func(*Checkout) error) (Checkout, error)
	// OpenReview opens a review that belongs to no checkout and books its money. An existing key changes nothing.
	OpenReview(ctx context.Context, r purchase.Review) error
}

// Comparisons stores how far the payments on each chain were compared with the credited ones.
type Comparisons interface {
	// Cursor returns the block up to which a chain was compared, or 0 before the first time.
	Cursor(ctx context.Context, chainID uint32) (int64, error)
	SetCursor(ctx context.Context, chainID uint32, height int64) error
	// PendingPayments returns a chain's payments in blocks from..to that aren't final.
	PendingPayments(ctx context.Context, chainID uint32, from, to int64) ([]PendingPayment, error)
	// OverdueQuotes returns a chain's quotes that haven't ended, have a deadline before the given time, and belong to a
	// checkout without a seen or final payment.
	OverdueQuotes(ctx context.Context, chainID uint32, before time.Time) ([]OverdueQuote, error)
}

// PendingPayment is a payment that was seen and isn't final.
type PendingPayment struct {
	CheckoutID string
	Payment    purchase.Payment
}

// OverdueQuote is a quote that can't be paid any more.
type OverdueQuote struct{ CheckoutID, IntentHash string }

// Outbox receives the events and notices of a change. The database's adapter calls it inside the change's transaction.
type Outbox interface {
	Publish(ctx context.Context, f Event) error
	Notify(ctx context.Context, n Notice) error
}

// Fleet is the part of the other services that payments depend on. Errors: ErrUnavailable.
type Fleet interface {
	Quotes
	Chain
}

// Quotes sets prices in ether.
type Quotes interface {
	// CreateQuote prices a checkout in wei. While a quote is active, it returns the same one. ErrHoldExpired also means that the hold ends
	// too soon to confirm a payment in a wallet.
	CreateQuote(ctx context.Context, r QuoteRequest) (purchase.Quote, error)
	// QuoteStatus reports whether a quote may have been paid; transaction is the one that the buyer named, or empty.
	QuoteStatus(ctx context.Context, intentHash, transaction string) (QuoteStatus, error)
	// CheckRecipient returns the gift with its wallet's EIP-55 address and the normalized name. Errors: the chainwatcher's errors about an
	// address or a name that the caller has to correct.
	CheckRecipient(ctx context.Context, g purchase.Gift) (purchase.Gift, error)
	// PayoutWallet returns where an artist's share of a payment goes.
	PayoutWallet(ctx context.Context, artistID int64) (PayoutWallet, error)
}

// Chain is what the chainwatcher knows of payments and mints.
type Chain interface {
	// Heads returns how far each chain was processed.
	Heads(ctx context.Context) ([]Head, error)
	// Payments returns a page of a chain's payments; next is the block to continue from, or 0 at the end.
	Payments(ctx context.Context, chainID uint32, from int64) (page ChainPayments, next int64, err error)
	// Mints returns which tokens have a final mint, and which the chainwatcher has never received.
	Mints(ctx context.Context, tokenIDs []int64) (minted []Mint, unknown []int64, err error)
}

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

// PayoutWallet is the destination of an artist's share.
type PayoutWallet struct {
	// Address is empty when the platform holds the share.
	Address string
	// Frozen is whether the share is held because someone reported that they didn't make a change of the wallet. If not, the
	// artist has no wallet.
	Frozen bool
	// Auction is whether the share is held because the order belongs to an auction: a part of the payment may be refunded, and the
	// contract can't take back a share that it has credited.
	Auction bool
}

// Hold returns why the platform holds the share, or "" if it doesn't.
func (w PayoutWallet) Hold() string {
	switch {
	case w.Address != "":
		return ""
	case w.Frozen:
		return "frozen"
	case w.Auction:
		return "auction"
	}
	return "no_wallet"
}

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
	Status      purchase.RefundStatus
	Transaction string
	// Reason is a stable code for why it failed.
	Reason string
}
