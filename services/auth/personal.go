package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
)

// Export writes all that is held of a person to standard output, as JSON: export <account id or address>.
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

// Forget takes away what names a person and writes how many rows that were: forget [--check] <account id>.
// Sessions end with it. With --check it only tells what it would.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	check := len(args) == 2 && args[0] == "--check"
	if len(args) != 1 && !check {
		return errors.New("usage: forget [--check] <account id>")
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
