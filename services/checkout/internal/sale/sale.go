// Package sale shows artists their sold works and the state of their share, and notifies them once of each sale.
package sale

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/money"
)

// PageSize is how many sales a page holds, as in the data API.
const PageSize = 27

var (
	// ErrNoArtist means that the account isn't linked to an artist.
	ErrNoArtist = errors.New("the account isn't linked to an artist")
	// ErrAmbiguous means that gallery staff have to correct the link between the account and an artist.
	ErrAmbiguous = errors.New("the account is linked to more than one artist")
	// ErrUnavailable means that another service can't be reached. Temporary.
	ErrUnavailable = errors.New("temporarily unavailable")
)

// State is the state of an artist's share.
type State string

// The states of a share.
const (
	// Confirming was seen in a block that may still be reverted.
	Confirming State = "confirming"
	// Credited is in the payment contract, or was withdrawn from it.
	Credited State = "credited"
	// Held is held by the gallery.
	Held State = "held"
	// Refunded was returned to the buyer.
	Refunded State = "refunded"
)

// Why the gallery holds a share.
const (
	HeldCard     = "card"
	HeldNoWallet = "no_wallet"
	HeldFrozen   = "frozen"
	// HeldAuction is for an order of an auction, because a part of its payment may be refunded.
	HeldAuction = "auction"
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
	// HeldReason is empty unless the share is held, or will be held once the payment is final.
	HeldReason string
	// Paid and Share are in minor units of the price's currency for cards, otherwise in wei. Share excludes refunds.
	Paid, Share money.Wei
	// ChainID is 0 for cards.
	ChainID uint32
	// Payout is the wallet that the share is credited to, empty if the share is held.
	Payout         string
	Transaction    string
	PartlyRefunded bool
	Disputed       bool
	// Unsettled is whether it was sold in an auction that may still refund a part of the payment to the buyer.
	Unsettled bool
}

// Sum is an artist's balance in the ledger, in one currency or coin.
type Sum struct {
	// Currency is empty for a chain's coin, ChainID 0 for cards.
	Currency string
	ChainID  uint32
	// Earned is Credited plus Held. Held is negative if refunds of credited shares exceed the held shares.
	Earned, Credited, Held money.Wei
}

// Listing is a page of sales.
type Listing struct {
	Items              []Sale
	Total, Page, Pages int
	Sums               []Sum
}

// Store reads sales and tracks which artists still have to be notified.
type Store interface {
	// Sales returns a page of an artist's sales, newest first, and the total number of sales.
	Sales(ctx context.Context, artistID int64, limit, offset int) (items []Sale, total int, err error)
	// Sums returns an artist's balances in the ledger, by currency and chain.
	Sums(ctx context.Context, artistID int64) ([]Sum, error)
	// ClaimNotices returns sales whose artist wasn't notified. It returns each to one caller, and again after a growing delay.
	ClaimNotices(ctx context.Context, limit int) ([]Sale, error)
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
	Sold(ctx context.Context, s Sale, to Contact) error
}

// Service shows sales, makes statements and notifies artists.
type Service struct {
	Store     Store
	Ledger    Ledger
	Contracts Contracts
	Artists   Artists
	Mailer    Mailer
	// FinalAt returns the time of the newest final block, or zero if unknown; with several chains, of the one where it is oldest. Error:
	// ErrUnavailable.
	FinalAt func(ctx context.Context) (time.Time, error)
	Clock   clock.Clock
}

// List returns a page of the sales of an account's artist. ErrNoArtist, ErrAmbiguous, ErrUnavailable.
func (s *Service) List(ctx context.Context, accountID string, page int) (Listing, error) {
	artist, err := s.Artists.ArtistOf(ctx, accountID)
	if err != nil {
		return Listing{}, err
	}
	out := Listing{Page: max(page, 1)}
	if out.Items, out.Total, err = s.Store.Sales(ctx, artist.ID, PageSize, (out.Page-1)*PageSize); err != nil {
		return Listing{}, err
	}
	out.Pages = max((out.Total+PageSize-1)/PageSize, 1)
	out.Sums, err = s.Store.Sums(ctx, artist.ID)
	return out, err
}

// Notify emails artists about sales that they weren't notified of, and returns how many sales it processed. If a sale's
// artist can't be looked up now, it is retried later.
func (s *Service) Notify(ctx context.Context) (int, error) {
	due, err := s.Store.ClaimNotices(ctx, 20)
	for _, notice := range due {
		err = errors.Join(err, s.notify(ctx, notice))
	}
	return len(due), err
}

func (s *Service) notify(ctx context.Context, one Sale) error {
	to, err := s.Artists.Contact(ctx, one.ArtistID)
	if err != nil {
		return err
	}
	nothing := func(context.Context) error { return nil }
	switch {
	case to.Email == "":
		return s.Store.EndNotice(ctx, one.ID, "no_address", nothing)
	case to.Unwanted:
		return s.Store.EndNotice(ctx, one.ID, "unwanted", nothing)
	}
	return s.Store.EndNotice(ctx, one.ID, "mailed", func(ctx context.Context) error { return s.Mailer.Sold(ctx, one, to) })
}
