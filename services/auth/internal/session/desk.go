package session

import (
	"context"
	"errors"
	"time"
)

// The actions of staff on accounts.
const (
	StaffEndedSession  = "session_ended"
	StaffEndedSessions = "sessions_ended"
	StaffBlocked       = "blocked"
	StaffUnblocked     = "unblocked"
)

// StaffAction is an action of staff on an account. Actions are stored permanently.
type StaffAction struct {
	AccountID string
	// ActorID is the member of staff.
	ActorID string
	Action  string
	// SessionID is the session that was ended; empty for other actions.
	SessionID string
	Reason    string
	At        time.Time
}

// EndByStaff ends a session of an account, or all of them if sessionID is empty. Error: ErrNotFound.
func (s *Service) EndByStaff(ctx context.Context, staffID, accountID, sessionID, reason string) error {
	action := StaffEndedSessions
	if sessionID != "" {
		action = StaffEndedSession
	}
	a := s.staffAction(staffID, accountID, action, reason)
	a.SessionID = sessionID
	if err := s.Desk.EndByStaff(ctx, a); err != nil || sessionID == "" {
		return err
	}
	// The provider's ID token is no longer needed to log out.
	if _, err := s.Tickets.TakeTicket(ctx, ticketHint, sessionID, a.At); err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	return nil
}

// Block blocks an account. Errors: ErrNotFound, ErrOwnAccount.
func (s *Service) Block(ctx context.Context, staffID, accountID, reason string) error {
	if staffID == accountID {
		return ErrOwnAccount
	}
	return s.Desk.SetBlocked(ctx, s.staffAction(staffID, accountID, StaffBlocked, reason), true)
}

// Unblock allows a blocked account to log in again. Error: ErrNotFound.
func (s *Service) Unblock(ctx context.Context, staffID, accountID, reason string) error {
	return s.Desk.SetBlocked(ctx, s.staffAction(staffID, accountID, StaffUnblocked, reason), false)
}

func (s *Service) staffAction(staffID, accountID, action, reason string) StaffAction {
	return StaffAction{AccountID: accountID, ActorID: staffID, Action: action, Reason: reason, At: s.Clock.Now()}
}
