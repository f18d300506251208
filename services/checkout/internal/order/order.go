// Package order sells one edition at a time: it holds an edition, takes a card or ether payment for it, and resolves every
// late, double or wrong payment in a defined way.
//
// A Checkout is changed only inside Checkouts.Update, by its methods. The events, notices and ledger entries of a change are
// recorded on the Checkout and written in the same transaction.
package order

import (
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// TokensPerArtwork separates artworks in token ids: tokenId = artworkId × 1,000,000 + edition number.
const TokensPerArtwork = 1_000_000

// Method is how a checkout is paid; empty until the buyer chooses one.
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
	// Checkout is the checkout that holds or bought the unit; empty if it is free or withheld.
	Checkout string
}

// Artwork is a snapshot of the artwork, taken when the hold was made.
type Artwork struct {
	ID         int64
	Slug       string
	Title      string
	ArtistID   int64
	ArtistName string
	Year       int32
	Medium     string
	ImageURL   string
	// ChainID is the chain of the token; 0 is the default chain.
	ChainID uint32
}

// Buyer is a snapshot of the buyer, taken when the hold was made.
type Buyer struct {
	AccountID string
	// Email is empty for a wallet account without one.
	Email string
	// EmailVerified is whether the buyer proved that the address is theirs; an address that only their profile contains
	// isn't verified.
	EmailVerified bool
	Name          string
}

// Gift makes an order a gift to someone else: to an email address or to a wallet. The zero value isn't a gift.
type Gift struct {
	// Email is where the chainwatcher sends the link that accepts the edition; empty for a gift to a wallet.
	Email string
	// Message is plain text for the recipient of a gift by email.
	Message string
	// To is the wallet that gets the token once the order is completed, EIP-55; empty for a gift by email.
	To string
	// ToName is the ENS name that resolved to the wallet when the payment started, empty without one.
	ToName string
	// AcceptedAt is when the recipient of a gift by email accepted it, zero before.
	AcceptedAt time.Time
}

// IsGift reports whether the order is a gift.
func (g Gift) IsGift() bool { return g.Email != "" || g.To != "" }

// Recipient returns the recipient as shown to users: the email address, or the wallet with its name if one was typed.
func (g Gift) Recipient() string {
	switch {
	case g.To == "":
		return g.Email
	case g.ToName == "":
		return g.To
	}
	return g.ToName + " (" + g.To + ")"
}

// Checkout is one purchase of one edition, with its full history.
type Checkout struct {
	ID      string
	Version int64
	Status  Status
	// Reason is a stable code for why the checkout failed or is in review.
	Reason  string
	Buyer   Buyer
	Artwork Artwork
	Edition int32
	// EditionSize is the artwork's edition size when the hold was made.
	EditionSize int32
	Price       money.Money
	// ShareBps is the artist's share in hundredths of a percent.
	ShareBps     int
	Method       Method
	TermsVersion string
	// BillingCountry is ISO 3166-1 alpha-2, empty until the buyer gives it; it decides the tax.
	BillingCountry string
	// ImmediateDelivery is whether the buyer requested immediate delivery and accepted that it ends the right of withdrawal.
	ImmediateDelivery bool
	// Gift names the recipient; zero if the buyer keeps the edition.
	Gift Gift

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
	Dispute Dispute
	// ReceiptNumber has no gaps within a year; 0 before payment.
	ReceiptNumber int64
	ReceiptYear   int

	// PhaseID is the phase of the drop that the hold was made in, or empty; Price is the phase's.
	PhaseID string
	// PhaseFull is whether the order can't get its edition back after its hold ended: other orders of the buyer, or of the entry that admitted the
	// buyer, use up the phase's cap, or the auction has its last price.
	PhaseFull bool
	// Auction is the auction that the order was made in: its ID, status and last price; zero for a fixed price.
	Auction Auction
	// SettledAt is when the difference to the auction's last price was decided, and SettledBack the refunded difference: minor units for
	// cards, otherwise wei.
	SettledAt   time.Time
	SettledBack money.Wei

	// Unit is the state of this checkout's edition, locked during Update.
	Unit Unit
	// Now is the store's time when the checkout was read. Every rule about time uses it instead of the process's clock, because
	// replicas' clocks may differ, and one clock must decide who came first.
	Now time.Time

	Sessions []Session
	Quotes   []Quote
	Payments []Payment
	Refunds  []Refund
	Reviews  []Review

	changes Changes
}

// Changes is what an Update recorded besides the fields; a Store writes it in the same transaction.
type Changes struct {
	// Actor is who caused the change.
	Actor   Actor
	Steps   []Step
	Events  []Event
	Notices []Notice
	Entries []Entry
	Audits  []Audit
	// Editions is the change of the artwork's counts. If it isn't zero, the store publishes an EditionsChanged before the Events.
	Editions EditionsDelta
}

// EditionsDelta is by how much an artwork's counts of held and sold editions change.
type EditionsDelta struct{ Held, Sold int }

// editionsDelta returns the change of the counts when a unit changes.
func editionsDelta(before, after UnitStatus) (d EditionsDelta) {
	for _, c := range []struct {
		status UnitStatus
		by     int
	}{{before, -1}, {after, 1}} {
		switch c.status {
		case UnitHeld:
			d.Held += c.by
		case UnitSold:
			d.Sold += c.by
		case UnitFree, UnitWithheld:
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
	From, To Status
	Reason   string
}

// As sets the actor of the following changes.
func (c *Checkout) As(by Actor) *Checkout {
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
func (c *Checkout) TokenID() int64 { return c.Artwork.ID*TokensPerArtwork + int64(c.Edition) }

// Auctioned reports whether the order was made in an auction.
func (c *Checkout) Auctioned() bool { return c.Auction.ID != "" }

// Bought reports whether the edition belongs to the buyer, so that its token id may be shown.
func (c *Checkout) Bought() bool { return !c.PaidAt.IsZero() }

// HoldsUnit reports whether the edition belongs to this checkout.
func (c *Checkout) HoldsUnit() bool {
	return c.Unit.Checkout == c.ID && (c.Unit.Status == UnitHeld || c.Unit.Status == UnitSold)
}

// HoldActive reports whether the hold hasn't expired.
func (c *Checkout) HoldActive() bool { return c.HoldsUnit() && c.Now.Before(c.ExpiresAt) }

// ActiveQuote returns the quote that the order expects to be paid, or nil.
func (c *Checkout) ActiveQuote() *Quote {
	for i := range c.Quotes {
		if c.Quotes[i].Active() {
			return &c.Quotes[i]
		}
	}
	return nil
}

// OpenQuote returns the quote that may still be paid on the chain, active or revoked, or nil.
func (c *Checkout) OpenQuote() *Quote {
	for i := range c.Quotes {
		if c.Quotes[i].EndedAt.IsZero() {
			return &c.Quotes[i]
		}
	}
	return nil
}

// OpenSession returns the card session that may still take money, or nil. There is at most one.
func (c *Checkout) OpenSession() *Session {
	for i := range c.Sessions {
		if c.Sessions[i].Status == SessionIntent || c.Sessions[i].Status == SessionOpen {
			return &c.Sessions[i]
		}
	}
	return nil
}

// Credited returns the payment that bought the edition, or nil.
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

// may reports whether the current actor may take the step.
func (c *Checkout) may(to Status) bool { return transitions.Allows(c.Status, to, c.changes.Actor) }

// move takes one step of the transition table. It returns an ErrTransition if the table doesn't contain the step.
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

// setUnit changes the checkout's edition, and the artwork's counts with it.
func (c *Checkout) setUnit(u Unit) {
	d := editionsDelta(c.Unit.Status, u.Status)
	c.changes.Editions.Held += d.Held
	c.changes.Editions.Sold += d.Sold
	c.Unit = u
}

// free releases the unit if this checkout only holds it.
func (c *Checkout) free() {
	if c.Unit.Status == UnitHeld && c.Unit.Checkout == c.ID {
		c.setUnit(Unit{Status: UnitFree})
	}
}

// retake holds the unit again for a payment that arrived after the hold ended. It returns false if another checkout has the unit, or if the
// buyer has since reached the phase's cap.
func (c *Checkout) retake() bool {
	if c.HoldsUnit() {
		return true
	}
	if c.Unit.Status != UnitFree || c.PhaseFull {
		return false
	}
	c.setUnit(Unit{Status: UnitHeld, Checkout: c.ID})
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
