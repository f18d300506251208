package profiles

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/collector"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres"
)

// HideCollector hides the public page of a collector, even if the collector saves it again, or shows it again with --show:
// hide-collector [--show] <name>. It returns an error if no page has the name.
func HideCollector(ctx context.Context, cfg Config, log *slog.Logger, args []string) error {
	hidden := true
	if len(args) > 0 && args[0] == "--show" {
		hidden, args = false, args[1:]
	}
	if len(args) != 1 || args[0] == "" || args[0][0] == '-' {
		return errors.New("usage: hide-collector [--show] <name>")
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	name := collector.NameOf(args[0])
	if err := postgres.NewCollectors(pool).Hide(ctx, name, hidden); err != nil {
		return fmt.Errorf("collector page %q: %w", name, err)
	}
	log.InfoContext(ctx, "a collector's page was changed by staff", "name", name, "hidden", hidden)
	return nil
}
