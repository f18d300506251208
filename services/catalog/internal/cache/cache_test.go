package cache

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

// TestValuesAreOfOneState: a state of the content ends when its version increases, and at the next scheduled change.
func TestValuesAreOfOneState(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	content := &plannedContent{version: 7, scheduled: []time.Time{noon.Add(time.Minute)}}
	c := New(1 << 20)
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
		state, err := c.Enter(t.Context(), content, noon.Add(step.at))
		if err != nil || state.s.number != step.want {
			t.Errorf("%s: state = %d (%v), want %d", step.name, state.s.number, err, step.want)
		}
		key := state.Of("body")
		if _, kept := Get[string](c, key); kept != (step.name == "again" || step.name == "nothing else is scheduled") {
			t.Errorf("%s: cached = %t, want %t", step.name, kept, !kept)
		}
		Put(c, key, "{}", 2, time.Hour)
		if v, ok := Get[int](c, Always("facet")); ok != (step.want > 1 || step.at > 0) || ok && v != 7 {
			t.Errorf("%s: value of any state = %d, %t", step.name, v, ok)
		}
		Put(c, Always("facet"), 7, 8, time.Hour)
	}
}

// TestForgottenWhileComputed: a value that was computed from content before a change isn't found after it.
func TestForgottenWhileComputed(t *testing.T) {
	t.Parallel()
	c := New(0)
	find := func(value int, during func()) int {
		t.Helper()
		v, err := Find(t.Context(), c, c.Of("total"), time.Hour, time.Minute, func(context.Context) (int, error) {
			during()
			return value, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	find(1, c.Forget)
	if v := find(2, func() {}); v != 2 {
		t.Errorf("total after a change = %d, want 2", v)
	}
	if v := find(3, func() {}); v != 2 {
		t.Errorf("total found again = %d, want the remembered 2", v)
	}
}

// TestNothingIsRemembered without a cache, and for an age of 0.
func TestNothingIsRemembered(t *testing.T) {
	t.Parallel()
	var none *Cache
	none.Forget()
	for name, c := range map[string]struct {
		cache *Cache
		age   time.Duration
	}{"no cache": {nil, time.Hour}, "no age": {New(0), 0}} {
		for want := range 2 {
			v, err := Find(t.Context(), c.cache, c.cache.Of("total"), c.age, time.Minute, func(context.Context) (int, error) { return want, nil })
			if err != nil || v != want {
				t.Errorf("%s: %d (%v), want %d", name, v, err, want)
			}
		}
	}
}
