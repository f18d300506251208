// Package order sells one edition at a time: it takes a card or ether payment for an edition that is held, and resolves every late, double or
// wrong payment in a defined way.
//
// A Checkout is changed only inside Store.Update, by its methods. The events, notices and ledger entries of a change are
// recorded on the Checkout and written in the same transaction.
package order

import (
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Checkout is one purchase of one edition, with its full history.
type Checkout struct {
	ID      string
	Version int64
	Status  purchase.Status
	// Reason is a stable code for why the checkout failed or is in review.
	Reason  string
	Buyer   purchase.Buyer
	Artwork purchase.Artwork
	Edition int32
	// EditionSize is the artwork's edition size when the hold was made.
	EditionSize int32
	Price       money.Money
	// ShareBps is the artist's share in hundredths of a percent.
	ShareBps     int
	Method       purchase.Method
	TermsVersion string
	// BillingCountry is ISO 3166-1 alpha-2, empty until the buyer gives it; it decides the tax.
	BillingCountry string
	// ImmediateDelivery is whether the buyer requested immediate delivery and accepted that it ends the right of withdrawal.
	ImmediateDelivery bool
	// Gift names the recipient; zero if the buyer keeps the edition.
	Gift purchase.Gift

	CreatedAt time.Time
	UpdatedAt time.Time
	// ExpiresAt ends the hold unless a payment was seen.
	ExpiresAt   time.Time
	PaidAt      time.Time
	CompletedAt time.Time
	// ReleasedAt is when staff put the edition of the refunded order on sale again. Since then it can belong to another order.
	ReleasedAt time.Time
	// CardDecline is the card provider's id of the last recorded declined attempt.
	CardDecline string
	// TransactionHash is the transaction that the buyer named, or the one that paid.
	TransactionHash     string
	MintTransactionHash string
	MintChainID         uint32
	DisputeVersion      int64
	// Dispute is the last dispute of the payment that bought the edition.
	Dispute purchase.Dispute
	// ReceiptNumber has no gaps within a year; 0 before payment.
	ReceiptNumber int64
	ReceiptYear   int

	// PhaseID is the phase of the drop that the hold was made in, or empty; Price is the phase's.
	PhaseID string
	// PhaseFull is whether the order can't get its edition back after its hold ended: other orders of the buyer, or of the entry that admitted the
	// buyer, use up the phase's cap, or the auction has its last price.
	PhaseFull bool
	// Auction is the auction that the order was made in; zero for a fixed price.
	Auction Auction
	// SettledAt is when the difference to the auction's last price was decided, and SettledBack the refunded difference: minor units for
	// cards, otherwise wei.
	SettledAt   time.Time
	SettledBack money.Wei

	// Unit is the state of this checkout's edition, locked during Update.
	Unit purchase.Unit
	// Now is the store's time when the checkout was read. Every rule about time uses it instead of the process's clock, because
	// replicas' clocks may differ, and one clock must decide who came first.
	Now time.Time

	Sessions []purchase.Session
	Quotes   []purchase.Quote
	Payments []purchase.Payment
	Refunds  []purchase.Refund
	Reviews  []purchase.Review

	changes Changes
}

// Auction is the auction that an order was made in.
type Auction struct {
	ID     string
	Status phase.AuctionStatus
	// LastPrice is what everyone pays, in minor units; 0 until it is known.
	LastPrice int64
}

// Changes is what an Update recorded besides the fields; a Store writes it in the same transaction.
type Changes struct {
	// Actor is who caused the change.
	Actor   purchase.Actor
	Steps   []Step
	Events  []Event
	Notices []Notice
	Entries []purchase.Entry
	Audits  []purchase.Audit
	// NotifiesArtist means that the artist gets a notification of the sale.
	NotifiesArtist bool
	// Editions is the change of the artwork's counts. If it isn't zero, the store adds it to them and calls Counted.
	Editions EditionsDelta
}

// Counted publishes the artwork's counts, before all other events. The store passes them, because only the store sees all units.
func (ch *Changes) Counted(counts EditionsChanged) {
	ch.Events = slices.Insert(ch.Events, 0, Event(counts))
}

// EditionsDelta is by how much an artwork's counts of held and sold editions change.
type EditionsDelta struct{ Held, Sold int }

// editionsDelta returns the change of the counts when a unit changes.
func editionsDelta(before, after purchase.UnitStatus) (d EditionsDelta) {
	for _, c := range []struct {
		status purchase.UnitStatus
		by     int
	}{{before, -1}, {after, 1}} {
		switch c.status {
		case purchase.UnitHeld:
			d.Held += c.by
		case purchase.UnitSold:
			d.Sold += c.by
		case purchase.UnitFree, purchase.UnitWithheld:
		}
	}
	return d
}

// Empty reports whether there are no changes.
func (ch Changes) Empty() bool {
	return len(ch.Steps)+len(ch.Events)+len(ch.Notices)+len(ch.Entries)+len(ch.Audits) == 0 && ch.Editions == EditionsDelta{}
}

// Step is one transition.
type Step struct {
	From, To purchase.Status
	Reason   string
}

// As sets the actor of the following changes.
func (c *Checkout) As(by purchase.Actor) *Checkout {
	c.changes.Actor = by
	return c
}

// TakeChanges returns the recorded changes and clears them.
func (c *Checkout) TakeChanges() Changes {
	ch := c.changes
	c.changes = Changes{}
	return ch
}

// TokenID returns the id of the edition's token.
func (c *Checkout) TokenID() int64 { return c.Artwork.ID*purchase.TokensPerArtwork + int64(c.Edition) }

// Auctioned reports whether the order was made in an auction.
func (c *Checkout) Auctioned() bool { return c.Auction.ID != "" }

// Bought reports whether the edition belongs to the buyer, so that its token id may be shown.
func (c *Checkout) Bought() bool { return !c.PaidAt.IsZero() }

// HoldsUnit reports whether the edition belongs to this checkout.
func (c *Checkout) HoldsUnit() bool {
	return c.Unit.Checkout == c.ID && (c.Unit.Status == purchase.UnitHeld || c.Unit.Status == purchase.UnitSold)
}

// HoldActive reports whether the hold hasn't expired.
func (c *Checkout) HoldActive() bool { return c.HoldsUnit() && c.Now.Before(c.ExpiresAt) }

// ActiveQuote returns the quote that the order expects to be paid, or nil.
func (c *Checkout) ActiveQuote() *purchase.Quote {
	return find(c.Quotes, (*purchase.Quote).Active)
}

// OpenQuote returns the quote that may still be paid on the chain, active or revoked, or nil.
func (c *Checkout) OpenQuote() *purchase.Quote {
	return find(c.Quotes, func(q *purchase.Quote) bool { return q.EndedAt.IsZero() })
}

// OpenSession returns the card session that may still take money, or nil. There is at most one.
func (c *Checkout) OpenSession() *purchase.Session {
	return find(c.Sessions, (*purchase.Session).Open)
}

// Credited returns the payment that bought the edition, or nil.
func (c *Checkout) Credited() *purchase.Payment {
	return find(c.Payments, func(p *purchase.Payment) bool { return p.Credited })
}

// PaymentByID returns a payment, or nil.
func (c *Checkout) PaymentByID(id string) *purchase.Payment {
	return find(c.Payments, func(p *purchase.Payment) bool { return p.ID == id })
}

func (c *Checkout) payment(key string) *purchase.Payment {
	return find(c.Payments, func(p *purchase.Payment) bool { return p.Key == key })
}

// addPayment adds a payment with a status.
func (c *Checkout) addPayment(p purchase.Payment, status purchase.PaymentStatus) *purchase.Payment {
	p.ID, p.Status, p.At = id.New(), status, c.Now
	c.Payments = append(c.Payments, p)
	return &c.Payments[len(c.Payments)-1]
}

// find returns the first element that fits, or nil.
func find[T any](list []T, fits func(*T) bool) *T {
	for i := range list {
		if fits(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// may reports whether the current actor may take the step.
func (c *Checkout) may(to purchase.Status) bool {
	return purchase.Transitions.Allows(c.Status, to, c.changes.Actor)
}

// move takes one step of the transition table. It returns an ErrTransition if the table doesn't contain the step.
func (c *Checkout) move(to purchase.Status, reason string, now time.Time) error {
	if !c.may(to) {
		return &purchase.TransitionError{What: "checkout", From: string(c.Status), To: string(to), Actor: c.changes.Actor}
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

// setUnit changes the checkout's edition, and the artwork's counts with it.
func (c *Checkout) setUnit(u purchase.Unit) {
	d := editionsDelta(c.Unit.Status, u.Status)
	c.changes.Editions.Held += d.Held
	c.changes.Editions.Sold += d.Sold
	c.Unit = u
}

// free releases the unit if this checkout only holds it.
func (c *Checkout) free() {
	if c.Unit.Status == purchase.UnitHeld && c.Unit.Checkout == c.ID {
		c.setUnit(purchase.Unit{Status: purchase.UnitFree})
	}
}

// retake holds the unit again for a payment that arrived after the hold ended. It returns false if another checkout has the unit, or if the
// buyer has since reached the phase's cap.
func (c *Checkout) retake() bool {
	if c.HoldsUnit() {
		return true
	}
	if c.Unit.Status != purchase.UnitFree || c.PhaseFull {
		return false
	}
	c.setUnit(purchase.Unit{Status: purchase.UnitHeld, Checkout: c.ID})
	return true
}

// Clone returns a deep copy of a checkout.
func Clone(c Checkout) Checkout {
	c.Sessions = slices.Clone(c.Sessions)
	c.Quotes = slices.Clone(c.Quotes)
	c.Payments = slices.Clone(c.Payments)
	c.Refunds = slices.Clone(c.Refunds)
	c.Reviews = slices.Clone(c.Reviews)
	return c
}
