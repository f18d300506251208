package read_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/events"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/read"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// TestSessions lists the active sessions of an account with the browser and the network of their last use, the last used first.
func TestSessions(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	now := start.Add(time.Hour)
	pool := testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, func(ctx context.Context, url string) error {
		return testkit.MigrateForService(ctx, url, postgres.Migrations)
	})))
	store, r := postgres.New(pool, events.NewPublisher(pool)), &read.Reader{Pool: pool, Clock: clock.NewFake(now), Log: testkit.Log(t)}
	accountOf := func(address string) string {
		t.Helper()
		a, err := store.EnsureWallet(t.Context(), account.Wallet{Address: address, LinkedAt: start})
		if err != nil {
			t.Fatal(err)
		}
		return a.ID
	}
	mine, theirs := accountOf("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"), accountOf("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
	n := byte(0)
	open := func(accountID string, at time.Time) string {
		t.Helper()
		n++
		s := session.Session{
			ID: id.New(), AccountID: accountID, RotatedAt: at, AuthenticatedAt: at, CreatedAt: at, UsedAt: at,
			IdleUntil: at.Add(session.Idle), Until: at.Add(session.Absolute), UserAgent: "test", Network: "203.0.113.0/24",
		}
		if err := store.CreateSession(t.Context(), s, session.Token{Hash: []byte{n}}, nil); err != nil {
			t.Fatal(err)
		}
		return s.ID
	}
	first, second, ended := open(mine, start), open(mine, start.Add(time.Minute)), open(mine, start)
	open(mine, start.Add(-session.Idle)) // has expired
	open(theirs, start)
	if err := store.EndSession(t.Context(), ended, account.EndedRevoked, start); err != nil {
		t.Fatal(err)
	}
	ctx := identity.With(t.Context(), &identity.Principal{Subject: mine, SessionID: second})
	list := func(want ...string) []*authv1.Session {
		t.Helper()
		res, err := r.ListSessions(ctx, nil)
		var got []string
		for _, s := range res.GetItems() {
			got = append(got, s.GetId())
			if s.GetCurrent() != (s.GetId() == second) {
				t.Errorf("session = %v, want only %s as the current one", s, second)
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("sessions = %v, %v, want %v", got, err, want)
		}
		return res.GetItems()
	}
	list(second, first)
	if _, err := store.UseToken(t.Context(), []byte{1}, func(s *session.Session, _ int) (*session.Token, error) {
		s.UsedAt, s.UserAgent, s.Network = now, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "198.51.100.0/24"
		return nil, nil
	}); err != nil {
		t.Fatal(err)
	}
	got := list(first, second)[0]
	if got.GetBrowser() != "Firefox" || got.GetSystem() != "Linux" || got.GetNetwork() != "198.51.100.0/24" || !got.GetUsedAt().AsTime().Equal(now) || !got.GetCreatedAt().AsTime().Equal(start) {
		t.Errorf("session after a use = %v, want Firefox on Linux, the new network, used at %s and created at %s", got, now, start)
	}
}
