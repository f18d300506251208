package passkey

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Service adds and removes passkeys, and confirms sessions with them.
type Service struct {
	Sessions   *session.Service
	Store      Store
	Ceremonies Ceremonies
	Notices    Notices
	Clock      clock.Clock
}

// Kinds of tickets: a passkey that is being created, and a confirmation in progress, by session.
const (
	ticketPasskey      = "passkey"
	ticketConfirmation = "confirmation"
)

// begin stores the state of a session's ceremony. It replaces an unfinished one.
func (s *Service) begin(ctx context.Context, kind, sessionID string, state []byte) error {
	now := s.Clock.Now()
	if _, err := s.Store.TakeTicket(ctx, kind, sessionID, now); err != nil && !errors.Is(err, account.ErrNotFound) {
		return err
	}
	_, err := s.Store.PutTicket(ctx, account.Ticket{Kind: kind, Key: sessionID, Data: state, Until: now.Add(ceremonyLifetime)}, now)
	return err
}

// finish returns and deletes the state of a ceremony. ErrInvalid means that none is in progress.
func (s *Service) finish(ctx context.Context, kind, sessionID string) ([]byte, error) {
	state, err := s.Store.TakeTicket(ctx, kind, sessionID, s.Clock.Now())
	if errors.Is(err, account.ErrNotFound) {
		err = ErrInvalid
	}
	return state, err
}

// owned returns an account with its passkeys.
func (s *Service) owned(ctx context.Context, accountID string) (account.Account, []Passkey, error) {
	a, err := s.Sessions.Accounts.Store.Account(ctx, accountID)
	if err != nil {
		return account.Account{}, nil, err
	}
	known, _, err := s.Store.Passkeys(ctx, accountID)
	return a, known, err
}

// mayAdd checks that the person of a session may add a passkey: after a recent login, and a confirmation if there is a passkey. Errors:
// account.ErrGone, session.ErrStale, ErrUnconfirmed.
func (s *Service) mayAdd(ctx context.Context, sessionID string) error {
	state, err := s.Sessions.State(ctx, sessionID)
	switch {
	case err != nil:
		return err
	case !state.Active:
		return account.ErrGone
	}
	return s.adds(state.Session, state.HasPasskey)
}

// adds is mayAdd for what can change until the passkey is stored: another session may add the first one meanwhile.
func (s *Service) adds(sess session.Session, hasPasskey bool) error {
	now := s.Clock.Now()
	switch {
	case !sess.Active(now):
		return account.ErrGone
	case now.Sub(sess.AuthenticatedAt) > s.Sessions.Rules.StepUpWindow:
		return session.ErrStale
	case hasPasskey && now.Sub(sess.ConfirmedAt) > s.Sessions.Rules.StepUpWindow:
		return ErrUnconfirmed
	}
	return nil
}

// Begin returns the options with which the browser of a session creates a passkey. Errors: account.ErrGone, session.ErrStale, ErrUnconfirmed.
func (s *Service) Begin(ctx context.Context, accountID, sessionID string) ([]byte, error) {
	if err := s.mayAdd(ctx, sessionID); err != nil {
		return nil, err
	}
	a, known, err := s.owned(ctx, accountID)
	if err != nil {
		return nil, err
	}
	options, state, err := s.Ceremonies.BeginRegistration(a, known)
	if err != nil {
		return nil, err
	}
	return options, s.begin(ctx, ticketPasskey, sessionID, state)
}

// Add adds the passkey that the browser of a session created. The first one comes with recovery codes. Errors: ErrInvalid,
// ErrTooMany, and those of Begin.
func (s *Service) Add(ctx context.Context, accountID, sessionID, name string, response []byte) (Passkey, []string, error) {
	if err := s.mayAdd(ctx, sessionID); err != nil {
		return Passkey{}, nil, err
	}
	state, err := s.finish(ctx, ticketPasskey, sessionID)
	if err != nil {
		return Passkey{}, nil, err
	}
	a, known, err := s.owned(ctx, accountID)
	if err != nil {
		return Passkey{}, nil, err
	}
	p, err := s.Ceremonies.FinishRegistration(a, known, state, response)
	if err != nil {
		return Passkey{}, nil, err
	}
	p.ID, p.AccountID, p.Name, p.AddedAt = id.New(), a.ID, name, s.Clock.Now()
	codes, hashes := recoveryCodes()
	first, err := s.Store.AddPasskey(ctx, sessionID, p, hashes, s.adds, func(ctx context.Context, a account.Account) error {
		return s.Notices.PasskeyAdded(ctx, a, p)
	})
	if err != nil || !first {
		return p, nil, err
	}
	return p, codes, nil
}

// Remove removes a passkey of an account. account.ErrNotFound.
func (s *Service) Remove(ctx context.Context, accountID, passkeyID string) error {
	now := s.Clock.Now()
	return s.Store.RemovePasskey(ctx, accountID, passkeyID, now, func(ctx context.Context, a account.Account) error {
		return s.Notices.PasskeyRemoved(ctx, a, passkeyID, now)
	})
}
