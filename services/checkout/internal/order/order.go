// Package order sells one edition at a time: it holds an edition, takes a card or an ether payment for it, and gives each
// late, double or wrong payment a defined end.
//
// A Checkout is changed only inside Store.Update, by its methods; what leaves the service because of a change (events,
// notices, ledger entries) is recorded on the Checkout and written in the same transaction.
package order

import (
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// TokensPerArtwork separates artworks in token ids: tokenId = artworkId × 1,000,000 + edition number.
const TokensPerArtwork = 1_000_000

// Method is how a checkout is paid; empty before one was chosen.
type Method string

// The ways to pay.
const (
	NoMethod Method = ""
	Card     Method = "card"
	Ether    Method = "ether"
)

// UnitStatus is the state of one numbered edition.
type UnitStatus string

// The states of a unit.
const (
	UnitFree     UnitStatus = "free"
	UnitHeld     UnitStatus = "held"
	UnitSold     UnitStatus = "sold"
	UnitWithheld UnitStatus = "withheld"
)

// Unit is one numbered edition as a checkout sees it.
type Unit struct {
	Status UnitStatus
	// Checkout holds or bought it; empty when it is free or withheld.
	Checkout string
}

// Artwork is what was bought, as it was called when the hold was made.
type Artwork struct {
	ID         int64
	Slug       string
	Title      string
	ArtistID   int64
	ArtistName string
	Year       int32
	Medium     string
	ImageURL   string
	// ChainID is where the token lives; 0 is the default chain.
	ChainID uint32
}

// Buyer is who buys, as they were known when the hold was made.
type Buyer struct {
	AccountID string
	// Email is empty for a wallet account without one.
	Email string
	// EmailVerified is whether the address was proven to be theirs; one that only a profile names is not.
	EmailVerified bool
	Name          string
}

// Checkout is one purchase of one edition, with everything that happened to it.
type Checkout struct {
	ID      string
	Version int64
	Status  Status
	// Reason is a stable code that says why it failed or is in review.
	Reason  string
	Buyer   Buyer
	Artwork Artwork
	Edition int32
	// EditionSize is the artwork's when the hold was made.
	EditionSize int32
	Price       money.Money
	// ShareBps is the artist's share in hundredths of a percent.
	ShareBps     int
	Method       Method
	TermsVersion string
	// BillingCountry is ISO 3166-1 alpha-2, empty before it was given; it decides the tax.
	BillingCountry string
	// ImmediateDelivery is whether the buyer asked for delivery at once and knows that the right of withdrawal ends with it.
	ImmediateDelivery bool

	CreatedAt time.Time
	UpdatedAt time.Time
	// ExpiresAt ends the hold unless a payment was seen.
	ExpiresAt   time.Time
	PaidAt      time.Time
	CompletedAt time.Time
	// CardDecline is the card provider's id of the last declined attempt that was recorded.
	CardDecline string
	// TransactionHash is the buyer's hint or the paying transaction.
	TransactionHash     string
	MintTransactionHash string
	MintChainID         uint32
	DisputeVersion      int64
	// ReceiptNumber counts without gaps within a year; 0 before payment.
	ReceiptNumber int64
	ReceiptYear   int

	// Unit is the state of the edition this checkout is about, locked during Update.
	Unit Unit
	// Now is the store's time at which this was read. Every rule about time compares with it, never with the clock of the
	// process: replicas may disagree about the time, and what decides who comes first must be one clock.
	Now time.Time

	Sessions []Session
	Quotes   []Quote
	Payments []Payment
	Refunds  []Refund
	Reviews  []Review

	changes Changes
}

// Changes is what an Update did besides the fields; a Store writes it in the same transaction.
type Changes struct {
	// Actor is whose word the change follows.
	Actor   Actor
	Steps   []Step
	Events  []Event
	Notices []Notice
	Entries []Entry
	Audits  []Audit
}

// Empty tells whether nothing was recorded.
func (ch Changes) Empty() bool {
	return len(ch.Steps)+len(ch.Events)+len(ch.Notices)+len(ch.Entries)+len(ch.Audits) == 0
}

// Step is one transition.
type Step struct {
	From, To Status
	Reason   string
}

// As names whose word the changes follow that come next.
func (c *Checkout) As(by Actor) *Checkout {
	c.changes.Actor = by
	return c
}

// TakeChanges hands what was recorded to the store and forgets it.
func (c *Checkout) TakeChanges() Changes {
	ch := c.changes
	c.changes = Changes{}
	return ch
}

// TokenID is the token of the edition.
func (c *Checkout) TokenID() int64 { return c.Artwork.ID*TokensPerArtwork + int64(c.Edition) }

// Bought tells whether the edition is the buyer's, so that its token may be named.
func (c *Checkout) Bought() bool { return !c.PaidAt.IsZero() }

// HoldsUnit tells whether the edition is this checkout's.
func (c *Checkout) HoldsUnit() bool {
	return c.Unit.Checkout == c.ID && (c.Unit.Status == UnitHeld || c.Unit.Status == UnitSold)
}

// HoldLives tells whether the hold's clock still runs.
func (c *Checkout) HoldLives() bool { return c.HoldsUnit() && c.Now.Before(c.ExpiresAt) }

// ActiveQuote is the quote that the order waits for, or nil.
func (c *Checkout) ActiveQuote() *Quote {
	for i := range c.Quotes {
		if c.Quotes[i].Active() {
			return &c.Quotes[i]
		}
	}
	return nil
}

// OpenQuote is the quote that the chain may still see paid, active or revoked, or nil.
func (c *Checkout) OpenQuote() *Quote {
	for i := range c.Quotes {
		if c.Quotes[i].EndedAt.IsZero() {
			return &c.Quotes[i]
		}
	}
	return nil
}

// OpenSession is the card session that may still take money, or nil. There is at most one.
func (c *Checkout) OpenSession() *Session {
	for i := range c.Sessions {
		if c.Sessions[i].Status == SessionIntent || c.Sessions[i].Status == SessionOpen {
			return &c.Sessions[i]
		}
	}
	return nil
}

// Credited is the payment that bought the edition, or nil.
func (c *Checkout) Credited() *Payment {
	for i := range c.Payments {
		if c.Payments[i].Credited {
			return &c.Payments[i]
		}
	}
	return nil
}

func (c *Checkout) paymentByID(id string) *Payment {
	for i := range c.Payments {
		if c.Payments[i].ID == id {
			return &c.Payments[i]
		}
	}
	return nil
}

func (c *Checkout) payment(key string) *Payment {
	for i := range c.Payments {
		if c.Payments[i].Key == key {
			return &c.Payments[i]
		}
	}
	return nil
}

// may tells whether the present actor may take the step.
func (c *Checkout) may(to Status) bool { return transitions.Allows(c.Status, to, c.changes.Actor) }

// move takes one step of the table. A step that the table does not have is an ErrTransition.
func (c *Checkout) move(to Status, reason string, now time.Time) error {
	if !c.may(to) {
		return &TransitionError{What: "checkout", From: string(c.Status), To: string(to), Actor: c.changes.Actor}
	}
	c.changes.Steps = append(c.changes.Steps, Step{From: c.Status, To: to, Reason: reason})
	c.Status, c.Reason, c.UpdatedAt = to, reason, now
	return nil
}

func (c *Checkout) publish(f Event) { c.changes.Events = append(c.changes.Events, f) }

// snapshot copies the plain fields for notices.
func (c *Checkout) snapshot() *Checkout {
	s := *c
	s.changes = Changes{}
	s.Sessions, s.Quotes, s.Payments, s.Refunds, s.Reviews = nil, nil, nil, nil, nil
	return &s
}

// free gives the unit back where this checkout only holds it.
func (c *Checkout) free() {
	if c.Unit.Status == UnitHeld && c.Unit.Checkout == c.ID {
		c.Unit = Unit{Status: UnitFree}
	}
}

// retake holds the unit again for a payment that arrived after the end; false when somebody else has it.
func (c *Checkout) retake() bool {
	if c.HoldsUnit() {
		return true
	}
	if c.Unit.Status != UnitFree {
		return false
	}
	c.Unit = Unit{Status: UnitHeld, Checkout: c.ID}
	return true
}

// Clone copies a checkout, so that changing one does not change the other.
func Clone(c Checkout) Checkout {
	c.Sessions = slices.Clone(c.Sessions)
	c.Quotes = slices.Clone(c.Quotes)
	c.Payments = slices.Clone(c.Payments)
	c.Refunds = slices.Clone(c.Refunds)
	c.Reviews = slices.Clone(c.Reviews)
	return c
}
