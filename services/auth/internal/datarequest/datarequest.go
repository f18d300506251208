// Package datarequest holds the rules of leaving: a copy of everything that the services hold of a person, and the deletion of an account
// over all services. A request is a row; a periodic job takes each through its states, and may stop and run again at any point.
package datarequest

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
)

// Kinds of requests.
const (
	Export   = "export"
	Deletion = "deletion"
)

// States of requests.
const (
	// Unconfirmed waits for the emailed link.
	Unconfirmed = "unconfirmed"
	// Waiting is a copy that is being made, or a deletion that can be cancelled.
	Waiting = "waiting"
	// Running means that sessions have ended and access tokens expire. It can't be cancelled.
	Running = "running"
	// Clearing means that everything was forgotten once, and is forgotten again for what was in flight.
	Clearing  = "clearing"
	Done      = "done"
	Cancelled = "cancelled"
	Expired   = "expired"
)

const (
	// linkFor is how long the link that confirms a deletion is valid.
	linkFor = 24 * time.Hour
	// copyFor is how long a copy is available.
	copyFor = 24 * time.Hour
	// retry is the pause before the next attempt when something must end first.
	retry = 10 * time.Minute
	// listed is how long requests are listed.
	listed = 30 * 24 * time.Hour
)

var (
	// ErrNotFound means that there is no such request, link or copy.
	ErrNotFound = errors.New("not found")
	// ErrTooLate means that a deletion has begun.
	ErrTooLate = errors.New("the deletion has begun")
)

// Request is what a person asked for.
type Request struct {
	ID, AccountID, Kind, State string
	RequestedAt                time.Time
	// DueAt is when the next step is due, or until when a copy is available.
	DueAt time.Time
	// Reasons are sentences for the person: what must end before a deletion can go on.
	Reasons []string
}

// Account is what a data request needs to know about an account.
type Account struct {
	ID, Email string
	// Mailed reports whether Email is verified, so that links can be sent to it.
	Mailed  bool
	Wallets []string
	// Provider is the person's subject at the identity provider, empty for wallet accounts.
	Provider string
	// Roles of staff, artists and approvers are taken away by the operator first.
	Roles []string
}

// names are what content and emails may call the person, besides the account's id.
func (a Account) names() []string {
	var out []string
	if a.Email != "" {
		out = append(out, a.Email)
	}
	return append(out, a.Wallets...)
}

// Move is a change of a request's state.
type Move struct {
	From, To string
	DueAt    time.Time
	Reasons  []string
	Archive  []byte
}

// Store stores requests.
type Store interface {
	// Create stores a request, unless one of the kind is under way, and calls created in the same transaction if it did. It returns the
	// request that is under way.
	Create(ctx context.Context, r Request, secretHash []byte, created func(ctx context.Context) error) (Request, error)
	// List returns the requests of an account since a time, newest first.
	List(ctx context.Context, accountID string, since time.Time) ([]Request, error)
	// Confirm moves the request of a link to Waiting, or returns ErrNotFound. The link works once.
	Confirm(ctx context.Context, secretHash []byte, dueAt, now time.Time, confirmed func(ctx context.Context, r Request) error) (Request, error)
	// Archive returns an account's copy, or ErrNotFound.
	Archive(ctx context.Context, accountID, requestID string, now time.Time) ([]byte, error)
	Steps
}

// Steps takes requests through their states.
type Steps interface {
	// Due returns the requests whose next step is due.
	Due(ctx context.Context, now time.Time) ([]Request, error)
	// Move changes a request that is still in a state, calls moved in the same transaction, and reports whether it was.
	Move(ctx context.Context, requestID string, m Move, moved func(ctx context.Context) error) (bool, error)
}

// Accounts are the accounts of this service.
type Accounts interface {
	// Account returns an account, or ErrNotFound.
	Account(ctx context.Context, accountID string) (Account, error)
	// Close ends the account's sessions and lets nobody log in to it. It may be repeated.
	Close(ctx context.Context, accountID string) error
	// DeleteUser deletes a person at the identity provider. One who is gone is not an error.
	DeleteUser(ctx context.Context, subject string) error
}

// Part is a service that holds personal data.
type Part interface {
	Name() string
	// Export returns what it holds of a person, as JSON; who is an account's id or a name of the person.
	Export(ctx context.Context, who string) ([]byte, error)
	// Forget removes what identifies the person and returns what must end first. It then changed nothing, as with check.
	Forget(ctx context.Context, accountID string, names []string, check bool) (reasons []string, err error)
}

// Notices emails people, in the transaction of ctx.
type Notices interface {
	ConfirmDeletion(ctx context.Context, a Account, requestID, secret string, until time.Time) error
	DeletionScheduled(ctx context.Context, a Account, requestID string, at time.Time) error
	ExportReady(ctx context.Context, a Account, requestID string, until time.Time) error
	// Sentence says to the person what must end first.
	Sentence(reason string) string
}

// Rules are the operator's settings.
type Rules struct {
	// Wait is how long a deletion can be cancelled.
	Wait time.Duration
	// Tokens is how long other services accept access tokens of sessions that have ended.
	Tokens time.Duration
}

// Service takes requests and works on them.
type Service struct {
	Store    Store
	Accounts Accounts
	// Parts are the services in the order in which they forget: those that tell before those that hear. Own is this one, the last.
	Parts   []Part
	Own     Part
	Notices Notices
	Rules   Rules
	Clock   clock.Clock
	Log     *slog.Logger
}

// List returns the account's requests, newest first.
func (s *Service) List(ctx context.Context, accountID string) ([]Request, error) {
	return s.Store.List(ctx, accountID, s.Clock.Now().Add(-listed))
}

// RequestExport starts a copy, or returns the one under way.
func (s *Service) RequestExport(ctx context.Context, accountID string) (Request, error) {
	now := s.Clock.Now()
	return s.Store.Create(ctx, Request{ID: id.New(), AccountID: accountID, Kind: Export, State: Waiting, RequestedAt: now, DueAt: now}, nil, nil)
}

// Archive returns the account's copy, or ErrNotFound.
func (s *Service) Archive(ctx context.Context, accountID, requestID string) ([]byte, error) {
	return s.Store.Archive(ctx, accountID, requestID, s.Clock.Now())
}

// RequestDeletion starts a deletion, or returns the one under way. With reasons nothing starts.
func (s *Service) RequestDeletion(ctx context.Context, accountID string) (r Request, reasons []string, err error) {
	a, err := s.Accounts.Account(ctx, accountID)
	if err != nil {
		return Request{}, nil, err
	}
	if reasons, err = s.blocked(ctx, a); err != nil || len(reasons) > 0 {
		return Request{}, reasons, err
	}
	now := s.Clock.Now()
	r = Request{ID: id.New(), AccountID: accountID, Kind: Deletion, State: Waiting, RequestedAt: now, DueAt: now.Add(s.Rules.Wait)}
	if !a.Mailed {
		r, err = s.Store.Create(ctx, r, nil, nil)
		return r, nil, err
	}
	secret, hash := id.Secret()
	r.State, r.DueAt = Unconfirmed, now.Add(linkFor)
	r, err = s.Store.Create(ctx, r, hash, func(ctx context.Context) error {
		return s.Notices.ConfirmDeletion(ctx, a, r.ID, secret, r.DueAt)
	})
	return r, nil, err
}

// Confirm confirms the deletion of an emailed link, or returns ErrNotFound.
func (s *Service) Confirm(ctx context.Context, secret string) (Request, error) {
	now := s.Clock.Now()
	return s.Store.Confirm(ctx, id.Hash(secret), now.Add(s.Rules.Wait), now, func(ctx context.Context, r Request) error {
		a, err := s.Accounts.Account(ctx, r.AccountID)
		if err != nil {
			return err
		}
		return s.Notices.DeletionScheduled(ctx, a, r.ID, r.DueAt)
	})
}

// Cancel cancels the account's deletion. Errors: ErrNotFound, ErrTooLate.
func (s *Service) Cancel(ctx context.Context, accountID, requestID string) (Request, error) {
	all, err := s.List(ctx, accountID)
	if err != nil {
		return Request{}, err
	}
	for _, r := range all {
		if r.ID != requestID || r.Kind != Deletion {
			continue
		}
		if r.State == Cancelled {
			return r, nil
		}
		for _, from := range []string{Unconfirmed, Waiting} {
			moved, err := s.Store.Move(ctx, r.ID, Move{From: from, To: Cancelled, DueAt: s.Clock.Now()}, nil)
			if err != nil {
				return Request{}, err
			}
			if moved {
				r.State, r.Reasons = Cancelled, nil
				return r, nil
			}
		}
		return Request{}, ErrTooLate
	}
	return Request{}, ErrNotFound
}

// blocked returns what must end before the account can be deleted, as sentences.
func (s *Service) blocked(ctx context.Context, a Account) (sentences []string, err error) {
	if len(a.Roles) > 0 {
		sentences = append(sentences, s.Notices.Sentence("the role "+a.Roles[0]))
	}
	for _, part := range s.Parts {
		reasons, err := part.Forget(ctx, a.ID, a.names(), true)
		if err != nil {
			return nil, err
		}
		sentences = append(sentences, s.say(reasons)...)
	}
	return unique(sentences), nil
}

func (s *Service) say(reasons []string) (out []string) {
	for _, reason := range reasons {
		out = append(out, s.Notices.Sentence(reason))
	}
	return unique(out)
}

func unique(list []string) (out []string) {
	seen := map[string]bool{}
	for _, one := range list {
		if !seen[one] {
			seen[one] = true
			out = append(out, one)
		}
	}
	return out
}
