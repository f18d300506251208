package kit

import (
	"context"
	"log/slog"
	"time"
)

// Every runs work immediately and then again after each pause, until ctx ends, and then returns nil. It
// logs a failure as a warning with the text what, and retries after the next pause.
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
			if ctx.Err() != nil { // both were ready
				return nil
			}
		}
	}
}
