// Package submission sends the emails about artists' submissions from the studio: staff are notified of a submission, the artist of a
// decision.
package submission

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/services/profiles/internal/account"
)

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

// Notifier emails one address about a change, once.
type Notifier interface {
	NotifySubmission(ctx context.Context, c Change, to string) error
}

// Service decides who gets an email.
type Service struct {
	Accounts account.Accounts
	Notifier Notifier
	// Staff are addresses of gallery staff.
	Staff []string
}

// Notify emails staff about a submission, and the artist's account about a decision; an account without a verified email address gets none.
// Repeating it changes nothing. Errors are temporary.
func (s *Service) Notify(ctx context.Context, c Change) error {
	to := s.Staff
	if c.State != Submitted {
		a, err := s.Accounts.Account(ctx, c.AccountID)
		switch {
		case err != nil && !errors.Is(err, account.ErrNotFound):
			return err
		case a.VerifiedEmail() == "":
			return nil
		}
		to = []string{a.VerifiedEmail()}
	}
	for _, address := range to {
		if err := s.Notifier.NotifySubmission(ctx, c, address); err != nil {
			return err
		}
	}
	return nil
}
