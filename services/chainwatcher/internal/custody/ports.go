// Package custody has the tokens that the vault keeps, and how they leave it: mints, gifts, withdrawals from their approval on, and the
// release of refunded orders' tokens.
package custody

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// Store stores tokens, gifts and withdrawals. Its methods join the transaction of InTx.
type Store interface {
	chain.Transactor
	TokenStore
	GiftStore
	WithdrawalStore
	RequestStore
}

// TokenStore stores tokens.
type TokenStore interface {
	TokenLocker
	// QueueMint stores a token and queues its mint, once per order. A token that its earlier order released
	// goes to the new order. It returns ErrTaken for another order's token, and for one that may still be sent
	// to its former owner. An order that released its token gets none, because the event is late.
	QueueMint(ctx context.Context, t Token, sender string) error
	// Freeze blocks withdrawals of an order's token; older versions are ignored.
	Freeze(ctx context.Context, checkoutID string, disputed bool, version int64) error
	// Refunded freezes an order's token permanently.
	Refunded(ctx context.Context, checkoutID string) error
	ReleaseStore
}

// TokenLocker reads the token that a transaction mints or moves.
type TokenLocker interface {
	// Token returns a token, or chain.ErrNotFound.
	Token(ctx context.Context, tokenID int64) (Token, error)
	// LockToken locks the row until the transaction of ctx ends, and returns it.
	LockToken(ctx context.Context, tokenID int64) (Token, error)
}

// ReleaseStore stores which orders released their tokens.
type ReleaseStore interface {
	chain.Halts
	// Cursor returns how far a chain was followed and its contracts, or chain.ErrNotFound.
	Cursor(ctx context.Context, chainID uint32) (chain.Cursor, error)
	// Custody reads what decides about a token.
	Custody(ctx context.Context, checkoutID string, tokenID int64) (Custody, error)
	// ReleaseToken reads the same under the token's lock, which the signer takes before it signs a mint or a transfer. If decide returns
	// ReleaseReady, it cancels the mint of a token that doesn't exist and records the release, in one transaction.
	ReleaseToken(ctx context.Context, checkoutID string, tokenID int64, decide func(context.Context, Custody) (ReleaseState, error)) error
}

// GiftStore stores gifts.
type GiftStore interface {
	// PutGift stores the gift of an order, once, as GiftPending, or as GiftRefunded if the order was refunded. It does nothing if the
	// token doesn't belong to the order.
	PutGift(ctx context.Context, g Gift) error
	// Gift and LinkedGift return a gift by its order and by the hash of its newest link's secret, or chain.ErrNotFound.
	Gift(ctx context.Context, checkoutID string) (Gift, error)
	LinkedGift(ctx context.Context, hash []byte) (Gift, error)
	// UpdateGift locks the token and then the gift, and saves what fn changes, all in one transaction. The token of a gift that fn
	// accepts becomes the recipient's. The Transfer of a gift that fn queues is created. chain.ErrNotFound.
	UpdateGift(ctx context.Context, checkoutID string, fn func(ctx context.Context, g *Gift, t Token) error) error
}

// WithdrawalStore stores withdrawals.
type WithdrawalStore interface {
	// Create stores a withdrawal, or returns ErrPending if the token already has a live one.
	Create(ctx context.Context, w Withdrawal) error
	// Update changes a withdrawal under a lock, in one transaction. fn may run more than once and must not use the network: it writes
	// events in the transaction of ctx, and its decisions only depend on rows that the transaction locks.
	Update(ctx context.Context, id string, fn func(ctx context.Context, w *Withdrawal) error) error
	// QueueTransfer queues the transfer for the signer, once per withdrawal.
	QueueTransfer(ctx context.Context, w Withdrawal, sender string, call chain.Call) error
	// CancelTransfer removes the transfer from the signer's queue permanently, or returns ErrSent if anything was ever signed for it.
	// The caller must hold the withdrawal's lock, which the signer also takes before it signs.
	CancelTransfer(ctx context.Context, withdrawalID string) error
	WaitStore
}

// WaitStore stores what the waits and limits of withdrawals depend on.
type WaitStore interface {
	// Due returns approved withdrawals whose cool-down is over or not computed yet.
	Due(ctx context.Context, chainID uint32, now time.Time, limit int) ([]Withdrawal, error)
	// QueuedToday returns how many transfers of the last 24 hours left the vault of a chain or are about to: all of them, and those of an
	// account. It makes concurrent transactions wait, so that they can't exceed a limit together.
	QueuedToday(ctx context.Context, chainID uint32, accountID string) (vault, account int, err error)
	// UsedBefore reports whether the account has a final withdrawal to the address.
	UsedBefore(ctx context.Context, accountID, to string) (bool, error)
	// ChangedAt returns when the credentials of an account last changed, or the zero time if no change is known.
	ChangedAt(ctx context.Context, accountID string) (time.Time, error)
	// NoteChange keeps the later time. If it moved, the cool-downs of the account's approved withdrawals are computed again.
	NoteChange(ctx context.Context, accountID string, at time.Time) error
}

// RequestStore stores approved requests, each with its withdrawals.
type RequestStore interface {
	// CreateBatch stores an approved request, or returns false if it is stored already. The caller stores its withdrawals in the same
	// transaction.
	CreateBatch(ctx context.Context, r ApprovedRequest) (bool, error)
	// Members returns the ids of a request's withdrawals in their order, none if there isn't one.
	Members(ctx context.Context, requestID string) ([]string, error)
	// HasLive reports whether a token has a withdrawal that may still move it.
	HasLive(ctx context.Context, tokenID int64) (bool, error)
	// Report marks the withdrawals that have moved or failed, except while another of their request is being sent, and returns them by
	// request. Each is returned once.
	Report(ctx context.Context) (map[string]BatchReport, error)
}

// Events publishes events and queues emails, in the transaction of ctx.
type Events interface {
	GiftEvents
	// WithdrawalFailed does nothing for a withdrawal of a request: BatchReported emails about it.
	WithdrawalFailed(ctx context.Context, w Withdrawal) error
	BatchReported(ctx context.Context, r BatchReport) error
}

// GiftEvents publishes events of gifts.
type GiftEvents interface {
	// GiftSent emails the recipient a link with the secret.
	GiftSent(ctx context.Context, g Gift, t Token, secret string) error
	// GiftReaddressed emails the giver about the new address, unless email is empty.
	GiftReaddressed(ctx context.Context, g Gift, t Token, email string) error
	// GiftAccepted publishes the event, and emails the giver unless email is empty.
	GiftAccepted(ctx context.Context, g Gift, t Token, email string) error
	// GiftLost emails the recipient of an accepted gift that its order was refunded, unless their address was deleted.
	GiftLost(ctx context.Context, g Gift, t Token) error
}

// Fleet calls other services and the name service.
type Fleet interface {
	Accounts
	Artworks
	chain.Names
}

// Accounts reads accounts from auth.
type Accounts interface {
	// Account returns an account. Error: chain.ErrUnavailable.
	Account(ctx context.Context, accountID string) (Person, error)
}

// Artworks reads the catalog.
type Artworks interface {
	// Offer returns an artwork as it is published. Errors: chain.ErrNotFound, chain.ErrUnavailable.
	Offer(ctx context.Context, artworkID int64) (Offer, error)
}

// Person is an account's current state at auth.
type Person struct {
	AccountID            string
	Email                string
	Wallets              []string
	CredentialsChangedAt time.Time
	// Blocked reports whether gallery staff blocked the account.
	Blocked bool
	// EmailUnverified reports whether the account logs in with an email address that isn't verified.
	EmailUnverified bool
}

// Display is what marketplaces show of an artwork's tokens.
type Display struct {
	Offer

	// Description is the artwork's own words as Markdown; may be empty.
	Description string
	// PictureURL is the largest picture, MovingURL a film, a recording or an animation, each a path on the public origin or an absolute URL; empty
	// without one.
	PictureURL, MovingURL string
	Attributes            []Attribute
}

// Attribute is a trait of an artwork.
type Attribute struct{ Name, Value string }

// Offer is what the catalog publishes about a token's artwork.
type Offer struct {
	// ImageURL is a path on the public origin or an absolute URL; empty without an image.
	ImageURL string
	// EditionImageURL is the path of the picture of an edition of a live work, with {edition} in place of its number; empty for other
	// works, whose editions look the same.
	EditionImageURL string
	// Dated is the work's date in words that are shown instead of the year; empty if the year says it.
	Dated string
	// LivePath is the path of a live work on the art origin, without the token's hash; empty for other
	// works.
	LivePath string
	// MediaHash is the SHA-256 of the original file, lower-case hex with 0x; empty if none is stored.
	MediaHash string
}

// Image returns the address of the picture of an edition: a path on the public origin, an absolute URL or "".
func (o Offer) Image(edition int32) string {
	if o.EditionImageURL == "" {
		return o.ImageURL
	}
	return strings.ReplaceAll(o.EditionImageURL, "{edition}", strconv.Itoa(int(edition)))
}
