package properties_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/postgrestest"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// TestPhaseEntries links and unlinks the listed wallets of five accounts, buys, cancels, pays, pays late and refunds, in random order. Each order
// keeps an entry that its buyer had when it was made, no entry and no account has more orders than the cap, and a refusal means that
// all entries of the buyer are used up.
func TestPhaseEntries(t *testing.T) {
	stores := &postgrestest.Stores{T: t}
	rapid.Check(t, func(r *rapid.T) {
		db := stores.Take()
		defer stores.GiveBack(db)
		m := ordertest.NewOrders(t, 30, func(_ testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
			return postgres.New(db.Pool, out).WithClock(c)
		})
		most := rapid.IntRange(1, 2).Draw(r, "cap")
		offer := m.Parties.Offers[ordertest.Artwork]
		offer.DropID = 7
		m.Parties.Offers[ordertest.Artwork] = offer
		schedule, err := m.Holds.Phases.Save(t.Context(), phase.Schedule{DropID: 7, Phases: []phase.Phase{
			{Name: "List", Kind: phase.AllowList, Cap: most, StartsAt: m.Clock.Now()},
		}}, "staff", "")
		m.OK(err)
		wallets := []string{"0x00000000000000000000000000000000000000a1", "0x00000000000000000000000000000000000000a2"}
		_, err = m.Holds.Phases.SaveMembers(t.Context(), schedule.Phases[0].ID, []phase.Member{{AccountID: "a"}, {Wallet: wallets[0]}, {Wallet: wallets[1]}}, "staff")
		m.OK(err)
		accounts := []string{"a", "b", "c", "d", "e"}
		owner := map[string]string{}
		entries := func(account string) (out []string) {
			if account == "a" {
				out = append(out, "account:a")
			}
			for _, w := range wallets {
				if owner[w] == account {
					out = append(out, "wallet:"+w)
				}
			}
			return out
		}
		made, sessions := map[string][]string{}, map[string]string{}
		used := func() (byEntry, byAccount map[string]int) {
			byEntry, byAccount = map[string]int{}, map[string]int{}
			rows, err := db.Owner.Query(t.Context(), `SELECT id, account_id, phase_entry FROM checkouts WHERE status NOT IN ('expired', 'cancelled', 'refunded')`)
			m.OK(err)
			defer rows.Close()
			for rows.Next() {
				var id, account, entry string
				m.OK(rows.Scan(&id, &account, &entry))
				byEntry[entry]++
				byAccount[account]++
				if !slices.Contains(made[id], entry) {
					r.Fatalf("order of %s by %s, want one of %v", account, entry, made[id])
				}
			}
			m.OK(rows.Err())
			return byEntry, byAccount
		}
		pick := func() order.Checkout {
			if len(made) == 0 {
				r.Skip()
			}
			return m.Now(order.Checkout{ID: rapid.SampledFrom(slices.Sorted(maps.Keys(made))).Draw(r, "order")})
		}
		r.Repeat(map[string]func(*rapid.T){
			"": func(*rapid.T) {
				byEntry, byAccount := used()
				for who, n := range byEntry {
					if n > most {
						r.Fatalf("%s admitted to %d orders, want at most %d", who, n, most)
					}
				}
				for who, n := range byAccount {
					if n > most {
						r.Fatalf("%s has %d orders, want at most %d", who, n, most)
					}
				}
			},
			"link": func(*rapid.T) {
				owner[rapid.SampledFrom(wallets).Draw(r, "wallet")] = rapid.SampledFrom(append(accounts, "")).Draw(r, "account")
				clear(m.Parties.Buyers)
				for w, account := range owner {
					one := m.Parties.Buyers[account]
					m.Parties.Buyers[account] = purchase.Account{ProfileCompleted: true, Wallets: append(one.Wallets, w)}
				}
			},
			"buy": func(*rapid.T) {
				account := rapid.SampledFrom(accounts).Draw(r, "buyer")
				c, err := m.Try(t.Context(), account, ordertest.Artwork)
				switch {
				case err == nil:
					if _, again := made[c.ID]; !again {
						made[c.ID] = entries(account)
					}
					return
				case errors.Is(err, phase.ErrNotEligible) && len(entries(account)) == 0, errors.Is(err, hold.ErrTooManyHolds), errors.Is(err, hold.ErrEditionUnavailable):
					return
				}
				byEntry, byAccount := used()
				room := slices.ContainsFunc(entries(account), func(e string) bool { return byEntry[e] < most })
				capped, taken := errors.Is(err, hold.ErrPhaseCapReached) && byAccount[account] >= most, errors.Is(err, hold.ErrPhaseEntryUsed) && !room
				if !capped && !taken {
					r.Fatalf("%s with %v of %v: error = %v, want none, or that the cap is reached", account, entries(account), byEntry, err)
				}
			},
			"card": func(*rapid.T) {
				c := pick()
				if _, err := m.StartCard(t.Context(), caller(c), c.ID, order.Billing{Country: "DE"}); err == nil {
					c = m.Now(c)
					sessions[c.ID] = c.OpenSession().ProviderID
				}
			},
			"pay": func(*rapid.T) {
				if session := sessions[pick().ID]; session != "" {
					m.Cards.Pay(session)
					m.Webhook(session)
				}
			},
			"cancel": func(*rapid.T) { c := pick(); _, _ = m.Cancel(t.Context(), caller(c), c.ID) },
			"refund": func(*rapid.T) {
				c := pick()
				_, _ = m.Refund(t.Context(), c.ID, 0, purchase.Decision{By: "staff", Note: fmt.Sprint(c.ID)})
				m.Work()
			},
			"time": func(*rapid.T) { m.Clock.Advance(16 * time.Minute); m.Work() },
		})
	})
}
