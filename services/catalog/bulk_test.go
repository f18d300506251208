package catalog_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/catalog"
)

// TestCommandsBeforeMigrate: every command that needs tables says what to do.
func TestCommandsBeforeMigrate(t *testing.T) {
	t.Parallel()
	cfg := catalog.Default()
	cfg.Database = kit.Database{DatabaseURL: testkit.Postgres(t, nil)}
	fleet := identitytest.New(t)
	cfg.ServiceKey, cfg.PublicKeysFile = kit.Secret(fleet.Private(t, "catalog")), fleet.File
	cfg.LinkKey, cfg.MediaDir = key, t.TempDir()
	csv := []string{
		"--artists", "internal/bulk/testdata/artists.csv", "--artworks", "internal/bulk/testdata/artworks.csv", "--source", "museum", "--id-base", "1000000",
	}
	type command func(context.Context, catalog.Config, *slog.Logger, []string) error
	serve := func(ctx context.Context, cfg catalog.Config, log *slog.Logger, _ []string) error {
		_, err := catalog.Open(ctx, cfg, log)
		return err
	}
	for name, c := range map[string]struct {
		run  command
		args []string
	}{
		"import": {catalog.Import, []string{"../../content"}}, "import-csv": {catalog.ImportCSV, csv}, "watch": {catalog.Watch, []string{"../../content"}},
		"export": {catalog.Export, []string{"ada@example.org"}}, "forget": {catalog.Forget, []string{"ada@example.org"}}, "serve": {serve, nil},
	} {
		err := c.run(t.Context(), cfg, testkit.Log(t), c.args)
		if !errors.Is(err, postgres.ErrNotMigrated) || !strings.Contains(err.Error(), `the database is not ready: it has no tables yet; run "catalog migrate" first`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
