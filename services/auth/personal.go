package auth

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/services/auth/internal/events"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
)

// Export writes all data about a person to standard output, as JSON: export <account id or address>.
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, postgres.Export)
}

// Forget deletes a person's account and writes the numbers of deleted rows: forget [--check] <account id>. It ends their sessions. With
// --check it changes nothing.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "forget [--check] <account id>", args,
		func(ctx context.Context, pool *pgxpool.Pool, accountID string, check bool) (string, error) {
			return postgres.Forget(ctx, pool, events.NewPublisher(pool), accountID, check)
		})
}
