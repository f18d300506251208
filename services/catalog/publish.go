package catalog

import (
	"context"
	"time"
)

// schedule is how often Run looks for scheduled times that imports added in the meantime. Known times are met exactly.
const schedule = 30 * time.Second

// publish applies scheduled changes: artworks and posts become public, drops open and close. It starts with
// changes that became due while no catalog ran.
func (s *Service) publish(ctx context.Context) error {
	for first := true; ; first = false {
		wait, err := s.publishDue(ctx, first)
		if err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "cannot publish what is scheduled", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}

// publishDue publishes what is due and returns the time until the next scheduled change. The first call of a process also counts, which reads all artworks.
func (s *Service) publishDue(ctx context.Context, first bool) (wait time.Duration, err error) {
	now := s.Clock.Now()
	// Check each time: a long import may have ended after one of its works became due.
	done, err := s.store.Advance(ctx, now, first)
	if err != nil {
		return schedule, err
	}
	if done {
		s.Log.InfoContext(ctx, "published what was scheduled")
	}
	next, err := s.read.NextScheduled(ctx, now)
	if err != nil || next.IsZero() {
		return schedule, err
	}
	return min(schedule, max(next.Sub(s.Clock.Now()), 10*time.Millisecond)), nil
}

const (
	// facetsEvery is the minimum pause between two counts of the facets of a large catalog, and facetsPauseFactor the minimum pause in multiples of the
	// duration of a count.
	facetsEvery       = time.Minute
	facetsPauseFactor = 20
)

// countFacets counts the facets of a large catalog after changes.
func (s *Service) countFacets(ctx context.Context) error {
	for {
		began := time.Now()
		if err := s.store.CountFacets(ctx, s.Clock.Now()); err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "cannot count colors and techniques", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(max(facetsEvery, facetsPauseFactor*time.Since(began))):
		}
	}
}

const (
	// rewritePause is the pause between two steps of rewriting entries, for everything else.
	rewritePause = 50 * time.Millisecond
	// rewriteRetry is the pause after a step that failed.
	rewriteRetry = 30 * time.Second
)

// rewrite rewrites what an earlier release stored by other rules of words and slugs.
func (s *Service) rewrite(ctx context.Context) error {
	for more := true; ; {
		pause := rewritePause
		next, err := s.store.Rewrite(ctx, s.Clock.Now())
		switch {
		case err != nil && ctx.Err() == nil:
			s.Log.WarnContext(ctx, "cannot rewrite slugs and words of entries", "error", err)
			pause = rewriteRetry
		case err == nil:
			more = next
		}
		if !more {
			<-ctx.Done()
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}
