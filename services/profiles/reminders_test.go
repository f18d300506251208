package profiles_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
	"github.com/vitrine/vitrine/services/profiles"
)

func (h *fixture) remind(ctx context.Context, kind string, entry int64) ([]string, error) {
	res, err := h.reminders.AddReminder(ctx, &profilesv1.AddReminderRequest{Kind: kind, EntryId: entry})
	if err != nil {
		return nil, err
	}
	return reminded(res), nil
}

func (h *fixture) reminded(ctx context.Context) []string {
	h.t.Helper()
	res, err := h.reminders.ListReminders(ctx, &profilesv1.ListRemindersRequest{})
	if err != nil {
		h.t.Fatal(err)
	}
	return reminded(res)
}

func reminded(res *profilesv1.ListRemindersResponse) []string {
	out := []string{}
	for _, r := range res.GetItems() {
		out = append(out, fmt.Sprintf("%s %d", r.GetKind(), r.GetEntryId()))
	}
	return out
}

// checked waits until reminders were checked at least once from now on.
func (h *fixture) checked() {
	h.t.Helper()
	var began time.Time
	if err := h.pool.QueryRow(h.t.Context(), `SELECT clock_timestamp()`).Scan(&began); err != nil {
		h.t.Fatal(err)
	}
	testkit.Eventually(h.t, 30*time.Second, func() bool {
		var done bool
		err := h.pool.QueryRow(h.t.Context(), `SELECT EXISTS (SELECT FROM river_job WHERE kind = 'reminders' AND attempted_at > $1 AND state <> 'running')`, began).Scan(&done)
		return err == nil && done
	})
}

func (h *fixture) drop(one int64, status string, opens time.Time) {
	h.services.with(func(n *fakeServices) {
		if n.drops == nil {
			n.drops = map[int64]*catalogv1.Drop{}
		}
		n.drops[one] = &catalogv1.Drop{
			Id: one, Slug: fmt.Sprintf("night-work-%d", one), Title: "Night Work", Status: status, OpensAt: timestamppb.New(opens), ArtworkCount: 4, ImageUrl: "/assets/cover.webp",
		}
	})
}

func (h *fixture) artwork(one int64, available bool) {
	h.services.with(func(n *fakeServices) {
		if n.stock == nil {
			n.stock = map[int64]*catalogv1.Stock{}
		}
		n.stock[one] = &catalogv1.Stock{ArtworkId: one, Slug: fmt.Sprintf("slow-tide-%d", one), Title: "Slow Tide", ArtistName: "Ada Brien", Available: available}
	})
}

// TestRemindersOfADrop: a drop that is moved is followed, a catalog that is unavailable loses nothing, and each person gets one email.
func TestRemindersOfADrop(t *testing.T) {
	t.Parallel()
	h := setup(t)
	annID, ann := h.person("ann@example.org")
	_, bob := h.person("bob@example.org")
	opens := h.clock.Now().Add(time.Hour).UTC()
	h.drop(7, "upcoming", opens)
	h.drop(8, "live", opens)
	h.drop(9, "ended", opens)
	for range 2 {
		if got, err := h.remind(ann, "drop", 7); err != nil || !slices.Equal(got, []string{"drop 7"}) {
			t.Fatalf("reminders = %v, %v, want drop 7", got, err)
		}
	}
	if _, err := h.remind(bob, "drop", 7); err != nil {
		t.Fatal(err)
	}
	for _, open := range []int64{8, 9} {
		_, err := h.remind(ann, "drop", open)
		h.want(err, connect.CodeFailedPrecondition, "drop_open")
	}
	_, err := h.remind(ann, "drop", 404)
	h.want(err, connect.CodeNotFound, "not_found")
	_, err = h.remind(ann, "post", 7)
	h.want(err, connect.CodeInvalidArgument, "invalid")
	_, err = h.remind(t.Context(), "drop", 7)
	if connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("without a login: error = %v, want unauthenticated", err)
	}

	moved := opens.Add(24 * time.Hour)
	h.drop(7, "upcoming", moved)
	testkit.Eventually(t, 30*time.Second, func() bool {
		res, err := h.reminders.ListReminders(ann, &profilesv1.ListRemindersRequest{})
		return err == nil && res.GetItems()[0].GetOpensAt().AsTime().Equal(moved)
	})

	h.services.with(func(n *fakeServices) { n.closed = true })
	_, err = h.remind(ann, "drop", 7)
	h.want(err, connect.CodeUnavailable, "unavailable")
	h.drop(7, "live", opens)
	h.checked()
	if got := h.reminded(ann); len(got) != 1 || len(h.mails("reminder", "ann@example.org")) > 0 {
		t.Errorf("with the catalog unavailable: reminders = %v, %d emails, want one and none", got, len(h.mails("reminder", "ann@example.org")))
	}
	// One person's account can't be read: that doesn't delay anyone else.
	var account *authv1.Account
	h.services.with(func(n *fakeServices) { n.closed, account = false, n.accounts[annID]; delete(n.accounts, annID) })
	testkit.Eventually(t, 30*time.Second, func() bool { return len(h.mails("reminder", "bob@example.org")) == 1 })
	if got := h.reminded(ann); len(got) != 1 {
		t.Errorf("reminders = %v, want the one whose account can't be read", got)
	}
	h.services.with(func(n *fakeServices) { n.accounts[annID] = account })
	testkit.Eventually(t, 30*time.Second, func() bool { return len(h.mails("reminder", "ann@example.org")) == 1 })
	h.checked()
	for _, to := range []string{"ann@example.org", "bob@example.org"} {
		bodies := h.mails("reminder", to)
		if len(bodies) != 1 || !strings.Contains(bodies[0], "with 4 works") || !strings.Contains(bodies[0], "/en/drops/night-work-7/") {
			t.Errorf("emails to %s = %q, want one with 4 works and the link to the drop", to, bodies)
		}
	}
	if got := h.reminded(ann); len(got) > 0 {
		t.Errorf("reminders = %v, want none", got)
	}
}

// TestWaitingList: an edition that is free for a moment sends nothing, one that stays free sends one email, and a person can join again.
func TestWaitingList(t *testing.T) {
	t.Parallel()
	h := setup(t)
	_, ann := h.person("ann@example.org")
	h.artwork(3, false)
	h.artwork(4, true)
	if _, err := h.remind(ann, "artwork", 3); err != nil {
		t.Fatal(err)
	}
	_, err := h.remind(ann, "artwork", 4)
	h.want(err, connect.CodeFailedPrecondition, "edition_available")
	since := func() (free bool) {
		if err := h.pool.QueryRow(t.Context(), `SELECT free_since IS NOT NULL FROM reminders`).Scan(&free); err != nil {
			t.Fatal(err)
		}
		return free
	}
	sent := func() int { return len(h.mails("reminder", "ann@example.org")) }

	h.artwork(3, true)
	testkit.Eventually(t, 30*time.Second, since)
	h.clock.Advance(59 * time.Second)
	h.checked()
	if sent() != 0 {
		t.Fatalf("%d emails about an edition that was available for less than a minute, want none", sent())
	}
	h.artwork(3, false)
	testkit.Eventually(t, 30*time.Second, func() bool { return !since() })
	h.clock.Advance(time.Hour)
	h.artwork(3, true)
	testkit.Eventually(t, 30*time.Second, since)
	h.checked()
	if sent() != 0 {
		t.Fatalf("%d emails before a whole minute after the gap, want none", sent())
	}
	h.clock.Advance(time.Minute)
	testkit.Eventually(t, 30*time.Second, func() bool { return sent() == 1 })
	h.checked()
	if body := h.mails("reminder", "ann@example.org")[0]; sent() != 1 || !strings.Contains(body, "Slow Tide by Ada Brien") || !strings.Contains(body, "/en/artworks/slow-tide-3/") {
		t.Errorf("%d emails, the first %q, want one about Slow Tide by Ada Brien with its link", sent(), body)
	}

	h.artwork(3, false)
	if _, err := h.remind(ann, "artwork", 3); err != nil {
		t.Fatal(err)
	}
	h.artwork(3, true)
	testkit.Eventually(t, 30*time.Second, since)
	h.clock.Advance(time.Minute)
	testkit.Eventually(t, 30*time.Second, func() bool { return sent() == 2 })
}

// TestEventsSendReminders: the entries of the catalog's events are checked immediately, long before the next regular check.
func TestEventsSendReminders(t *testing.T) {
	t.Parallel()
	h := setup(t, func(c *profiles.Config) { c.RemindersEvery = time.Hour })
	testkit.Eventually(t, 30*time.Second, func() bool {
		var first bool
		err := h.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM river_job WHERE kind = 'reminders' AND finalized_at IS NOT NULL)`).Scan(&first)
		return err == nil && first
	})
	_, ann := h.person("ann@example.org")
	h.artwork(3, false)
	h.drop(7, "upcoming", h.clock.Now().Add(time.Hour))
	for kind, entry := range map[string]int64{"artwork": 3, "drop": 7} {
		if _, err := h.remind(ann, kind, entry); err != nil {
			t.Fatal(err)
		}
	}
	sent := func() int { return len(h.mails("reminder", "ann@example.org")) }

	h.drop(7, "live", h.clock.Now())
	h.event(&catalogv1.AvailabilityChanged{ArtworkId: 4, Version: 1}) // nobody waits for it
	h.consumed(1)
	if sent() != 0 {
		t.Fatalf("%d emails after an event about another artwork, want none", sent())
	}
	h.event(&catalogv1.ArtworkChanged{Artwork: &catalogv1.Artwork{Offer: &catalogv1.Offer{ArtworkId: 4}, DropId: 7}})
	testkit.Eventually(t, 30*time.Second, func() bool { return sent() == 1 })

	h.artwork(3, true)
	h.event(&catalogv1.AvailabilityChanged{ArtworkId: 3, Version: 2})
	testkit.Eventually(t, 30*time.Second, func() bool {
		var free bool
		err := h.pool.QueryRow(t.Context(), `SELECT free_since IS NOT NULL FROM reminders`).Scan(&free)
		return err == nil && free
	})
	// While the edition is free for less than a minute, one job waits, however many events there are.
	for version := range int64(3) {
		h.event(&catalogv1.AvailabilityChanged{ArtworkId: 3, Version: version + 3})
		h.consumed(int(version) + 4)
		testkit.Eventually(t, 30*time.Second, func() bool {
			var unfinished int
			err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'reminders' AND finalized_at IS NULL`).Scan(&unfinished)
			return err == nil && unfinished == 1
		})
	}
	h.clock.Advance(time.Minute)
	testkit.Eventually(t, 30*time.Second, func() bool { return sent() == 2 })
}

// TestWhoCanBeReminded: an account needs an address, a verified one if the identity provider has it, and has a limit.
func TestWhoCanBeReminded(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.drop(7, "upcoming", h.clock.Now().Add(time.Hour))
	_, wallet := h.person("")
	_, err := h.remind(wallet, "drop", 7)
	h.want(err, connect.CodeFailedPrecondition, "no_email")
	p, err := h.profiles.CreateProfile(wallet, &profilesv1.CreateProfileRequest{Email: "wallet@example.org"})
	if err != nil || p.GetEmail() != "wallet@example.org" {
		t.Fatalf("created %v (%v), want wallet@example.org", p, err)
	}
	if _, err := h.remind(wallet, "drop", 7); err != nil {
		t.Fatal(err)
	}
	newID, unverified := h.person("new@example.org")
	h.services.with(func(n *fakeServices) { n.accounts[newID].EmailVerified = false })
	_, err = h.remind(unverified, "drop", 7)
	h.want(err, connect.CodeFailedPrecondition, "email_unverified")

	_, ann := h.person("ann@example.org")
	for one := int64(1000); one < 1100; one++ {
		h.artwork(one, false)
		if _, err := h.remind(ann, "artwork", one); err != nil {
			t.Fatal(err)
		}
	}
	_, err = h.remind(ann, "drop", 7)
	h.want(err, connect.CodeFailedPrecondition, "too_many_reminders")
	for range 2 {
		if _, err := h.reminders.RemoveReminder(ann, &profilesv1.RemoveReminderRequest{Kind: "artwork", EntryId: 1000}); err != nil {
			t.Error(err)
		}
	}
	if got, err := h.remind(ann, "drop", 7); err != nil || len(got) != 100 {
		t.Errorf("%d reminders, %v, want 100", len(got), err)
	}
}
