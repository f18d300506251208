package holdtest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

const (
	// early is the price of the artwork in an early phase.
	early        = 90_000
	listedWallet = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
)

func earlyPrice() []phase.Price {
	return []phase.Price{{ArtworkID: ordertest.Artwork, Price: money.Money{Amount: early}}}
}

func list(t *ordertest.Orders, phaseID string, members ...phase.Member) {
	t.T.Helper()
	_, err := t.Holds.Phases.SaveMembers(t.T.Context(), phaseID, members, "staff")
	t.OK(err)
}

func testPhases(t *testing.T, fresh ordertest.NewStore) {
	r := ordertest.NewOrders(t, 10, fresh)
	before := r.Hold("before")
	if before.PhaseID != "" || before.Price.Amount != 125_000 {
		t.Fatalf("order without phases: phase %q, price %v, want none and 125000", before.PhaseID, before.Price)
	}
	phases := r.SavePhases(
		phase.Phase{Name: "Friends", Kind: phase.AllowList, Cap: 1, Prices: earlyPrice()},
		phase.Phase{Name: "Everyone", Kind: phase.Public},
	)
	list(r, phases[0].ID, phase.Member{AccountID: "ada"})
	ada := r.Hold("ada")
	if ada.PhaseID != phases[0].ID || ada.Price != (money.Money{Amount: early, Currency: "USD"}) {
		t.Fatalf("early order: phase %q, price %v, want %s and %d USD", ada.PhaseID, ada.Price, phases[0].ID, early)
	}
	// Card and ether follow the order's price.
	session := r.Card(ada)
	r.Cards.Pay(session)
	r.Webhook(session)
	if got := r.Now(ada); !got.Bought() || got.Credited().Amount.Amount != early {
		t.Fatalf("early order: status %s, payments %v, want bought for %d", got.Status, got.Payments, early)
	}
	err := r.Refused("bob")
	var not *phase.NotEligibleError
	if !errors.As(err, &not) || not.Public.ID != phases[1].ID {
		t.Fatalf("error = %v, want one that names the public phase", err)
	}
	r.Clock.Advance(time.Hour)
	bob := r.Hold("bob")
	if bob.PhaseID != phases[1].ID || bob.Price.Amount != 125_000 {
		t.Fatalf("public order: phase %q, price %v, want %s and 125000", bob.PhaseID, bob.Price, phases[1].ID)
	}
	r.Clock.Advance(time.Hour)
	ordertest.WantErr(t, r.Refused("cem"), phase.ErrSaleEnded)
	// Between two phases.
	s, err := r.Store.Schedule(t.Context(), ordertest.DropID)
	r.OK(err)
	s.Phases = append(s.Phases, phase.Phase{Name: "Again", Kind: phase.Public, StartsAt: r.Clock.Now().Add(time.Minute)})
	_, err = r.Holds.Phases.Save(t.Context(), s, "staff", "")
	r.OK(err)
	var closed *phase.NotOpenError
	if err := r.Refused("cem"); !errors.As(err, &closed) || !closed.Next.StartsAt.Equal(r.Clock.Now().Add(time.Minute)) {
		t.Fatalf("error = %v, want one that names the next phase", err)
	}
	r.Clock.Advance(time.Minute)
	r.Hold("cem")
	r.CheckInvariants()
}

func testPhaseAccess(t *testing.T, fresh ordertest.NewStore) {
	r := ordertest.NewOrders(t, 10, fresh)
	const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	phases := r.SavePhases(
		phase.Phase{Name: "List", Kind: phase.AllowList, Cap: 2},
		phase.Phase{Name: "Collectors", Kind: phase.Holders, Tokens: []phase.Tokens{{From: 41_000_001, To: 41_000_010, Block: 9}}},
	)
	list(r, phases[0].ID, phase.Member{AccountID: "ada"}, phase.Member{Wallet: wallet}, phase.Member{Wallet: wallet})
	r.Parties.Buyers["wallet"] = purchase.Account{ProfileCompleted: true, Wallets: []string{wallet}}
	r.Parties.Holding = map[string][]int64{"holder": {41_000_001}}
	access := func(account string) (phase.Access, phase.Access) {
		t.Helper()
		s, got, err := r.Holds.Phases.Of(t.Context(), ordertest.DropID, account)
		r.OK(err)
		if !s.Now.Equal(r.Clock.Now()) {
			t.Errorf("the time is %s, want the store's", s.Now)
		}
		return got[phases[0].ID], got[phases[1].ID]
	}
	for account, want := range map[string][2]bool{"ada": {true, false}, "wallet": {true, false}, "holder": {false, true}, "": {false, false}} {
		if a, b := access(account); a.Eligible != want[0] || b.Eligible != want[1] {
			t.Errorf("%q: %v, %v, want %v", account, a, b, want)
		}
	}
	r.Hold("wallet")
	if a, _ := access("wallet"); a.Bought != 1 || a.Left(phases[0]) != 1 {
		t.Errorf("access after one order = %+v, want 1 bought and 1 left", a)
	}
	if got, err := r.Store.Schedule(t.Context(), ordertest.DropID); err != nil || got.Phases[0].Members != 2 {
		t.Errorf("%v, %v, want each entry once", got, err)
	}
	ordertest.WantErr(t, r.Refused("holder"), phase.ErrNotEligible)
	r.Clock.Advance(time.Hour)
	r.Hold("holder")
	ordertest.WantErr(t, r.Refused("bob"), phase.ErrNotEligible)
	r.Parties.Down = true
	ordertest.WantErr(t, r.Refused("dee"), order.ErrUnavailable)
	if _, b := access("dee"); !b.Unknown || b.Eligible {
		t.Errorf("access while the chain can't be read = %+v, want unknown and not eligible", b)
	}
	r.Parties.Down = false
}

func testPhaseCap(t *testing.T, fresh ordertest.NewStore) {
	r := ordertest.NewOrders(t, 10, fresh)
	r.Holds.Rules.Limits.Live = 10
	const other = ordertest.Artwork + 1
	r.Offer(other, 10)
	offer := r.Parties.Offers[other]
	offer.DropID = ordertest.DropID
	r.Parties.Offers[other] = offer
	phases := r.SavePhases(phase.Phase{Name: "Two each", Kind: phase.Public, Cap: 2})
	a := r.Hold("ada")
	b, err := r.Try(t.Context(), "ada", other)
	r.OK(err)
	session := r.Card(a)
	r.Cards.Pay(session)
	r.Webhook(session)
	// A paid order and a live hold count over all artworks of the drop.
	ordertest.WantErr(t, r.Refused("ada"), hold.ErrPhaseCapReached)
	_, err = r.Cancel(t.Context(), ordertest.Who("ada"), b.ID)
	r.OK(err)
	c := r.Hold("ada")
	if c.PhaseID != phases[0].ID {
		t.Errorf("phase = %q, want %s", c.PhaseID, phases[0].ID)
	}
	r.Hold("bob")
	r.CheckInvariants()
}

// testPhaseLate: a payment for a hold that ended doesn't bring an account above the cap. It is refunded.
func testPhaseLate(t *testing.T, fresh ordertest.NewStore) {
	r := ordertest.NewOrders(t, 10, fresh)
	r.SavePhases(phase.Phase{Name: "One each", Kind: phase.Public, Cap: 1})
	first := r.Hold("ada")
	session := ordertest.Late(t, r, first)
	second := r.Hold("ada")
	r.Webhook(session)
	if got := r.Now(first); got.Bought() || got.Status != purchase.RefundPending || len(got.Refunds) != 1 {
		t.Errorf("order of the late payment: %s with %d refunds, want %s with 1", got.Status, len(got.Refunds), purchase.RefundPending)
	}
	r.Want(second, purchase.Reserved)
	// Without another order of the account the late payment buys.
	bob := r.Hold("bob")
	r.Webhook(ordertest.Late(t, r, bob))
	if got := r.Now(bob); !got.Bought() {
		t.Errorf("order of the late payment below the cap: %s, want it bought", got.Status)
	}
	r.CheckInvariants()
}

// testPhaseEntries: a wallet of the list, and a token, serve one account after another no more often than the cap, however they are linked and
// sold. A cancelled order gives its entry back, a late payment of one doesn't take it again from another.
func testPhaseEntries(t *testing.T, fresh ordertest.NewStore) {
	const token = 41_000_001
	for kind, entry := range map[phase.Kind]string{phase.AllowList: "wallet:" + listedWallet, phase.Holders: fmt.Sprint("token:", token)} {
		t.Run(string(kind), func(t *testing.T) {
			r := ordertest.NewOrders(t, 10, fresh)
			plan := phase.Phase{Name: "Early", Kind: kind, Cap: 1, Prices: earlyPrice()}
			if kind == phase.Holders {
				plan.Tokens = []phase.Tokens{{From: token, To: token}}
			}
			phases := r.SavePhases(plan)
			if kind == phase.AllowList {
				list(r, phases[0].ID, phase.Member{Wallet: listedWallet})
			}
			r.Parties.Holding = map[string][]int64{listedWallet: {token}}
			linked := func(account string) {
				clear(r.Parties.Buyers)
				r.Parties.Buyers[account] = purchase.Account{ProfileCompleted: true, Wallets: []string{listedWallet}}
			}
			access := func(account string) phase.Access {
				t.Helper()
				_, got, err := r.Holds.Phases.Of(t.Context(), ordertest.DropID, account)
				r.OK(err)
				return got[phases[0].ID]
			}
			linked("ada")
			first := r.Hold("ada")
			for _, next := range []string{"bob", "cem"} {
				linked(next)
				ordertest.WantErr(t, r.Refused(next), hold.ErrPhaseEntryUsed)
				if a := access(next); !a.Eligible || a.Bought != 0 || a.Left(phases[0]) != 0 {
					t.Errorf("access of %s = %+v, want eligible without one left of %s", next, a, entry)
				}
			}
			// Released with the hold.
			session := ordertest.Late(t, r, first)
			if a := access("cem"); a.Left(phases[0]) != 1 {
				t.Errorf("access after the hold = %+v, want one left", a)
			}
			second := r.Hold("cem")
			// The payment of the first hold comes late, when the entry is used by another account.
			r.Webhook(session)
			if got := r.Now(first); got.Bought() || got.Status != purchase.RefundPending {
				t.Errorf("order of the late payment: %s, want %s", got.Status, purchase.RefundPending)
			}
			r.Want(second, purchase.Reserved)
		})
	}
}

// testPhaseEntryRace: one wallet of a list, linked to 20 accounts that buy at the same time, gets as many editions as the cap.
func testPhaseEntryRace(t *testing.T, fresh ordertest.NewStore) {
	const buyers = 20
	for _, most := range []int{1, 2} {
		t.Run(fmt.Sprint("cap ", most), func(t *testing.T) {
			r := ordertest.NewOrders(t, buyers, fresh)
			phases := r.SavePhases(phase.Phase{Name: "Early", Kind: phase.AllowList, Cap: most})
			list(r, phases[0].ID, phase.Member{Wallet: listedWallet})
			for n := range buyers {
				r.Parties.Buyers[fmt.Sprint("buyer", n)] = purchase.Account{ProfileCompleted: true, Wallets: []string{listedWallet}}
			}
			var held atomic.Int64
			var all sync.WaitGroup
			for n := range buyers {
				all.Go(func() {
					switch _, err := r.Try(t.Context(), fmt.Sprint("buyer", n), ordertest.Artwork); {
					case err == nil:
						held.Add(1)
					case !errors.Is(err, hold.ErrPhaseEntryUsed):
						t.Errorf("error = %v, want nil or ErrPhaseEntryUsed", err)
					}
				})
			}
			all.Wait()
			if held.Load() != int64(most) {
				t.Errorf("%d accounts hold an edition by one wallet, want %d", held.Load(), most)
			}
			r.CheckInvariants()
		})
	}
}

func testPhasePaused(t *testing.T, fresh ordertest.NewStore) {
	r := ordertest.NewOrders(t, 10, fresh)
	phases := r.SavePhases(phase.Phase{Name: "Everyone", Kind: phase.Public, Prices: earlyPrice()})
	held := r.Hold("ada")
	draft, err := r.Holds.Prepare(t.Context(), ordertest.Who("bob"), ordertest.Artwork, 0, "2026-01")
	r.OK(err)
	for range 2 {
		_, err = r.Holds.Phases.Pause(t.Context(), phases[0].ID, true, "staff", "a bug")
		r.OK(err)
	}
	_, err = r.Holds.Reserve(t.Context(), draft)
	ordertest.WantErr(t, err, phase.ErrPaused)
	ordertest.WantErr(t, r.Refused("cem"), phase.ErrPaused)
	// A hold from before the pause can be paid.
	session := r.Card(held)
	r.Cards.Pay(session)
	r.Webhook(session)
	if got := r.Now(held); !got.Bought() {
		t.Errorf("hold from before the pause: %s, want it bought", got.Status)
	}
	s, err := r.Holds.Phases.Pause(t.Context(), phases[0].ID, false, "staff", "fixed")
	r.OK(err)
	if _, err = r.Holds.Reserve(t.Context(), draft); err != nil {
		t.Error(err)
	}
	// Another price since the draft was made.
	if draft, err = r.Holds.Prepare(t.Context(), ordertest.Who("dee"), ordertest.Artwork, 0, "2026-01"); err != nil {
		t.Fatal(err)
	}
	s.Phases[0].Prices[0].Price.Amount = early + 1
	_, err = r.Holds.Phases.Save(t.Context(), s, "staff", "dearer")
	r.OK(err)
	_, err = r.Holds.Reserve(t.Context(), draft)
	ordertest.WantErr(t, err, order.ErrConflict)
	if got := r.Hold("dee"); got.Price.Amount != early+1 {
		t.Errorf("price = %v, want %d", got.Price, early+1)
	}
	_, err = r.Holds.Phases.Pause(t.Context(), "0190f6a0-0000-7000-8000-000000000000", true, "staff", "")
	ordertest.WantErr(t, err, order.ErrNotFound)
}

func testPhasesSaved(t *testing.T, fresh ordertest.NewStore) {
	r := ordertest.NewOrders(t, 10, fresh)
	phases := r.SavePhases(phase.Phase{Name: "Early", Kind: phase.AllowList}, phase.Phase{Name: "Everyone", Kind: phase.Public})
	list(r, phases[0].ID, phase.Member{AccountID: "ada"})
	r.Hold("ada")
	s, err := r.Store.Schedule(t.Context(), ordertest.DropID)
	r.OK(err)
	if len(s.Phases) != 2 || s.Version != 2 || s.Phases[0].Members != 1 || !s.Phases[0].EndsAt.Equal(s.Phases[1].StartsAt) {
		t.Fatalf("schedule = %+v, want version 2 with two phases that join, the first with one member", s)
	}
	save := func(change func(*phase.Schedule)) error {
		p := phase.Schedule{DropID: s.DropID, Version: s.Version, Phases: append([]phase.Phase(nil), s.Phases...)}
		change(&p)
		_, err := r.Holds.Phases.Save(t.Context(), p, "staff", "")
		return err
	}
	for name, test := range map[string]struct {
		change func(*phase.Schedule)
		want   error
	}{
		"an old version":    {func(p *phase.Schedule) { p.Version-- }, order.ErrConflict},
		"an overlap":        {func(p *phase.Schedule) { p.Phases[0].EndsAt = p.Phases[1].StartsAt.Add(1) }, phase.ErrOverlap},
		"no end, then more": {func(p *phase.Schedule) { p.Phases[0].EndsAt = time.Time{} }, phase.ErrOverlap},
		"a sold phase":      {func(p *phase.Schedule) { p.Phases = p.Phases[1:] }, phase.ErrSold},
		"an end too early":  {func(p *phase.Schedule) { p.Phases[1].EndsAt = p.Phases[1].StartsAt }, phase.ErrInvalid},
		"no name":           {func(p *phase.Schedule) { p.Phases[1].Name = " " }, phase.ErrInvalid},
		"no tokens":         {func(p *phase.Schedule) { p.Phases[1].Kind = phase.Holders }, phase.ErrInvalid},
		"another artwork": {func(p *phase.Schedule) {
			p.Phases[1].Prices = []phase.Price{{ArtworkID: 9999, Price: money.Money{Amount: 1}}}
		}, phase.ErrInvalid},
		"somebody else's phase": {func(p *phase.Schedule) { p.Phases[1].ID = "0190f6a0-0000-7000-8000-000000000000" }, order.ErrConflict},
	} {
		if err := save(test.change); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	// The store refuses an overlap whatever the service checked, also while phases change places.
	direct := s
	direct.Phases = append([]phase.Phase(nil), s.Phases...)
	direct.Phases[0].EndsAt = direct.Phases[1].EndsAt
	_, err = r.Store.SaveSchedule(t.Context(), direct, phase.Change{Action: phase.ActionSave, By: "staff"})
	ordertest.WantErr(t, err, phase.ErrOverlap)
	a, b := s.Phases[0], s.Phases[1]
	a.StartsAt, a.EndsAt, b.StartsAt, b.EndsAt = b.StartsAt, b.EndsAt, a.StartsAt, a.EndsAt
	swapped, err := r.Store.SaveSchedule(t.Context(), phase.Schedule{DropID: ordertest.DropID, Version: s.Version, Phases: []phase.Phase{a, b}}, phase.Change{Action: phase.ActionSave, By: "staff"})
	r.OK(err)
	if swapped.Phases[0].ID != b.ID || swapped.Phases[1].Members != 1 {
		t.Errorf("swapped = %+v, want %s first, and one member of the second", swapped, b.ID)
	}
	_, err = r.Holds.Phases.SaveMembers(t.Context(), a.ID, []phase.Member{{Wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79c8"}}, "staff")
	ordertest.WantErr(t, err, phase.ErrInvalid)
	_, err = r.Holds.Phases.SaveMembers(t.Context(), a.ID, []phase.Member{{}}, "staff")
	ordertest.WantErr(t, err, phase.ErrInvalid)
}

// testPhaseRace: 500 buyers try for two artworks with a cap of one. 20 of them are on the list, and try twice for each.
func testPhaseRace(t *testing.T, fresh ordertest.NewStore) {
	r := ordertest.NewOrders(t, 30, fresh)
	r.Holds.Rules.Limits.Live = 10
	const other, buyers, listed = ordertest.Artwork + 1, 500, 20
	r.Offer(other, 30)
	offer := r.Parties.Offers[other]
	offer.DropID = ordertest.DropID
	r.Parties.Offers[other] = offer
	phases := r.SavePhases(phase.Phase{Name: "One each", Kind: phase.AllowList, Cap: 1, Prices: append(earlyPrice(), phase.Price{ArtworkID: other, Price: money.Money{Amount: early + 1}})})
	var members []phase.Member
	for n := range listed {
		members = append(members, phase.Member{AccountID: fmt.Sprint("buyer", n)})
	}
	list(r, phases[0].ID, members...)
	var held, capped, refused, others atomic.Int64
	type job struct {
		account string
		artwork int64
	}
	work := make(chan job)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for j := range work {
				account, id := j.account, j.artwork
				draft, err := r.Holds.Prepare(t.Context(), ordertest.Who(account), id, 0, "2026-01")
				var c order.Checkout
				if err == nil {
					c, err = r.Holds.Reserve(t.Context(), draft)
				}
				switch {
				case err == nil:
					held.Add(1)
					if want := early + id - ordertest.Artwork; c.Price.Amount != want {
						t.Errorf("%s pays %d for artwork %d, want %d", account, c.Price.Amount, id, want)
					}
				case errors.Is(err, hold.ErrPhaseCapReached):
					capped.Add(1)
				case errors.Is(err, phase.ErrNotEligible):
					refused.Add(1)
				default:
					others.Add(1)
					t.Errorf("order of %s: error = %v, want nil, ErrPhaseCapReached or ErrPhaseNotEligible", account, err)
				}
			}
		})
	}
	for n := range buyers {
		tries := 1
		if n < listed {
			tries = 4 // twice for each artwork
		}
		for i := range tries {
			work <- job{fmt.Sprint("buyer", n), int64(ordertest.Artwork + (n+i)%2)}
		}
	}
	close(work)
	all.Wait()
	// Trying again for the same artwork returns the same hold.
	orders := 0
	for n := range buyers {
		got, err := r.Store.Admissions(t.Context(), ordertest.DropID, phase.Candidate{AccountID: fmt.Sprint("buyer", n)})
		r.OK(err)
		bought := got[phases[0].ID].Bought
		if bought > 1 {
			t.Errorf("buyer%d holds %d editions above the cap, want at most 1", n, bought)
		}
		orders += bought
	}
	if orders != listed || refused.Load() != buyers-listed || held.Load()+capped.Load() != listed*4 || others.Load() != 0 {
		t.Errorf("%d orders, %d held, %d capped, %d rejected, %d others; want %d orders and %d rejected",
			orders, held.Load(), capped.Load(), refused.Load(), others.Load(), listed, buyers-listed)
	}
	r.CheckInvariants()
}
