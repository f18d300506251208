package catalog_test

import (
	"log/slog"
	"testing"

	"github.com/vitrine/vitrine/kit/personal/personaltest"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog"
)

func TestPersonalCommands(t *testing.T) {
	t.Parallel()
	cfg, log := catalog.Default(), slog.New(slog.DiscardHandler)
	cfg.DatabaseURL = testkit.Postgres(t, migrate)
	personaltest.Commands(t,
		func(args []string) error { return catalog.Export(t.Context(), cfg, log, args) },
		func(args []string) error { return catalog.Forget(t.Context(), cfg, log, args) })
}
