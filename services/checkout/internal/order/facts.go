package order

import (
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// Fact is something that other services are told. The store writes it with the state.
type Fact interface{ fact() }

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

// OrderRefunded says that the buyer's money went back. TokenID is 0 where no token was owed.
type OrderRefunded struct {
	CheckoutID string
	TokenID    int64
	Amount     money.Money
}

func (EditionsChanged) fact() {}
func (OrderPaid) fact()       {}
func (OrderCompleted) fact()  {}
func (OrderDisputed) fact()   {}
func (OrderRefunded) fact()   {}

// NoticeKind is what a mail is about.
type NoticeKind string

// The notices.
const (
	NoticePaid      NoticeKind = "paid"
	NoticeCompleted NoticeKind = "completed"
	NoticeRefunding NoticeKind = "refunding"
	NoticeRefunded  NoticeKind = "refunded"
)

// Notice is one mail to the buyer. Key is unique: a notice is mailed once.
type Notice struct {
	Key      string
	Kind     NoticeKind
	Checkout Checkout
}
