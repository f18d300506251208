// Package documents issues invoices and credit notes. A document is a row that never changes. It is written in the transaction that makes it
// due, so no number is lost or used twice. A job prints it afterwards, once, and the PDF is kept: see Archive.
package documents

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// ErrNotRefunded means that nothing of an order was refunded, so there is no credit note.
var ErrNotRefunded = errors.New("nothing was refunded")

// ErrNotPaid means that an order has no invoice yet.
var ErrNotPaid = errors.New("the checkout is not paid")

// ErrNoCreditNote means that an order has no credit note with the given number.
var ErrNoCreditNote = errors.New("no such credit note")

// ErrNoRate means that the tax rate of a country isn't known, so nothing can be invoiced there.
var ErrNoRate = errors.New("no tax rate is known")

// Kind is the kind of a document.
type Kind string

// The kinds.
const (
	Invoice    Kind = "invoice"
	CreditNote Kind = "credit_note"
)

// Seller has the seller's details that the law requires on documents.
type Seller struct {
	Name string
	// Address has lines separated by commas or line breaks.
	Address string
	// Country is the seller's country, ISO 3166-1 alpha-2.
	Country string
	VATID   string
	Bank    string
	// Note is printed below the total.
	Note string
}

// Document is one issued invoice or credit note.
type Document struct {
	ID     string
	Kind   Kind
	Series string
	Year   int
	Seq    int64
	Number string

	CheckoutID string
	// RefundID, InvoiceID and InvoiceNumber are set on credit notes.
	RefundID      string
	InvoiceID     string
	InvoiceNumber string

	IssuedAt time.Time
	// SuppliedAt is when the payment became final: the time of supply.
	SuppliedAt time.Time

	Seller     Seller
	BuyerName  string
	BuyerEmail string
	// BillingCountry is the country that the buyer gave, or empty; Country is the place of supply.
	BillingCountry string
	Country        string

	RateBps         int
	Gross, Net, VAT money.Money

	Title, Artist, Medium string
	WorkYear              int32
	// WorkDated is the date in words that are shown instead of the year; empty if the year says it.
	WorkDated            string
	Edition, EditionSize int32
	TokenID              int64
	// GiftTo is the wallet that receives the token of a gift, EIP-55; empty otherwise.
	GiftTo string

	Method purchase.Method
	// The following fields are for ether: the amount paid or refunded, and the exchange rate of its quote.
	ChainID     uint32
	Wei         money.Wei
	Rate        string
	RateSource  string
	RateAt      time.Time
	Transaction string

	// Reason is a stable code, set on credit notes.
	Reason string
}

// Store stores documents, in the transaction carried by ctx.
type Store interface {
	// Next returns the next number of a series and year. Concurrent callers wait for the end of the transaction.
	Next(ctx context.Context, series string, year int) (int64, error)
	// Put stores a document.
	Put(ctx context.Context, p Document) error
	// Of returns the documents of checkouts, in the order of issue per checkout, the invoice first.
	Of(ctx context.Context, checkoutIDs []string) ([]Document, error)
	// Lock makes concurrent callers for the same checkout wait.
	Lock(ctx context.Context, checkoutID string) error
	// InTx runs fn in a transaction, or in the transaction of ctx if there is one.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// Rates are the tax rates of countries.
type Rates interface {
	// Rate returns the tax rate of a country at a time, or ErrNoRate.
	Rate(ctx context.Context, country string, at time.Time) (bps int, err error)
}

// Orders returns a checkout as the transaction of ctx sees it.
type Orders interface {
	Get(ctx context.Context, id string) (order.Checkout, error)
}
