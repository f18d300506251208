package phase_test

import (
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

func TestFall(t *testing.T) {
	t.Parallel()
	even := phase.Fall{Lowest: 200, Step: 100, Every: time.Minute}
	odd := phase.Fall{Lowest: 250, Step: 100, Every: time.Second}
	for name, c := range map[string]struct {
		fall  phase.Fall
		start int64
		since time.Duration
		want  int64
	}{
		"at the start":                  {even, 1000, 0, 1000},
		"before the start":              {even, 1000, -time.Hour, 1000},
		"just before the first step":    {even, 1000, time.Minute - time.Nanosecond, 1000},
		"at the first step":             {even, 1000, time.Minute, 900},
		"just before the last step":     {even, 1000, 8*time.Minute - time.Nanosecond, 300},
		"at the last step":              {even, 1000, 8 * time.Minute, 200},
		"long after the last step":      {even, 1000, 1 << 62, 200},
		"the last step may be smaller":  {odd, 1000, 8 * time.Second, 250},
		"before the smaller last step":  {odd, 1000, 7 * time.Second, 300},
		"a single step to the lowest":   {phase.Fall{Lowest: 1, Step: 999, Every: time.Second}, 1000, time.Second, 1},
		"amounts near the largest ones": {phase.Fall{Lowest: 1, Step: 1 << 61, Every: time.Second}, 1 << 62, 3 * time.Second, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.fall.At(c.start, c.since); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
	if n := even.Steps(1000); n != 8 {
		t.Errorf("%d steps, want 8", n)
	}
	if n := odd.Steps(1000); n != 8 {
		t.Errorf("%d steps, want 8: the last one is smaller", n)
	}
}
