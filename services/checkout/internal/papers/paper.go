// Package papers issues invoices and credit notes. A paper is a row that never changes, so its PDF can be printed again and
// looks the same; it is written in the transaction that makes it due, so its number is neither lost nor given twice.
package papers

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// ErrNotRefunded says that nothing of an order went back, so that there is no credit note.
var ErrNotRefunded = errors.New("nothing was refunded")

// ErrNoCreditNote says that an order has no credit note of a number.
var ErrNoCreditNote = errors.New("no such credit note")

// Kind is what a paper is.
type Kind string

// The kinds.
const (
	Invoice    Kind = "invoice"
	CreditNote Kind = "credit_note"
)

// Seller is who sells, as the law wants it on papers.
type Seller struct {
	Name string
	// Address has its lines separated by commas or line breaks.
	Address string
	// Country is where the seller is, ISO 3166-1 alpha-2.
	Country string
	VATID   string
	Bank    string
	// Note stands below the total.
	Note string
}

// Paper is one invoice or credit note as it was issued.
type Paper struct {
	ID     string
	Kind   Kind
	Series string
	Year   int
	Seq    int64
	Number string

	CheckoutID string
	// RefundID, InvoiceID and InvoiceNumber are a credit note's.
	RefundID      string
	InvoiceID     string
	InvoiceNumber string

	IssuedAt time.Time
	// SuppliedAt is when the payment became final: the moment of supply.
	SuppliedAt time.Time

	Seller     Seller
	BuyerName  string
	BuyerEmail string
	// BillingCountry is what the buyer gave, and may be empty; Country is where the supply takes place.
	BillingCountry string
	Country        string

	RateBps         int
	Gross, Net, VAT money.Money

	Title, Artist, Medium string
	WorkYear              int32
	Edition, EditionSize  int32
	TokenID               int64

	Method order.Method
	// The rest of the payment is of ether: what was paid or goes back, and the price that it was quoted at.
	ChainID     uint32
	Wei         money.Wei
	Rate        string
	RateSource  string
	RateAt      time.Time
	Transaction string

	// Reason is a credit note's, a stable code.
	Reason string
}

// Store keeps papers, in the transaction that ctx carries.
type Store interface {
	// Rate is the rate of tax in a country at a time; 0 for a country without one.
	Rate(ctx context.Context, country string, at time.Time) (bps int, err error)
	// Next takes the next number of a series and year. Others wait for the end of the transaction.
	Next(ctx context.Context, series string, year int) (int64, error)
	// Put writes a paper.
	Put(ctx context.Context, p Paper) error
	// Of reads the papers of some checkouts, each checkout's in the order of issue, the invoice first.
	Of(ctx context.Context, checkoutIDs []string) ([]Paper, error)
	// Lock makes others that settle the same checkout wait.
	Lock(ctx context.Context, checkoutID string) error
	// InTx runs fn in a transaction, or in that of ctx.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// Orders reads a checkout as the transaction of ctx sees it.
type Orders interface {
	Get(ctx context.Context, id string) (order.Checkout, error)
}
