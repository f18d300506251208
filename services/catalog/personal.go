package catalog

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/services/catalog/internal/api"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
)

// Export writes what is held of a person besides what is published of them to standard output, as JSON: export <account id or address>.
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, func(ctx context.Context, pool *pgxpool.Pool, who string) (string, error) {
		if err := checkMigrated(ctx, pool); err != nil {
			return "", err
		}
		return postgres.Export(ctx, pool, who)
	})
}

// Forget takes an account id or a mail address off artists, curators and what staff changed, and writes how many rows that were:
// forget [--check] <account id or address>. With --check it only reports what it would do. What the content folder names is an error.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "forget [--check] <account id or address>", args,
		func(ctx context.Context, pool *pgxpool.Pool, who string, check bool) (string, error) {
			if err := checkMigrated(ctx, pool); err != nil {
				return "", err
			}
			return postgres.Forget(ctx, pool, who, check)
		})
}

// personalData is what the commands do, for auth.
func (s *Service) personalData() api.Personal {
	return api.Personal{
		Copy: func(ctx context.Context, who string) (string, error) { return postgres.Export(ctx, s.Pool, who) },
		Remove: func(ctx context.Context, accountID string, addresses []string, check bool) error {
			for _, who := range append([]string{accountID}, addresses...) {
				if _, err := postgres.Forget(ctx, s.Pool, who, check); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
