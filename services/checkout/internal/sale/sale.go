// Package sale shows artists what was sold of their works and where their share is, and has them notified of each sale once.
package sale

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// PageSize is how many sales a page holds, as in the data API.
const PageSize = 27

var (
	// ErrNoArtist says that the account isn't linked to an artist.
	ErrNoArtist = errors.New("the account is not an artist's")
	// ErrAmbiguous says that gallery staff have to correct the link between the account and an artist.
	ErrAmbiguous = errors.New("the account's link to an artist has to be corrected")
	// ErrUnavailable says that another service can't be reached. Temporary.
	ErrUnavailable = errors.New("temporarily unavailable")
)

// State is where an artist's share is.
type State string

// The states of a share.
const (
	// Confirming is seen in a block that may still vanish.
	Confirming State = "confirming"
	// Credited is in the payment contract, or was withdrawn from it.
	Credited State = "credited"
	// Held is with the gallery.
	Held State = "held"
	// Refunded went back with the buyer's money.
	Refunded State = "refunded"
)

// Why the gallery holds a share.
const (
	HeldCard     = "card"
	HeldNoWallet = "no_wallet"
	HeldFrozen   = "frozen"
)

// Sale is one sold edition.
type Sale struct {
	ID       string
	ArtistID int64
	SoldAt   time.Time

	ArtworkID            int64
	Slug, Title          string
	Edition, EditionSize int32
	Price                money.Money
	// Card is whether it was paid by card; otherwise in ether.
	Card     bool
	ShareBps int

	State State
	// HeldReason is empty unless the share is held, or will be once the payment is final.
	HeldReason string
	// Paid and Share are minor units of the price's currency for cards, else wei. Share is less what was refunded.
	Paid, Share money.Wei
	// ChainID is 0 for cards.
	ChainID uint32
	// Payout is the wallet that the share is credited to, empty where it is held.
	Payout         string
	Transaction    string
	PartlyRefunded bool
	Disputed       bool
}

// Sum is what the ledger holds for an artist in one currency or coin.
type Sum struct {
	// Currency is empty for a chain's coin, ChainID 0 for cards.
	Currency string
	ChainID  uint32
	// Earned is Credited and Held together. Held is negative where refunds of credited shares exceed what is held.
	Earned, Credited, Held money.Wei
}

// Listing is a page of sales.
type Listing struct {
	Items              []Sale
	Total, Page, Pages int
	Sums               []Sum
}

// Store reads sales and keeps which of them an artist has to be notified of.
type Store interface {
	// Sales returns a page of an artist's sales, newest first, and how many there are on all pages.
	Sales(ctx context.Context, artistID int64, limit, offset int) (items []Sale, total int, err error)
	// Sums returns what the ledger holds for an artist, by currency and chain.
	Sums(ctx context.Context, artistID int64) ([]Sum, error)
	// ClaimNotices hands out sales whose artist was not notified, each to one caller, again after a growing pause.
	ClaimNotices(ctx context.Context, limit int) ([]Sale, error)
	// EndNotice notes the outcome of a notice and runs then in the same transaction. A notice that has ended stays as it is.
	EndNotice(ctx context.Context, saleID, outcome string, then func(ctx context.Context) error) error
}

// Contact is where an artist reads mail.
type Contact struct {
	Name string
	// Email is empty where none is known.
	Email string
}

// Artists knows which artist an account is, and where artists read mail. ErrUnavailable.
type Artists interface {
	// ArtistOf returns the artist of an account. ErrNoArtist, ErrAmbiguous.
	ArtistOf(ctx context.Context, accountID string) (int64, error)
	// Contact returns the zero Contact for an artist without a linked account.
	Contact(ctx context.Context, artistID int64) (Contact, error)
}

// Mailer queues the mail about a sale, in the transaction of ctx.
type Mailer interface {
	Sold(ctx context.Context, s Sale, to Contact) error
}

// Service shows sales and notifies artists.
type Service struct {
	Store   Store
	Artists Artists
	Mailer  Mailer
}

// List returns a page of the sales of an account's artist. ErrNoArtist, ErrAmbiguous, ErrUnavailable.
func (s *Service) List(ctx context.Context, accountID string, page int) (Listing, error) {
	artistID, err := s.Artists.ArtistOf(ctx, accountID)
	if err != nil {
		return Listing{}, err
	}
	out := Listing{Page: max(page, 1)}
	if out.Items, out.Total, err = s.Store.Sales(ctx, artistID, PageSize, (out.Page-1)*PageSize); err != nil {
		return Listing{}, err
	}
	out.Pages = max((out.Total+PageSize-1)/PageSize, 1)
	out.Sums, err = s.Store.Sums(ctx, artistID)
	return out, err
}

// Notify mails artists about sales that they weren't notified of, and returns how many sales it looked at. A sale whose artist can't be
// found right now is retried.
func (s *Service) Notify(ctx context.Context) (int, error) {
	due, err := s.Store.ClaimNotices(ctx, 20)
	for _, one := range due {
		err = errors.Join(err, s.notify(ctx, one))
	}
	return len(due), err
}

func (s *Service) notify(ctx context.Context, one Sale) error {
	to, err := s.Artists.Contact(ctx, one.ArtistID)
	if err != nil {
		return err
	}
	if to.Email == "" {
		return s.Store.EndNotice(ctx, one.ID, "no_address", func(context.Context) error { return nil })
	}
	return s.Store.EndNotice(ctx, one.ID, "mailed", func(ctx context.Context) error { return s.Mailer.Sold(ctx, one, to) })
}
