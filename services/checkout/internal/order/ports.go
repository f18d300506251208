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
	// answered instead, with created false. A new one Begins. Errors: ErrTooManyHolds, ErrEditionUnavailable.
	Reserve(ctx context.Context, draft Checkout, maxHolds int) (c Checkout, created bool, err error)
	// Get reads a checkout with everything that belongs to it. ErrNotFound.
	Get(ctx context.Context, id string) (Checkout, error)
	// List reads an account's checkouts, newest first, without what belongs to them except quotes and payments.
	List(ctx context.Context, accountID string, limit int) ([]Checkout, error)
	// Update locks a checkout and its unit, runs fn on it and writes what fn changed and recorded, in one transaction (that
	// of ctx where there is one). fn may run more than once and must not reach the network. An error of fn writes nothing.
	Update(ctx context.Context, id string, fn func(*Checkout) error) (Checkout, error)
	// Claim hands out ids of checkouts (of reviews for WorkStrays) with work to do, each to one caller at a time for the length
	// of lease. A new refund ends the lease on its owner's refunds.
	Claim(ctx context.Context, c Claim) ([]string, error)
	// Now is the store's time, the same that every Checkout carries.
	Now(ctx context.Context) (time.Time, error)
	// Invariants counts what must never happen.
	Invariants(ctx context.Context) (Invariants, error)

	Reviews
	Reconciling
}

// Reviews are the part of a Store that serves people who decide.
type Reviews interface {
	// Review opens a review that belongs to no checkout, and books its money. A key that exists changes nothing.
	Review(ctx context.Context, r Review) error
	// ListReviews finds reviews: open ones first, oldest first, then closed ones, newest first. status is open, closed or empty.
	ListReviews(ctx context.Context, status string, limit int) ([]Case, error)
	// FindReview tells where a review is. ErrNotFound.
	FindReview(ctx context.Context, reviewID string) (Case, error)
	// FindRefund tells where a refund is. ErrNotFound.
	FindRefund(ctx context.Context, refundID string) (Case, error)
	// Stray reads money that belongs to no checkout by its review. ErrNotFound.
	Stray(ctx context.Context, reviewID string) (Stray, error)
	// UpdateStray is Update for it.
	UpdateStray(ctx context.Context, reviewID string, fn func(*Stray) error) (Stray, error)
}

// Case says where a review or a refund is: with a checkout, or with a review of its own.
type Case struct{ CheckoutID, ReviewID string }

// Reconciling is the part of a Store that the rounds need which compare it with the truth outside.
type Reconciling interface {
	// Cursor is the height up to which a chain was compared, 0 before the first time.
	Cursor(ctx context.Context, chainID uint32) (int64, error)
	SetCursor(ctx context.Context, chainID uint32, height int64) error
	// Sightings are the payments of a chain in blocks from..to that are not final.
	Sightings(ctx context.Context, chainID uint32, from, to int64) ([]Sighting, error)
	// DeadQuotes are the quotes of a chain that have not ended, whose deadline is before a time, and whose checkout still waits to
	// be paid: it knows no payment that is seen or final.
	DeadQuotes(ctx context.Context, chainID uint32, before time.Time) ([]DeadQuote, error)
	// Unresolved tells what waits, by kind.
	Unresolved(ctx context.Context) ([]Unresolved, error)
	// Editions counts the artworks that sold or hold any, by artwork.
	Editions(ctx context.Context, limit int) ([]Editions, error)
}

// Sighting is a payment that is seen and not final.
type Sighting struct {
	CheckoutID string
	Payment    Payment
}

// DeadQuote is a quote that nothing can pay any more.
type DeadQuote struct{ CheckoutID, IntentHash string }

// Unresolved is work of one kind that waits.
type Unresolved struct {
	// Kind is holds, sessions, refunds, payments, mints, outbox or reviews.
	Kind   string
	Oldest time.Duration
	Count  int32
}

// Editions are the counts of one artwork.
type Editions struct {
	ArtworkID        int64
	Size, Sold, Held int32
}

// Claim asks for work.
type Claim struct {
	Work  Work
	Lease time.Duration
	Limit int
	// Within is how old settled orders may be.
	Within time.Duration
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
	// WorkRefunds are card refunds that are not settled; WorkStrays those of money that belongs to no checkout.
	WorkRefunds Work = "refunds"
	WorkStrays  Work = "strays"
	// WorkEther are ether refunds that are not settled after a minute: their events may be lost.
	WorkEther Work = "ether"
	// WorkMints are orders whose token is owed for more than a minute.
	WorkMints Work = "mints"
	// WorkSettled are card orders of the last days: a refund or a dispute made at the provider may have been told to nobody.
	WorkSettled Work = "settled"
	// WorkForgotten are orders whose refund failed and whose money neither goes back nor waits for a person, and no person said that
	// it stays: what a mistake of an older version left behind.
	WorkForgotten Work = "forgotten"
)

// Outbox takes what leaves with a change. A store calls it inside the change's transaction.
type Outbox interface {
	Publish(ctx context.Context, f Event) error
	Notify(ctx context.Context, n Notice) error
}

// Invariants are counts over the whole shop.
type Invariants struct {
	Oversold, UnmatchedPayments, UnpaidCompletions, UnbalancedLedgers int32
	UnmatchedTokens, IllegalTransitions                               int32
	Editions, Sold, Held, OpenReviews                                 int32
	// Vanished is how many tokens that were minted for good their chain doesn't have any more.
	Vanished int32
	// Halted is on how many chains nothing is signed until an operator releases them. It is no violation.
	Halted int32
}

// Violations is the sum of what must be zero.
func (i Invariants) Violations() int32 {
	return i.Oversold + i.UnmatchedPayments + i.UnpaidCompletions + i.UnbalancedLedgers + i.UnmatchedTokens + i.IllegalTransitions + i.Vanished
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
	HasIdentity bool
	Email       string
	// EmailVerified is whether auth says that Email is theirs.
	EmailVerified    bool
	ProfileCompleted bool
	Name             string
}

// Accounts tells who may buy and where artists are paid. Errors: ErrSessionGone for an account that is gone, ErrUnavailable.
type Accounts interface {
	Account(ctx context.Context, accountID string) (Account, error)
	// PayoutWallet returns where the artist's share goes.
	PayoutWallet(ctx context.Context, artistID int64) (PayoutWallet, error)
}

// PayoutWallet is where an artist's share goes.
type PayoutWallet struct {
	// Address is empty when the platform holds the share.
	Address string
	// Frozen is whether it is held because somebody said that a change of the wallet wasn't theirs; otherwise there is no wallet.
	Frozen bool
}

// Hold is why the platform holds the share, empty where it does not.
func (w PayoutWallet) Hold() string {
	switch {
	case w.Address != "":
		return ""
	case w.Frozen:
		return "frozen"
	}
	return "no_wallet"
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

// Chain is what the chainwatcher knows. Errors: ErrUnavailable.
type Chain interface {
	// CreateQuote prices a checkout in wei. Asking again while a quote runs answers the same one.
	CreateQuote(ctx context.Context, r QuoteRequest) (Quote, error)
	// QuoteStatus reports whether a quote may have been paid; transaction is the one that the buyer named, or empty.
	QuoteStatus(ctx context.Context, intentHash, transaction string) (QuoteStatus, error)
	// Heads tells how far each chain was followed.
	Heads(ctx context.Context) ([]Head, error)
	// Payments reads a page of what a chain holds; next is the height to ask from next, 0 at the end.
	Payments(ctx context.Context, chainID uint32, from int64) (page ChainPayments, next int64, err error)
	// Mints tells which of the tokens are minted for good, and of which the chainwatcher has never heard.
	Mints(ctx context.Context, tokenIDs []int64) (minted []Mint, unknown []int64, err error)
	// Refunds tells where refunds stand; those that it does not know are taken on.
	Refunds(ctx context.Context, due []EtherRefundDue) ([]ChainRefund, error)
}

// QuoteStatus is what the chainwatcher knows of a quote's payment.
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

// Head is how far a chain was followed.
type Head struct {
	ChainID           uint32
	Number, Finalized int64
	// FinalizedAt is the time of the newest final block; zero where nobody knows it.
	FinalizedAt time.Time
	// Depth is at how many blocks a payment counts as final where the chain has no finalized tag, otherwise 0.
	Depth int32
	// Halted is set while nothing is signed on the chain. Vanished is how many minted tokens it has lost.
	Halted   bool
	Vanished int32
}

// ChainPayments is a page of payments.
type ChainPayments struct {
	Known      []KnownPayment
	Unexpected []Unexpected
}

// KnownPayment is a payment of the contract, and whether its block is final.
type KnownPayment struct {
	Sighting

	Final bool
}

// Mint is a mint that is final.
type Mint struct {
	CheckoutID  string
	TokenID     int64
	ChainID     uint32
	Transaction string
}

// ChainRefund is where an ether refund stands.
type ChainRefund struct {
	RefundID    string
	Status      RefundStatus
	Transaction string
	// Reason is a stable code that says why it failed.
	Reason string
}

// Cards is the card provider. Every call may be repeated. ErrUnavailable says that the outcome is unknown.
type Cards interface {
	// Open makes the session, or answers the one that the same Session.ID made before. ErrCardRefused is final.
	Open(ctx context.Context, s Session, c Checkout) (Session, error)
	// Expire ends a session. ErrSessionComplete says that it took a payment, or is about to. ErrNotFound.
	Expire(ctx context.Context, providerID string) error
	// Session and Payment read the truth about a session or a payment intent. ErrNotFound. With refunds it asks for those also
	// where the provider's sum says that there are none: one that failed leaves the sum.
	Session(ctx context.Context, providerID string) (CardTruth, error)
	Payment(ctx context.Context, paymentIntent string, refunds bool) (CardTruth, error)
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
	// Attempt names the declined attempt, so that a repeated truth isn't taken for another decline. It may be empty.
	Attempt string
	// Received is what Succeeded took.
	Received money.Money
	Refunds  []CardRefund
	Dispute  CardDispute
	// Disputed is how much of the payment the dispute is about: the bank may take a part. Zero where the provider does not say, and
	// then it is all of it.
	Disputed money.Money
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
