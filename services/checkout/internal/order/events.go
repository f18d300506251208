package order

import (
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// Event is something that other services are told. The store writes it with the state.
type Event interface{ event() }

// EditionsChanged carries the whole counts of an artwork; the store makes it, because only it sees all units.
type EditionsChanged struct {
	ArtworkID, Version int64
	Held, Sold         int32
}

// OrderPaid says that a payment is final and the token is owed.
type OrderPaid struct{ Checkout Checkout }

// OrderCompleted says that the token was minted for good.
type OrderCompleted struct {
	CheckoutID string
	TokenID    int64
	At         time.Time
}

// OrderDisputed says that a dispute was opened, or won.
type OrderDisputed struct {
	CheckoutID string
	TokenID    int64
	Resolved   bool
	Version    int64
}

// OrderPaidAgain repeats OrderPaid under another id, because the chainwatcher has never heard of the first.
type OrderPaidAgain struct {
	Checkout Checkout
	At       time.Time
}

// OrderRefunded says that the whole of the buyer's money went back. TokenID is 0 where no token was owed. Amount is the price
// for ether, whose coins a refund gives back and whose value nobody knows.
type OrderRefunded struct {
	CheckoutID string
	TokenID    int64
	Amount     money.Money
	// Checkout is the order's plain fields; Refund is the last one, which made it whole.
	Checkout Checkout
	Refund   Refund
}

// RefundSettled says that one refund of the payment that bought the edition went through, whether it was the whole or a part.
// It stays inside of the service.
type RefundSettled struct {
	Checkout Checkout
	Refund   Refund
}

// EtherRefundDue asks the chainwatcher to send money back. CheckoutID is empty for money that belongs to no checkout.
type EtherRefundDue struct {
	RefundID, CheckoutID, To string
	ChainID                  uint32
	Wei                      money.Wei
	At                       time.Time
}

func (EditionsChanged) event() {}
func (OrderPaid) event()       {}
func (OrderCompleted) event()  {}
func (OrderDisputed) event()   {}
func (OrderRefunded) event()   {}
func (OrderPaidAgain) event()  {}
func (RefundSettled) event()   {}
func (EtherRefundDue) event()  {}
