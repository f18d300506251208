package approvals_test

import (
	"log/slog"
	"testing"

	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/approvals"
)

func TestPersonalCommands(t *testing.T) {
	t.Parallel()
	cfg, log := approvals.Default(), slog.New(slog.DiscardHandler)
	cfg.DatabaseURL = testkit.Postgres(t, migrate)
	personaltest.Commands(t,
		func(args []string) error { return approvals.Export(t.Context(), cfg, log, args) },
		func(args []string) error { return approvals.Forget(t.Context(), cfg, log, args) })
	if err := approvals.Forget(t.Context(), cfg, log, []string{"a@example.org"}); err == nil {
		t.Error("Forget() with an email address: error = nil, want one")
	}
}
