package ordertest

import (
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// Sale returns any window and phases of a drop around a time, for properties: gaps, phases that the window cuts, fixed prices and auctions
// one after another. choose returns a number from 0 to below n. The artwork's own price stays as it is.
func Sale(offer hold.Offer, from time.Time, choose func(n int) int) (hold.Offer, phase.Schedule) {
	minutes := func(n int) time.Duration { return time.Duration(choose(n)) * time.Minute }
	offer.DropID = DropID
	offer.StartsAt = from.Add(minutes(60) - 30*time.Minute)
	if offer.EndsAt = (time.Time{}); choose(3) > 0 {
		offer.EndsAt = offer.StartsAt.Add(time.Minute + minutes(120))
	}
	s := phase.Schedule{DropID: DropID}
	at := from.Add(-minutes(40))
	for i := range choose(4) {
		at = at.Add(time.Duration(choose(3)) * 7 * time.Minute)
		p := phase.Phase{Name: fmt.Sprintf("Phase %d", i+1), Kind: phase.Public, StartsAt: at}
		at = at.Add(5*time.Minute + minutes(40))
		p.EndsAt = at
		price := phase.Price{ArtworkID: offer.Artwork.ID, Price: money.Money{Amount: 1000 * int64(1+choose(200)), Currency: offer.Price.Currency}}
		switch choose(3) {
		case 1:
			p.Prices = []phase.Price{price}
		case 2:
			lowest := 1 + int64(choose(int(price.Price.Amount)-1))
			price.Fall = &phase.Fall{Lowest: lowest, Step: min(price.Price.Amount-lowest, int64(500+choose(20_000))), Every: time.Duration(1+choose(600)) * time.Second}
			if price.Fall.Steps(price.Price.Amount) > 1000 {
				price.Fall.Step = price.Price.Amount - lowest
			}
			p.Prices = []phase.Price{price}
		}
		s.Phases = append(s.Phases, p)
	}
	if n := len(s.Phases); n > 0 && (len(s.Phases[n-1].Prices) == 0 || s.Phases[n-1].Prices[0].Fall == nil) && choose(3) == 0 {
		s.Phases[n-1].EndsAt = time.Time{}
	}
	return offer, s
}

// Sell puts the artwork into a drop with any window and phases.
func (t *Orders) Sell(choose func(n int) int) hold.Offer {
	t.T.Helper()
	t.Parties.mu.Lock()
	offer, s := Sale(t.Parties.Offers[Artwork], t.Clock.Now(), choose)
	t.Parties.Offers[Artwork] = offer
	t.Parties.mu.Unlock()
	_, err := t.Holds.Phases.Save(t.T.Context(), s, "staff", "")
	t.OK(err)
	return offer
}
