package postgres_test

import (
	"testing"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// budget is what one step of an order costs: statements, round trips to the database, and events. Lower a number after a change that saves some. Raise
// one only with the reason in the commit.
type budget struct {
	statements, trips int64
	events            int
}

var budgets = map[string]budget{
	"hold":                  {12, 10, 1},
	"card: open a session":  {39, 14, 0},
	"card: payment to mint": {24, 8, 2},
	"ether: quote":          {26, 8, 0},
	"rounds without work":   {26, 16, 0},
}

// TestBudgets counts what the steps of two purchases cost.
func TestBudgets(t *testing.T) {
	t.Parallel()
	var sent testkit.Calls
	pool := sent.Of(t, testkit.Pool(t, testkit.Postgres(t, postgrestest.Migrate)))
	s := ordertest.NewOrders(t, 4, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
		return postgres.New(pool, out).WithClock(c)
	})
	var c, e order.Checkout
	var session string
	for _, buyers := range []string{"first ", "second "} { // the first ones open connections and prepare statements
		for _, step := range []struct {
			name string
			run  func()
		}{
			{"hold", func() { c = s.Hold(buyers + "a") }},
			{"card: open a session", func() { session = s.Card(c) }},
			{"card: payment to mint", func() { s.Cards.Pay(session); s.Webhook(session) }},
			{"hold", func() { e = s.Hold(buyers + "b") }},
			{"ether: quote", func() { s.Ether(e) }},
			{"rounds without work", s.Work},
		} {
			events := len(ordertest.Events[order.Event](s.Out))
			sent.Take()
			step.run()
			statements, trips := sent.Take()
			got, want := budget{statements, trips, len(ordertest.Events[order.Event](s.Out)) - events}, budgets[step.name]
			if got != want && buyers == "second " {
				t.Errorf("%s: %d statements in %d round trips and %d events, want %d in %d and %d: if that is needed, change it in budgets",
					step.name, got.statements, got.trips, got.events, want.statements, want.trips, want.events)
			}
		}
	}
	s.Want(c, purchase.Delivering)
}
