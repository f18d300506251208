package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// MaxMovements is how many movements an export has at most. The gateway accepts responses of up to 8 MiB.
const MaxMovements = 10_000

var (
	// ErrPeriod means that a text isn't a month or a day, or one that hasn't begun.
	ErrPeriod = errors.New("no such month or day")
	// ErrTooLong means that a period has more than MaxMovements movements.
	ErrTooLong = errors.New("the export is too long")
)

// MovementKind is the kind of a movement.
type MovementKind string

// The kinds.
const (
	// MovementSale is a payment that bought an edition.
	MovementSale MovementKind = "sale"
	// MovementReceipt is a payment without a sale so far: it is refunded, or staff decide.
	MovementReceipt MovementKind = "receipt"
	MovementRefund  MovementKind = "refund"
	// MovementReturned is a refund that the buyer's bank, or the provider, sent back to us.
	MovementReturned MovementKind = "refund_returned"
)

// Movement is one group of the ledger in one asset. Amount is what one of our accounts received, or paid if negative. It is the sum
// of Artist, Fee and Buyer.
type Movement struct {
	Kind MovementKind
	At   time.Time
	// Group is the movement's name in the ledger.
	Group string
	Asset sale.Asset
	// Account is our account in the ledger that received or paid the money. It is empty if money that we already had bought an edition.
	Account string
	Amount  money.Wei
	// Artist is the change of what the artist is owed, or what the contract paid the artist, Fee the gallery's fee, Buyer what is owed to the
	// buyer or to an unknown payer.
	Artist, Fee, Buyer money.Wei

	// OrderID is empty for money that belongs to no order.
	OrderID              string
	Title                string
	Edition, EditionSize int32
	ArtistID             int64
	ArtistName           string
	Price                money.Money
	// PaymentID, RefundID and Reason identify the payment and, for a refund, the refund and why it was made.
	PaymentID, RefundID, Reason string
	// Provider is the id of the payment or refund at the card provider, Transaction its transaction on a chain.
	Provider, Transaction string
	// Document is nil for a movement without an invoice or credit note.
	Document *MovementDocument
}

// MovementDocument is the invoice of a sale or the credit note of a refund. Amounts of a credit note are negative.
type MovementDocument struct {
	Number          string
	Country         string
	RateBps         int
	Gross, Net, VAT money.Money
}

// Movements are the movements of a period.
type Movements struct {
	Period sale.Period
	Items  []Movement
}

// ParsePeriod returns a month ("2026-11") or a day ("2026-11-27") in UTC. Error: ErrPeriod.
func ParsePeriod(name string) (sale.Period, error) {
	if from, err := time.Parse("2006-01", name); err == nil {
		return sale.Period{Name: name, From: from, To: from.AddDate(0, 1, 0)}, nil
	}
	if from, err := time.Parse(time.DateOnly, name); err == nil {
		return sale.Period{Name: name, From: from, To: from.AddDate(0, 0, 1)}, nil
	}
	return sale.Period{}, fmt.Errorf("%w: %q", ErrPeriod, name)
}

// Export returns the movements of a period and records who exported them. Errors: ErrPeriod, ErrTooLong.
func (s *Service) Export(ctx context.Context, by, period string) (Movements, error) {
	p, err := ParsePeriod(period)
	if err != nil {
		return Movements{}, err
	}
	if s.Clock.Now().Before(p.From) {
		return Movements{}, fmt.Errorf("%w: %s begins later", ErrPeriod, p.Name)
	}
	items, err := s.Store.Movements(ctx, p, MaxMovements+1)
	switch {
	case err != nil:
		return Movements{}, err
	case len(items) > MaxMovements:
		return Movements{}, ErrTooLong
	}
	for _, m := range items {
		// An account that is missing in this code would be missing from the sums.
		if sum := m.Artist.Add(m.Fee).Add(m.Buyer); sum.Cmp(m.Amount) != 0 {
			return Movements{}, fmt.Errorf("the parts of %s in %v are %s, want %s", m.Group, m.Asset, sum, m.Amount)
		}
	}
	if err := s.Store.Audit(ctx, order.Audit{Action: order.ActionExport, By: by, Note: fmt.Sprintf("%s: %d movements", p.Name, len(items))}); err != nil {
		return Movements{}, err
	}
	s.Log.InfoContext(ctx, "staff exported movements", "account", by, "period", p.Name, "movements", len(items))
	return Movements{Period: p, Items: items}, nil
}
