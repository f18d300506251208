package approvals

import (
	"context"
	"log/slog"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/services/approvals/internal/api"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres"
)

// Export writes all data about a person to standard output, as JSON: export <account id or address>.
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, postgres.Export)
}

// Forget removes what identifies a person and writes the numbers of changed rows: forget [--check] <account id>. With --check it
// changes nothing. It is an error if something must end first.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "forget [--check] <account id>", args, postgres.Forget)
}

// personalData returns the functions of PersonalService, which auth calls. They do the same as the commands.
func (s *Service) personalData() api.Personal {
	return api.Personal{
		Copy: func(ctx context.Context, who string) (string, error) { return postgres.Export(ctx, s.Pool, who) },
		Remove: func(ctx context.Context, accountID string, _ []string, check bool) error {
			_, err := postgres.Forget(ctx, s.Pool, accountID, check)
			return err
		},
	}
}
