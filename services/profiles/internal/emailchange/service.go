package emailchange

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
)

// Store stores changes. Its methods use the transaction of ctx.
type Store interface {
	// Add stores a pending change with the hashes of its links' secrets. A pending change of the account becomes Replaced. ErrTooMany if
	// the account has added MaxPerDay changes since a time.
	Add(ctx context.Context, c Change, current, next []byte, since time.Time) error
	// Pending returns the account's pending change. ErrNotFound.
	Pending(ctx context.Context, accountID string) (Change, error)
	// Cancel ends the account's pending change, if it has one.
	Cancel(ctx context.Context, accountID string) error
	// Linked returns the change of a link and the address that the link was sent to. ErrNotFound.
	Linked(ctx context.Context, hash []byte) (Change, Recipient, error)
	// Decide changes the change of a link under a lock. If the change becomes Done, its email replaces the profile's; done is called then, in
	// the same transaction. Errors: ErrNotFound, and ErrEnded if the profile's email is no longer the change's current one.
	Decide(ctx context.Context, hash []byte, decide func(*Change, Recipient) error, done func(context.Context, Change) error) (Change, Recipient, error)
}

// Accounts reports whether an account's email is managed by an identity provider. Errors: ErrAccountsDown.
type Accounts interface {
	HasIdentity(ctx context.Context, accountID string) (bool, error)
}

// Notifier queues emails, in the transaction of ctx.
type Notifier interface {
	// SendConfirmation sends the link with a secret to one of the addresses.
	SendConfirmation(ctx context.Context, c Change, to Recipient, secret string) error
	// Changed notifies the former address of a completed change.
	Changed(ctx context.Context, c Change) error
}

// Service changes emails.
type Service struct {
	Store    Store
	Accounts Accounts
	Notifier Notifier
	// Life is how long a change waits for its confirmations.
	Life  time.Duration
	Clock clock.Clock
}

// Request starts a change in the transaction of ctx and emails both addresses. ErrTooMany.
func (s *Service) Request(ctx context.Context, accountID, current, next string) error {
	now := s.Clock.Now()
	c := Change{ID: id.New(), AccountID: accountID, CurrentEmail: current, NewEmail: next, Status: Pending, RequestedAt: now, ExpiresAt: now.Add(s.Life)}
	currentSecret, currentHash := id.Secret()
	newSecret, newHash := id.Secret()
	if err := s.Store.Add(ctx, c, currentHash, newHash, now.Add(-24*time.Hour)); err != nil {
		return err
	}
	if err := s.Notifier.SendConfirmation(ctx, c, Current, currentSecret); err != nil {
		return err
	}
	return s.Notifier.SendConfirmation(ctx, c, New, newSecret)
}

// Pending returns the account's pending change. ErrNotFound.
func (s *Service) Pending(ctx context.Context, accountID string) (Change, error) {
	c, err := s.Store.Pending(ctx, accountID)
	if err == nil && c.at(s.Clock.Now()).Status != Pending {
		err = ErrNotFound
	}
	return c, err
}

// Cancel ends the account's pending change, if it has one.
func (s *Service) Cancel(ctx context.Context, accountID string) error {
	return s.Store.Cancel(ctx, accountID)
}

// Linked returns the change of a link's secret. ErrNotFound.
func (s *Service) Linked(ctx context.Context, secret string) (Change, Recipient, error) {
	c, to, err := s.Store.Linked(ctx, id.Hash(secret))
	return c.at(s.Clock.Now()), to, err
}

// Confirm confirms a change for the address that the link was sent to; the second confirmation changes the email. Repeating it changes
// nothing. ErrNotFound, ErrEnded, ErrAccountsDown.
func (s *Service) Confirm(ctx context.Context, secret string) (Change, Recipient, error) {
	c, to, err := s.Linked(ctx, secret)
	if err != nil || c.Status == Done {
		return c, to, err
	}
	// The email of a linked identity takes precedence.
	if has, err := s.Accounts.HasIdentity(ctx, c.AccountID); err != nil {
		return Change{}, "", err
	} else if has {
		return Change{}, "", ErrEnded
	}
	return s.decide(ctx, secret, func(c *Change, by Recipient) error { return c.confirm(by) })
}

// Reject ends a change. Repeating it changes nothing. ErrNotFound, ErrEnded.
func (s *Service) Reject(ctx context.Context, secret string) (Change, Recipient, error) {
	return s.decide(ctx, secret, func(c *Change, _ Recipient) error { return c.reject() })
}

func (s *Service) decide(ctx context.Context, secret string, decide func(*Change, Recipient) error) (Change, Recipient, error) {
	now := s.Clock.Now()
	return s.Store.Decide(ctx, id.Hash(secret), func(c *Change, by Recipient) error {
		*c = c.at(now)
		return decide(c, by)
	}, s.Notifier.Changed)
}
