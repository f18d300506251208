// Package payout holds the rules of payout wallets: which wallet receives an artist's
// share, and how it changes.
package payout

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Status of a change.
type Status string

// The states of a change.
const (
	Requested        Status = "requested"
	AwaitingApproval Status = "awaiting_approval"
	Approved         Status = "approved"
	Cooling          Status = "cooling"
	Active           Status = "active"
	Rejected         Status = "rejected"
	Expired          Status = "expired"
	Cancelled        Status = "cancelled"
	Superseded       Status = "superseded"
	Frozen           Status = "frozen"
)

// Statuses is all of them.
var Statuses = []Status{Requested, AwaitingApproval, Approved, Cooling, Active, Rejected, Expired, Cancelled, Superseded, Frozen}

// Pending are the states before a change is decided or in force.
var Pending = []Status{Requested, AwaitingApproval, Approved, Cooling}

// transitions is the table of what may follow what. The database holds the same
// table and refuses the rest, too.
var transitions = map[Status][]Status{
	Requested:        {AwaitingApproval, Cancelled, Superseded, Frozen},
	AwaitingApproval: {Approved, Rejected, Expired, Cancelled, Superseded, Frozen},
	Approved:         {Cooling, Cancelled, Superseded, Frozen},
	Cooling:          {Active, Cancelled, Superseded, Frozen},
	Active:           {Superseded, Frozen},
}

// Allowed tells whether a change may go from one state to another.
func Allowed(from, to Status) bool { return slices.Contains(transitions[from], to) }

var (
	// ErrNotFound says that there is no such change, or that it is another person's.
	ErrNotFound = errors.New("no such change")
	// ErrState says that the change's state does not allow it.
	ErrState = errors.New("the change is decided already")
	// ErrNoArtist says that the account is not linked to an artist.
	ErrNoArtist = errors.New("the account is not an artist's")
	// ErrNoContact says that there is no address for the mails that a change needs.
	ErrNoContact = errors.New("the profile has no address")
	// ErrUnverified says that the address is not verified.
	ErrUnverified = errors.New("the address is not verified")
	// ErrAmbiguous says that gallery staff linked the account to two artists, or the artist to another account.
	ErrAmbiguous = errors.New("the link between the account and an artist has to be corrected by gallery staff")
	// ErrOwnAddress says that the address is one of the gallery's own: what is sent there is lost to the artist.
	ErrOwnAddress = errors.New("this address belongs to the gallery")
	// ErrAlertExpired says that a "This wasn't me" link has ended.
	ErrAlertExpired = errors.New("the link has expired")
	// ErrAddress says that the text is no address of a wallet, or has a typing error.
	ErrAddress = errors.New("not a wallet's address, or its checksum is wrong")
	// ErrName says that the text isn't a valid ENS name.
	ErrName = errors.New("not a valid name")
	// ErrNameUnconfirmed says that a name was sent in place of the address that it points to.
	ErrNameUnconfirmed = errors.New("a name was sent in place of its address")
	// ErrNameNotFound says that a name doesn't point to an Ethereum address.
	ErrNameNotFound = errors.New("the name does not point to an address")
	// ErrNameChanged says that a name points to another address than the one in the request.
	ErrNameChanged = errors.New("the name points to another address now")
	// ErrNamesUnsupported says that names are not configured, or that the name's records are not on the chain.
	ErrNamesUnsupported = errors.New("name service not configured or unsupported")
	// ErrNamesDown says that names can't be resolved right now. Temporary.
	ErrNamesDown = errors.New("the name service is not available")
	// ErrSameAddress says that the wallet is in force already.
	ErrSameAddress = errors.New("this is the payout wallet already")
	// ErrDown says that another service cannot be reached. Temporary.
	ErrDown = errors.New("temporarily unavailable")
)

// Update is one asked change of wallet.
type Update struct {
	ID, AccountID string
	ArtistID      int64
	ArtistName    string
	// Email is the contact at the time of asking.
	Email string
	// Address and Previous are EIP-55; Previous is empty without one.
	Address, Previous string
	// Name is the ENS name that resolved to Address at the request, empty without one. Only Address is ever paid.
	Name        string
	Status      Status
	RequestedAt time.Time
	// NotBefore is when the change may become active; zero before it is approved.
	NotBefore time.Time
	// OwnerApprovedAt is when the person who requested it approved it; zero before.
	OwnerApprovedAt time.Time
}

// NewWallet is the new address for people, with the name that it was typed as.
func (u Update) NewWallet() string {
	if u.Name == "" {
		return u.Address
	}
	return u.Name + " (" + u.Address + ")"
}

// IsPending tells whether the change is still on its way.
func (u Update) IsPending() bool { return slices.Contains(Pending, u.Status) }

// Wallet is what is in force for an artist.
type Wallet struct {
	ArtistID int64
	// Address is empty without one.
	Address string
	// Frozen holds payouts back.
	Frozen bool
	// Version grows by one with each change.
	Version int64
}

// Book is everything of one artist that a decision needs: the wallet, the change in
// force and the pending one.
type Book struct {
	Wallet Wallet
	// Updates are the pending change and the active one, at most one of each, and
	// those that methods add.
	Updates []*Update
	// Steps is every move that methods made, in order.
	Steps []Step
	// Events and Notices are what the world has to be told.
	Events  []Event
	Notices []Notice
}

// Step is one move of a change. From is empty for a new one.
type Step struct {
	Update   *Update
	From, To Status
}

// Event is one of RequestedEvent, CancelledEvent, ChangedEvent.
type Event any

// RequestedEvent asks for decisions.
type RequestedEvent struct{ Update Update }

// CancelledEvent says that a change needs no decision any more.
type CancelledEvent struct{ UpdateID string }

// ChangedEvent says which wallet is in force. UpdateID is the change that came into force, empty if payouts were only held back.
type ChangedEvent struct {
	Wallet   Wallet
	UpdateID string
}

// Notice is a mail about a change.
type Notice struct {
	// Kind is the state that was reached.
	Kind   Status
	Update Update
	To     string
}

func (b *Book) find(match func(*Update) bool) *Update {
	i := slices.IndexFunc(b.Updates, match)
	if i < 0 {
		return nil
	}
	return b.Updates[i]
}

// Pending is the change on its way, or nil.
func (b *Book) Pending() *Update { return b.find(func(u *Update) bool { return u.IsPending() }) }

// Active is the change in force, or nil.
func (b *Book) Active() *Update { return b.find(func(u *Update) bool { return u.Status == Active }) }

func (b *Book) byID(id string) *Update { return b.find(func(u *Update) bool { return u.ID == id }) }

func (b *Book) move(u *Update, to Status) error {
	if !Allowed(u.Status, to) {
		return fmt.Errorf("%w: %s to %s", ErrState, u.Status, to)
	}
	b.Steps = append(b.Steps, Step{u, u.Status, to})
	u.Status = to
	return nil
}

// notify tells the contact of the change and the one of the wallet in force.
func (b *Book) notify(u *Update) {
	to := []string{u.Email}
	if a := b.Active(); a != nil && !slices.Contains(to, a.Email) {
		to = append(to, a.Email)
	}
	for _, address := range to {
		b.Notices = append(b.Notices, Notice{u.Status, *u, address})
	}
}

// Request asks for a change. A pending change to the same wallet is answered again;
// one to another wallet is superseded. ErrSameAddress.
func (b *Book) Request(u Update) (Update, error) {
	if b.Wallet.Address == u.Address && !b.Wallet.Frozen {
		return Update{}, ErrSameAddress
	}
	if p := b.Pending(); p != nil {
		if p.Address == u.Address {
			return *p, nil
		}
		if err := b.move(p, Superseded); err != nil {
			return Update{}, err
		}
		b.Events = append(b.Events, CancelledEvent{p.ID})
	}
	u.Status, u.Previous = Requested, b.Wallet.Address
	b.Updates = append(b.Updates, &u)
	b.Steps = append(b.Steps, Step{&u, "", Requested})
	// The event is in the same transaction, so the request is as good as received.
	if err := b.move(&u, AwaitingApproval); err != nil {
		return Update{}, err
	}
	b.Events = append(b.Events, RequestedEvent{u})
	b.notify(&u)
	return u, nil
}

// Decide takes the outcome of the approval. An approved change becomes active by Activate, at once if cooling is zero. A change that is not waiting for one is
// left alone: it was cancelled or superseded in the meantime.
func (b *Book) Decide(id string, outcome Status, cooling time.Duration, now time.Time) error {
	u := b.byID(id)
	if u == nil || u.Status != AwaitingApproval {
		return nil
	}
	if err := b.move(u, outcome); err != nil {
		return err
	}
	if outcome != Approved {
		b.notify(u)
		return nil
	}
	u.NotBefore = now.Add(cooling)
	if err := b.move(u, Cooling); err != nil {
		return err
	}
	b.notify(u)
	return nil
}

// Activate puts a change in force whose time has come.
func (b *Book) Activate(now time.Time) error {
	u := b.Pending()
	if u == nil || u.Status != Cooling || now.Before(u.NotBefore) {
		return nil
	}
	old := b.Active()
	if old != nil {
		if err := b.move(old, Superseded); err != nil {
			return err
		}
	}
	if err := b.move(u, Active); err != nil {
		return err
	}
	b.notify(u)
	if old != nil && old.Email != u.Email {
		b.Notices = append(b.Notices, Notice{Active, *u, old.Email})
	}
	b.Wallet.Address, b.Wallet.Frozen = u.Address, false
	b.changed(u.ID)
	return nil
}

// Drop cancels a pending change whose account is no longer the artist's. Repeating it changes nothing.
func (b *Book) Drop(id string) error {
	if u := b.byID(id); u == nil || !u.IsPending() {
		return nil
	}
	_, err := b.Cancel(id)
	return err
}

// Cancel takes a pending change back. ErrState.
func (b *Book) Cancel(id string) (Update, error) {
	u := b.byID(id)
	if u == nil || !u.IsPending() {
		return Update{}, ErrState
	}
	if err := b.move(u, Cancelled); err != nil {
		return Update{}, err
	}
	b.Events = append(b.Events, CancelledEvent{u.ID})
	b.notify(u)
	return *u, nil
}

// Freeze stops a change that is pending or in force, because its owner says that it
// was somebody else, and holds payouts back until another change became active.
// ErrState for one that is neither.
func (b *Book) Freeze(id string) error {
	u := b.byID(id)
	if u == nil {
		return ErrState
	}
	if u.Status == Frozen {
		return nil
	}
	pending := u.IsPending()
	if err := b.move(u, Frozen); err != nil {
		return err
	}
	if pending {
		b.Events = append(b.Events, CancelledEvent{u.ID})
	}
	b.notify(u)
	b.Wallet.Frozen = true
	b.changed("")
	return nil
}

func (b *Book) changed(updateID string) {
	b.Wallet.Version++
	b.Events = append(b.Events, ChangedEvent{b.Wallet, updateID})
}
