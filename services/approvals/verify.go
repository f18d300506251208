package approvals

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	kitpostgres "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/approvals/internal/read"
)

// VerifyLog checks the hashes of the log and writes how many entries match: verify-log. It returns an error if one doesn't match. It changes
// nothing.
func VerifyLog(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	if len(args) > 0 {
		return errors.New("usage: verify-log")
	}
	pool, err := kitpostgres.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	checked, err := read.VerifyLog(ctx, pool)
	if err == nil {
		_, err = fmt.Fprintln(os.Stdout, checked)
	}
	return err
}
