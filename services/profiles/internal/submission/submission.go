// Package submission sends the emails about artists' submissions from the studio: staff are notified of a submission, the artist of a
// decision.
package submission

import (
	"context"
	"errors"
)

// ErrDown means that accounts can't be read. Temporary.
var ErrDown = errors.New("accounts are unavailable")

// State is the new state of a draft.
type State string

// The states.
const (
	Submitted        State = "submitted"
	ChangesRequested State = "changes_requested"
	Accepted         State = "accepted"
)

// Change is a change of a draft's state. Each has one version of the draft.
type Change struct {
	DraftID    string
	Version    int
	State      State
	ArtistName string
	Title      string
	AccountID  string // that created the draft
	Profile    bool   // whether it changes the artist's own page
}

// Accounts reads accounts. Its errors are ErrDown.
type Accounts interface {
	// VerifiedEmail returns an account's verified email address, or "" for an account without one or an unknown account.
	VerifiedEmail(ctx context.Context, accountID string) (string, error)
}

// Notifier emails one address about a change, once.
type Notifier interface {
	NotifySubmission(ctx context.Context, c Change, to string) error
}

// Service decides who gets an email.
type Service struct {
	Accounts Accounts
	Notifier Notifier
	// Staff are addresses of gallery staff.
	Staff []string
}

// Notify emails staff about a submission, and the artist's account about a decision. Repeating it changes nothing. Errors are temporary.
func (s *Service) Notify(ctx context.Context, c Change) error {
	to := s.Staff
	if c.State != Submitted {
		email, err := s.Accounts.VerifiedEmail(ctx, c.AccountID)
		if err != nil || email == "" {
			return err
		}
		to = []string{email}
	}
	for _, address := range to {
		if err := s.Notifier.NotifySubmission(ctx, c, address); err != nil {
			return err
		}
	}
	return nil
}
