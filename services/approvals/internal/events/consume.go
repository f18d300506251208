// Package events turns events about payout wallets into requests and outcomes.
package events

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/rpc"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/messages"
)

// Subscribe registers the handlers.
func Subscribe(c *bus.Consumer, s *approval.Service) {
	bus.On(c, func(ctx context.Context, e *profilesv1.PayoutWalletUpdateRequested) error {
		if e.GetUpdateId() == "" || e.GetAccountId() == "" || e.GetNewAddress() == "" {
			return bus.Poison(errors.New("a payout change without id, account or wallet"))
		}
		_, err := s.Open(ctx, payout(e))
		return err
	})
	// Events of two subjects have no common order. A cancellation that arrives before its request fails as not found and is retried.
	bus.On(c, func(ctx context.Context, e *profilesv1.PayoutWalletUpdateCancelled) error {
		return s.Cancel(ctx, approval.PayoutWalletUpdate, e.GetUpdateId())
	})
	bus.On(c, func(ctx context.Context, e *profilesv1.PayoutWalletUpdateRefused) error {
		return s.RecordOutcome(ctx, approval.PayoutWalletUpdate, e.GetUpdateId(), approval.Failed)
	})
	bus.On(c, func(ctx context.Context, e *profilesv1.PayoutWalletChanged) error {
		if e.GetUpdateId() == "" {
			return nil
		}
		return s.RecordOutcome(ctx, approval.PayoutWalletUpdate, e.GetUpdateId(), approval.Completed)
	})
}

func payout(e *profilesv1.PayoutWalletUpdateRequested) approval.Draft {
	d := approval.Draft{
		Kind: approval.PayoutWalletUpdate, SubjectID: e.GetUpdateId(), AccountID: e.GetAccountId(), Email: e.GetEmail(), Subject: approval.Subject{Artist: e.GetArtistName()},
		To: approval.Wallet{Address: e.GetNewAddress(), Name: e.GetNewName()},
	}
	d.Summary, d.Lines = messages.Payout(e.GetArtistName(), e.GetOldAddress(), d.To, link(e))
	return d
}

// link returns how the artist was linked to the account when it requested the change.
func link(e *profilesv1.PayoutWalletUpdateRequested) (l messages.ArtistLink) {
	l.Since = rpc.Time(e.GetArtistLinkedAt())
	l.Ends = rpc.Time(e.GetArtistLinkEndsAt())
	l.RequestedAt = e.GetRequestedAt().AsTime()
	return l
}
