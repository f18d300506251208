// Package emailchange implements changes of a wallet account's email. The new address replaces the current one after both have confirmed the
// change with an emailed link. The email of an account with an identity is managed by the identity provider.
package emailchange

import (
	"errors"
	"time"
)

// maxPerDay is how many changes an account may request in 24 hours, because each request emails an address that may belong to someone else.
const maxPerDay = 5

var (
	// ErrNotFound means that the change or the link doesn't exist.
	ErrNotFound = errors.New("no such change of email")
	// ErrEnded means that the change has already ended with another result.
	ErrEnded = errors.New("the change of email has ended")
	// ErrTooMany means that the account has requested maxPerDay changes in 24 hours.
	ErrTooMany = errors.New("too many changes of email")
)

// Status is the state of a change.
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

// expire ends a pending change whose time is over.
func (c *Change) expire(now time.Time) {
	if c.Status == Pending && !now.Before(c.ExpiresAt) {
		c.Status = Expired
	}
}

// confirm confirms the change for an address. Error: ErrEnded.
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

// reject ends the change. Error: ErrEnded.
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
