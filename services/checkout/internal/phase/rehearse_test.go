package phase_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// TestRehearse moves the clock over a schedule with a gap and a pause.
func TestRehearse(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	at := func(hours int) time.Time { return start.Add(time.Duration(hours) * time.Hour) }
	s := phase.Schedule{DropID: 7, Phases: []phase.Phase{
		{Name: "list", Kind: phase.AllowList, StartsAt: at(0), EndsAt: at(1)},
		{Name: "holders", Kind: phase.Holders, StartsAt: at(1), EndsAt: at(2), PausedAt: at(0)},
		{Name: "all", Kind: phase.Public, StartsAt: at(3), EndsAt: at(4)},
	}}
	want := []string{"-1 list opens", "0 list", "1 paused", "2 all opens", "3 all", "4 over"}
	got := s.Rehearse(at(-1))
	if len(got) != len(want) {
		t.Fatalf("%d times, want %d: %v", len(got), len(want), got)
	}
	for i, r := range got {
		what := r.Phase.Name
		var closed *phase.NotOpenError
		switch {
		case errors.As(r.Err, &closed):
			what = closed.Next.Name + " opens"
		case errors.Is(r.Err, phase.ErrPaused):
			what = "paused"
		case errors.Is(r.Err, phase.ErrSaleEnded):
			what = "over"
		}
		if text := fmt.Sprintf("%d %s", int(r.From.Sub(start).Hours()), what); text != want[i] {
			t.Errorf("time %d: %q, want %q", i, text, want[i])
		}
		if i+1 < len(got) && !r.To.Equal(got[i+1].From) || i+1 == len(got) && !r.To.IsZero() {
			t.Errorf("time %d ends at %s, want the next one's start, or no end of the last", i, r.To)
		}
	}
	// A clock in the middle of a phase, and a schedule whose last phase has no end.
	s.Phases[2].EndsAt = time.Time{}
	if got := s.Rehearse(at(3).Add(time.Minute)); len(got) != 1 || got[0].Phase.Name != "all" || !got[0].To.IsZero() {
		t.Errorf("from within the last phase = %+v, want all alone without an end", got)
	}
}
