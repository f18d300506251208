package postgres_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/read"
)

// TestTakenEditions: the list has the editions from a number on that are held, sold or withheld, ordered by number.
func TestTakenEditions(t *testing.T) {
	t.Parallel()
	pool, orders := setup(t, 4)
	orders.Offer(ordertest.Artwork, 4, 4)
	orders.Hold("b")
	if _, err := orders.TryEdition(t.Context(), "c", ordertest.Artwork, 2); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[int32]string{0: "1 held, 2 held, 4 withheld, ", 2: "2 held, 4 withheld, ", 3: "4 withheld, ", 5: ""} {
		res, err := read.Checkouts{Pool: pool}.ListTakenEditions(t.Context(), &checkoutv1.ListTakenEditionsRequest{ArtworkId: ordertest.Artwork, From: from})
		got := ""
		for _, m := range res.GetItems() {
			got += fmt.Sprintf("%d %s, ", m.GetEditionNumber(), m.GetStatus())
		}
		if err != nil || got != want {
			t.Errorf("taken editions from %d = %q and %v, want %q", from, got, err, want)
		}
	}
}

// TestReviewsShowTheExpectedPayment: a review shows what its payment should have been: its quote's value, or else the order's price, and nothing
// without an order. Once it was decided, it shows the address that staff entered.
func TestReviewsShowTheExpectedPayment(t *testing.T) {
	t.Parallel()
	pool, orders := setup(t, 3)
	card, _ := ordertest.Wrongly(orders, "card")
	ether := orders.Hold("ether")
	quote := orders.Ether(ether)
	more := ordertest.EtherPayment(quote, "0xb", orders.Clock.Now())
	more.Wei = quote.Value.Add(money.NewWei(1))
	orders.OK(orders.PaymentConfirmed(t.Context(), ether.ID, more))
	orders.Clock.Advance(time.Second)
	direct := order.Unexpected{ChainID: 31337, Wei: money.NewWei(5), Reason: purchase.ReasonDirect, BlockHash: "0xc", LogIndex: -1}
	direct.CheckoutID, direct.Transaction = card.ID, "0x1"
	orders.OK(orders.UnexpectedPayment(t.Context(), direct))
	direct.CheckoutID, direct.Transaction = "", "0x2"
	orders.OK(orders.UnexpectedPayment(t.Context(), direct))
	asked := func(status string) map[string]string {
		list, err := read.Reviews{Pool: pool}.List(t.Context(), status, 10)
		orders.OK(err)
		out := map[string]string{}
		for _, m := range list {
			key := m.GetCheckoutId() + " " + m.GetTransactionHash()
			out[key] = fmt.Sprint(m.GetAskedWei(), m.GetAsked().GetAmount(), " ", m.GetWei(), m.GetAmount().GetAmount(), " ", m.GetRefundAddress())
		}
		return out
	}
	want := map[string]string{
		card.ID + " ": "125000 124999 ", card.ID + " 0x1": "125000 50 ", " 0x2": "0 50 ",
		ether.ID + " " + more.Transaction: fmt.Sprint(quote.Value.String(), 0, " ", more.Wei.String(), 0, " "),
	}
	if got := asked(""); !maps.Equal(got, want) {
		t.Errorf("reviews = %v, want %v", got, want)
	}
	for _, r := range orders.Reviews(true) {
		orders.OK(orders.Resolve(r.ID, purchase.ActionRefund))
	}
	for key := range want {
		if key != card.ID+" " {
			want[key] += ordertest.Address
		}
	}
	if got := asked("closed"); !maps.Equal(got, want) {
		t.Errorf("decided reviews = %v, want %v", got, want)
	}
}
