package payout

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/id"
)

// Alert is a "This wasn't me" link.
type Alert struct {
	Update    Update
	ExpiresAt time.Time
}

// State is the state of the link: open, stopped or over.
func (a Alert) State() string {
	switch {
	case a.Update.Status == Frozen:
		return "stopped"
	case a.Update.IsPending(), a.Update.Status == Active:
		return "open"
	}
	return "over"
}

// Alerted returns the change of a "This wasn't me" link. Errors: ErrNotFound, and ErrAlertExpired for a link that expired unused.
func (s *Service) Alerted(ctx context.Context, secret string) (Alert, error) {
	a, err := s.Store.Alert(ctx, id.Hash(secret))
	if err == nil && a.State() == "open" && !s.Clock.Now().Before(a.ExpiresAt) {
		err = ErrAlertExpired
	}
	return a, err
}

// Freeze stops the change of a "This wasn't me" link. The link can't do anything else, so it needs no login. Repeating it changes nothing.
// ErrNotFound, ErrAlertExpired, ErrState.
func (s *Service) Freeze(ctx context.Context, secret string) (Alert, error) {
	a, err := s.Alerted(ctx, secret)
	if err != nil || a.State() == "stopped" {
		return a, err
	}
	if err := s.change(ctx, a.Update.ArtistID, func(b *ArtistWallet) error { return b.Freeze(a.Update.ID) }); err != nil {
		return a, err
	}
	return s.Alerted(ctx, secret)
}
