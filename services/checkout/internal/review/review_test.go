package review_test

import (
	"testing"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/review"
)

func TestReviewShowsTheExpectedPayment(t *testing.T) {
	t.Parallel()
	price := money.Money{Amount: 125_000, Currency: "USD"}
	c := order.Checkout{
		Price: price, Quotes: []purchase.Quote{{IntentHash: "0xq", ChainID: 1, Value: money.NewWei(7)}},
		Payments: []purchase.Payment{{ID: "quoted", Method: purchase.Ether, IntentHash: "0xq"}, {ID: "card", Method: purchase.Card}, {ID: "direct", Method: purchase.Ether}},
	}
	for payment, want := range map[string]purchase.Funds{
		"quoted": {Method: purchase.Ether, ChainID: 1, Wei: money.NewWei(7)}, "card": {Method: purchase.Card, Amount: price}, "direct": {Method: purchase.Card, Amount: price},
	} {
		got := review.Case{Checkout: &c, Review: purchase.Review{PaymentID: payment}}.Expected()
		if got.Method != want.Method || got.Amount != want.Amount || got.Wei.Cmp(want.Wei) != 0 {
			t.Errorf("%s: %+v, want %+v", payment, got, want)
		}
	}
	if got := (review.Case{}).Expected(); got.Method != purchase.NoMethod {
		t.Errorf("expected without provider data = %+v, want no method", got)
	}
}
