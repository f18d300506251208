package messages

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// Errors of sales and statements.
var (
	StatementTooLong = fmt.Sprintf("This period has more than %d entries. Choose a shorter one.", sale.MaxEntries)
	NoArtist         = "This account isn't linked to an artist."
	ArtistAmbiguous  = "We can't tell which artist this account belongs to. Contact us so that we can correct the link." // words: ok
	SalesUnavailable = "This isn't available right now. Try again in a moment."
	NoPeriod         = "This period hasn't begun yet. Choose an earlier one."
)

// Labels and sentences of statements.
const (
	StatementTitle = "Statement"
	Artist         = "Artist"
	PeriodLabel    = "Period"
	MadeOn         = "Created on"
	OpeningBalance = "Opening balance"
	Sales          = "Sales"
	GalleryFees    = "Our fees"
	Refunds        = "Refunds"
	Payouts        = "Payouts"
	OtherCredits   = "Other credits"
	ClosingBalance = "Closing balance"
	HeldByGallery  = "Held by the gallery"
	InContract     = "In the payment contract"
	NoEntries      = "No sales or payouts in this period."
	NothingMoved   = "Nothing was sold or paid out in this period."
	CurrencyNote   = "Card sales. We hold your share until we pay out card sales."
	StillOpen      = "Payments and payouts count once they're final, so the newest may be missing."
)

// StatementArtist returns the artist's name for a statement.
func StatementArtist(s sale.Statement) string {
	return cmp.Or(strings.TrimSpace(s.Artist.Name), unnamedAccount)
}

// Period returns a period for people: "November 2026", "October to December 2026", "2026", "All time".
func Period(p sale.Period) string {
	last := p.To.AddDate(0, 0, -1)
	switch {
	case p.Name == sale.Everything:
		return "All time"
	case len(p.Name) == len("2026"):
		return p.Name
	case p.From.Month() == last.Month():
		return p.From.Format("January 2006")
	}
	return p.From.Format("January") + " to " + last.Format("January 2006")
}

// FormatPeriod returns the first and last day of a period, or "" for all time.
func FormatPeriod(p sale.Period) string {
	if p.Name == sale.Everything {
		return ""
	}
	return FormatDate(p.From) + " to " + FormatDate(p.To.AddDate(0, 0, -1)) + ", UTC"
}

// AssetName returns what an account of a statement is kept in.
func AssetName(a sale.Asset) string {
	switch {
	case a.Token != "":
		return "Token " + a.Token + " on " + Chain(a.ChainID)
	case a.Currency != "":
		return a.Currency
	}
	return Coin(a.ChainID) + " on " + Chain(a.ChainID)
}

// AssetUnit returns the unit of an account's amounts.
func AssetUnit(a sale.Asset) string {
	switch {
	case a.Token != "":
		return "base units"
	case a.Currency != "":
		return a.Currency
	}
	return Coin(a.ChainID)
}

// EntryKinds are the kinds of entries for people.
var EntryKinds = map[sale.EntryKind]string{
	sale.EntrySale: "Sale", sale.EntryRefund: "Refund", sale.EntryReturned: "Refund returned", sale.EntryPayout: "Payout", sale.EntryCredit: "Credit",
	sale.EntryCounted: "Credited before",
}

// EntryTitle returns what an entry is about.
func EntryTitle(e sale.Entry) string {
	work := fmt.Sprintf("%s, edition %d of %d", cmp.Or(strings.TrimSpace(e.Title), untitled), e.Edition, e.EditionSize)
	switch e.Kind {
	case sale.EntrySale:
		return work
	case sale.EntryRefund:
		return "Refund: " + work
	case sale.EntryReturned:
		return "Refund returned to us: " + work
	case sale.EntryPayout:
		return "Payout"
	case sale.EntryCounted:
		return "Credited in an earlier period: " + work
	}
	return "Credit in the payment contract that isn't a sale of this period"
}

// SoldFor returns the price of a sale, and what its amount consists of.
func SoldFor(e sale.Entry, gross, fee string) string {
	by := "with ether"
	if e.Card {
		by = "by card"
	}
	return fmt.Sprintf("%s, paid %s. %s less our fee of %s", e.Price, by, gross, fee)
}

// RefundedToCollector returns what was refunded, and how much of it was the gallery's fee.
func RefundedToCollector(gross, fee string) string {
	return gross + " refunded to the collector, including our fee of " + fee
}

// ReturnedByBank returns what the buyer's bank returned, and how much of it is the gallery's fee.
func ReturnedByBank(gross, fee string) string {
	return gross + " returned by the collector's bank, including our fee of " + fee
}
