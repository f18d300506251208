package notices_test

import (
	"context"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/mail/mailtest"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/profiles/internal/notices"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
	"github.com/vitrine/vitrine/services/profiles/internal/submission"
)

// A right-to-left title or name leaves the sentences of each email as they are.
func TestRightToLeftNamesInEmails(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.Postgres(t, func(ctx context.Context, url string) error { return kitpg.Migrate(ctx, url, postgres.Migrations) }))
	m, ctx := notices.New(pool, "https://gallery.example"), t.Context()
	const title, artist, name, to = "ليل في حلب", "נועה לוי", "نور.eth", "a@example.org"
	want := 0
	queued := func(err error) {
		t.Helper()
		want++
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, next := range []bool{true, false} {
		n := payout.LinkNotice{ArtistID: 1, ArtistName: artist, To: to, Next: next, EffectiveAt: time.Unix(int64(want), 0)}
		queued(m.NotifyLink(ctx, n))
	}
	for _, kind := range []payout.Status{payout.AwaitingApproval, payout.Cooling, payout.Active, payout.Rejected, payout.Expired, payout.Cancelled, payout.Frozen} {
		u := payout.Update{ID: "u", ArtistName: artist, Address: "0xAb", Name: name}
		queued(m.Notify(ctx, payout.Notice{Kind: kind, Update: u, To: to}, "secret"))
	}
	for i, kind := range []reminder.Kind{reminder.Drop, reminder.Artwork} {
		item := reminder.Item{Entry: reminder.Entry{Kind: kind, ID: int64(i)}, Slug: "s", Title: title, Artist: artist, Works: 3}
		queued(m.Remind(ctx, reminder.Notice{Item: item, To: to, StopSecret: "secret"}))
	}
	for i, state := range []submission.State{submission.Submitted, submission.ChangesRequested, submission.Accepted} {
		c := submission.Change{DraftID: "d", Version: i, State: state, ArtistName: artist, Title: title, AccountID: "a"}
		queued(m.NotifySubmission(ctx, c, to))
	}
	page := submission.Change{DraftID: "p", State: submission.Submitted, ArtistName: artist, Title: artist, AccountID: "a", Profile: true}
	queued(m.NotifySubmission(ctx, page, to))
	if n := mailtest.Isolated(t, pool, title, artist, name); n != want {
		t.Errorf("emails = %d, want %d", n, want)
	}
}
