package postgres_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
)

// fullOutbox fails while full is set.
type fullOutbox struct {
	order.Outbox
	full *bool
}

var errFull = errors.New("the outbox is full")

func (o fullOutbox) Publish(ctx context.Context, e order.Event) error {
	if *o.full {
		return errFull
	}
	return o.Outbox.Publish(ctx, e)
}

// TestChangesOfPhasesArePublished: each change of staff has an event with the phases afterwards, and isn't stored without it. Changes by a
// release that published none follow later.
func TestChangesOfPhasesArePublished(t *testing.T) {
	t.Parallel()
	db := (&postgrestest.Stores{T: t}).Take()
	full := false
	var store *postgres.Store
	m := ordertest.NewOrders(t, 3, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		store = postgres.New(db.Pool, fullOutbox{out, &full}).WithClock(c)
		return store
	})
	ctx, phases := t.Context(), m.Holds.Phases
	published := func() (out []phase.Schedule) {
		for _, e := range ordertest.Events[order.PhasesChanged](m.Out) {
			out = append(out, e.Schedule)
		}
		return out
	}
	stored := phase.Schedule{DropID: ordertest.DropID}
	starts := m.Clock.Now().Add(time.Hour)
	for i, step := range []struct {
		name   string
		change func() (phase.Schedule, error)
	}{
		{"save", func() (phase.Schedule, error) {
			plan := stored
			plan.Phases = []phase.Phase{
				{Name: "Friends", Kind: phase.AllowList, StartsAt: starts, EndsAt: starts.Add(time.Hour)},
				{Name: "Everyone", Kind: phase.Public, StartsAt: starts.Add(2 * time.Hour)},
			}
			return phases.Save(ctx, plan, "staff", "")
		}},
		{"members", func() (phase.Schedule, error) {
			return phases.SaveMembers(ctx, stored.Phases[0].ID, []phase.Member{{AccountID: "ada"}}, "staff")
		}},
		{"pause", func() (phase.Schedule, error) { return phases.Pause(ctx, stored.Phases[0].ID, true, "staff", "") }},
		{"resume", func() (phase.Schedule, error) { return phases.Pause(ctx, stored.Phases[0].ID, false, "staff", "") }},
		{"end", func() (phase.Schedule, error) {
			plan := stored
			plan.Phases = stored.Phases[:1]
			return phases.Save(ctx, plan, "staff", "")
		}},
		{"remove", func() (phase.Schedule, error) {
			return phases.Save(ctx, phase.Schedule{DropID: stored.DropID, Version: stored.Version}, "staff", "")
		}},
	} {
		full = true
		if _, err := step.change(); !errors.Is(err, errFull) {
			t.Fatalf("%s without an outbox: error = %v, want %v", step.name, err, errFull)
		}
		if got, err := store.Schedule(ctx, stored.DropID); err != nil || got.Version != stored.Version || len(got.Phases) != len(stored.Phases) {
			t.Fatalf("%s without an outbox: schedule = %+v, %v, want %+v", step.name, got, err, stored)
		}
		full = false
		after, err := step.change()
		m.OK(err)
		if got := published(); len(got) != i+1 || !reflect.DeepEqual(got[i], after) {
			t.Fatalf("%s: published %+v, want %d events, the last with %+v", step.name, got, i+1, after)
		}
		stored = after
	}
	if n, err := store.PublishPhases(ctx); err != nil || n != 0 {
		t.Errorf("PublishPhases() = %d, %v, want 0: all changes were published", n, err)
	}
	if _, err := db.Owner.Exec(ctx, "UPDATE phase_schedules SET version = version + 1"); err != nil {
		t.Fatal(err)
	}
	before := len(published())
	for _, want := range []int{1, 0} {
		if n, err := store.PublishPhases(ctx); err != nil || n != want {
			t.Fatalf("PublishPhases() = %d, %v, want %d", n, err, want)
		}
	}
	if got := published()[before:]; len(got) != 1 || got[0].DropID != stored.DropID || got[0].Version != stored.Version+1 {
		t.Errorf("published %+v, want version %d of drop %d", got, stored.Version+1, stored.DropID)
	}
}
