package chainwatcher

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres"
)

// Release ends the halt of a chain: release <chain id> <who decides> <why>. Both texts are stored with the halt. If the reason for the
// halt still exists, the chain is halted again within seconds.
func Release(ctx context.Context, cfg Config, _ *slog.Logger, args []string) error {
	if len(args) != 3 || args[1] == "" || args[2] == "" {
		return errors.New("usage: release <chain id> <who decides> <why>")
	}
	id, err := strconv.ParseUint(args[0], 10, 32)
	if err != nil {
		return fmt.Errorf("release: %q is not a chain id", args[0])
	}
	pool, err := kitpg.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	store := postgres.New(pool)
	h, err := store.Halted(ctx, uint32(id))
	if err == nil {
		err = store.ReleaseHalt(ctx, uint32(id), args[1], args[2])
	}
	if errors.Is(err, chain.ErrNotFound) {
		return fmt.Errorf("release: chain %d is not halted", id)
	}
	if err != nil {
		return err
	}
	fmt.Printf("released chain %d, halted since %s: %s (%s)\n", id, h.At.UTC().Format("2006-01-02 15:04:05 MST"), h.Reason, h.Detail)
	return nil
}
