// Package emailsetting holds which optional emails people want. Emails about money, approvals, logins and security are always sent and have
// no setting.
package emailsetting

import (
	"context"
	"errors"
)

// ErrNotFound means that a stop link leads to no setting.
var ErrNotFound = errors.New("no such stop link")

// Kind is a kind of optional emails.
type Kind string

// The kinds of the public interface.
const (
	// Drops: a drop that the person has a reminder for has opened.
	Drops Kind = "drops"
	// WaitingList: an edition of a work with a waiting list is available.
	WaitingList Kind = "waiting_list"
	// Sales: an artist's work was sold. The checkout service sends them.
	Sales Kind = "sales"
)

// Kinds are all kinds, in the order of lists.
var Kinds = []Kind{Drops, WaitingList, Sales}

// Setting is whether a person wants the emails of a kind. The default is true.
type Setting struct {
	Kind   Kind
	Wanted bool
}

// Sending has what the sender of an optional email needs.
type Sending struct {
	Wanted bool
	// StopSecret is the secret of the link "Stop these emails", the same in all emails of the kind to one account.
	StopSecret string
}

// Store stores settings. Its methods use the transaction of ctx.
type Store interface {
	// List returns an account's settings, in the order of Kinds.
	List(ctx context.Context, accountID string) ([]Setting, error)
	// Set switches a kind. Switching it off also removes the reminders that would have sent such emails.
	Set(ctx context.Context, accountID string, s Setting) error
	// Sending returns what an email of a kind to an account needs. The first call creates the secret.
	Sending(ctx context.Context, accountID string, k Kind) (Sending, error)
	// Linked returns the setting of a stop link. ErrNotFound.
	Linked(ctx context.Context, secret string) (Setting, error)
	// Stop switches the emails of a stop link off, as Set does. Repeating it changes nothing. ErrNotFound.
	Stop(ctx context.Context, secret string) (Setting, error)
}
