package emailchange

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/profiles/internal/account"
)

// Store stores changes. Its methods use the transaction of ctx.
type Store interface {
	// Count returns how many changes an account has requested since a time.
	Count(ctx context.Context, accountID string, since time.Time) (int, error)
	// Add stores a pending change with the hashes of its links' secrets. A pending change of the account becomes Replaced.
	Add(ctx context.Context, c Change, current, next []byte) error
	// Linked returns the change of a link. ErrNotFound.
	Linked(ctx context.Context, hash []byte) (Change, error)
	// Decide changes the change of a link under a lock. If the change becomes Done, its email replaces the profile's; done is called then, in
	// the same transaction. Errors: ErrNotFound, and ErrEnded if the profile's email is no longer the change's current one.
	Decide(ctx context.Context, hash []byte, decide func(*Change, Recipient) error, done func(context.Context, Change) error) error
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
	Accounts account.Accounts
	Notifier Notifier
	// Life is how long a change waits for its confirmations.
	Life  time.Duration
	Clock clock.Clock
}

// Request starts a change in the transaction of ctx and emails both addresses. The caller's lock of the profile keeps the count of changes
// exact. Error: ErrTooMany.
func (s *Service) Request(ctx context.Context, accountID, current, next string) error {
	now := s.Clock.Now()
	if n, err := s.Store.Count(ctx, accountID, now.Add(-24*time.Hour)); err != nil {
		return err
	} else if n >= maxPerDay {
		return ErrTooMany
	}
	c := Change{ID: id.New(), AccountID: accountID, CurrentEmail: current, NewEmail: next, Status: Pending, RequestedAt: now, ExpiresAt: now.Add(s.Life)}
	currentSecret, currentHash := id.Secret()
	newSecret, newHash := id.Secret()
	if err := s.Store.Add(ctx, c, currentHash, newHash); err != nil {
		return err
	}
	if err := s.Notifier.SendConfirmation(ctx, c, Current, currentSecret); err != nil {
		return err
	}
	return s.Notifier.SendConfirmation(ctx, c, New, newSecret)
}

// Confirm confirms a change for the address that the link was sent to; the second confirmation changes the email. Repeating it changes
// nothing. Errors: ErrNotFound, ErrEnded, account.ErrDown.
func (s *Service) Confirm(ctx context.Context, secret string) error {
	c, err := s.Store.Linked(ctx, id.Hash(secret))
	if err != nil || c.Status == Done {
		return err
	}
	// The email of a linked identity takes precedence. An unknown account has none.
	a, err := s.Accounts.Account(ctx, c.AccountID)
	switch {
	case err != nil && !errors.Is(err, account.ErrNotFound):
		return err
	case a.HasIdentity:
		return ErrEnded
	}
	return s.decide(ctx, secret, (*Change).confirm)
}

// Reject ends a change. Repeating it changes nothing. Errors: ErrNotFound, ErrEnded.
func (s *Service) Reject(ctx context.Context, secret string) error {
	return s.decide(ctx, secret, func(c *Change, _ Recipient) error { return c.reject() })
}

func (s *Service) decide(ctx context.Context, secret string, decide func(*Change, Recipient) error) error {
	now := s.Clock.Now()
	return s.Store.Decide(ctx, id.Hash(secret), func(c *Change, by Recipient) error {
		c.expire(now)
		return decide(c, by)
	}, s.Notifier.Changed)
}
