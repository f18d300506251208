// Package payout implements the rules of payout wallets: which wallet receives an artist's share of sales, and how it changes.
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

// Statuses are all states.
var Statuses = []Status{Requested, AwaitingApproval, Approved, Cooling, Active, Rejected, Expired, Cancelled, Superseded, Frozen}

// Pending are the states before a change is active or has ended.
var Pending = []Status{Requested, AwaitingApproval, Approved, Cooling}

// transitions lists the allowed next states. The database has the same table and rejects every other change.
var transitions = map[Status][]Status{
	Requested:        {AwaitingApproval, Cancelled, Superseded, Frozen},
	AwaitingApproval: {Approved, Rejected, Expired, Cancelled, Superseded, Frozen},
	Approved:         {Cooling, Cancelled, Superseded, Frozen},
	Cooling:          {Active, Cancelled, Superseded, Frozen},
	Active:           {Superseded, Frozen},
}

// Allowed reports whether a change may go from one state to another.
func Allowed(from, to Status) bool { return slices.Contains(transitions[from], to) }

var (
	// ErrNotFound means that the change doesn't exist or belongs to another person.
	ErrNotFound = errors.New("no such change")
	// ErrState means that the change's state doesn't allow it.
	ErrState = errors.New("the change is already decided")
	// ErrNoArtist means that the account is not linked to an artist.
	ErrNoArtist = errors.New("the account isn't linked to an artist")
	// ErrNoContact means that the profile has no email address for notifications about the change.
	ErrNoContact = errors.New("the profile has no email address")
	// ErrUnverified means that the email address isn't verified.
	ErrUnverified = errors.New("the email address isn't verified")
	// ErrAmbiguous means that gallery staff linked the account to two artists, or the artist to another account.
	ErrAmbiguous = errors.New("the account or the artist is linked more than once; gallery staff must correct it")
	// ErrOwnAddress means that the address belongs to the gallery, so the artist would lose money sent there.
	ErrOwnAddress = errors.New("this address belongs to the gallery")
	// ErrOtherArtist means that another artist's change to the wallet was approved first, and is active, was active or is about to be. Payment
	// contracts keep one balance for each wallet, so artists who shared one would see each other's shares.
	ErrOtherArtist = errors.New("this wallet belongs to another artist")
	// ErrAlertExpired means that a "This wasn't me" link has ended.
	ErrAlertExpired = errors.New("the link has expired")
	// ErrAddress means that the text isn't a wallet address or has a typing error.
	ErrAddress = errors.New("not a wallet address, or its checksum is wrong")
	// ErrName means that the text isn't a valid ENS name.
	ErrName = errors.New("not a valid name")
	// ErrNameUnconfirmed means that a name was sent instead of the address that it points to.
	ErrNameUnconfirmed = errors.New("a name was sent instead of its address")
	// ErrNameNotFound means that a name doesn't point to an Ethereum address.
	ErrNameNotFound = errors.New("the name does not point to an address")
	// ErrNameChanged means that a name points to another address than the one in the request.
	ErrNameChanged = errors.New("the name points to another address now")
	// ErrNamesUnsupported means that names are not configured, or that the name's records are not on the chain.
	ErrNamesUnsupported = errors.New("name service not configured or unsupported")
	// ErrNamesDown means that names can't be resolved right now. Temporary.
	ErrNamesDown = errors.New("the name service is not available")
	// ErrSameAddress means that the wallet is already active.
	ErrSameAddress = errors.New("this is already the payout wallet")
	// ErrDown means that another service is unavailable. Temporary.
	ErrDown = errors.New("temporarily unavailable")
)

// Update is one requested change of wallet.
type Update struct {
	ID, AccountID string
	ArtistID      int64
	ArtistName    string
	// Email is the contact at the time of the request.
	Email string
	// Address and Previous are EIP-55; Previous is empty without one.
	Address, Previous string
	// Name is the ENS name that resolved to Address at the request, empty without one. Only Address is ever paid.
	Name        string
	Status      Status
	RequestedAt time.Time
	// NotBefore is when the change may become active; zero before it is approved.
	NotBefore time.Time
	// LinkedSince and LinkEnds are when the account's link to the artist began and ends, as of the request, like in LinkedArtist. They are
	// not stored.
	LinkedSince, LinkEnds time.Time
	// OwnerApprovedAt is when the person who requested it approved it; zero before.
	OwnerApprovedAt time.Time
}

// NewWallet is the new address for display, after its ENS name if it has one.
func (u Update) NewWallet() string {
	if u.Name == "" {
		return u.Address
	}
	return u.Name + " (" + u.Address + ")"
}

// IsPending reports whether the change is neither active nor ended.
func (u Update) IsPending() bool { return slices.Contains(Pending, u.Status) }

// Wallet is the active payout wallet of an artist.
type Wallet struct {
	ArtistID int64
	// Address is empty without one.
	Address string
	// Frozen puts payouts on hold.
	Frozen bool
	// Version grows by one with each change.
	Version int64
}

// ArtistWallet is the state of one artist's payout wallet: the wallet, its active change and the pending one.
type ArtistWallet struct {
	Wallet Wallet
	// Updates are the pending change and the active one, at most one of each, and those that methods add.
	Updates []*Update
	// Transitions are the state changes that methods made, in order.
	Transitions []Transition
	// Events and Notices are to be published and emailed.
	Events  []Event
	Notices []Notice
}

// Transition is one state change. From is empty for a new change.
type Transition struct {
	Update   *Update
	From, To Status
}

// Event is one of RequestedEvent, CancelledEvent, RefusedEvent, ChangedEvent.
type Event any

// RequestedEvent reports a change that needs approval.
type RequestedEvent struct{ Update Update }

// CancelledEvent reports that a change no longer needs approval.
type CancelledEvent struct{ UpdateID string }

// RefusedEvent reports that an approved change didn't take effect.
type RefusedEvent struct{ UpdateID string }

// ChangedEvent reports the active wallet. UpdateID is the change that became active, empty if payouts were only put on hold.
type ChangedEvent struct {
	Wallet   Wallet
	UpdateID string
}

// Notice is an email about a change.
type Notice struct {
	// Kind is the state that the change reached.
	Kind   Status
	Update Update
	To     string
	// OtherArtist means that the change was rejected because its wallet belongs to another artist.
	OtherArtist bool
}

// LinkNotice is an email about an artist's link that moves to another account.
type LinkNotice struct {
	ArtistID   int64
	ArtistName string
	To         string
	// Next is whether To belongs to the account that the link moves to.
	Next        bool
	EffectiveAt time.Time
}

func (b *ArtistWallet) find(match func(*Update) bool) *Update {
	i := slices.IndexFunc(b.Updates, match)
	if i < 0 {
		return nil
	}
	return b.Updates[i]
}

// Pending returns the pending change, or nil.
func (b *ArtistWallet) Pending() *Update {
	return b.find(func(u *Update) bool { return u.IsPending() })
}

// Active returns the active change, or nil.
func (b *ArtistWallet) Active() *Update {
	return b.find(func(u *Update) bool { return u.Status == Active })
}

func (b *ArtistWallet) byID(id string) *Update {
	return b.find(func(u *Update) bool { return u.ID == id })
}

func (b *ArtistWallet) move(u *Update, to Status) error {
	if !Allowed(u.Status, to) {
		return fmt.Errorf("%w: %s to %s", ErrState, u.Status, to)
	}
	b.Transitions = append(b.Transitions, Transition{u, u.Status, to})
	u.Status = to
	return nil
}

// notify notifies the contact of the change and the contact of the active wallet.
func (b *ArtistWallet) notify(u *Update) {
	to := []string{u.Email}
	if a := b.Active(); a != nil && !slices.Contains(to, a.Email) {
		to = append(to, a.Email)
	}
	for _, address := range to {
		b.Notices = append(b.Notices, Notice{Kind: u.Status, Update: *u, To: address})
	}
}

// Request requests a change. If a change to the same wallet is pending, it returns that one; it supersedes one to another wallet.
// Error: ErrSameAddress.
func (b *ArtistWallet) Request(u Update) (Update, error) {
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
	b.Transitions = append(b.Transitions, Transition{&u, "", Requested})
	// The event is written in the same transaction, so approvals will receive it.
	if err := b.move(&u, AwaitingApproval); err != nil {
		return Update{}, err
	}
	b.Events = append(b.Events, RequestedEvent{u})
	b.notify(&u)
	return u, nil
}

// Decide applies the outcome of the approval. Activate makes an approved change active after cooling. Decide does nothing for a change
// that was cancelled or superseded in the meantime.
func (b *ArtistWallet) Decide(id string, outcome Status, cooling time.Duration, now time.Time) error {
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

// Refuse rejects a change that was approved after another artist's change to the same wallet. It does nothing for a change that was cancelled
// or superseded in the meantime.
func (b *ArtistWallet) Refuse(id string) error {
	u := b.byID(id)
	if u == nil || u.Status != AwaitingApproval {
		return nil
	}
	if err := b.move(u, Rejected); err != nil {
		return err
	}
	b.Events = append(b.Events, RefusedEvent{u.ID})
	first := len(b.Notices)
	b.notify(u)
	for i := range b.Notices[first:] {
		b.Notices[first+i].OtherArtist = true
	}
	return nil
}

// Activate makes the pending change active once its cooling period is over.
func (b *ArtistWallet) Activate(now time.Time) error {
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
		b.Notices = append(b.Notices, Notice{Kind: Active, Update: *u, To: old.Email})
	}
	b.Wallet.Address, b.Wallet.Frozen = u.Address, false
	b.changed(u.ID)
	return nil
}

// cancelUnlinked cancels a pending change whose account is no longer linked to the artist. Repeating it changes nothing.
func (b *ArtistWallet) cancelUnlinked(id string) error {
	if u := b.byID(id); u == nil || !u.IsPending() {
		return nil
	}
	_, err := b.Cancel(id)
	return err
}

// Cancel cancels a pending change. Error: ErrState.
func (b *ArtistWallet) Cancel(id string) (Update, error) {
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

// Freeze stops a pending or active change that its owner didn't request, and puts payouts on hold until another change is active.
// Error: ErrState.
func (b *ArtistWallet) Freeze(id string) error {
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

func (b *ArtistWallet) changed(updateID string) {
	b.Wallet.Version++
	b.Events = append(b.Events, ChangedEvent{b.Wallet, updateID})
}
