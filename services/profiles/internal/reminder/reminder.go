// Package reminder implements one-time emails about a drop that opens, or an edition that becomes available again. A reminder
// ends with its email.
package reminder

import (
	"errors"
	"time"

	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
)

// Max is how many reminders an account may have.
const Max = 100

var (
	// ErrTooMany means that the account would have more than Max reminders. Nothing was added.
	ErrTooMany = errors.New("too many reminders")
	// ErrNotFound means that the catalog doesn't show the entry.
	ErrNotFound = errors.New("no such entry")
	// ErrOpen means that the drop has opened.
	ErrOpen = errors.New("the drop has opened")
	// ErrAvailable means that an edition can be bought now.
	ErrAvailable = errors.New("an edition is available")
	// ErrOff means that the person switched these emails off.
	ErrOff = errors.New("these emails are switched off")
	// ErrNoEmail means that the account has no email address.
	ErrNoEmail = errors.New("the account has no email address")
	// ErrUnverified means that the account's email address isn't verified.
	ErrUnverified = errors.New("the email address isn't verified")
	// ErrDown means that the catalog is unavailable. Retrying helps.
	ErrDown = errors.New("temporarily unavailable")
)

// Kind is the kind of an entry of the catalog.
type Kind string

// The kinds of the public interface.
const (
	Drop    Kind = "drop"
	Artwork Kind = "artwork"
)

// emails returns the kind of optional emails that reminders of a kind send.
func (k Kind) emails() emailsetting.Kind {
	if k == Drop {
		return emailsetting.Drops
	}
	return emailsetting.WaitingList
}

// Entry identifies an entry of the catalog.
type Entry struct {
	Kind Kind
	ID   int64
}

// Reminder is an account's request for one email about an entry.
type Reminder struct {
	Entry
	AccountID string
	// OpensAt is when a drop opens, as of the last check. Zero for an artwork.
	OpensAt time.Time
	AddedAt time.Time
}

// State is the state of an item.
type State int

// The states of a drop and of an artwork.
const (
	// Waiting: the drop hasn't opened; no edition of the artwork can be bought.
	Waiting State = iota
	// Ready: the drop is open; an edition can be bought.
	Ready
	// Over: the drop has ended.
	Over
)

// Item is an entry as the catalog shows it now.
type Item struct {
	Entry
	State State
	Slug  string
	Title string
	// Artist is the name of an artwork's artist.
	Artist string
	// Works is how many artworks a drop has.
	Works int
	// OpensAt is when a drop opens. Zero for an artwork.
	OpensAt time.Time
	// Picture is a path on the public origin, or "".
	Picture string
}

// Notice is one email to one person.
type Notice struct {
	Reminder Reminder
	Item     Item
	To       string
	// StopSecret is the secret of the link that switches these emails off.
	StopSecret string
}
