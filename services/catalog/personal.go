package catalog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres"
)

// Export writes what is held of a person besides what is published of them to standard output, as JSON: export <account id or address>.
func Export(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return errors.New("usage: export <account id or address>")
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	found, err := postgres.Export(ctx, pool, args[0])
	if err == nil {
		_, err = fmt.Fprintln(os.Stdout, found)
	}
	return err
}

// Forget takes an account id or a mail address off artists, curators and what staff changed, and writes how many rows that were:
// forget [--check] <account id or address>. With --check it only tells whether it would. What the content folder names is an error.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	check := len(args) == 2 && args[0] == "--check"
	if len(args) != 1 && !check || args[len(args)-1] == "" {
		return errors.New("usage: forget [--check] <account id or address>")
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	done, err := postgres.Forget(ctx, pool, args[len(args)-1], check)
	if err == nil {
		_, err = fmt.Fprintln(os.Stdout, done)
	}
	return err
}
