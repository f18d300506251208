package auth

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/services/auth/internal/events"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
)

// Export writes all that is held of a person to standard output, as JSON: export <account id or address>.
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, postgres.Export)
}

// Forget takes away what names a person and writes how many rows that were: forget [--check] <account id>.
// Sessions end with it. With --check it only tells what it would.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "forget [--check] <account id>", args,
		func(ctx context.Context, pool *pgxpool.Pool, accountID string, check bool) (string, error) {
			return postgres.Forget(ctx, pool, events.NewPublisher(pool), accountID, check)
		})
}
