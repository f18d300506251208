package order

import (
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Event is a domain event for other services. The store writes it in the same transaction as the state.
type Event interface{ event() }

// EditionsChanged has all edition counts of an artwork after a change with an EditionsDelta.
type EditionsChanged struct {
	ArtworkID, Version int64
	Held, Sold         int32
}

// PhasesChanged has the phases of a drop after a change by staff.
type PhasesChanged struct{ Schedule phase.Schedule }

// OrderPaid means that a payment is final and a token must be minted.
type OrderPaid struct{ Checkout Checkout }

// OrderCompleted means that the mint of the token is final.
type OrderCompleted struct {
	CheckoutID string
	TokenID    int64
	PaidAt     time.Time
	At         time.Time
}

// OrderDisputed means that a dispute was opened, or won.
type OrderDisputed struct {
	CheckoutID string
	TokenID    int64
	Resolved   bool
	Version    int64
}

// OrderPaidAgain repeats OrderPaid under another id, because the chainwatcher never received the first one.
type OrderPaidAgain struct {
	Checkout Checkout
	At       time.Time
}

// OrderRefunded means that the buyer's payment was refunded in full. TokenID is 0 if no token was due. For ether, Amount is
// the price: a refund returns the same coins, whose current value isn't known.
type OrderRefunded struct {
	CheckoutID string
	TokenID    int64
	Amount     money.Money
	// Checkout has the order's plain fields; Refund is the last refund, which completed the full amount.
	Checkout Checkout
	Refund   purchase.Refund
}

// RefundSettled means that one refund, full or partial, of the payment that bought the edition went through. It is not published to other
// services.
type RefundSettled struct {
	Checkout Checkout
	Refund   purchase.Refund
}

// EtherRefundDue requests an ether refund from the chainwatcher. CheckoutID is empty for money that belongs to no checkout.
type EtherRefundDue struct {
	RefundID, CheckoutID, To string
	ChainID                  uint32
	Wei                      money.Wei
	At                       time.Time
}

func (EditionsChanged) event() {}
func (PhasesChanged) event()   {}
func (OrderPaid) event()       {}
func (OrderCompleted) event()  {}
func (OrderDisputed) event()   {}
func (OrderRefunded) event()   {}
func (OrderPaidAgain) event()  {}
func (RefundSettled) event()   {}
func (EtherRefundDue) event()  {}
