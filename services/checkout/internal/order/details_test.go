package order_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// shownElsewhere matches values that a case shows in separate fields: hashes, ids, wei, minor units.
var shownElsewhere = regexp.MustCompile(`0x[0-9a-f]{64}|wei|[0-9a-f]{8}-[0-9a-f]{4}-|[0-9]{5,}|_`)

func TestHistoriesShowEventsAndNextSteps(t *testing.T) {
	t.Parallel()
	ends := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	hash := "0x" + strings.Repeat("ab", 32)
	card := order.Payment{ID: id.New(), Key: "card:pi_1", Method: order.Card, Amount: money.Money{Amount: 123456, Currency: "USD"}, ProviderID: "pi_1"}
	ether := order.Payment{
		ID: id.New(), Key: "eip155:1:0xb:0", Method: order.Ether, ChainID: 5, Transaction: hash, Wei: money.NewWei(123456), IntentHash: "0xq",
		BlockTime: ends.Add(time.Minute), Payer: hash[:42],
	}
	early := ether
	early.BlockTime = ends.Add(-time.Minute)
	paid := card
	paid.ID, paid.Key, paid.Credited, paid.Status = id.New(), "card:pi_0", true, order.PaymentFinal
	for name, c := range map[string]struct {
		p        order.Payment
		reason   string
		unit     order.UnitStatus
		payments []order.Payment
		want     string
	}{
		"a small card payment":       {p: card, reason: order.ReasonUnderpaid, want: "The card provider charged another amount than we requested."},
		"a large ether payment":      {p: ether, reason: order.ReasonOverpaid, want: "The payment contract should refuse any amount but the quoted one"},
		"another currency":           {p: card, reason: order.ReasonCurrency, want: "The card was charged in another currency"},
		"another chain":              {p: ether, reason: order.ReasonChain, want: "The price was quoted on chain 1."},
		"a block after the end":      {p: ether, reason: order.ReasonLate, want: "The quoted price ended at 21 Nov 2026, 12:00 UTC, and the payment was mined at 21 Nov 2026, 12:01 UTC."},
		"a late card, sold":          {p: card, reason: order.ReasonLate, unit: order.UnitSold, want: "The hold ended at 21 Nov 2026, 12:00 UTC, and edition 3 is no longer available"},
		"late ether, held":           {p: early, reason: order.ReasonLate, unit: order.UnitHeld, want: "The hold ended at 21 Nov 2026, 12:00 UTC, and edition 3"},
		"a late card, free":          {p: card, reason: order.ReasonLate, unit: order.UnitFree, want: "The hold had ended when the payment arrived. The edition is still available."},
		"a second payment":           {p: ether, reason: order.ReasonDuplicate, payments: []order.Payment{paid}, want: "The order was already paid"},
		"a second of two":            {p: ether, reason: order.ReasonDuplicate, want: "Another payment of the same order arrived first"},
		"a payment without an order": {p: ether, reason: order.ReasonUnknown, want: "The payment doesn't match any price"},
		"a block that was reverted":  {p: ether, reason: order.ReasonReorg, want: "The network reversed a block that counted as final"},
	} {
		t.Run(name, func(t *testing.T) {
			in := order.Checkout{
				ID: id.New(), Edition: 3, ExpiresAt: ends, Payments: c.payments,
				Quotes: []order.Quote{{IntentHash: "0xq", ChainID: 1, ExpiresAt: ends, Value: money.NewWei(7)}},
			}
			in.Unit.Status = c.unit
			got := messages.Detail(order.Review{Cause: order.CauseOf(&in, &c.p, c.reason)})
			if !strings.HasPrefix(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if again := shownElsewhere.FindString(got); again != "" {
				t.Errorf("%s = %s, want nothing that is shown elsewhere, like %q", name, got, again)
			}
		})
	}
	const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	for want, u := range map[string]order.Unexpected{
		"It was sent to " + to + " without an order.":   {Reason: "direct_transfer", To: to, Transaction: hash, Wei: money.NewWei(123456)},
		"It was sent to the gallery's wallet without":   {Reason: "direct_transfer", Transaction: hash, Wei: money.NewWei(123456)},
		"A token was sent to " + to + ".":               {Reason: "direct_transfer", To: to, Asset: hash[:42], Wei: money.NewWei(123456)},
		"The payment contract accepted it for an order": {Reason: order.ReasonUnknown, To: to, Wei: money.NewWei(123456)},
		"The order was already paid. Check the":         {Reason: order.ReasonDuplicate, To: to, Wei: money.NewWei(123456)},
	} {
		t.Run(want, func(t *testing.T) {
			got := messages.Detail(order.Review{Cause: order.UnexpectedCause(u)})
			if again := shownElsewhere.FindString(strings.ReplaceAll(got, to, "")); !strings.HasPrefix(got, want) || again != "" {
				t.Errorf("got %q, want %q, without %q", got, want, again)
			}
		})
	}
}

func TestRefusalsSayWhatToDo(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		m    order.Method
		code string
	}{
		"The address refuses payments. Ask the buyer for another one.": {order.Ether, "recipient_reverts"}, // words: ok
		"It exceeds the daily refund limit.":                           {order.Ether, "limit_exceeded"},
		"The payment's network is no longer configured.":               {order.Ether, "unsupported_chain"},
		"The refund was refused (moon_phase).":                         {order.Ether, "moon_phase"},
		"The refund didn't go through.":                                {order.Ether, ""},
		"The card provider couldn't refund it":                         {order.Card, ""},
	} {
		t.Run(want, func(t *testing.T) {
			if got := messages.Detail(order.Review{Cause: order.Cause{Kind: order.CauseRefused, Method: c.m, Subject: c.code}}); !strings.HasPrefix(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	// However often it is tried, the detail contains one failure below the description.
	x := order.Unmatched{Review: order.Review{Detail: "It came."}, Refunds: []order.Refund{{ID: "r", Method: order.Ether, Status: order.RefundQueued}}}
	for _, code := range []string{"limit_exceeded", "recipient_reverts"} {
		x.Refunds[0].Status = order.RefundQueued
		order.SettleUnmatched(x.As(order.ActorChain), "r", order.RefundRefused, code)
		x.Review.Detail = messages.Detail(x.Review)
	}
	if want := "It came.\nThe address refuses payments. Ask the buyer for another one."; x.Review.Detail != want { // words: ok
		t.Errorf("%q, want %q", x.Review.Detail, want)
	}
}

func TestReviewShowsTheExpectedPayment(t *testing.T) {
	t.Parallel()
	price := money.Money{Amount: 125_000, Currency: "USD"}
	c := order.Checkout{
		Price: price, Quotes: []order.Quote{{IntentHash: "0xq", ChainID: 1, Value: money.NewWei(7)}},
		Payments: []order.Payment{{ID: "quoted", Method: order.Ether, IntentHash: "0xq"}, {ID: "card", Method: order.Card}, {ID: "direct", Method: order.Ether}},
	}
	for payment, want := range map[string]order.Funds{
		"quoted": {Method: order.Ether, ChainID: 1, Wei: money.NewWei(7)}, "card": {Method: order.Card, Amount: price}, "direct": {Method: order.Card, Amount: price},
	} {
		got := order.Decided{Checkout: &c, Review: order.Review{PaymentID: payment}}.Expected()
		if got.Method != want.Method || got.Amount != want.Amount || got.Wei.Cmp(want.Wei) != 0 {
			t.Errorf("%s: %+v, want %+v", payment, got, want)
		}
	}
	if got := (order.Decided{}).Expected(); got.Method != order.NoMethod {
		t.Errorf("expected without provider data = %+v, want no method", got)
	}
}
