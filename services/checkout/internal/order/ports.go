package order

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// Store is the database. Its implementation passes ordertest.TestStore.
type Store interface {
	Sales
	Reviews
	Reconciling
	Statistics
}

// Sales stores checkouts, the editions that they hold, and auctions.
type Sales interface {
	Checkouts
	Holds
	Auctions
}

// Reviews stores what staff decide.
type Reviews interface {
	Cases
	UnmatchedPayments
	RefundRequests
}

// Checkouts stores purchases.
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
	// Reserve stores the draft with the unit that its Edition names, or with the lowest free one if it is 0. If the same
	// account has a live checkout of the artwork, it returns that one, with created false. It makes a new checkout by Draft.Hold and Begin.
	// Errors: ErrTooManyHolds, UnpaidHoldsError, ErrUnverifiedHolds, ErrEditionUnavailable, EditionTakenError, and
	// ErrOtherEditionHeld if the live checkout has another edition than the named one. If the draft has a DropID, its phase
	// must be the one that is open by the store's time: phase.ErrPaused, ErrPhaseCapReached, ErrPhaseEntryUsed, or ErrConflict if the
	// phases changed since Prepare. With Terms, ErrAuctionEnded is possible. ErrConflict also if the live checkout of a draft has just ended.
	Reserve(ctx context.Context, draft Draft, limits HoldLimits) (c Checkout, created bool, err error)
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

// Cases finds reviews, refunds and refunds that wait for a token.
type Cases interface {
	// ListReviews returns reviews: open ones first, oldest first, then closed ones, newest first. status is open, closed or
	// empty.
	ListReviews(ctx context.Context, status string, limit int) ([]Case, error)
	// FindReview returns the owner of a review. ErrNotFound.
	FindReview(ctx context.Context, reviewID string) (Case, error)
	// FindRefund returns the owner of a refund. ErrNotFound.
	FindRefund(ctx context.Context, refundID string) (Case, error)
	// FindReturn returns the refund request of a checkout that waits for its token. ErrNotFound.
	FindReturn(ctx context.Context, checkoutID string) (RefundRequest, error)
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

// Case identifies what a review or a refund belongs to: a checkout, or a review without one.
type Case struct{ CheckoutID, ReviewID string }

// RefundRequests stores refunds that wait for a second member of staff, and what staff refunded.
type RefundRequests interface {
	// WithRefundLock runs fn in a transaction, or in the transaction of ctx if it has one. Other calls wait until it ends, so
	// that concurrent refunds can't exceed a limit together.
	WithRefundLock(ctx context.Context, fn func(ctx context.Context) error) error
	// Refunded returns the refunds of the last 24 hours that staff decided and that didn't fail: in the refund's currency, or
	// in ether on its chain. byAccount counts only those that the account decided alone.
	Refunded(ctx context.Context, r Refund, account string) (total, byAccount money.Wei, err error)
	// RefundRequest returns a request. ErrNotFound.
	RefundRequest(ctx context.Context, id string) (RefundRequest, error)
	// SaveRefundRequest stores a new request or its next step. ErrRefundRequested if the same money already has a request that is
	// pending or waits for a token.
	SaveRefundRequest(ctx context.Context, r RefundRequest, by Actor) error
}

// Outbox receives the events and notices of a change. The database's adapter calls it inside the change's transaction.
type Outbox interface {
	Publish(ctx context.Context, f Event) error
	Notify(ctx context.Context, n Notice) error
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

// Accounts returns buyers, staff and the payout wallets of artists. Errors: ErrSessionGone if the account no longer exists,
// ErrUnavailable.
type Accounts interface {
	Account(ctx context.Context, accountID string) (Account, error)
	PayoutWallet(ctx context.Context, artistID int64) (PayoutWallet, error)
	// LinkedArtist returns the artist that an account is linked to, or 0.
	LinkedArtist(ctx context.Context, accountID string) (int64, error)
}

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
