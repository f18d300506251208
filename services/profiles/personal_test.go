package profiles_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/profiles"
)

// TestForget checks that the command removes the avatar with the profile.
func TestForget(t *testing.T) {
	t.Parallel()
	cfg, log := profiles.Default(), slog.New(slog.DiscardHandler)
	cfg.DatabaseURL, cfg.MediaDir = testkit.Postgres(t, migrate), t.TempDir()
	pool := testkit.Pool(t, cfg.DatabaseURL)
	account, name := id.New(), strings.Repeat("a", 43)+".png"
	_, err := pool.Exec(t.Context(), `INSERT INTO profiles (id, owner_id, avatar, created_at) VALUES ($1, $1, $2, now())`, account, name)
	if err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join(cfg.MediaDir, "avatars", name)
	if err := os.MkdirAll(filepath.Dir(picture), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(picture, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range [][]string{nil, {""}, {"a@example.org"}, {"--check"}, {account, ""}} {
		if err := profiles.Forget(t.Context(), cfg, log, wrong); err == nil {
			t.Errorf("Forget(%q): error = nil, want one", wrong)
		}
	}
	for i, args := range [][]string{{"--check", account}, {account}, {account}} {
		if err := profiles.Forget(t.Context(), cfg, log, args); err != nil {
			t.Errorf("forget %v: error = %v, want nil", args, err)
		}
		if _, err := os.Stat(picture); (err == nil) != (i == 0) {
			t.Errorf("picture after %q: error = %v, want it there = %t", args, err, i == 0)
		}
	}
	if err := profiles.Export(t.Context(), cfg, log, []string{account}); err != nil {
		t.Error(err)
	}
	if err := profiles.Export(t.Context(), cfg, log, nil); err == nil {
		t.Error("export without an account succeeded, want an error")
	}
}

// TestPayoutWalletOfAnErasedPerson lets the artist's next account change the wallet after the contact of the active one was
// removed.
func TestPayoutWalletOfAnErasedPerson(t *testing.T) {
	t.Parallel()
	h := setup(t)
	_, before := h.person("before@example.org")
	_, after := h.person("after@example.org")
	h.services.with(func(n *fakeServices) { n.artists["before@example.org"], n.artists["after@example.org"] = 7, 7 })
	first, err := h.ask(before, "k", wallet1)
	if err != nil {
		t.Fatal(err)
	}
	h.decide(first.GetId(), "approved")
	h.reach(before, first.GetId(), "cooling")
	h.clock.Advance(49 * time.Hour)
	h.reach(before, first.GetId(), "active")
	if _, err := h.pool.Exec(t.Context(), `UPDATE payout_updates SET email = ''`); err != nil {
		t.Fatal(err)
	}
	next, err := h.ask(after, "k", wallet2)
	if err != nil {
		t.Fatal(err)
	}
	h.decide(next.GetId(), "approved")
	h.reach(after, next.GetId(), "cooling")
	h.clock.Advance(49 * time.Hour)
	h.reach(after, next.GetId(), "active")
	if got := h.inForce(7).GetAddress(); got != wallet2 {
		t.Errorf("active wallet = %s, want %s", got, wallet2)
	}
}
