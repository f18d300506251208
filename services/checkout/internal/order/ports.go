package order

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// Store keeps checkouts and edition units. Every implementation passes ordertest.TestStore.
type Store interface {
	// Stock makes the artwork's units match its offer: missing ones are added, withheld marks touch free units only, and a
	// smaller size withholds the free units above it and never deletes one.
	Stock(ctx context.Context, artworkID int64, size int32, withheld []int32) error
	// Reserve holds the lowest free unit for a draft and writes it. A live checkout of the same account and artwork is
	// answered instead, with created false. Errors: ErrTooManyHolds, ErrEditionUnavailable.
	Reserve(ctx context.Context, draft Checkout, maxHolds int) (c Checkout, created bool, err error)
	// Get reads a checkout with everything that belongs to it. ErrNotFound.
	Get(ctx context.Context, id string) (Checkout, error)
	// List reads an account's checkouts, newest first, without what belongs to them except quotes and payments.
	List(ctx context.Context, accountID string, limit int) ([]Checkout, error)
	// Update locks a checkout and its unit, runs fn on it and writes what fn changed and recorded, in one transaction (that
	// of ctx where there is one). fn may run more than once and must not reach the network. An error of fn writes nothing.
	Update(ctx context.Context, id string, fn func(*Checkout) error) (Checkout, error)
	// Claim hands out ids of checkouts with work to do, each to one caller at a time for the length of lease.
	Claim(ctx context.Context, work Work, now time.Time, lease time.Duration, limit int) ([]string, error)
	// Review opens a review that belongs to no checkout. A key that exists changes nothing.
	Review(ctx context.Context, r Review) error
	// Invariants counts what must never happen.
	Invariants(ctx context.Context) (Invariants, error)
}

// Work is what a reconciler looks for.
type Work string

// The kinds of work.
const (
	// WorkHolds are unpaid holds whose clock ran out and that no active quote protects.
	WorkHolds Work = "holds"
	// WorkSessions are card sessions that wait: unfinished intents, sessions of checkouts that are no longer payable, and
	// open or completed ones whose webhook may be lost.
	WorkSessions Work = "sessions"
	// WorkRefunds are refunds that are not settled.
	WorkRefunds Work = "refunds"
)

// Outbox takes what leaves with a change. A store calls it inside the change's transaction.
type Outbox interface {
	Publish(ctx context.Context, f Fact) error
	Notify(ctx context.Context, n Notice) error
}

// Invariants are counts over the whole shop.
type Invariants struct {
	Oversold, UnmatchedPayments, UnpaidCompletions, UnbalancedLedgers int32
	Editions, Sold, Held                                              int32
}

// Violations is the sum of what must be zero.
func (i Invariants) Violations() int32 {
	return i.Oversold + i.UnmatchedPayments + i.UnpaidCompletions + i.UnbalancedLedgers
}

// Offer is what the shop sells of an artwork right now.
type Offer struct {
	Artwork     Artwork
	EditionSize int32
	Withheld    []int32
	// Price is nil when the artwork is not for sale.
	Price *money.Money
	// StartsAt and EndsAt bound the sale; zero is no bound.
	StartsAt, EndsAt time.Time
}

// Catalog tells offers. Errors: ErrNoArtwork, ErrUnavailable.
type Catalog interface {
	Offer(ctx context.Context, artworkID int64) (Offer, error)
}

// Account is the live state of a buyer.
type Account struct {
	HasIdentity      bool
	Email            string
	EmailVerified    bool
	ProfileCompleted bool
	Name             string
}

// Accounts tells who may buy and where artists are paid. Errors: ErrSessionGone for an account that is gone, ErrUnavailable.
type Accounts interface {
	SessionActive(ctx context.Context, sessionID string) (bool, error)
	Account(ctx context.Context, accountID string) (Account, error)
	// PayoutWallet is empty when the platform holds the artist's share.
	PayoutWallet(ctx context.Context, artistID int64) (string, error)
}

// QuoteRequest is what a quote is asked for.
type QuoteRequest struct {
	CheckoutID    string
	Price         money.Money
	ChainID       uint32
	Payout        string
	ShareBps      int
	RefundAddress string
	HoldExpiresAt time.Time
}

// Chain prices a checkout in wei. Asking again while a quote runs answers the same one. Errors: ErrUnavailable.
type Chain interface {
	CreateQuote(ctx context.Context, r QuoteRequest) (Quote, error)
}

// Cards is the card provider. Every call may be repeated. ErrUnavailable says that the outcome is unknown.
type Cards interface {
	// Open makes the session, or answers the one that the same Session.ID made before. ErrCardRefused is final.
	Open(ctx context.Context, s Session, c Checkout) (Session, error)
	// Expire ends a session. ErrSessionComplete says that it took a payment, or is about to.
	Expire(ctx context.Context, providerID string) error
	// Session and Payment read the truth about a session or a payment intent. ErrNotFound.
	Session(ctx context.Context, providerID string) (CardTruth, error)
	Payment(ctx context.Context, paymentIntent string) (CardTruth, error)
	// Refund gives money back, or answers the state of the refund that the same Refund.ID made before.
	Refund(ctx context.Context, r Refund, paymentIntent string) (CardRefund, error)
}

// CardTruth is what the provider says right now.
type CardTruth struct {
	// CheckoutID comes from the metadata that we gave.
	CheckoutID string
	// SessionID is empty when the truth was read by payment.
	SessionID       string
	SessionComplete bool
	SessionExpired  bool

	PaymentIntent string
	// Succeeded has the money; Processing waits for the bank; Declined was refused and may be tried again.
	Succeeded  bool
	Processing bool
	Declined   bool
	// Received is what Succeeded took.
	Received money.Money
	Refunds  []CardRefund
	Dispute  CardDispute
}

// CardRefund is one refund at the provider.
type CardRefund struct {
	ProviderID string
	// RefundID is ours, empty for a refund that was made at the provider.
	RefundID string
	Status   RefundStatus
	Amount   money.Money
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
