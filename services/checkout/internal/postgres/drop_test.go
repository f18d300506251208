package postgres_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// defaults are the limits of production.
var defaults = hold.Limits{Live: 2, PerAccount: 5, PerNetwork: 20, Window: 24 * time.Hour, UnverifiedPercent: 20}

// drop is the beginning of a contested drop.
type drop struct {
	limits   hold.Limits
	minutes  int
	networks int
	// verified is whether the hostile accounts have verified addresses.
	verified bool
}

const (
	dropEditions = 25
	dropPeople   = 200
	dropHostile  = 1000
)

// simulate simulates a drop on the real checkout and returns how many editions people bought. In every minute, the hostile accounts take
// every edition they can get before anyone else, and never pay; they know the rules, and release nothing. Then people who want one try
// about every six minutes, and pay for a hold within five minutes; one of ten doesn't pay.
func (d drop) simulate(t *testing.T) int {
	t.Helper()
	r := ordertest.NewOrders(t, dropEditions, asService)
	r.Holds.Rules.Limits = d.limits
	rng := rand.New(rand.NewPCG(7, 9))
	for n := range dropHostile {
		r.Parties.Buyers[fmt.Sprint("hostile", n)] = purchase.Account{ProfileCompleted: true, Email: "h@example.org", EmailVerified: d.verified}
	}
	type attempt struct {
		checkout order.Checkout
		pays     int
	}
	holding, bought, next := map[int]attempt{}, map[int]bool{}, 0
	refused := map[int]int{} // minute until which a hostile account waits
	var unpaid []order.Checkout
	for minute := range d.minutes {
		kept := unpaid[:0]
		for _, c := range unpaid {
			if r.Clock.Now().Before(c.ExpiresAt) {
				kept = append(kept, c)
				continue
			}
			if err := r.ExpireHold(t.Context(), c.ID); err != nil {
				t.Fatal(err)
			}
		}
		unpaid = kept
		for tries := 0; tries < dropHostile && len(bought) < dropEditions; tries++ {
			n := next % dropHostile
			next++
			if refused[n] > minute {
				continue
			}
			c, err := r.From(fmt.Sprint("hostile", n), fmt.Sprintf("203.0.113.%d", n%d.networks))
			var limit *hold.UnpaidHoldsError
			switch {
			case err == nil:
				unpaid = append(unpaid, c)
				refused[n] = minute + 15
			case errors.As(err, &limit):
				refused[n] = minute + int(limit.Until.Sub(r.Clock.Now()).Minutes())
				continue
			case errors.Is(err, hold.ErrEditionUnavailable), errors.Is(err, hold.ErrUnverifiedHolds):
				tries = dropHostile
			default:
				t.Fatal(err)
			}
		}
		for _, n := range rng.Perm(dropPeople) {
			at, is := holding[n]
			switch {
			case bought[n]:
			case is && at.pays == minute:
				session := r.Card(at.checkout)
				r.Cards.Pay(session)
				r.Webhook(session)
				bought[n] = true
			case is && at.pays < minute && !r.Clock.Now().Before(at.checkout.ExpiresAt):
				delete(holding, n)
			case !is && rng.IntN(6) == 0:
				c, err := r.From(fmt.Sprint("person", n), fmt.Sprintf("198.51.100.%d", n%120))
				if err != nil {
					continue
				}
				pays := minute + 1 + rng.IntN(5)
				if rng.IntN(10) == 0 {
					pays = -1
					unpaid = append(unpaid, c)
				}
				holding[n] = attempt{c, pays}
			}
		}
		if len(bought) == dropEditions {
			break
		}
		r.Clock.Advance(time.Minute)
	}
	r.CheckInvariants()
	return len(bought)
}

// TestADropIsNotStarved: 1,000 accounts that hold editions and never pay don't keep 200 people from buying a drop of 25. Without the limits
// they keep nearly all of it.
func TestADropIsNotStarved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		drop        drop
		least, most int
		long        bool
	}{
		"throwaway wallets, an hour":                 {drop{defaults, 60, 100, false}, 24, 25, false},
		"verified addresses, four networks, 2 hours": {drop{defaults, 120, 4, true}, 24, 25, true},
		"without limits, half an hour":               {drop{hold.Limits{Live: 2}, 30, 100, false}, 0, 5, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.long {
				testkit.Long(t)
			}
			if n := c.drop.simulate(t); n < c.least || n > c.most {
				t.Errorf("people bought %d of %d editions, want %d to %d", n, dropEditions, c.least, c.most)
			} else {
				t.Logf("people bought %d of %d editions", n, dropEditions)
			}
		})
	}
}
