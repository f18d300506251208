// Package phase decides who may buy what in a drop, when and at which price: phases with their prices and auctions, allow lists, and the tokens
// whose holders may buy.
package phase

import (
	"fmt"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// Kind is who may buy in a phase.
type Kind string

// The kinds of phases.
const (
	// AllowList is open to the accounts and wallets on its list.
	AllowList Kind = "allow_list"
	// Holders is open to accounts that hold one of its tokens.
	Holders Kind = "holders"
	Public  Kind = "public"
)

// State is the state of a phase at a time.
type State string

// The states of a phase.
const (
	Upcoming State = "upcoming"
	Open     State = "open"
	Paused   State = "paused"
	Ended    State = "ended"
)

// Phase sells the artworks of a drop to some people for a while. It never extends the drop's own window.
type Phase struct {
	ID       string
	Name     string
	Kind     Kind
	StartsAt time.Time
	// EndsAt is zero for a phase that lasts until the drop ends.
	EndsAt time.Time
	// Cap is how many editions of the drop an account may hold and own from this phase, and how many an entry of the list or a token admits to;
	// 0 is no cap.
	Cap int
	// PausedAt is when staff paused the phase; zero if it isn't paused. Holds that were made before continue.
	PausedAt time.Time
	// Prices are by artwork; an artwork that isn't listed keeps its own price.
	Prices []Price
	// Tokens are for Holders: holding one of them is enough.
	Tokens []Tokens
	// Members is the length of the allow list. A store sets it and ignores it when it saves.
	Members int
}

// Price is the price of one artwork in a phase. With a Fall it is a Dutch auction, and Price is its start.
type Price struct {
	ArtworkID int64
	Price     money.Money
	Fall      *Fall
	// Auction is the auction's status and last price, zero before its first hold. A store sets it and ignores it when it saves.
	Auction Auction
}

// Terms returns the prices of an auction over time, or nil for a fixed price.
func (r Price) Terms(p Phase) *Terms {
	if r.Fall == nil {
		return nil
	}
	return &Terms{Start: r.Price, Fall: *r.Fall, StartsAt: p.StartsAt}
}

// Open reports whether the artwork can be bought at this price, which isn't possible after its auction has ended.
func (r Price) Open() bool { return r.Auction.Status == "" || r.Auction.Status == AuctionSelling }

// Tokens is a range of the gallery's tokens on a chain. ChainID 0 is the default chain. Block is the final block at which holders are
// counted; 0 is the newest final one.
type Tokens struct {
	ChainID  uint32
	From, To int64
	Block    int64
}

// Member is an entry of an allow list: an account or a wallet.
type Member struct{ AccountID, Wallet string }

// Schedule are the phases of a drop, in the order of their start. A drop without phases has version 0.
type Schedule struct {
	DropID  int64
	Version int64
	Phases  []Phase
	// Now is the store's time when the schedule was read.
	Now time.Time `json:"-"`
}

// Action is what staff did to a schedule.
type Action string

// The actions of staff.
const (
	ActionSave    Action = "save"
	ActionMembers Action = "members"
	ActionPause   Action = "pause"
	ActionResume  Action = "resume"
)

// Change is a change of a schedule by staff.
type Change struct {
	Action   Action
	PhaseID  string
	By, Note string
}

// Candidate is an account that may be admitted to phases.
type Candidate struct {
	AccountID string
	// Wallets are its wallets in lower case.
	Wallets []string
	// Entries are what admits it besides allow lists, by phase.
	Entries map[string][]string
}

// Admission is what an account ordered in a phase, and what admits it. Orders that expired, or were cancelled or refunded, don't count.
type Admission struct {
	// Bought is the number of the account's orders.
	Bought int
	// Entries are the candidate's, and those of the allow list: account:<id>, wallet:<address>.
	Entries []string
	// Used is the number of orders, by any account, of the least used entry.
	Used int
}

// NotOpenError is an ErrNotOpen with the phase that opens next.
type NotOpenError struct{ Next Phase }

func (e *NotOpenError) Error() string {
	return fmt.Sprintf("%v; %q opens at %s", ErrNotOpen, e.Next.Name, e.Next.StartsAt.Format(time.RFC3339))
}

func (e *NotOpenError) Unwrap() error { return ErrNotOpen }

// NotEligibleError is an ErrNotEligible with the phase that is open and the next public one; it has no ID if none follows.
type NotEligibleError struct{ Open, Public Phase }

func (e *NotEligibleError) Error() string {
	return fmt.Sprintf("%v: %s %q", ErrNotEligible, e.Open.Kind, e.Open.Name)
}

func (e *NotEligibleError) Unwrap() error { return ErrNotEligible }

// State returns the state of the phase at a time.
func (p Phase) State(now time.Time) State {
	switch {
	case now.Before(p.StartsAt):
		return Upcoming
	case !p.EndsAt.IsZero() && !now.Before(p.EndsAt):
		return Ended
	case !p.PausedAt.IsZero():
		return Paused
	}
	return Open
}

// PriceOf returns the price of an artwork in the phase, or own, the artwork's price, if the phase has none for it.
func (p Phase) PriceOf(artworkID int64, own money.Money) Price {
	for _, r := range p.Prices {
		if r.ArtworkID == artworkID {
			return r
		}
	}
	return Price{ArtworkID: artworkID, Price: own}
}

// At returns what the artwork costs at a time in its phase.
func (r Price) At(p Phase, now time.Time) money.Money {
	if t := r.Terms(p); t != nil {
		return t.At(now)
	}
	return r.Price
}

// At returns the phase that a schedule sells in at a time, or why it doesn't sell: ErrNotOpen, ErrPaused, ErrSaleEnded.
func (s Schedule) At(now time.Time) (Phase, error) {
	for _, p := range s.Phases {
		switch p.State(now) {
		case Open:
			return p, nil
		case Paused:
			return Phase{}, ErrPaused
		case Upcoming:
			return Phase{}, &NotOpenError{Next: p}
		case Ended:
		}
	}
	return Phase{}, ErrSaleEnded
}

// NextPublic returns the first public phase that starts at or after a time; without one it has no ID.
func (s Schedule) NextPublic(now time.Time) Phase {
	for _, p := range s.Phases {
		if p.Kind == Public && !p.StartsAt.Before(now) {
			return p
		}
	}
	return Phase{}
}

// overlap returns two phases that are open at the same time.
func overlap(phases []Phase) (a, b Phase, ok bool) {
	sorted := slices.SortedFunc(slices.Values(phases), func(a, b Phase) int { return a.StartsAt.Compare(b.StartsAt) })
	for i := 1; i < len(sorted); i++ {
		if before := sorted[i-1]; before.EndsAt.IsZero() || sorted[i].StartsAt.Before(before.EndsAt) {
			return before, sorted[i], true
		}
	}
	return Phase{}, Phase{}, false
}
