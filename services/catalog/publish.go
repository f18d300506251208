package catalog

import (
	"context"
	"time"
)

// schedule is how often Run looks for moments that content brought meanwhile. Those that it knows of are met on time.
const schedule = 30 * time.Second

// publish keeps listings and pages up to date with what changes by itself: scheduled works and posts become public, drops
// begin and end. It begins with what passed since pages were told last, whoever told them: no catalog may have run then.
func (s *Service) publish(ctx context.Context) error {
	var done time.Time // until when everything is up to date; zero until it was read
	for {
		wait, err := s.meet(ctx, &done)
		if err != nil && ctx.Err() == nil {
			s.deps.Log.WarnContext(ctx, "cannot publish what is scheduled", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}

// meet tells pages of the moments that passed since done, and answers how long nothing is to be done.
func (s *Service) meet(ctx context.Context, done *time.Time) (wait time.Duration, err error) {
	if done.IsZero() {
		if *done, err = s.store.Told(ctx); err != nil {
			return schedule, err
		}
	}
	now := s.deps.Clock.Now()
	// Looked at every time: an import that took long may have ended after a moment of its works had passed.
	changed, err := s.store.Refresh(ctx, now)
	if err != nil {
		return schedule, err
	}
	next, err := s.store.NextScheduled(ctx, *done)
	if err != nil {
		return schedule, err
	}
	if passed := !next.IsZero() && !next.After(now); passed || changed {
		if err := s.announce(ctx, now); err != nil {
			return schedule, err
		}
		if next, err = s.store.NextScheduled(ctx, now); err != nil {
			return schedule, err
		}
	}
	*done = now
	if next.IsZero() {
		return schedule, nil
	}
	return min(schedule, max(next.Sub(s.deps.Clock.Now()), 10*time.Millisecond)), nil
}

// announce tells pages that they show something else from a moment on. It is noted once the site has heard.
func (s *Service) announce(ctx context.Context, now time.Time) error {
	if err := s.site.Tell(ctx, everything...); err != nil {
		return err
	}
	s.deps.Log.InfoContext(ctx, "pages show something else from now on")
	return s.store.SetTold(ctx, now)
}
