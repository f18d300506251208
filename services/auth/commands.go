package auth

import (
	"context"
	"log/slog"

	"github.com/vitrine/vitrine/kit/clock/synced"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/events"
	"github.com/vitrine/vitrine/services/auth/internal/jose"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
)

// Migrate updates the database to the newest version.
func Migrate(ctx context.Context, cfg Config, log *slog.Logger, _ []string) error {
	return kitpg.MigrateAs(ctx, "auth", cfg.MigrateDatabaseURL, cfg.DatabaseURL, postgres.Migrations, log)
}

// RotateKey adds a signing key. It signs after 15 minutes, once verifiers know it.
func RotateKey(ctx context.Context, cfg Config, log *slog.Logger, _ []string) error {
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	database := synced.New("auth", cfg.LocalClock(), kitpg.Clock(pool), log)
	if err := database.Measure(ctx); err != nil {
		return err
	}
	err = jose.NewKeyring(postgres.New(pool, events.NewPublisher(pool)), cfg.PublicURL, cfg.KeyLifetime, database).Replace(ctx)
	if err == nil {
		log.InfoContext(ctx, "added a signing key")
	}
	return err
}
