package catalog

import (
	"context"
	"log/slog"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
)

// Export writes what is held of a person besides what is published of them to standard output, as JSON: export <account id or address>.
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ExportCommand(ctx, cfg.DatabaseURL, args, postgres.Export)
}

// Forget takes an account id or a mail address off artists, curators and what staff changed, and writes how many rows that were:
// forget [--check] <account id or address>. With --check it only tells whether it would. What the content folder names is an error.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	return personal.ForgetCommand(ctx, cfg.DatabaseURL, "forget [--check] <account id or address>", args, postgres.Forget)
}
