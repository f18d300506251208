// Package purchase has the values that orders, refunds, reviews and auctions share: the work and its buyer, money on its way in and back, and the
// tables of the steps that each may take. It contains no rules.
package purchase

import "time"

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
	// Dated is the date in words that are shown instead of the year; empty if the year says it.
	Dated    string
	Medium   string
	ImageURL string
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

// Case identifies what a review or a refund belongs to: a checkout, or a review without one.
type Case struct{ CheckoutID, ReviewID string }

// Account is the current state of a buyer, or of a member of staff.
type Account struct {
	HasIdentity bool
	Email       string
	// EmailVerified is whether auth has verified Email.
	EmailVerified    bool
	ProfileCompleted bool
	Name             string
	// Wallets are the linked wallets.
	Wallets []string
}
