package chainwatcher

import (
	"context"
	"log/slog"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/api"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
)

// Export writes all stored data about a person to standard output, as JSON: export <account id or address>.
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, postgres.Export)
}

// Forget removes what identifies a person and prints how many rows changed: forget [--check] [--give-up-tokens] <account id>. With
// --check it changes nothing and reports what it would do. It returns an error if something has to end first. With --give-up-tokens,
// tokens in the vault don't block it.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	given := func(arg string) bool { return arg == "--give-up-tokens" }
	giveUp := slices.ContainsFunc(args, given)
	args = slices.DeleteFunc(slices.Clone(args), given)
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "forget [--check] [--give-up-tokens] <account id>", args, func(ctx context.Context, pool *pgxpool.Pool, accountID string, check bool) (string, error) {
		return postgres.Forget(ctx, pool, accountID, giveUp, check)
	})
}

// personalData returns the functions of PersonalService, which auth calls. They never forfeit tokens in the vault.
func (s *Service) personalData() api.Personal {
	return api.Personal{
		Copy: func(ctx context.Context, who string) (string, error) { return postgres.Export(ctx, s.Pool, who) },
		Remove: func(ctx context.Context, accountID string, _ []string, check bool) error {
			_, err := postgres.Forget(ctx, s.Pool, accountID, false, check)
			return err
		},
	}
}
