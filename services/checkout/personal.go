package checkout

import (
	"context"
	"log/slog"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
)

// Export writes all that is held of a person to standard output, as JSON: export <account id or address>.
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, postgres.Export)
}

// Forget takes away what names a person and writes how many rows that were: forget [--check] <account id>.
// With --check it only tells whether it would. What has to end first is an error.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "forget [--check] <account id>", args, postgres.Forget)
}
