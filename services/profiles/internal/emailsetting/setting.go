// Package emailsetting implements which optional emails people want. Emails about money, approvals, logins and security are always sent and
// have no setting.
package emailsetting

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// ErrNotFound means that a stop link leads to no setting.
var ErrNotFound = errors.New("no such stop link")

// Kind is a kind of optional emails.
type Kind string

// The kinds of the public interface.
const (
	// Drops: a drop that the person has a reminder for has opened.
	Drops Kind = "drops"
	// WaitingList: an edition of a work with a waiting list is available.
	WaitingList Kind = "waiting_list"
	// Sales: an artist's work was sold. The checkout service sends them.
	Sales Kind = "sales"
)

// Reminders returns the kind of the reminders that send these emails, or "".
func (k Kind) Reminders() string {
	switch k {
	case Drops:
		return "drop"
	case WaitingList:
		return "artwork"
	case Sales:
	}
	return ""
}

// Sending has what the sender of an optional email needs.
type Sending struct {
	Wanted bool
	// StopSecret is the secret of the link "Stop these emails", the same in all emails of the kind to one account.
	StopSecret string
}

// Store stores settings; without one, a kind is wanted. Its methods use the transaction of ctx.
type Store interface {
	// Set switches a kind. Switching it off also removes its reminders (Kind.Reminders), so that pages don't promise emails.
	Set(ctx context.Context, accountID string, k Kind, wanted bool) error
	// Stop switches the emails of a stop link off, as Set does. Repeating it changes nothing. ErrNotFound.
	Stop(ctx context.Context, secret string) error
	// Sending returns what an email of a kind to an account needs. The first call creates the secret.
	Sending(ctx context.Context, accountID string, k Kind) (Sending, error)
}

// Service changes settings.
type Service struct {
	Store
	Payouts *payout.Service
}

// Set switches a kind, as Store.Set does. Errors: payout.ErrDown, account.ErrDown.
func (s *Service) Set(ctx context.Context, accountID string, k Kind, wanted bool) error {
	if k == Sales {
		// This links an artist who is linked by email address to the account by id, because the account's setting applies to sale emails.
		if _, err := s.Payouts.Artist(ctx, accountID); err != nil && !errors.Is(err, payout.ErrNoArtist) && !errors.Is(err, payout.ErrAmbiguous) {
			return err
		}
	}
	return s.Store.Set(ctx, accountID, k, wanted)
}
