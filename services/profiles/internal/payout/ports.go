package payout

import (
	"context"
	"time"
)

// Store stores payout wallets and their changes.
type Store interface {
	// Change locks an artist's wallet, lets work change it, stores the result and calls then. The ctx of then carries the transaction. If work
	// requests or approves a change to another artist's wallet, Change returns ErrOtherArtist; after an approval, a transaction of ctx can go on.
	Change(ctx context.Context, artistID int64, work func(b *ArtistWallet) error, then func(ctx context.Context, b *ArtistWallet) error) error
	// Update returns one change, or ErrNotFound.
	Update(ctx context.Context, updateID string) (Update, error)
	// OwnerApproved stores when the person who requested a change approved it. Only the first time counts.
	OwnerApproved(ctx context.Context, updateID string, at time.Time) error
	// Wallet returns the active wallet. Its address is empty for an artist without one.
	Wallet(ctx context.Context, artistID int64) (Wallet, error)
	// Due returns changes whose cooling period is over.
	Due(ctx context.Context, now time.Time) ([]Update, error)
}

// Records lists earlier changes.
type Records interface {
	// ByAccount returns the changes that an account requested, newest first.
	ByAccount(ctx context.Context, accountID string) ([]Update, error)
	// ByArtist returns the changes of an artist, newest first, whichever account requested them.
	ByArtist(ctx context.Context, artistID int64) ([]Update, error)
	// Wallets returns every wallet that is or was active for an artist, newest first.
	Wallets(ctx context.Context, artistID int64) ([]string, error)
}

// Publisher publishes events, in the transaction of ctx.
type Publisher interface {
	Publish(ctx context.Context, events []Event) error
}

// Notifier queues emails, in the transaction of ctx. The secret is for the link that stops the change; it is empty if nothing can be stopped.
type Notifier interface {
	Notify(ctx context.Context, n Notice, secret string) error
	// NotifyLink queues the email about a link that moves to another account. Repeating it queues nothing.
	NotifyLink(ctx context.Context, n LinkNotice) error
}

// Account is the part of an account that a change needs.
type Account struct {
	HasIdentity   bool
	Email         string
	EmailVerified bool
}

// Accounts reads accounts. ErrDown.
type Accounts interface {
	Account(ctx context.Context, accountID string) (Account, error)
}

// Artists reads links between accounts and artists. ErrDown.
type Artists interface {
	// Artist returns the artist of an account. ErrNoArtist, ErrAmbiguous.
	Artist(ctx context.Context, accountID, verifiedEmail string) (LinkedArtist, error)
	// Link returns the account of an artist. ErrNotFound.
	Link(ctx context.Context, artistID int64) (Link, error)
}

// LinkedArtist is the artist of an account.
type LinkedArtist struct {
	ID   int64
	Name string
	// Since is when the account was linked, zero if unknown. Ends is when another account's link takes its place, zero if
	// none will.
	Since, Ends time.Time
}

// Link is an artist's link to an account: by its id, or by an email address.
type Link struct {
	Name, AccountID, Email string
	// Next takes its place at NextAt; nil if no other link was requested.
	Next   *Link
	NextAt time.Time
}

// Payees reports which addresses may be paid. Errors: ErrDown.
type Payees interface {
	// Allowed reports whether an address may receive payouts. The gallery's own addresses may not.
	Allowed(ctx context.Context, address string) (bool, error)
}

// Names resolves ENS names. ErrName, ErrNameNotFound, ErrNamesUnsupported, ErrNamesDown.
type Names interface {
	// Resolve returns the normalized name and the address that it points to now, EIP-55.
	Resolve(ctx context.Context, name string) (normalized, address string, err error)
}

// Contacts returns the email address in a person's profile, or "".
type Contacts interface {
	Contact(ctx context.Context, accountID string) (string, error)
}
