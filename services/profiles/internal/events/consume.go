package events

import (
	"context"
	"errors"
	"fmt"

	"github.com/vitrine/vitrine/kit/bus"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

const kind = "payout_wallet_update"

var outcomes = map[string]payout.Status{"approved": payout.Approved, "rejected": payout.Rejected, "expired": payout.Expired}

// Subscribe registers the event handlers.
func Subscribe(c *bus.Consumer, s *payout.Service, profiles *profile.Service) {
	bus.On(c, func(ctx context.Context, event *authv1.AccountVerified) error {
		return profiles.EmailChanged(ctx, event.GetAccountId(), event.GetEmail(), event.GetVersion())
	})
	bus.On(c, func(ctx context.Context, event *authv1.CredentialsChanged) error {
		return profiles.EmailChanged(ctx, event.GetAccountId(), event.GetEmail(), event.GetVersion())
	})
	bus.On(c, func(ctx context.Context, event *approvalsv1.ApprovalDecided) error {
		if event.GetKind() != kind {
			return nil
		}
		outcome, ok := outcomes[event.GetOutcome()]
		if !ok {
			return bus.Poison(fmt.Errorf("outcome %q is not known", event.GetOutcome()))
		}
		err := s.Decide(ctx, event.GetSubjectId(), outcome)
		if errors.Is(err, payout.ErrNotFound) {
			return bus.Poison(err)
		}
		return err
	})
	bus.On(c, func(ctx context.Context, event *approvalsv1.OwnerApproved) error {
		if event.GetKind() != kind {
			return nil
		}
		err := s.OwnerApproved(ctx, event.GetSubjectId(), event.GetApprovedAt().AsTime())
		if errors.Is(err, payout.ErrNotFound) {
			return bus.Poison(err)
		}
		return err
	})
}
