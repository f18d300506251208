package order

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// Checkouts stores purchases. Like all ports of the database, its implementations pass ordertest.TestStore.
type Checkouts interface {
	// Get returns a checkout with all related records. ErrNotFound.
	Get(ctx context.Context, id string) (Checkout, error)
	// List returns an account's checkouts, newest first. Of the related records it includes only quotes and payments.
	List(ctx context.Context, accountID string, limit int) ([]Checkout, error)
	// Update locks a checkout and its unit, runs fn on it and writes what fn changed and recorded in one transaction, or in
	// the transaction of ctx if it has one. fn may run more than once and must not use the network. If fn returns an error,
	// nothing is written.
	Update(ctx context.Context, id string, fn func(*Checkout) error) (Checkout, error)
}

// Holds stores edition units and the holds on them.
type Holds interface {
	// Stock makes the artwork's units match its offer: it adds missing units, marks only free units as withheld, and for a
	// smaller size withholds the free units above it. It never deletes a unit.
	Stock(ctx context.Context, artworkID int64, size int32, withheld []int32) error
	// Reserve stores the draft with the unit that its Edition names, or with the lowest free one if it is 0. If the same account has
	// a live checkout of the artwork, it returns that one, with created false. It calls Begin on a new checkout. Errors:
	// ErrTooManyHolds, UnpaidHoldsError, ErrUnverifiedHolds, ErrEditionUnavailable, EditionTakenError, and ErrOtherEditionHeld if the
	// live checkout has another edition than the named one. If the draft has a DropID, its phase must be the one that is open by the store's
	// time: ErrPhasePaused, ErrPhaseCapReached, or ErrConflict if the phases changed since Prepare. With Terms, the draft's price becomes the current one,
	// and ErrAuctionEnded is possible.
	Reserve(ctx context.Context, draft Checkout, limits HoldLimits) (c Checkout, created bool, err error)
	// ForgetNetworks deletes the networks of holds that were made before a time.
	ForgetNetworks(ctx context.Context, before time.Time) error
	// Taken returns the editions of an artwork from a number on that aren't free, ordered by number.
	Taken(ctx context.Context, artworkID int64, from int32, limit int) ([]Taken, error)
	// Now returns the database's time, which every Checkout carries.
	Now(ctx context.Context) (time.Time, error)
}

// Taken is an edition that can't be bought now.
type Taken struct {
	Edition int32
	Status  UnitStatus
}

// Cases finds reviews and refunds.
type Cases interface {
	// ListReviews returns reviews: open ones first, oldest first, then closed ones, newest first. status is open, closed or
	// empty.
	ListReviews(ctx context.Context, status string, limit int) ([]Case, error)
	// FindReview returns the owner of a review. ErrNotFound.
	FindReview(ctx context.Context, reviewID string) (Case, error)
	// FindRefund returns the owner of a refund. ErrNotFound.
	FindRefund(ctx context.Context, refundID string) (Case, error)
}

// UnmatchedPayments stores money that belongs to no checkout.
type UnmatchedPayments interface {
	// Review opens a review that belongs to no checkout and books its money. An existing key changes nothing.
	Review(ctx context.Context, r Review) error
	// Unmatched returns the money of a review that belongs to no checkout. ErrNotFound.
	Unmatched(ctx context.Context, reviewID string) (Unmatched, error)
	// UpdateUnmatched is like Checkouts.Update, for money that belongs to no checkout.
	UpdateUnmatched(ctx context.Context, reviewID string, fn func(*Unmatched) error) (Unmatched, error)
}

// Case is the owner of a review or a refund: a checkout, or a review without one.
type Case struct{ CheckoutID, ReviewID string }

// RefundRequests stores refunds that wait for a second member of staff, and what staff refunded.
type RefundRequests interface {
	// Exclusively runs fn in a transaction, or in the transaction of ctx if it has one. Other calls wait until it ends, so
	// that concurrent refunds can't exceed a limit together.
	Exclusively(ctx context.Context, fn func(ctx context.Context) error) error
	// Refunded returns the refunds of the last 24 hours that staff decided and that didn't fail: in the refund's currency, or
	// in ether on its chain. byAccount counts only those that the account decided alone.
	Refunded(ctx context.Context, r Refund, account string) (total, byAccount money.Wei, err error)
	// RefundRequest returns a request. ErrNotFound.
	RefundRequest(ctx context.Context, id string) (RefundRequest, error)
	// RefundRequests returns requests: pending ones first, oldest first, then decided ones, newest first.
	RefundRequests(ctx context.Context, limit int) ([]RefundRequest, error)
	// SaveRefundRequest stores a new request or its next step. ErrRefundRequested if the same money already has a pending
	// request.
	SaveRefundRequest(ctx context.Context, r RefundRequest, by Actor) error
}

// Reconciling stores the work and the progress of reconciliation.
type Reconciling interface {
	// Claim leases ids of checkouts (of reviews for WorkUnmatched, of requests for WorkRequests, of auctions for WorkAuctions) with work to do, each to one caller at a time. A new refund
	// ends the lease on its owner's refunds.
	Claim(ctx context.Context, c Claim) ([]string, error)
	// Cursor returns the block up to which a chain was compared, or 0 before the first time.
	Cursor(ctx context.Context, chainID uint32) (int64, error)
	SetCursor(ctx context.Context, chainID uint32, height int64) error
	// Sightings returns a chain's payments in blocks from..to that aren't final.
	Sightings(ctx context.Context, chainID uint32, from, to int64) ([]Sighting, error)
	// DeadQuotes returns a chain's quotes that haven't ended, have a deadline before the given time, and belong to a
	// checkout without a seen or final payment.
	DeadQuotes(ctx context.Context, chainID uint32, before time.Time) ([]DeadQuote, error)
}

// Statistics counts over all orders.
type Statistics interface {
	// Invariants counts violations of the invariants.
	Invariants(ctx context.Context) (Invariants, error)
	// Unresolved returns the pending work, by kind.
	Unresolved(ctx context.Context) ([]Unresolved, error)
	// Editions returns the counts of artworks with sold or held editions, ordered by artwork.
	Editions(ctx context.Context, limit int) ([]Editions, error)
}

// Sighting is a payment that was seen and isn't final.
type Sighting struct {
	CheckoutID string
	Payment    Payment
}

// DeadQuote is a quote that can't be paid any more.
type DeadQuote struct{ CheckoutID, IntentHash string }

// Unresolved is the pending work of one kind.
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

// Claim requests work.
type Claim struct {
	Work  Work
	Lease time.Duration
	Limit int
	// SettledFor is the maximum age of settled orders.
	SettledFor time.Duration
}

// Work is a kind of work of the reconciler.
type Work string

// The kinds of work.
const (
	// WorkHolds are unpaid holds that expired and have no active quote.
	WorkHolds Work = "holds"
	// WorkSessions are card sessions that need a check: unfinished intents, sessions of checkouts that are no longer
	// payable, and open or completed ones whose webhook may be lost.
	WorkSessions Work = "sessions"
	// WorkRefunds are unsettled card refunds of checkouts; WorkUnmatched are those of money that belongs to no checkout.
	WorkRefunds   Work = "refunds"
	WorkUnmatched Work = "unmatched"
	// WorkEther are ether refunds that aren't settled after a minute: their events may be lost.
	WorkEther Work = "ether"
	// WorkMints are orders that have waited for their token for more than a minute.
	WorkMints Work = "mints"
	// WorkSettled are card orders of the last days: a webhook about a refund or dispute made at the provider may be lost.
	WorkSettled Work = "settled"
	// WorkForgotten are orders whose refund failed, that have no open review or pending refund for the money, and where
	// staff didn't decide to keep it. A bug in an older version left them.
	WorkForgotten Work = "forgotten"
	// WorkRequests are refund requests that nobody decided in time.
	WorkRequests Work = "refund_requests"
	// WorkAuctions are auctions that can take their next step, or have differences to return.
	WorkAuctions Work = "auctions"
)

// Outbox takes the events and notices of a change. The database's adapter calls it inside the change's transaction.
type Outbox interface {
	Publish(ctx context.Context, f Event) error
	Notify(ctx context.Context, n Notice) error
}

// Invariants are counts over all orders.
type Invariants struct {
	Oversold, UnmatchedPayments, UnpaidCompletions, UnbalancedLedgers int32
	UnmatchedTokens, IllegalTransitions                               int32
	// WrongDifferences is the number of sales of settled auctions that don't cost the last price, or whose difference didn't go back once.
	WrongDifferences                  int32
	Editions, Sold, Held, OpenReviews int32
	// Vanished is the number of tokens whose mint was final but that their chain no longer has.
	Vanished int32
	// Halted is the number of chains where signing is halted until an operator releases them. It is not a violation.
	Halted int32
}

// Violations returns the sum of the counts that must be zero.
func (i Invariants) Violations() int32 {
	return i.Oversold + i.UnmatchedPayments + i.UnpaidCompletions + i.UnbalancedLedgers + i.UnmatchedTokens + i.IllegalTransitions + i.WrongDifferences +
		i.Vanished
}

// Offer is the current sales offer of an artwork.
type Offer struct {
	Artwork     Artwork
	EditionSize int32
	Withheld    []int32
	// Price is nil when the artwork is not for sale.
	Price *money.Money
	// StartsAt and EndsAt limit the sale; zero means no limit.
	StartsAt, EndsAt time.Time
	// DropID is the drop that the artwork belongs to, or 0.
	DropID int64
}

// Catalog returns offers. Errors: ErrNoArtwork, ErrUnavailable.
type Catalog interface {
	Offer(ctx context.Context, artworkID int64) (Offer, error)
}

// Account is the current state of a buyer.
type Account struct {
	HasIdentity bool
	Email       string
	// EmailVerified is whether auth has verified Email.
	EmailVerified    bool
	ProfileCompleted bool
	Name             string
	// Wallets are the linked wallets.
	Wallets []string
}

// Accounts returns buyers and the payout wallets of artists. Errors: ErrSessionGone if the account no longer exists,
// ErrUnavailable.
type Accounts interface {
	Account(ctx context.Context, accountID string) (Account, error)
	PayoutWallet(ctx context.Context, artistID int64) (PayoutWallet, error)
}

// PayoutWallet is where an artist's share goes.
type PayoutWallet struct {
	// Address is empty when the platform holds the share.
	Address string
	// Frozen is whether the share is held because someone reported a change of the wallet as not theirs; otherwise the
	// artist has no wallet.
	Frozen bool
	// Auction is whether the share is held because the order is of an auction: a part of the payment may go back, and a share that the
	// contract has credited would be missing.
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

// Quotes is the part of the chainwatcher that sells. Errors: ErrUnavailable.
type Quotes interface {
	// CreateQuote prices a checkout in wei. While a quote is active, it returns the same one.
	CreateQuote(ctx context.Context, r QuoteRequest) (Quote, error)
	// QuoteStatus reports whether a quote may have been paid; transaction is the one that the buyer named, or empty.
	QuoteStatus(ctx context.Context, intentHash, transaction string) (QuoteStatus, error)
}

// Recipients is the part of the chainwatcher that checks the wallets of gifts.
type Recipients interface {
	// CheckRecipient returns the gift with its wallet's EIP-55 address and the normalized name. Errors: ErrUnavailable, and what the
	// chainwatcher says about an address or a name that the caller has to correct.
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
	// Refunds returns the state of refunds. The chainwatcher accepts those that it doesn't know yet.
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

// Head is how far a chain was processed.
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

// ChainRefund is the state of an ether refund.
type ChainRefund struct {
	RefundID    string
	Status      RefundStatus
	Transaction string
	// Reason is a stable code for why it failed.
	Reason string
}

// Cards is the card provider. Every call can be repeated. ErrUnavailable means that the outcome is unknown.
type Cards interface {
	// Open creates the session, or returns the one that the same Session.ID created before. ErrCardRefused is final.
	Open(ctx context.Context, s Session, c Checkout) (Session, error)
	// Expire ends a session. ErrSessionComplete means that it took a payment, or is about to. ErrNotFound.
	Expire(ctx context.Context, providerID string) error
	// Session and Payment return the current state of a session or a payment intent. ErrNotFound. With refunds set, they
	// load the refunds even if the provider's refunded sum is zero, because a failed refund isn't in the sum.
	Session(ctx context.Context, providerID string) (CardTruth, error)
	Payment(ctx context.Context, paymentIntent string, refunds bool) (CardTruth, error)
	// Refund refunds money, or returns the state of the refund that the same Refund.ID created before.
	Refund(ctx context.Context, r Refund, paymentIntent string) (CardRefund, error)
}

// CardTruth is the provider's current view of a payment.
type CardTruth struct {
	// CheckoutID comes from the metadata that we set.
	CheckoutID string
	// SessionID is empty if the state was read by payment.
	SessionID       string
	SessionComplete bool
	SessionExpired  bool

	PaymentIntent string
	// Succeeded means that the money arrived; Processing waits for the bank; Declined can be tried again.
	Succeeded  bool
	Processing bool
	Declined   bool
	// Attempt identifies the declined attempt, so that a repeated report doesn't count as another decline. It may be empty.
	Attempt string
	// Received is the amount of a succeeded payment.
	Received money.Money
	Refunds  []CardRefund
	Dispute  CardDispute
	// DisputeID is the provider's id of the dispute.
	DisputeID string
	// Disputed is the disputed amount, which may be a part of the payment. Zero means that the provider doesn't report it;
	// the whole payment is then disputed.
	Disputed money.Money
}

// CardRefund is one refund at the provider.
type CardRefund struct {
	ProviderID string
	// RefundID is our id, empty for a refund that was made at the provider.
	RefundID string
	Status   RefundStatus
	Amount   money.Money
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
