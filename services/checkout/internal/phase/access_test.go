package phase_test

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// drop is a store with the schedule of one drop, in which nobody has bought.
type drop struct {
	phase.Store

	schedule phase.Schedule
}

func (d drop) Schedule(context.Context, int64) (phase.Schedule, error) { return d.schedule, nil }

func (drop) Admissions(_ context.Context, _ int64, who phase.Candidate) (map[string]phase.Admission, error) {
	out := map[string]phase.Admission{}
	for phaseID, entries := range who.Entries {
		out[phaseID] = phase.Admission{Entries: entries}
	}
	return out, nil
}

// nobody is an account without wallets.
type nobody struct{ phase.Others }

func (nobody) Wallets(context.Context, string) ([]string, error) { return nil, nil }

// holdings are what the account holds, by condition. What was requested is recorded.
type holdings struct {
	phase.Chain

	held      map[string][]int64
	err       error
	requested [][]string
}

func (h *holdings) HeldTokens(_ context.Context, _ string, _ []string, conditions map[string][]phase.Tokens) (map[string][]int64, error) {
	h.requested = append(h.requested, slices.Sorted(maps.Keys(conditions)))
	return h.held, h.err
}

// TestHoldersAreReadInOneCall: the chainwatcher is called once for all phases for holders that haven't ended. If it can't say anything about a
// phase, only the access to that phase is unknown.
func TestHoldersAreReadInOneCall(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)
	at := func(hours int) time.Time { return now.Add(time.Duration(hours) * time.Hour) }
	tokens := []phase.Tokens{{From: 1, To: 2}}
	schedule := phase.Schedule{Now: now, Phases: []phase.Phase{
		{ID: "ended", Kind: phase.Holders, StartsAt: at(-2), EndsAt: at(-1), Tokens: tokens},
		{ID: "open", Kind: phase.Holders, StartsAt: at(-1), EndsAt: at(1), Tokens: tokens},
		{ID: "none", Kind: phase.Holders, StartsAt: at(1), EndsAt: at(2), Tokens: tokens},
		{ID: "later", Kind: phase.Holders, StartsAt: at(2), EndsAt: at(3), Tokens: tokens},
		{ID: "public", Kind: phase.Public, StartsAt: at(3)},
	}}
	chain := &holdings{held: map[string][]int64{"open": {1}, "none": nil}}
	s := &phase.Service{Store: drop{schedule: schedule}, Others: nobody{}, Chain: chain}
	check := func(want map[string]phase.Access) {
		t.Helper()
		if _, got, err := s.Of(t.Context(), 1, "ada"); err != nil || !maps.Equal(got, want) {
			t.Errorf("Of() = %+v, %v, want %+v", got, err, want)
		}
	}
	check(map[string]phase.Access{"ended": {}, "open": {Eligible: true}, "none": {}, "later": {Unknown: true}, "public": {Eligible: true}})
	if len(chain.requested) != 1 || !slices.Equal(chain.requested[0], []string{"later", "none", "open"}) {
		t.Errorf("requests = %q, want one with the three phases for holders that haven't ended", chain.requested)
	}
	chain.held, chain.err = nil, phase.ErrUnavailable
	check(map[string]phase.Access{"ended": {}, "open": {Unknown: true}, "none": {Unknown: true}, "later": {Unknown: true}, "public": {Eligible: true}})
}
