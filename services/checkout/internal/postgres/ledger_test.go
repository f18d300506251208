package postgres_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/clock"
	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
)

// TestAPriceThatGoesBackInParts leaves nothing owed to anybody, however the parts divide: each part's share is cut to whole minor
// units, and what was cut would stay with the artist.
func TestAPriceThatGoesBackInParts(t *testing.T) {
	t.Parallel()
	pool, err := kitpg.Open(t.Context(), testkit.Postgres(t, migrate))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	till := ordertest.NewTill(t, 1, func(_ testing.TB, out order.Outbox, c clock.Clock) order.Store {
		return postgres.New(pool, out).WithClock(c)
	})
	balances := func() map[string]int64 {
		rows, err := pool.Query(t.Context(), `SELECT account, sum(amount)::bigint FROM ledger GROUP BY account`)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]int64{}
		var account string
		var sum int64
		if _, err := pgx.ForEachRow(rows, []any{&account, &sum}, func() error { out[account] = sum; return nil }); err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := func(card, artist, revenue int64) {
		t.Helper()
		if b := balances(); b["card:clearing"] != card || b["artist:7:payable"] != artist || b["platform:revenue"] != revenue {
			t.Fatalf("%v", b)
		}
	}
	c := till.Hold("a")
	ses := till.Card(c)
	till.Cards.Pay(ses)
	till.Webhook(ses)
	want(125_000, -106_250, -18_750)
	for _, part := range []int64{41_667, 41_667, 0} {
		_, err := till.Refund(t.Context(), c.ID, part, order.Decision{By: "staff", Note: "n"})
		till.OK(err)
		till.Work()
	}
	till.Want(c, order.Refunded)
	want(0, 0, 0)

	// What came back is owed again, in whatever order; and is not, once it has gone for good.
	till.Cards.ReturnRefunds(ses)
	till.Webhook(ses)
	got := till.Want(c, order.RefundFailed)
	want(125_000, -106_250, -18_750)
	for _, r := range got.Reviews {
		till.OK(decideRefund(t, till, r.ID))
		till.Clock.Advance(time.Minute)
		till.Work()
	}
	till.Want(c, order.Refunded)
	want(0, 0, 0)
}

func decideRefund(t *testing.T, till *ordertest.Till, reviewID string) error {
	t.Helper()
	_, err := till.Decide(t.Context(), reviewID, order.Decision{Action: order.ActionRefund, By: "staff", Note: "n"})
	return err
}
