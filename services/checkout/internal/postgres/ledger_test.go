package postgres_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// TestPartialRefundsOfAPrice: after refunds in parts nothing is owed to anyone, however the parts divide. Each part's
// share is rounded down to whole minor units, and the artist would otherwise keep the remainders.
func TestPartialRefundsOfAPrice(t *testing.T) {
	t.Parallel()
	pool, orders := setup(t, 1)
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
			t.Fatalf("balances = %v, want the sums of the card, the artist and the platform", b)
		}
	}
	c := orders.Hold("a")
	ses := orders.Card(c)
	orders.Cards.Pay(ses)
	orders.Webhook(ses)
	want(125_000, -106_250, -18_750)
	for _, part := range []int64{41_667, 41_667, 0} {
		_, err := orders.Refund(t.Context(), c.ID, part, purchase.Decision{InFull: part == 0, By: "staff", Note: "n"})
		orders.OK(err)
		orders.Work()
	}
	orders.Want(c, purchase.Refunded)
	want(0, 0, 0)

	// What the bank returned is owed again, in whatever order, until it is finally refunded.
	orders.Cards.ReturnRefunds(ses)
	orders.Webhook(ses)
	got := orders.Want(c, purchase.RefundFailed)
	want(125_000, -106_250, -18_750)
	for _, r := range got.Reviews {
		orders.OK(decideRefund(t, orders, r.ID))
		orders.Clock.Advance(time.Minute)
		orders.Work()
	}
	orders.Want(c, purchase.Refunded)
	want(0, 0, 0)
}

func decideRefund(t *testing.T, orders *ordertest.Orders, reviewID string) error {
	t.Helper()
	_, err := orders.Decide(t.Context(), reviewID, purchase.Decision{Action: purchase.ActionRefund, By: "staff", Note: "n"})
	return err
}
