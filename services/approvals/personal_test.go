package approvals_test

import (
	"log/slog"
	"testing"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/approvals"
)

// TestPersonalCommands has the commands answer for somebody of whom nothing is held, and refuse what names nobody.
func TestPersonalCommands(t *testing.T) {
	t.Parallel()
	cfg, log := approvals.Default(), slog.New(slog.DiscardHandler)
	cfg.DatabaseURL = testkit.Postgres(t, migrate)
	for _, args := range [][]string{{"--check", id.New()}, {id.New()}} {
		if err := approvals.Forget(t.Context(), cfg, log, args); err != nil {
			t.Error(args, err)
		}
	}
	for _, args := range [][]string{nil, {"--check"}, {"a@example.org"}, {"", ""}, {id.New(), id.New()}} {
		if err := approvals.Forget(t.Context(), cfg, log, args); err == nil {
			t.Errorf("%q was taken", args)
		}
	}
	for _, who := range []string{id.New(), "a@example.org"} {
		if err := approvals.Export(t.Context(), cfg, log, []string{who}); err != nil {
			t.Error(who, err)
		}
	}
	for _, args := range [][]string{nil, {""}, {"a", "b"}} {
		if err := approvals.Export(t.Context(), cfg, log, args); err == nil {
			t.Errorf("%q was exported", args)
		}
	}
}
