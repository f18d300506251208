package phase

import (
	"slices"
	"time"
)

// Rehearsal is what a schedule does from one time to the next.
type Rehearsal struct {
	From time.Time
	// To is zero for the last one.
	To time.Time
	// Phase is the phase at that time, paused or not. If it is empty, nothing is sold, and Err says why.
	Phase Phase
	Err   error
}

// Rehearse returns what a schedule does from a time on, without selling anything: one entry for each time at which something changes. It
// uses the rules of Schedule.At, with a clock that moves to each of these moments.
func (s Schedule) Rehearse(from time.Time) []Rehearsal {
	moments := []time.Time{from}
	for _, p := range s.Phases {
		for _, at := range []time.Time{p.StartsAt, p.EndsAt} {
			if at.After(from) {
				moments = append(moments, at)
			}
		}
	}
	slices.SortFunc(moments, time.Time.Compare)
	moments = slices.CompactFunc(moments, time.Time.Equal)
	out := make([]Rehearsal, 0, len(moments))
	for i, at := range moments {
		r := Rehearsal{From: at}
		if i+1 < len(moments) {
			r.To = moments[i+1]
		}
		r.Phase, r.Err = s.At(at)
		out = append(out, r)
	}
	return out
}
