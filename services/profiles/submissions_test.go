package profiles_test

import (
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	catalogv1 "github.com/vitrine/vitrine/proto/gen/vitrine/catalog/v1"
)

// TestSubmissionsAreMailed: staff are notified of a submission and the artist of a decision, each once.
func TestSubmissionsAreMailed(t *testing.T) {
	t.Parallel()
	h := setup(t)
	accountID, _ := h.person("artist@example.org")
	draft := id.New()
	moved := func(version int32, state catalogv1.DraftState) {
		h.event(&catalogv1.DraftMoved{DraftId: draft, Version: version, State: state, ArtistId: 7, ArtistName: "Ada Brien", Title: "Rain", AccountId: accountID})
	}
	moved(2, catalogv1.DraftState_DRAFT_STATE_SUBMITTED)
	moved(2, catalogv1.DraftState_DRAFT_STATE_SUBMITTED)
	moved(3, catalogv1.DraftState_DRAFT_STATE_CHANGES_REQUESTED)
	moved(5, catalogv1.DraftState_DRAFT_STATE_ACCEPTED)
	for _, c := range []struct{ key, to, words, page string }{
		{"draft." + draft + "." + accountID + ".2.", "staff@example.org", "Ada Brien submitted “Rain”", "/en/profile/desk/submissions/" + draft + "/"},
		{"draft." + draft + "." + accountID + ".3.", "artist@example.org", "Our comment is in your studio", "/en/profile/studio/" + draft + "/"},
		{"draft." + draft + "." + accountID + ".5.", "artist@example.org", "We accepted “Rain”", "/en/profile/studio/" + draft + "/"},
	} {
		testkit.Eventually(t, 20*time.Second, func() bool { return len(h.mails(c.key, c.to)) > 0 })
		if got := h.mails(c.key, c.to); len(got) != 1 || !strings.Contains(got[0], c.words) || !strings.Contains(got[0], c.page) {
			t.Errorf("to %s: %q, want one email with %q and %q", c.to, got, c.words, c.page)
		}
	}
	// The artist's own page.
	page := id.New()
	for version, state := range map[int32]catalogv1.DraftState{2: catalogv1.DraftState_DRAFT_STATE_SUBMITTED, 3: catalogv1.DraftState_DRAFT_STATE_ACCEPTED} {
		h.event(&catalogv1.DraftMoved{DraftId: page, Version: version, State: state, ArtistId: 7, ArtistName: "Ada Brien", Title: "Ada Brien", AccountId: accountID, Profile: true})
	}
	for _, c := range []struct{ key, to, words string }{
		{"draft." + page + "." + accountID + ".2.", "staff@example.org", "Ada Brien submitted changes to their page"},
		{"draft." + page + "." + accountID + ".3.", "artist@example.org", "they are on your page now"},
	} {
		testkit.Eventually(t, 20*time.Second, func() bool { return len(h.mails(c.key, c.to)) > 0 })
		if got := h.mails(c.key, c.to); len(got) != 1 || !strings.Contains(got[0], c.words) {
			t.Errorf("to %s: %q, want one email with %q", c.to, got, c.words)
		}
	}
	if got := h.mails("draft."+draft+"."+accountID+".2.", "artist@example.org"); len(got) != 0 {
		t.Errorf("the artist got an email about their own submission: %q, want none", got)
	}
	// An account without a verified address gets none, and the job isn't retried.
	nobody, _ := h.person("")
	h.event(&catalogv1.DraftMoved{DraftId: id.New(), Version: 3, State: catalogv1.DraftState_DRAFT_STATE_ACCEPTED, ArtistName: "A", Title: "B", AccountId: nobody})
	h.consumed(7)
	testkit.Eventually(t, 20*time.Second, func() bool {
		var done, failed int
		err := h.pool.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE state = 'completed'), count(*) FILTER (WHERE state = 'retryable') FROM river_job WHERE kind = 'draft_emails'`).Scan(&done, &failed)
		return err == nil && done >= 4 && failed == 0
	})
}
