package catalog

import (
	"context"
	"time"
)

// schedule is how often Run looks for moments that content brought meanwhile. Those that it knows of are met on time.
const schedule = 30 * time.Second

// publish keeps listings and pages up to date with what changes by itself: scheduled works and posts become public, drops
// begin and end.
func (s *Service) publish(ctx context.Context) error {
	done := s.deps.Clock.Now() // until when everything is up to date
	for {
		now, wait := s.deps.Clock.Now(), schedule
		next, err := s.store.NextScheduled(ctx, done)
		if err == nil && !next.IsZero() && !next.After(now) {
			if err = s.store.Refresh(ctx, now); err == nil {
				done = now
				s.deps.Log.InfoContext(ctx, "pages show something else from now on", "since", next)
				s.site.Stale(everything...)
				continue
			}
		}
		switch {
		case err != nil && ctx.Err() == nil:
			s.deps.Log.WarnContext(ctx, "cannot publish what is scheduled", "error", err)
		case err == nil:
			done = now
			if !next.IsZero() {
				wait = min(wait, max(next.Sub(now), 10*time.Millisecond))
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}
