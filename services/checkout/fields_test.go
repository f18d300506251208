package checkout_test

import (
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

// TestZeroMeansNothing: limits and ends of phases are named, and an absent list of phases deletes none.
func TestZeroMeansNothing(t *testing.T) {
	t.Parallel()
	s := setup(t, 3, false)
	offer := s.parties.Offers[artwork]
	offer.DropID = drop
	s.parties.Offers[artwork] = offer
	now := time.Now()
	for name, c := range map[string]struct {
		change func(*checkoutv1.SavePhasesRequest, *checkoutv1.PhaseInput)
		field  string
	}{
		"neither a cap nor uncapped": {func(_ *checkoutv1.SavePhasesRequest, p *checkoutv1.PhaseInput) { p.Uncapped = false }, "items[0]"},
		"a cap and uncapped":         {func(_ *checkoutv1.SavePhasesRequest, p *checkoutv1.PhaseInput) { p.Cap = 1 }, "items[0]"},
		"no end":                     {func(_ *checkoutv1.SavePhasesRequest, p *checkoutv1.PhaseInput) { p.EndsWithDrop = false }, "items[0]"},
		"two ends": {func(_ *checkoutv1.SavePhasesRequest, p *checkoutv1.PhaseInput) {
			p.EndsAt = timestamppb.New(now.Add(time.Hour))
		}, "items[0]"},
		"no phases":                {func(r *checkoutv1.SavePhasesRequest, _ *checkoutv1.PhaseInput) { r.Items = nil }, "items"},
		"phases and their removal": {func(r *checkoutv1.SavePhasesRequest, _ *checkoutv1.PhaseInput) { r.RemoveAll = true }, "items"},
		"a price of zero":          {func(_ *checkoutv1.SavePhasesRequest, p *checkoutv1.PhaseInput) { p.Prices[0].Price.Amount = 0 }, "prices"},
		"another currency":         {func(_ *checkoutv1.SavePhasesRequest, p *checkoutv1.PhaseInput) { p.Prices[0].Price.Currency = "EUR" }, "prices"},
		"an unknown chain": {func(_ *checkoutv1.SavePhasesRequest, p *checkoutv1.PhaseInput) {
			p.Kind, p.Tokens = "holders", []*checkoutv1.PhaseTokens{{ChainId: 5, TokenFrom: 1, TokenTo: 2}}
		}, "tokens"},
	} {
		phase := &checkoutv1.PhaseInput{
			Name: "Everyone", Kind: "public", StartsAt: timestamppb.New(now), Uncapped: true, EndsWithDrop: true,
			Prices: []*checkoutv1.PhasePrice{{ArtworkId: artwork, Price: &checkoutv1.Money{Amount: 90_000, Currency: "USD"}}},
		}
		r := &checkoutv1.SavePhasesRequest{DropId: drop, Items: []*checkoutv1.PhaseInput{phase}}
		c.change(r, phase)
		_, err := s.phases().SavePhases(staff(t.Context()), r)
		t.Log(name)
		wantField(t, err, c.field)
	}
	for body, field := range map[string]string{
		`{"artworkId":"42","editionNumber":0}`: "editionNumber", `{"artworkId":"42","editionNumber":2,"edition":3}`: "editionNumber",
	} {
		code, reply := s.post("a", "CreateCheckout", body)
		if details, ok := reply["details"].([]any); code == 200 || !ok || len(details) == 0 {
			t.Errorf("%s: %d %v, want %s refused", body, code, reply, field)
		}
	}
	for account, c := range map[string]struct {
		body string
		want float64
	}{"a": {`{"artworkId":"42","edition":2}`, 2}, "b": {`{"artworkId":"42","editionNumber":3,"edition":3}`, 3}} {
		if code, reply := s.post(account, "CreateCheckout", c.body); code != 200 || reply["editionNumber"] != c.want {
			t.Errorf("%s: %d %v, want edition %v", c.body, code, reply, c.want)
		}
	}
}
