package checkout_test

import (
	"log/slog"
	"testing"

	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout"
)

func TestPersonalCommands(t *testing.T) {
	t.Parallel()
	cfg, log := checkout.Default(), slog.New(slog.DiscardHandler)
	cfg.DatabaseURL = testkit.Postgres(t, migrate)
	personaltest.Commands(t,
		func(args []string) error { return checkout.Export(t.Context(), cfg, log, args) },
		func(args []string) error { return checkout.Forget(t.Context(), cfg, log, args) })
	if err := checkout.Forget(t.Context(), cfg, log, []string{"a@example.org"}); err == nil {
		t.Error("Forget() with an email address: error = nil, want one")
	}
}
