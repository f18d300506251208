package auth_test

import (
	"log/slog"
	"testing"

	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/auth"
)

func TestPersonalCommands(t *testing.T) {
	t.Parallel()
	cfg, log := auth.Default(), slog.New(slog.DiscardHandler)
	cfg.DatabaseURL = testkit.Postgres(t, migrate)
	personaltest.Commands(t,
		func(args []string) error { return auth.Export(t.Context(), cfg, log, args) },
		func(args []string) error { return auth.Forget(t.Context(), cfg, log, args) })
	if err := auth.Forget(t.Context(), cfg, log, []string{"a@example.org"}); err == nil {
		t.Error("Forget() with an email address: error = nil, want one")
	}
}
