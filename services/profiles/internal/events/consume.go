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
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
	"github.com/vitrine/vitrine/services/profiles/internal/profile"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
	"github.com/vitrine/vitrine/services/profiles/internal/submission"
)

const kind = "payout_wallet_update"

var outcomes = map[string]payout.Status{"approved": payout.Approved, "rejected": payout.Rejected, "expired": payout.Expired}

// NotifyLink is the job that emails both accounts of an artist whose link moves from one to the other.
type NotifyLink struct {
	ArtistID int64 `json:"artistId"`
	// EffectiveAt distinguishes moves of the same artist.
	EffectiveAt time.Time `json:"effectiveAt"`
}

// Kind implements river.JobArgs.
func (NotifyLink) Kind() string { return "artist_link_emails" }

// SendReminders is the job that queues the emails of reminders.
type SendReminders struct {
	// After is the last check that had started when an event added the job; 0 at the regular interval. It makes the job different from a running
	// one, which may have read the catalog before the event.
	After int64 `json:"after"`
}

// Kind implements river.JobArgs.
func (SendReminders) Kind() string { return "reminders" }

// NotifyDraft is the job that sends the emails about a draft that was submitted, returned or accepted.
type NotifyDraft struct {
	DraftID    string           `json:"draftId"`
	Version    int              `json:"version"`
	State      submission.State `json:"state"`
	ArtistName string           `json:"artistName"`
	Title      string           `json:"title"`
	AccountID  string           `json:"accountId"`
	Profile    bool             `json:"profile,omitempty"`
}

// Kind implements river.JobArgs.
func (NotifyDraft) Kind() string { return "draft_emails" }

var draftStates = map[catalogv1.DraftState]submission.State{
	catalogv1.DraftState_DRAFT_STATE_SUBMITTED:         submission.Submitted,
	catalogv1.DraftState_DRAFT_STATE_CHANGES_REQUESTED: submission.ChangesRequested,
	catalogv1.DraftState_DRAFT_STATE_ACCEPTED:          submission.Accepted,
}

// Subscribe registers the event handlers.
func Subscribe(c *bus.Consumer, s *payout.Service, profiles *profile.Service, pool *pgxpool.Pool) {
	bus.On(c, func(ctx context.Context, event *authv1.SessionsEnded) error {
		return queries(ctx, pool).EndPushSessions(ctx, db.EndPushSessionsParams{AccountID: event.GetAccountId(), SessionIds: event.GetSessionIds()})
	})
	bus.On(c, func(ctx context.Context, event *catalogv1.ArtistLinkRequested) error {
		return jobs.Add(ctx, postgres.Conn(ctx, pool), NotifyLink{ArtistID: event.GetArtistId(), EffectiveAt: event.GetEffectiveAt().AsTime()})
	})
	bus.On(c, func(ctx context.Context, event *catalogv1.DraftMoved) error {
		state, ok := draftStates[event.GetState()]
		if !ok {
			return bus.Poison(fmt.Errorf("state %s of a draft is not known", event.GetState()))
		}
		return jobs.Add(ctx, postgres.Conn(ctx, pool), NotifyDraft{
			DraftID: event.GetDraftId(), Version: int(event.GetVersion()), State: state, ArtistName: event.GetArtistName(), Title: event.GetTitle(), AccountID: event.GetAccountId(),
			Profile: event.GetProfile(),
		})
	})
	bus.On(c, func(ctx context.Context, event *authv1.AccountVerified) error {
		return profiles.EmailChanged(ctx, event.GetAccountId(), event.GetEmail(), event.GetVersion())
	})
	bus.On(c, func(ctx context.Context, event *authv1.CredentialsChanged) error {
		return profiles.EmailChanged(ctx, event.GetAccountId(), event.GetEmail(), event.GetVersion())
	})
	subscribeReminders(c, pool)
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

// queries returns the queries, in the transaction of ctx.
func queries(ctx context.Context, pool *pgxpool.Pool) *db.Queries {
	return db.New(postgres.Conn(ctx, pool))
}

// subscribeReminders adds a job when an entry with reminders changes in the catalog.
func subscribeReminders(c *bus.Consumer, pool *pgxpool.Pool) {
	check := func(ctx context.Context) error {
		last, err := queries(ctx, pool).LastCheck(ctx)
		if err != nil {
			return err
		}
		return jobs.Add(ctx, postgres.Conn(ctx, pool), SendReminders{After: last})
	}
	changed := func(ctx context.Context, entries ...reminder.Entry) error {
		for _, e := range entries {
			wanted, err := queries(ctx, pool).EntryWanted(ctx, db.EntryWantedParams{Kind: string(e.Kind), EntryID: e.ID})
			if err != nil {
				return err
			}
			if wanted {
				return check(ctx)
			}
		}
		return nil
	}
	artwork := func(id int64) reminder.Entry { return reminder.Entry{Kind: reminder.Artwork, ID: id} }
	drop := func(id int64) reminder.Entry { return reminder.Entry{Kind: reminder.Drop, ID: id} }
	bus.On(c, func(ctx context.Context, event *catalogv1.AvailabilityChanged) error {
		return changed(ctx, artwork(event.GetArtworkId()))
	})
	bus.On(c, func(ctx context.Context, event *catalogv1.ArtworkPublished) error {
		return changed(ctx, artwork(event.GetArtwork().GetOffer().GetArtworkId()), drop(event.GetArtwork().GetDropId()))
	})
	// The sale window of a drop changes each of its artworks when it opens and when it closes.
	bus.On(c, func(ctx context.Context, event *catalogv1.ArtworkChanged) error {
		return changed(ctx, artwork(event.GetArtwork().GetOffer().GetArtworkId()), drop(event.GetArtwork().GetDropId()))
	})
	bus.On(c, func(ctx context.Context, event *catalogv1.EntryChanged) error {
		if event.GetKind() != catalogv1.EntryKind_ENTRY_KIND_DROP {
			return nil
		}
		return changed(ctx, drop(event.GetId()))
	})
	bus.On(c, func(ctx context.Context, _ *catalogv1.ContentImported) error {
		return check(ctx)
	})
}
