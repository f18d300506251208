package catalog

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/services/catalog/internal/api"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
)

// Export writes the stored data of a person, except for published content, to standard output as JSON: export <account id or address>.
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, func(ctx context.Context, pool *pgxpool.Pool, who string) (string, error) {
		if err := checkMigrated(ctx, pool); err != nil {
			return "", err
		}
		return postgres.Export(ctx, pool, who)
	})
}

// Forget removes an account id or an email address from artists, curators and staff's changes, and writes the number of rows:
// forget [--check] <account id or address>. With --check it only reports what it would do. If the content folder names the account, it returns an
// error.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "forget [--check] <account id or address>", args,
		func(ctx context.Context, pool *pgxpool.Pool, who string, check bool) (string, error) {
			if err := checkMigrated(ctx, pool); err != nil {
				return "", err
			}
			return postgres.Forget(ctx, pool, who, check)
		})
}

// personalData returns the functions of PersonalService, which auth calls. They do the same as the commands.
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
