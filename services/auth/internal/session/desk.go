package session

import (
	"context"
	"errors"
	"strconv"
	"strings"
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
	// ActorID is the member of staff. ActorEmail is their current address, empty if unknown.
	ActorID, ActorEmail string
	Action              string
	// SessionID is the session that was ended; empty for other actions.
	SessionID string
	Reason    string
	At        time.Time
}

// Find is a search for accounts. Its conditions are joined by "or"; without any it matches all accounts.
type Find struct {
	IDs []string
	// Prefix is the lower-case beginning of an email address, Address a wallet's in lower case. Both may be empty.
	Prefix, Address string
	// The page starts after this account, in the list's order.
	BeforeAt time.Time
	BeforeID string
	Limit    int
}

// All reports whether the search has no conditions.
func (f Find) All() bool { return len(f.IDs) == 0 && f.Prefix == "" && f.Address == "" }

// deskPage is the number of accounts per page of the desk.
const deskPage = 50

// lastID sorts after all ids.
const lastID = "ffffffff-ffff-ffff-ffff-ffffffffffff"

// DeskAccounts returns a page of the accounts that match a search by staff, newest first, and the cursor of the next page, which is empty on
// the last page. Error: ErrCursor.
func (s *Service) DeskAccounts(ctx context.Context, staffID, search string, ids []string, cursor string) ([]Account, string, error) {
	f := Find{IDs: ids, BeforeAt: s.Clock.Now().AddDate(1, 0, 0), BeforeID: lastID, Limit: deskPage + 1}
	// Postgres can't store NUL.
	text := strings.ToLower(strings.TrimSpace(strings.ReplaceAll(search, "\x00", "")))
	if text != "" {
		f.IDs, f.Prefix, f.Address = append(f.IDs, text), text, text
	}
	if cursor != "" {
		at, accountID, found := strings.Cut(cursor, ".")
		micros, err := strconv.ParseInt(at, 10, 64)
		if !found || err != nil {
			return nil, "", ErrCursor
		}
		f.BeforeAt, f.BeforeID = time.UnixMicro(micros).UTC(), accountID
	}
	list, err := s.Desk.FindAccounts(ctx, f)
	if err != nil {
		return nil, "", err
	}
	next := ""
	if len(list) > deskPage {
		list = list[:deskPage]
		last := list[deskPage-1]
		next = strconv.FormatInt(last.CreatedAt.UnixMicro(), 10) + "." + last.ID
	}
	s.Log.InfoContext(ctx, "staff listed accounts", "staff", staffID, "accounts", len(list))
	return list, next, nil
}

// DeskAccount is an account as staff see it.
type DeskAccount struct {
	Account

	Passkeys int
	Sessions []Session
	Actions  []StaffAction
}

// DeskAccount returns an account for staff. Error: ErrNotFound.
func (s *Service) DeskAccount(ctx context.Context, staffID, accountID string) (DeskAccount, error) {
	a, err := s.Account(ctx, accountID)
	if err != nil {
		return DeskAccount{}, err
	}
	passkeys, _, err := s.Passkeys.Passkeys(ctx, a.ID)
	if err != nil {
		return DeskAccount{}, err
	}
	sessions, err := s.ListSessions(ctx, a.ID)
	if err != nil {
		return DeskAccount{}, err
	}
	actions, err := s.Desk.StaffActions(ctx, a.ID)
	if err != nil {
		return DeskAccount{}, err
	}
	s.Log.InfoContext(ctx, "staff read an account", "staff", staffID, "account", a.ID)
	return DeskAccount{Account: a, Passkeys: len(passkeys), Sessions: sessions, Actions: actions}, nil
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
