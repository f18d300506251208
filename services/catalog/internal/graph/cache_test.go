package graph

import (
	"context"
	"testing"
	"time"
)

// plannedContent is content with a version and a schedule.
type plannedContent struct {
	version   int64
	scheduled []time.Time
}

func (c *plannedContent) Version(context.Context) (int64, error) { return c.version, nil }

func (c *plannedContent) NextScheduled(_ context.Context, now time.Time) (time.Time, error) {
	for _, at := range c.scheduled {
		if at.After(now) {
			return at, nil
		}
	}
	return time.Time{}, nil
}

// TestResponsesAreForOneState: a state of the content ends when its version increases, and at the next scheduled change.
func TestResponsesAreForOneState(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	content := &plannedContent{version: 7, scheduled: []time.Time{noon.Add(time.Minute)}}
	c := newResponses(content, 1<<20)
	for _, step := range []struct {
		name    string
		version int64
		at      time.Duration
		want    int64
	}{
		{"first", 7, 0, 1},
		{"again", 7, 59 * time.Second, 1},
		{"a drop begins", 7, time.Minute, 2},
		{"nothing else is scheduled", 7, time.Hour, 2},
		{"a sale", 8, time.Hour, 3},
		{"a clock that was set back", 8, 0, 4},
	} {
		content.version = step.version
		number, err := c.current(t.Context(), noon.Add(step.at))
		if err != nil || number != step.want {
			t.Errorf("%s: state = %d (%v), want %d", step.name, number, err, step.want)
		}
		key := responseKey{state: number}
		if _, kept := c.bodies.GetIfPresent(key); kept != (step.name == "again" || step.name == "nothing else is scheduled") {
			t.Errorf("%s: cached = %t, want %t", step.name, kept, !kept)
		}
		c.bodies.Set(key, []byte("{}"))
	}
}

// TestLifetimeEndsWithTheState: a shared cache never serves a response beyond the moment at which something scheduled appears.
func TestLifetimeEndsWithTheState(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		until      time.Duration // 0 is nothing
		age, stale time.Duration
	}{
		{0, 5 * time.Second, 30 * time.Second},
		{time.Hour, 5 * time.Second, 30 * time.Second},
		{12500 * time.Millisecond, 5 * time.Second, 7 * time.Second},
		{3500 * time.Millisecond, 3 * time.Second, 0},
		{900 * time.Millisecond, 0, 0},
		{-time.Second, 0, 0},
	} {
		t.Run(c.until.String(), func(t *testing.T) {
			r := newResponses(&plannedContent{}, 1<<20)
			if c.until != 0 {
				r.state.until = noon.Add(c.until)
			}
			if age, stale := r.lifetime(noon); age != c.age || stale != c.stale {
				t.Errorf("max-age %s and stale %s, want %s and %s", age, stale, c.age, c.stale)
			}
		})
	}
}

func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	tag := etag("application/json", []byte("{}"))
	if other := etag("application/graphql-response+json", []byte("{}")); other == tag {
		t.Errorf("ETag of both media types = %s, want two", tag)
	}
	for header, want := range map[string]bool{"": false, tag: true, "W/" + tag: true, `"x", ` + tag: true, "*": true, `"x"`: false} {
		t.Run(header, func(t *testing.T) {
			if got := matches([]string{header}, tag); got != want {
				t.Errorf("If-None-Match %s: %t, want %t", header, got, want)
			}
		})
	}
}
