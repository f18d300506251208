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
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/unmatched"
)

// shownElsewhere matches values that a case shows in separate fields: hashes, ids, wei, minor units.
var shownElsewhere = regexp.MustCompile(`0x[0-9a-f]{64}|wei|[0-9a-f]{8}-[0-9a-f]{4}-|[0-9]{5,}|_`)

func TestHistoriesShowEventsAndNextSteps(t *testing.T) {
	t.Parallel()
	ends := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	hash := "0x" + strings.Repeat("ab", 32)
	card := purchase.Payment{ID: id.New(), Key: "card:pi_1", Method: purchase.Card, Amount: money.Money{Amount: 123456, Currency: "USD"}, ProviderID: "pi_1"}
	ether := purchase.Payment{
		ID: id.New(), Key: "eip155:1:0xb:0", Method: purchase.Ether, ChainID: 5, Transaction: hash, Wei: money.NewWei(123456), IntentHash: "0xq",
		BlockTime: ends.Add(time.Minute), Payer: hash[:42],
	}
	early := ether
	early.BlockTime = ends.Add(-time.Minute)
	paid := card
	paid.ID, paid.Key, paid.Credited, paid.Status = id.New(), "card:pi_0", true, purchase.PaymentFinal
	for name, c := range map[string]struct {
		p        purchase.Payment
		reason   string
		unit     purchase.UnitStatus
		payments []purchase.Payment
		want     string
	}{
		"a small card payment":       {p: card, reason: purchase.ReasonUnderpaid, want: "The card provider charged another amount than we requested."},
		"a large ether payment":      {p: ether, reason: purchase.ReasonOverpaid, want: "The payment contract should refuse any amount but the quoted one"},
		"another currency":           {p: card, reason: purchase.ReasonCurrency, want: "The card was charged in another currency"},
		"another chain":              {p: ether, reason: purchase.ReasonChain, want: "The price was quoted on chain 1."},
		"a block after the end":      {p: ether, reason: purchase.ReasonLate, want: "The quoted price ended at 21 Nov 2026, 12:00 UTC, and the payment was mined at 21 Nov 2026, 12:01 UTC."},
		"a late card, sold":          {p: card, reason: purchase.ReasonLate, unit: purchase.UnitSold, want: "The hold ended at 21 Nov 2026, 12:00 UTC, and edition 3 is no longer available"},
		"late ether, held":           {p: early, reason: purchase.ReasonLate, unit: purchase.UnitHeld, want: "The hold ended at 21 Nov 2026, 12:00 UTC, and edition 3"},
		"a late card, free":          {p: card, reason: purchase.ReasonLate, unit: purchase.UnitFree, want: "The hold had ended when the payment arrived. The edition is still available."},
		"a second payment":           {p: ether, reason: purchase.ReasonDuplicate, payments: []purchase.Payment{paid}, want: "The order was already paid"},
		"a second of two":            {p: ether, reason: purchase.ReasonDuplicate, want: "Another payment of the same order arrived first"},
		"a payment without an order": {p: ether, reason: purchase.ReasonUnknown, want: "The payment doesn't match any price"},
		"a block that was reverted":  {p: ether, reason: purchase.ReasonReorg, want: "The network reversed a block that counted as final"},
	} {
		t.Run(name, func(t *testing.T) {
			in := order.Checkout{
				ID: id.New(), Edition: 3, ExpiresAt: ends, Payments: c.payments,
				Quotes: []purchase.Quote{{IntentHash: "0xq", ChainID: 1, ExpiresAt: ends, Value: money.NewWei(7)}},
			}
			in.Unit.Status = c.unit
			got := messages.Detail(purchase.Review{Cause: order.CauseOf(&in, &c.p, c.reason)})
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
		"The payment contract accepted it for an order": {Reason: purchase.ReasonUnknown, To: to, Wei: money.NewWei(123456)},
		"The order was already paid. Check the":         {Reason: purchase.ReasonDuplicate, To: to, Wei: money.NewWei(123456)},
	} {
		t.Run(want, func(t *testing.T) {
			got := messages.Detail(purchase.Review{Cause: order.UnexpectedCause(u)})
			if again := shownElsewhere.FindString(strings.ReplaceAll(got, to, "")); !strings.HasPrefix(got, want) || again != "" {
				t.Errorf("got %q, want %q, without %q", got, want, again)
			}
		})
	}
}

func TestRefusalsSayWhatToDo(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		m    purchase.Method
		code string
	}{
		"The address refuses payments. Ask the buyer for another one.": {purchase.Ether, "recipient_reverts"}, // words: ok
		"It exceeds the daily refund limit.":                           {purchase.Ether, "limit_exceeded"},
		"The payment's network is no longer configured.":               {purchase.Ether, "unsupported_chain"},
		"The refund was refused (moon_phase).":                         {purchase.Ether, "moon_phase"},
		"The refund didn't go through.":                                {purchase.Ether, ""},
		"The card provider couldn't refund it":                         {purchase.Card, ""},
	} {
		t.Run(want, func(t *testing.T) {
			if got := messages.Detail(purchase.Review{Cause: purchase.Cause{Kind: purchase.CauseRefused, Method: c.m, Subject: c.code}}); !strings.HasPrefix(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	// However often it is tried, the detail contains one failure below the description.
	x := unmatched.Money{Review: purchase.Review{Detail: "It came."}, Refunds: []purchase.Refund{{ID: "r", Method: purchase.Ether, Status: purchase.RefundQueued}}}
	for _, code := range []string{"limit_exceeded", "recipient_reverts"} {
		x.Refunds[0].Status = purchase.RefundQueued
		x.As(purchase.ActorChain).Settle("r", purchase.RefundRefused, "", code)
		x.Review.Detail = messages.Detail(x.Review)
	}
	if want := "It came.\nThe address refuses payments. Ask the buyer for another one."; x.Review.Detail != want { // words: ok
		t.Errorf("%q, want %q", x.Review.Detail, want)
	}
}
