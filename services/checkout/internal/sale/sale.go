// Package sale notifies artists once of each sale, and computes their statements.
package sale

import (
	"context"
	"errors"
)

var (
	// ErrNoArtist means that the account isn't linked to an artist.
	ErrNoArtist = errors.New("the account isn't linked to an artist")
	// ErrAmbiguous means that gallery staff have to correct the link between the account and an artist.
	ErrAmbiguous = errors.New("the account is linked to more than one artist")
	// ErrUnavailable means that another service can't be reached. Temporary.
	ErrUnavailable = errors.New("temporarily unavailable")
)

// Notice is a sale whose artist wasn't notified.
type Notice struct {
	SaleID   string
	ArtistID int64
}

// Store tracks which artists still have to be notified.
type Store interface {
	// ClaimNotices returns sales whose artist wasn't notified. It returns each to one caller, and again after a growing delay.
	ClaimNotices(ctx context.Context, limit int) ([]Notice, error)
	// EndNotice records the outcome of a notice and runs then in the same transaction. It doesn't change a notice that has
	// ended.
	EndNotice(ctx context.Context, saleID, outcome string, then func(ctx context.Context) error) error
}

// Contact is an artist's contact for emails.
type Contact struct {
	Name string
	// Email is empty if unknown.
	Email string
	// Unwanted is whether the artist switched off emails about sales.
	Unwanted bool
	// StopSecret is the secret of the link that switches them off; empty for an artist without an account.
	StopSecret string
}

// Artist is the artist of an account.
type Artist struct {
	ID   int64
	Name string
	// Wallets are all current and former payout wallets.
	Wallets []string
}

// Artists looks up artists by account, and their contacts. ErrUnavailable.
type Artists interface {
	// ArtistOf returns the artist of an account. ErrNoArtist, ErrAmbiguous.
	ArtistOf(ctx context.Context, accountID string) (Artist, error)
	// Contact returns the zero Contact for an artist without a linked account.
	Contact(ctx context.Context, artistID int64) (Contact, error)
}

// Mailer queues the email about a sale, in the transaction of ctx.
type Mailer interface {
	Sold(ctx context.Context, saleID string, to Contact) error
}

// Notifier notifies artists.
type Notifier struct {
	Store   Store
	Artists Artists
	Mailer  Mailer
}

// Notify emails artists about sales that they weren't notified of, and returns how many sales it processed. If a sale's
// artist can't be looked up now, it is retried later.
func (n Notifier) Notify(ctx context.Context) (int, error) {
	due, err := n.Store.ClaimNotices(ctx, 20)
	for _, notice := range due {
		err = errors.Join(err, n.notify(ctx, notice))
	}
	return len(due), err
}

func (n Notifier) notify(ctx context.Context, one Notice) error {
	to, err := n.Artists.Contact(ctx, one.ArtistID)
	if err != nil {
		return err
	}
	nothing := func(context.Context) error { return nil }
	switch {
	case to.Email == "":
		return n.Store.EndNotice(ctx, one.SaleID, "no_address", nothing)
	case to.Unwanted:
		return n.Store.EndNotice(ctx, one.SaleID, "unwanted", nothing)
	}
	return n.Store.EndNotice(ctx, one.SaleID, "mailed", func(ctx context.Context) error { return n.Mailer.Sold(ctx, one.SaleID, to) })
}
