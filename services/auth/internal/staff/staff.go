// Package staff implements what gallery staff do to accounts: end sessions, block and unblock. Each action is recorded.
package staff

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// The actions of staff on accounts.
const (
	EndedSession  = "session_ended"
	EndedSessions = "sessions_ended"
	Blocked       = "blocked"
	Unblocked     = "unblocked"
)

// Action is an action of staff on an account. Actions are stored permanently.
type Action struct {
	AccountID string
	// ActorID is the member of staff.
	ActorID string
	Action  string
	// SessionID is the session that was ended; empty for other actions.
	SessionID string
	Reason    string
	At        time.Time
}

// ErrOwnAccount means that staff tried to block themselves.
var ErrOwnAccount = errors.New("this is your own account")

// Store implements staff's actions on accounts. Each change is recorded as an Action in its transaction.
type Store interface {
	// EndByStaff ends the session in the action, or all sessions of the account. account.ErrNotFound means that the account doesn't
	// exist, or has no such active session.
	EndByStaff(ctx context.Context, a Action) error
	// SetBlocked blocks an account, which ends all its sessions, or unblocks it. If nothing changes, it records nothing. Error: account.ErrNotFound.
	SetBlocked(ctx context.Context, a Action, blocked bool) error
}

// Service acts on accounts for staff.
type Service struct {
	Sessions *session.Service
	Store    Store
	Clock    clock.Clock
}

// End ends a session of an account, or all of them if sessionID is empty. Error: account.ErrNotFound.
func (s *Service) End(ctx context.Context, staffID, accountID, sessionID, reason string) error {
	action := EndedSessions
	if sessionID != "" {
		action = EndedSession
	}
	a := s.action(staffID, accountID, action, reason)
	a.SessionID = sessionID
	if err := s.Store.EndByStaff(ctx, a); err != nil || sessionID == "" {
		return err
	}
	_, err := s.Sessions.IDToken(ctx, sessionID) // no longer needed to log out
	return err
}

// Block blocks an account. Errors: account.ErrNotFound, ErrOwnAccount.
func (s *Service) Block(ctx context.Context, staffID, accountID, reason string) error {
	if staffID == accountID {
		return ErrOwnAccount
	}
	return s.Store.SetBlocked(ctx, s.action(staffID, accountID, Blocked, reason), true)
}

// Unblock allows a blocked account to log in again. Error: account.ErrNotFound.
func (s *Service) Unblock(ctx context.Context, staffID, accountID, reason string) error {
	return s.Store.SetBlocked(ctx, s.action(staffID, accountID, Unblocked, reason), false)
}

func (s *Service) action(staffID, accountID, action, reason string) Action {
	return Action{AccountID: accountID, ActorID: staffID, Action: action, Reason: reason, At: s.Clock.Now()}
}
