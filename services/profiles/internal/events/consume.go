package events

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/jobs"
	"github.com/vitrine/vitrine/kit/postgres"
	approvalsv1 "github.com/vitrine/vitrine/proto/gen/vitrine/approvals/v1"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
)

const kind = "payout_wallet_update"

var outcomes = map[string]payout.Status{"approved": payout.Approved, "rejected": payout.Rejected, "expired": payout.Expired}

// NotifyLink is the job that emails both accounts of an artist whose link moves from one to the other.
type NotifyLink struct {
	ArtistID int64 `json:"artistId"`
	// EffectiveAt tells moves of the same artist apart.
	EffectiveAt time.Time `json:"effectiveAt"`
}

// Kind implements river.JobArgs.
func (NotifyLink) Kind() string { return "artist_link_emails" }

// Subscribe registers the event handlers.
func Subscribe(c *bus.Consumer, s *payout.Service, profiles *profile.Service, pool *pgxpool.Pool) {
	bus.On(c, func(ctx context.Context, event *catalogv1.ArtistLinkRequested) error {
		return jobs.Add(ctx, postgres.Conn(ctx, pool), NotifyLink{ArtistID: event.GetArtistId(), EffectiveAt: event.GetEffectiveAt().AsTime()})
	})
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
