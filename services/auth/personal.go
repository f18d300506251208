package auth

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/services/auth/internal/events"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
)

// Export writes all data about a person to standard output, as JSON: export <account id> [<name>…].
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, postgres.Export)
}

// Forget deletes a person's account and writes the numbers of deleted rows: forget [--check] <account id> [<name>…]. It ends their sessions. With
// --check it changes nothing.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "", args,
		func(ctx context.Context, pool *pgxpool.Pool, who personal.Person, check bool) (string, error) {
			return postgres.Forget(ctx, pool, events.NewPublisher(pool), who, check)
		})
}
