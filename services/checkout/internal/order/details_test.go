package order

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
)

// shownElsewhere matches values that a case shows in separate fields: hashes, ids, wei, minor units.
var shownElsewhere = regexp.MustCompile(`0x[0-9a-f]{64}|wei|[0-9a-f]{8}-[0-9a-f]{4}-|[0-9]{5,}|_`)

func TestStoriesSayWhatHappenedAndWhatToLookAt(t *testing.T) {
	t.Parallel()
	ends := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	hash := "0x" + strings.Repeat("ab", 32)
	card := Payment{ID: id.New(), Key: "card:pi_1", Method: Card, Amount: money.Money{Amount: 123456, Currency: "USD"}, ProviderID: "pi_1"}
	ether := Payment{
		ID: id.New(), Key: "eip155:1:0xb:0", Method: Ether, ChainID: 5, Transaction: hash, Wei: money.NewWei(123456), IntentHash: "0xq",
		BlockTime: ends.Add(time.Minute), Payer: hash[:42],
	}
	early := ether
	early.BlockTime = ends.Add(-time.Minute)
	paid := card
	paid.ID, paid.Key, paid.Credited, paid.Status = id.New(), "card:pi_0", true, PaymentFinal
	for name, c := range map[string]struct {
		p        Payment
		reason   string
		unit     UnitStatus
		payments []Payment
		want     string
	}{
		"a small card payment":   {p: card, reason: ReasonUnderpaid, want: "The card provider charged another amount than we requested."},
		"a large ether payment":  {p: ether, reason: ReasonOverpaid, want: "The payment contract should refuse any amount but the quoted one"},
		"another currency":       {p: card, reason: ReasonCurrency, want: "The card was charged in another currency"},
		"another chain":          {p: ether, reason: ReasonChain, want: "The price was quoted on chain 1."},
		"a block after the end":  {p: ether, reason: ReasonLate, want: "The quoted price ended at 21 Nov 2026, 12:00 UTC, and the payment was mined at 21 Nov 2026, 12:01 UTC."},
		"a late card, sold":      {p: card, reason: ReasonLate, unit: UnitSold, want: "The hold ended at 21 Nov 2026, 12:00 UTC, and edition 3 is no longer available"},
		"late ether, held":       {p: early, reason: ReasonLate, unit: UnitHeld, want: "The hold ended at 21 Nov 2026, 12:00 UTC, and edition 3"},
		"a late card, free":      {p: card, reason: ReasonLate, unit: UnitFree, want: "The hold had ended when the payment arrived. The edition is still available."},
		"a second payment":       {p: ether, reason: ReasonDuplicate, payments: []Payment{paid}, want: "The order was already paid"},
		"a second of two":        {p: ether, reason: ReasonDuplicate, want: "Another payment of the same order arrived first"},
		"an answer to nothing":   {p: ether, reason: ReasonUnknown, want: "The payment doesn't match any price"},
		"a block that was taken": {p: ether, reason: ReasonReorg, want: "The network reversed a block that counted as final"},
	} {
		in := Checkout{
			ID: id.New(), Edition: 3, ExpiresAt: ends, Payments: c.payments,
			Quotes: []Quote{{IntentHash: "0xq", ChainID: 1, ExpiresAt: ends, Value: money.NewWei(7)}},
		}
		in.Unit.Status = c.unit
		got := in.explain(&c.p, c.reason)
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if again := shownElsewhere.FindString(got); again != "" {
			t.Errorf("%s tells %q again: %s", name, again, got)
		}
	}
	const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	for want, u := range map[string]Unexpected{
		"It was sent to " + to + " without an order.":   {Reason: "direct_transfer", To: to, Transaction: hash, Wei: money.NewWei(123456)},
		"It was sent to the gallery's wallet without":   {Reason: "direct_transfer", Transaction: hash, Wei: money.NewWei(123456)},
		"A token was sent to " + to + ".":               {Reason: "direct_transfer", To: to, Asset: hash[:42], Wei: money.NewWei(123456)},
		"The payment contract accepted it for an order": {Reason: ReasonUnknown, To: to, Wei: money.NewWei(123456)},
		"The order was already paid. Check the":         {Reason: ReasonDuplicate, To: to, Wei: money.NewWei(123456)},
	} {
		got := u.explain()
		if again := shownElsewhere.FindString(strings.ReplaceAll(got, to, "")); !strings.HasPrefix(got, want) || again != "" {
			t.Errorf("%q, want %q, without %q", got, want, again)
		}
	}
}

func TestRefusalsSayWhatToDo(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		m    Method
		code string
	}{
		"The address refuses payments. Ask the buyer for another one.": {Ether, "recipient_reverts"}, // words: ok
		"It exceeds the daily refund limit.":                           {Ether, "limit_exceeded"},
		"The payment's network is no longer configured.":               {Ether, "unsupported_chain"},
		"The refund was refused (moon_phase).":                         {Ether, "moon_phase"},
		"The refund didn't go through.":                                {Ether, ""},
		"The card provider couldn't refund it":                         {Card, ""},
	} {
		if got := refusal(c.m, c.code); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	// However often it is tried, the detail contains one failure below the description.
	x := Unmatched{Review: Review{Detail: "It came."}, Refunds: []Refund{{ID: "r", Method: Ether, Status: RefundQueued}}}
	for _, code := range []string{"limit_exceeded", "recipient_reverts"} {
		x.Refunds[0].Status = RefundQueued
		x.As(ActorChain).settle("r", RefundRefused, "", code)
	}
	if want := "It came.\n" + refusals["recipient_reverts"]; x.Review.Detail != want {
		t.Errorf("%q, want %q", x.Review.Detail, want)
	}
}

func TestAskedIsWhatThePaymentAnswers(t *testing.T) {
	t.Parallel()
	price := money.Money{Amount: 125_000, Currency: "USD"}
	c := Checkout{
		Price: price, Quotes: []Quote{{IntentHash: "0xq", ChainID: 1, Value: money.NewWei(7)}},
		Payments: []Payment{{ID: "quoted", Method: Ether, IntentHash: "0xq"}, {ID: "card", Method: Card}, {ID: "direct", Method: Ether}},
	}
	for payment, want := range map[string]Funds{
		"quoted": {Method: Ether, ChainID: 1, Wei: money.NewWei(7)}, "card": {Method: Card, Amount: price}, "direct": {Method: Card, Amount: price},
	} {
		got := Decided{Checkout: &c, Review: Review{PaymentID: payment}}.Expected()
		if got.Method != want.Method || got.Amount != want.Amount || got.Wei.Cmp(want.Wei) != 0 {
			t.Errorf("%s: %+v, want %+v", payment, got, want)
		}
	}
	if got := (Decided{}).Expected(); got.Method != NoMethod {
		t.Errorf("nothing is known: %+v", got)
	}
}
