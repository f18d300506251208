package graph

import (
	"testing"
	"time"
)

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
			var until time.Time
			if c.until != 0 {
				until = noon.Add(c.until)
			}
			if age, stale := lifetime(until, noon); age != c.age || stale != c.stale {
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
