// Package datarequest implements the rules of data exports and account deletions: a copy of everything that the services store about a person,
// and the deletion of an account in all services. A request is a row. A periodic job moves it through its states, and may stop and run again at any
// point.
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
	// Waiting is a copy that is being made, or a deletion that can still be cancelled.
	Waiting = "waiting"
	// Running means that sessions have ended and their access tokens are expiring. It can't be cancelled.
	Running = "running"
	// Clearing means that everything was deleted once, and will be deleted again to catch data that was in progress.
	Clearing  = "clearing"
	Done      = "done"
	Cancelled = "cancelled"
	Expired   = "expired"
)

const (
	// linkFor is how long the link that confirms a deletion is valid.
	linkFor = 24 * time.Hour
	// copyFor is how long a copy can be downloaded.
	copyFor = 24 * time.Hour
	// retry is the pause before the next attempt if something else must end first.
	retry = 10 * time.Minute
	// listed is how long requests stay in the list.
	listed = 30 * 24 * time.Hour
)

var (
	// ErrNotFound means that the request, link or copy doesn't exist.
	ErrNotFound = errors.New("not found")
	// ErrTooLate means that a deletion has started.
	ErrTooLate = errors.New("the deletion has started")
)

// Request is a person's request.
type Request struct {
	ID, AccountID, Kind, State string
	RequestedAt                time.Time
	// DueAt is when the next step is due, or until when a copy can be downloaded.
	DueAt time.Time
	// Reasons are sentences for the person: what must end before a deletion can continue.
	Reasons []string
}

// Account is the part of an account that data requests need.
type Account struct {
	ID, Email string
	// Mailed reports whether Email is verified, so that links can be sent to it.
	Mailed  bool
	Wallets []string
	// Provider is the person's subject at the identity provider, empty for wallet accounts.
	Provider string
	// Roles of staff, artists and approvers must be removed by the operator first.
	Roles []string
}

// names returns the names that the account has proved. An address that isn't verified may be somebody else's.
func (a Account) names() []string {
	var out []string
	if a.Mailed {
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
	// Create stores a request, unless one of the kind is in progress, and calls created in the same transaction if it did. It returns the
	// request in progress.
	Create(ctx context.Context, r Request, secretHash []byte, created func(ctx context.Context) error) (Request, error)
	// List returns the requests of an account since a time, newest first.
	List(ctx context.Context, accountID string, since time.Time) ([]Request, error)
	// Confirm moves the request of a link to Waiting. A link works once. Error: ErrNotFound.
	Confirm(ctx context.Context, secretHash []byte, dueAt, now time.Time, confirmed func(ctx context.Context, r Request) error) (Request, error)
	// Archive returns an account's copy, or ErrNotFound.
	Archive(ctx context.Context, accountID, requestID string, now time.Time) ([]byte, error)
	Steps
}

// Steps moves requests through their states.
type Steps interface {
	// Due returns the requests whose next step is due.
	Due(ctx context.Context, now time.Time) ([]Request, error)
	// Move changes a request if it is still in the given state, calls moved in the same transaction, and reports whether it changed.
	Move(ctx context.Context, requestID string, m Move, moved func(ctx context.Context) error) (bool, error)
}

// Accounts reads and closes the accounts of this service.
type Accounts interface {
	// Account returns an account, or ErrNotFound.
	Account(ctx context.Context, accountID string) (Account, error)
	// Close ends the account's sessions and blocks further logins. It may be repeated.
	Close(ctx context.Context, accountID string) error
	// DeleteUser deletes a person at the identity provider. It is not an error if the person doesn't exist there.
	DeleteUser(ctx context.Context, subject string) error
}

// Part is a service with personal data.
type Part interface {
	Name() string
	// Export returns the stored data of an account's person as JSON. The names, which the account has proved, add rows that are addressed to
	// them.
	Export(ctx context.Context, accountID string, names []string) ([]byte, error)
	// Forget removes what identifies the person and returns what must end first. If there is anything, or with check, it changed nothing.
	Forget(ctx context.Context, accountID string, names []string, check bool) (reasons []string, err error)
}

// Notices emails people, in the transaction of ctx.
type Notices interface {
	ConfirmDeletion(ctx context.Context, a Account, requestID, secret string, until time.Time) error
	DeletionScheduled(ctx context.Context, a Account, requestID string, at time.Time) error
	ExportReady(ctx context.Context, a Account, requestID string, until time.Time) error
	// Sentence returns, as a sentence for the person, what must end first.
	Sentence(reason string) string
}

// Rules are the operator's settings.
type Rules struct {
	// Wait is how long a deletion can be cancelled.
	Wait time.Duration
	// Tokens is how long other services accept access tokens of sessions that have ended.
	Tokens time.Duration
}

// Service accepts requests and works on them.
type Service struct {
	Store    Store
	Accounts Accounts
	// Parts are the services in the order in which they forget: publishers of events before their consumers. Own is this service, the last.
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

// RequestExport starts a copy, or returns the one in progress.
func (s *Service) RequestExport(ctx context.Context, accountID string) (Request, error) {
	now := s.Clock.Now()
	return s.Store.Create(ctx, Request{ID: id.New(), AccountID: accountID, Kind: Export, State: Waiting, RequestedAt: now, DueAt: now}, nil, nil)
}

// Archive returns the account's copy, or ErrNotFound.
func (s *Service) Archive(ctx context.Context, accountID, requestID string) ([]byte, error) {
	return s.Store.Archive(ctx, accountID, requestID, s.Clock.Now())
}

// RequestDeletion starts a deletion, or returns the one in progress. If there are reasons against it, it starts nothing and returns them.
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

// Confirm confirms the deletion of an emailed link. Error: ErrNotFound.
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
	for _, item := range list {
		if !seen[item] {
			seen[item] = true
			out = append(out, item)
		}
	}
	return out
}
