// Package emailchange holds changes of a wallet account's email. The new address replaces the current one once the links that are sent to
// both have been confirmed. The email of an account with an identity belongs to the identity provider.
package emailchange

import (
	"errors"
	"time"
)

// MaxPerDay is how many changes an account may request in 24 hours. Each request emails an address that the account hasn't proved.
const MaxPerDay = 5

var (
	// ErrNotFound means that there is no such change or link.
	ErrNotFound = errors.New("no such change of email")
	// ErrEnded means that the change has ended another way.
	ErrEnded = errors.New("the change of email has ended")
	// ErrTooMany means that the account has requested MaxPerDay changes in 24 hours.
	ErrTooMany = errors.New("too many changes of email")
	// ErrAccountsDown means that auth is unavailable. Temporary.
	ErrAccountsDown = errors.New("accounts are unavailable")
)

// Status is where a change stands.
type Status string

// A change starts as Pending; each other status is final.
const (
	Pending   Status = "pending"
	Done      Status = "done"
	Rejected  Status = "rejected"
	Cancelled Status = "cancelled"
	Replaced  Status = "replaced"
	Expired   Status = "expired"
)

// Recipient is the address that a link was sent to.
type Recipient string

// The two addresses of a change.
const (
	Current Recipient = "current"
	New     Recipient = "new"
)

// Change is one requested change.
type Change struct {
	ID, AccountID    string
	CurrentEmail     string
	NewEmail         string
	Status           Status
	CurrentConfirmed bool
	NewConfirmed     bool
	RequestedAt      time.Time
	ExpiresAt        time.Time
}

// at returns the change as it is at a time: a pending one ends by itself.
func (c Change) at(now time.Time) Change {
	if c.Status == Pending && !now.Before(c.ExpiresAt) {
		c.Status = Expired
	}
	return c
}

// confirm confirms the change for an address. ErrEnded.
func (c *Change) confirm(by Recipient) error {
	switch {
	case c.Status == Done, c.Status == Pending && c.confirmedBy(by):
		return nil
	case c.Status != Pending:
		return ErrEnded
	case by == Current:
		c.CurrentConfirmed = true
	default:
		c.NewConfirmed = true
	}
	if c.CurrentConfirmed && c.NewConfirmed {
		c.Status = Done
	}
	return nil
}

func (c *Change) confirmedBy(by Recipient) bool {
	return by == Current && c.CurrentConfirmed || by == New && c.NewConfirmed
}

// reject ends the change. ErrEnded.
func (c *Change) reject() error {
	switch c.Status {
	case Rejected:
	case Pending:
		c.Status = Rejected
	default:
		return ErrEnded
	}
	return nil
}
