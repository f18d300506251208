package properties_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
)

// shownOf is what a page shows of a deal.
func shownOf(d hold.Deal) hold.Shown {
	shown := hold.Shown{Price: d.Price}
	if d.Terms != nil {
		shown.Lowest = d.Terms.Fall.Lowest
	}
	return shown
}

// TestAPromiseIsKept compares what a page shows with what checkout charges, over any schedule: a page that was read at the moment of the hold
// is right about price, phase and terms, or about why nothing is sold. A buyer whose page is older never pays more, nor gets less back, than
// it showed.
func TestAPromiseIsKept(t *testing.T) {
	t.Parallel()
	stores := &postgrestest.Stores{T: t}
	rapid.Check(t, func(r *rapid.T) {
		db := stores.Take()
		m := ordertest.NewOrders(t, 50, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
			return postgres.New(db.Pool, out).WithClock(c)
		})
		choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(r, "choice") }
		offer := m.Sell(choose)
		var older []hold.Shown
		for i := range 8 {
			m.Clock.Advance(time.Duration(choose(1200)) * time.Second)
			schedule, err := m.Store.Schedule(t.Context(), offer.DropID)
			m.OK(err)
			if choose(4) == 0 && len(schedule.Phases) > 0 {
				paused := schedule.Phases[choose(len(schedule.Phases))]
				schedule, err = m.Holds.Phases.Pause(t.Context(), paused.ID, paused.PausedAt.IsZero(), "staff", "")
				m.OK(err)
			}
			m.Work()
			promise, refusal := offer.At(schedule, m.Clock.Now())
			draft, err := m.Holds.Prepare(t.Context(), ordertest.Who(fmt.Sprintf("buyer-%d", i)), ordertest.Artwork, 0, "2026-01")
			if fmt.Sprint(err) != fmt.Sprint(refusal) {
				r.Fatalf("checkout: %v, the page: %v", err, refusal)
			}
			if err != nil {
				continue
			}
			if err := draft.Keep(shownOf(promise)); err != nil {
				r.Fatalf("a promise of this moment, %+v: %v", promise, err)
			}
			c, err := m.Holds.Reserve(t.Context(), draft)
			if err != nil || c.Price != promise.Price || c.PhaseID != promise.Phase.ID || c.Auctioned() != (promise.Terms != nil) {
				r.Fatalf("held at %v in phase %q (auction: %t; %v), want %+v", c.Price, c.PhaseID, c.Auctioned(), err, promise)
			}
			charged := shownOf(promise)
			for _, shown := range older {
				worse := charged.Price.Amount > shown.Price.Amount || lowest(charged) > lowest(shown)
				if err := draft.Keep(shown); (err != nil) != worse {
					r.Fatalf("shown %+v, charged %+v: %v", shown, charged, err)
				}
			}
			older = append(older, charged)
		}
		m.CheckInvariants()
		stores.GiveBack(db)
	})
}

// lowest is what a buyer pays in the end if the price falls as far as it may.
func lowest(s hold.Shown) int64 {
	if s.Lowest > 0 {
		return s.Lowest
	}
	return s.Price.Amount
}
