package payout

import (
	"context"
	"time"
)

// Store stores payout wallets, their changes and the links that stop a change without a login.
type Store interface { //nolint:interfacebloat // one port for one store
	// Change locks an artist's wallet, lets work change it, stores the result and calls then. The ctx of then carries the transaction. If work
	// requests or approves a change to another artist's wallet, Change returns ErrOtherArtist; after an approval, a transaction of ctx can go on.
	Change(ctx context.Context, artistID int64, work func(b *ArtistWallet) error, then func(ctx context.Context, b *ArtistWallet) error) error
	// Update returns one change, or ErrNotFound.
	Update(ctx context.Context, updateID string) (Update, error)
	// OwnerApproved stores when the person who requested a change approved it. Only the first time counts.
	OwnerApproved(ctx context.Context, updateID string, at time.Time) error
	// Due returns changes whose cooling period is over.
	Due(ctx context.Context, now time.Time) ([]Update, error)
	// PutAlert stores the hash of a link's secret.
	PutAlert(ctx context.Context, hash []byte, updateID string, expiresAt time.Time) error
	// Alert returns the link of a secret's hash, or ErrNotFound.
	Alert(ctx context.Context, hash []byte) (Alert, error)
}

// Outbox publishes events and queues emails, in the transaction of ctx.
type Outbox interface {
	Publish(ctx context.Context, events []Event) error
	// Notify queues an email. The secret is for the link that stops the change; it is empty if nothing can be stopped.
	Notify(ctx context.Context, n Notice, secret string) error
	// NotifyLink queues the email about a link that moves to another account. Repeating it queues nothing.
	NotifyLink(ctx context.Context, n LinkNotice) error
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

// Wallets checks addresses and names of wallets.
type Wallets interface {
	// Allowed reports whether an address may receive payouts. The gallery's own addresses may not. ErrDown.
	Allowed(ctx context.Context, address string) (bool, error)
	// Resolve returns the normalized ENS name and the address that it points to now, EIP-55. ErrName, ErrNameNotFound, ErrNamesUnsupported,
	// ErrNamesDown.
	Resolve(ctx context.Context, name string) (normalized, address string, err error)
}
