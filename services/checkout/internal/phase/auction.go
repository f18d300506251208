package phase

import (
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/money"
)

// maxFalls limits the steps of an auction's price. The database has the same limit.
const maxFalls = 1000

// Fall makes the price of an artwork in a phase a Dutch auction: the price starts at the phase's price and falls by Step every Every, to
// Lowest. Everyone pays the last price in the end.
type Fall struct {
	// Lowest and Step are minor units of the price's currency.
	Lowest, Step int64
	// Every is a whole number of seconds.
	Every time.Duration
}

// At returns the price, in minor units, a time after the start of the phase. The database has the same function.
func (f Fall) At(start int64, since time.Duration) int64 {
	steps := int64(max(since, 0) / f.Every)
	if steps > (start-f.Lowest)/f.Step {
		return f.Lowest
	}
	return max(f.Lowest, start-steps*f.Step)
}

// Steps returns how often the price falls until it is the lowest.
func (f Fall) Steps(start int64) int64 { return (start - f.Lowest + f.Step - 1) / f.Step }

func (f Fall) check(start int64) string {
	switch {
	case f.Lowest <= 0 || f.Lowest >= start:
		return "The lowest price of an auction must be above zero and below its start."
	case f.Step <= 0 || f.Step > start-f.Lowest:
		return "The step of an auction must be above zero, and at most from the start to the lowest price."
	case (start-f.Lowest)/f.Step >= maxFalls:
		return fmt.Sprintf("The price of an auction falls at most %d times. Choose a larger step.", maxFalls)
	case f.Every < time.Second || f.Every > 7*24*time.Hour || f.Every%time.Second != 0:
		return "The price of an auction falls every second at most, and every week at least."
	}
	return ""
}

// Terms are the prices of an auction over time.
type Terms struct {
	Start    money.Money
	Fall     Fall
	StartsAt time.Time
}

// At returns the price at a time.
func (t Terms) At(now time.Time) money.Money {
	return money.Money{Amount: t.Fall.At(t.Start.Amount, now.Sub(t.StartsAt)), Currency: t.Start.Currency}
}

// Step is a price from a time on.
type Step struct {
	From  time.Time
	Price money.Money
}

// Until returns the prices from the start until an end, one for each step.
func (t Terms) Until(end time.Time) []Step {
	var out []Step
	for at := t.StartsAt; at.Before(end); at = at.Add(t.Fall.Every) {
		out = append(out, Step{at, t.At(at)})
		if out[len(out)-1].Price.Amount == t.Fall.Lowest {
			break
		}
	}
	return out
}

// AuctionStatus is the state of an artwork's auction in a phase. It is empty until the first hold.
type AuctionStatus string

// The states of an auction.
const (
	AuctionSelling AuctionStatus = "selling"
	// AuctionEnded accepts no new holds. It waits for orders whose payment is undecided.
	AuctionEnded AuctionStatus = "ended"
	// AuctionSettling has its last price, and refunds the differences.
	AuctionSettling AuctionStatus = "settling"
	// AuctionSettled has decided the difference of each sale.
	AuctionSettled AuctionStatus = "settled"
)

// Auction is the auction of an artwork in a phase, once it has an order.
type Auction struct {
	Status AuctionStatus
	// LastPrice is what everyone pays, in minor units; 0 until it is known, and if nothing was sold.
	LastPrice int64
}
