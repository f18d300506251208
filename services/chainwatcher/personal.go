package chainwatcher

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
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

// Forget takes away what names a person and writes how many rows that were: forget [--check] [--give-up-tokens] <account id>.
// With --check it only tells whether it would. What has to end first is an error; a token in the vault is no longer in the way
// once its owner gave it up.
func Forget(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	flags := flag.NewFlagSet("forget", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	check, giveUp := flags.Bool("check", false, ""), flags.Bool("give-up-tokens", false, "")
	if err := flags.Parse(args); err != nil || flags.NArg() != 1 {
		return errors.New("usage: forget [--check] [--give-up-tokens] <account id>")
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	done, err := postgres.Forget(ctx, pool, flags.Arg(0), *giveUp, *check)
	if err == nil {
		_, err = fmt.Fprintln(os.Stdout, done)
	}
	return err
}
