package postgres_test

import (
	"fmt"
	"testing"

	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
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
