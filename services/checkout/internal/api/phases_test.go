package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

//go:embed testdata/offers.jsonl
var offers []byte

var writeOffers = flag.Bool("offers.write", false, "write testdata/offers.jsonl")

// Sales as the site reads them, with what checkout does at some times. frontend/src/lib/phases/offers.test.ts compares the site's pages.
type (
	saleVector struct {
		StartsAt time.Time         `json:"startsAt"`
		EndsAt   *time.Time        `json:"endsAt"`
		Phases   []json.RawMessage `json:"phases"`
		At       []offerVector     `json:"at"`
	}
	offerVector struct {
		Now  time.Time `json:"now"`
		Open bool      `json:"open"`
		// Price and Lowest are minor units; Lowest is 0 for a fixed price.
		Price  int64  `json:"price"`
		Lowest int64  `json:"lowest"`
		Phase  string `json:"phase"`
	}
)

// TestOffers checks that testdata/offers.jsonl has what checkout does now. -offers.write writes it.
func TestOffers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 38))
	from := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	var sales []saleVector
	for range 40 {
		own := hold.Offer{Artwork: purchase.Artwork{ID: ordertest.Artwork}, Price: &money.Money{Amount: 125_000, Currency: "USD"}}
		offer, schedule := ordertest.Sale(own, from, random.IntN)
		sale := saleVector{StartsAt: offer.StartsAt, Phases: []json.RawMessage{}}
		moments := []time.Time{offer.StartsAt}
		if !offer.EndsAt.IsZero() {
			sale.EndsAt = &offer.EndsAt
			moments = append(moments, offer.EndsAt)
		}
		for i := range schedule.Phases {
			p := &schedule.Phases[i]
			p.ID = p.Name
			if random.IntN(8) == 0 {
				p.PausedAt = from
			}
			if len(p.Prices) > 0 && p.Prices[0].Fall != nil && random.IntN(4) == 0 {
				p.Prices[0].Auction = phase.Auction{Status: phase.AuctionSettled, LastPrice: p.Prices[0].Fall.Lowest}
			}
			m := shown(*p, p.StartsAt) // the site knows a pause only from the response
			text, err := protojson.MarshalOptions{EmitUnpopulated: true}.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			var compact bytes.Buffer
			if err := json.Compact(&compact, text); err != nil {
				t.Fatal(err)
			}
			sale.Phases = append(sale.Phases, compact.Bytes())
			moments = append(moments, p.StartsAt, p.StartsAt.Add(time.Duration(random.IntN(2400))*time.Second))
			if !p.EndsAt.IsZero() {
				moments = append(moments, p.EndsAt)
			}
		}
		for _, at := range moments {
			for _, now := range []time.Time{at.Add(-time.Second), at} {
				deal, err := offer.At(schedule, now)
				v := offerVector{Now: now, Open: err == nil, Price: deal.Price.Amount, Phase: deal.Phase.ID}
				if deal.Terms != nil {
					v.Lowest = deal.Terms.Fall.Lowest
				}
				sale.At = append(sale.At, v)
			}
		}
		sales = append(sales, sale)
	}
	var text bytes.Buffer
	for _, sale := range sales {
		line, err := json.Marshal(sale)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(line, '\n'))
	}
	const file = "testdata/offers.jsonl"
	if *writeOffers {
		if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(offers, text.Bytes()) {
		t.Errorf("%s isn't what checkout does now: run this test with -offers.write, then the site's", file)
	}
}
