package chainwatcher_test

import (
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
)

// TestCredentialsChanged: auth's events are stored, an account's latest change counts, and an event without a time becomes a dead
// letter.
func TestCredentialsChanged(t *testing.T) {
	t.Parallel()
	h := setup(t)
	now := time.Now().UTC().Truncate(time.Microsecond)
	change := func(id string, at time.Time) {
		h.event(id, &authv1.CredentialsChanged{AccountId: "ada", Wallets: []string{"0x1"}, ChangedAt: timestamppb.New(at), Version: 1})
	}
	known := func(want time.Time) {
		t.Helper()
		testkit.Eventually(t, soon, func() bool {
			var at time.Time
			err := h.pool.QueryRow(t.Context(), `SELECT changed_at FROM credential_changes WHERE account_id = 'ada'`).Scan(&at)
			return err == nil && at.Equal(want)
		})
	}
	change("credentials_changed:ada:2", now)
	known(now)
	change("credentials_changed:ada:1", now.Add(-time.Hour))
	change("credentials_changed:ada:3", now.Add(time.Hour))
	known(now.Add(time.Hour))
	h.event("credentials_changed:broken", &authv1.CredentialsChanged{AccountId: "ada"})
	testkit.Eventually(t, soon, func() bool {
		var n int
		err := h.pool.QueryRow(t.Context(), `SELECT count(*) FROM dead_letters WHERE id = 'credentials_changed:broken'`).Scan(&n)
		return err == nil && n == 1
	})
}
