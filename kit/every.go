package kit

import (
	"context"
	"log/slog"
	"time"
)

// Every runs work immediately and then again after each pause, until ctx ends, and then returns nil. A
// failure is logged as a warning that names what waits for it, and is retried at the next turn.
func Every(ctx context.Context, pause time.Duration, log *slog.Logger, what string, work func(context.Context) error) error {
	t := time.NewTicker(pause)
	defer t.Stop()
	for {
		if err := work(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, what, "error", err, "after", pause)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
	}
}
