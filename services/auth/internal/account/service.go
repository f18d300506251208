package account

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
)

// Store stores accounts. It publishes changes: see Events.
type Store interface {
	Tickets
	// EnsureIdentity returns the account of (issuer, subject), creates it if it is new, and records the
	// login in it (Account.LoggedIn).
	EnsureIdentity(ctx context.Context, who Identity, now time.Time) (Account, error)
	// Account returns an account with its wallets, or ErrNotFound.
	Account(ctx context.Context, id string) (Account, error)
	// UpdateAccount changes address, verification, Disabled, CredentialsChangedAt and
	// PasswordChangedAt under a lock, or returns ErrNotFound.
	UpdateAccount(ctx context.Context, id string, now time.Time, change func(*Account) error) (Account, error)
	// EndSessions ends the account's sessions that were authenticated before a time, or at an unknown
	// time, and removes tickets of the account that would become such sessions.
	EndSessions(ctx context.Context, accountID, reason string, before, now time.Time) error
}

// Notify notifies the owner of an account about a change. An error rolls the change back.
type Notify func(ctx context.Context, a Account) error

// Directory reads users from the identity provider.
type Directory interface {
	// User returns a user. ErrNotFound means that the user was deleted; ErrProviderDown that the
	// provider is unreachable. Results may be 5 seconds old.
	User(ctx context.Context, subject string) (User, error)
	// SendVerification requests another verification mail.
	SendVerification(ctx context.Context, subject string) error
}

// Service reads accounts as they are now.
type Service struct {
	Store     Store
	Directory Directory // nil: the provider has no management interface
	Grants    Grants
	Clock     clock.Clock
	Log       *slog.Logger
}

// Account returns the live account: the provider's current record if it is reachable, otherwise the last stored
// one.
func (s *Service) Account(ctx context.Context, accountID string) (Account, error) {
	a, err := s.Store.Account(ctx, accountID)
	if err != nil {
		return Account{}, err
	}
	return s.Live(ctx, a)
}

// Roles returns the roles of an account.
func (s *Service) Roles(a Account) []string { return s.Grants.Of(a.Issuer, a.Subject) }

// Live reads the account from the provider and stores changes. A changed password, a block, or
// a deleted identity ends sessions. A changed address starts the waits after changed credentials.
func (s *Service) Live(ctx context.Context, a Account) (Account, error) {
	if !a.HasIdentity() || s.Directory == nil {
		return a, nil
	}
	u, err := s.Directory.User(ctx, a.Subject)
	if errors.Is(err, ErrNotFound) {
		u, err = User{Blocked: true}, nil // deleted
	}
	if err != nil {
		if ctx.Err() != nil {
			return a, ctx.Err()
		}
		// The stored record is the provider's response of the last login or check.
		s.Log.WarnContext(ctx, "identity is not live", "account", a.ID, "error", err)
		return a, nil
	}
	if u.Email == "" { // an empty record is not a change
		u.Email, u.EmailVerified = a.Email, a.EmailVerified
	}
	changed := u.PasswordChangedAt.Truncate(time.Microsecond) // as it is stored
	moved := changed.After(a.CreatedAt) && changed.After(a.PasswordChangedAt)
	if u.Email == a.Email && u.EmailVerified == a.EmailVerified && u.Blocked == a.Disabled && !moved {
		return a, nil
	}
	now := s.Clock.Now()
	// End sessions before storing the account, because the stored change means that the sessions were ended.
	switch {
	case u.Blocked:
		// No login is in the future, so this ends all sessions.
		err = s.Store.EndSessions(ctx, a.ID, EndedDisabled, now.Add(time.Second), now)
	case moved:
		// The time of a login has a resolution of a second.
		err = s.Store.EndSessions(ctx, a.ID, EndedCredentials, changed.Truncate(time.Second), now)
	}
	if err != nil {
		return a, err
	}
	return s.Store.UpdateAccount(ctx, a.ID, now, func(a *Account) error {
		if u.Email != a.Email && a.Email != "" {
			a.CredentialsChangedAt = now
		}
		if moved {
			a.PasswordChangedAt = changed
			if changed.After(a.CredentialsChangedAt) {
				a.CredentialsChangedAt = changed
			}
		}
		a.Email, a.EmailVerified, a.Disabled = u.Email, u.EmailVerified, u.Blocked
		return nil
	})
}

// Identity returns the live account of an identity, or ErrNoIdentity.
func (s *Service) Identity(ctx context.Context, accountID string) (Account, error) {
	a, err := s.Account(ctx, accountID)
	if err == nil && !a.HasIdentity() {
		err = ErrNoIdentity
	}
	return a, err
}

const (
	// mailPause is the minimum time between two verification mails of an account.
	mailPause = time.Minute

	ticketMail = "mail"
)

// ResendVerification requests another verification email from the provider. Errors: ErrNoIdentity,
// ErrVerified, *TooSoonError, ErrProviderDown.
func (s *Service) ResendVerification(ctx context.Context, accountID string) error {
	a, err := s.Identity(ctx, accountID)
	switch {
	case err != nil:
		return err
	case a.EmailVerified:
		return ErrVerified
	case s.Directory == nil:
		return ErrProviderDown
	}
	now := s.Clock.Now()
	until, err := s.Store.PutTicket(ctx, Ticket{Kind: ticketMail, Key: a.ID, Until: now.Add(mailPause)}, now)
	if errors.Is(err, ErrExists) {
		return &TooSoonError{Wait: until.Sub(now)}
	}
	if err != nil {
		return err
	}
	if err := s.Directory.SendVerification(ctx, a.Subject); err != nil {
		// No email was sent, so the person doesn't have to wait before the next try.
		_, undo := s.Store.TakeTicket(context.WithoutCancel(ctx), ticketMail, a.ID, now)
		return errors.Join(err, undo)
	}
	return nil
}
