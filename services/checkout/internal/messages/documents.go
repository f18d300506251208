package messages

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// FormatDate formats a date for documents.
func FormatDate(t time.Time) string { return t.UTC().Format("2 January 2006") }

// Labels and sentences of receipts, invoices and credit notes.
const (
	ReceiptTitle    = "Receipt"
	InvoiceTitle    = "Invoice"
	CreditNoteTitle = "Credit note"

	Number         = "Number"
	Date           = "Date"
	SupplyDate     = "Date of supply"
	PaidOn         = "Paid"
	ForInvoice     = "For invoice"
	Buyer          = "Buyer"
	BilledTo       = "Billed to"
	Email          = "Email"
	CountryLabel   = "Country"
	Order          = "Order"
	Edition        = "Edition"
	Token          = "Token"
	GiftTo         = "Gift to"
	Net            = "Net"
	Total          = "Total"
	TotalPaid      = "Total paid"
	TotalCredited  = "Total credited"
	PaidBy         = "Paid by"
	RefundedBy     = "Refunded by"
	Card           = "Card"
	Rate           = "Exchange rate"
	Transaction    = "Transaction"
	OrderRefunded  = "This order was refunded."
	untitled       = "Untitled"
	unnamedAccount = "Holder of the order below"
)

// Work returns an artwork's title for a document.
func Work(d documents.Document) string { return cmp.Or(strings.TrimSpace(d.Title), untitled) }

// BuyerName returns the name or address that a document is made out to. A wallet account may have neither.
func BuyerName(d documents.Document) string {
	return cmp.Or(strings.TrimSpace(d.BuyerName), d.BuyerEmail, unnamedAccount)
}

// EditionOf returns an edition for a document.
func EditionOf(d documents.Document) string {
	return fmt.Sprintf("%d of %d, as a token", d.Edition, d.EditionSize)
}

// VATID returns the seller's line with its VAT number.
func VATID(number string) string { return "VAT ID " + number }

// VAT returns the included tax: its rate to a hundredth of a percent, and the country it is owed in.
func VAT(d documents.Document) string {
	where := ""
	if d.Country != "" {
		where = ", " + Country(d.Country)
	}
	if d.RateBps == 0 {
		return "No VAT is charged" + where
	}
	return "VAT " + percent(int32(d.RateBps)) + "%" + where
}

// PaymentMethod returns how money was paid or refunded.
func PaymentMethod(d documents.Document) string {
	if d.Method == purchase.Card {
		return Card
	}
	return fmt.Sprintf("%s %s on %s", d.Wei.Ether(), Coin(d.ChainID), Chain(d.ChainID))
}

// ExchangeRate returns the price at which ether was quoted, with its source and time, or "" if unknown.
func ExchangeRate(d documents.Document) string {
	if d.Rate == "" {
		return ""
	}
	rate := fmt.Sprintf("%s %s for 1 %s", d.Rate, d.Gross.Currency, Coin(d.ChainID))
	if d.RateSource != "" {
		rate += ", from " + d.RateSource
	}
	if !d.RateAt.IsZero() {
		rate += ", " + d.RateAt.UTC().Format("2 January 2006, 15:04:05 UTC")
	}
	return rate
}
