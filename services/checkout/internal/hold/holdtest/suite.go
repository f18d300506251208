// Package holdtest is the test suite of holds, which every store passes.
package holdtest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/checkout/internal/hold"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// TestStore checks what every store must do for holds, and the service on top of it.
func TestStore(t *testing.T, fresh ordertest.NewStore) {
	for name, test := range map[string]func(*testing.T, ordertest.NewStore){
		"editions are held from the lowest":    testLowest,
		"a chosen edition":                     testChosen,
		"races for a chosen edition":           testChosenRace,
		"a live checkout is returned again":    testAgain,
		"two holds an account":                 testTooMany,
		"holds without a payment":              testUnpaidHolds,
		"holds without a verified address":     testUnverifiedHolds,
		"phases: one after another":            testPhases,
		"phases: a list and holders":           testPhaseAccess,
		"phases: cap of an account":            testPhaseCap,
		"phases: a late payment above the cap": testPhaseLate,
		"phases: one entry, many accounts":     testPhaseEntries,
		"phases: races for an entry":           testPhaseEntryRace,
		"phases: paused, changed":              testPhasePaused,
		"phases: saved by staff":               testPhasesSaved,
		"phases: races for a list":             testPhaseRace,
		"edition sizes change":                 testSizes,
		"one unit, many buyers":                testRace,
		"one account, many artworks":           testAccountRace,
		"who may buy":                          testEligibility,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh)
		})
	}
}

func testLowest(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 3, fresh)
	for i := range int32(3) {
		if c := s.Hold(fmt.Sprint("b", i)); c.Edition != i+1 || c.Status != purchase.Reserved || !c.HoldsUnit() {
			t.Fatalf("checkout = %+v, want edition %d reserved", c, i+1)
		}
	}
	_, err := s.Try(t.Context(), "late", ordertest.Artwork)
	ordertest.WantErr(t, err, hold.ErrEditionUnavailable)
	events := ordertest.Events[order.EditionsChanged](s.Out)
	if last := events[len(events)-1]; len(events) != 3 || last.Held != 3 || last.Sold != 0 || last.Version != 3 {
		t.Fatalf("EditionsChanged = %+v, want 3, the last in version 3 with 3 held and none sold", events)
	}
	s.CheckInvariants()
}

func testChosen(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 4, fresh)
	s.Offer(ordertest.Artwork, 4, 4)
	c, err := s.TryEdition(t.Context(), "a", ordertest.Artwork, 3)
	s.OK(err)
	if c.Edition != 3 || !c.HoldsUnit() {
		t.Fatalf("edition = %d, want 3", c.Edition)
	}
	again, err := s.TryEdition(t.Context(), "a", ordertest.Artwork, 3)
	if err != nil || again.ID != c.ID {
		t.Fatalf("got %s and %v, want the live checkout %s", again.ID, err, c.ID)
	}
	_, err = s.TryEdition(t.Context(), "a", ordertest.Artwork, 1)
	ordertest.WantErr(t, err, hold.ErrOtherEditionHeld)
	next := func(account string, edition, want int32) {
		t.Helper()
		_, err := s.TryEdition(t.Context(), account, ordertest.Artwork, edition)
		taken, ok := errors.AsType[*hold.EditionTakenError](err)
		if !ok || *taken != (hold.EditionTakenError{Edition: edition, Next: want}) {
			t.Fatalf("edition %d: got %v, want edition %d offered", edition, err, want)
		}
	}
	next("b", 3, 1) // held; the one above is withheld
	next("b", 4, 1) // withheld
	next("b", 9, 1) // doesn't exist
	if c := s.Hold("b"); c.Edition != 1 {
		t.Fatalf("edition = %d, want 1", c.Edition)
	}
	next("c", 1, 2)
	next("c", 3, 2)
	_, err = s.TryEdition(t.Context(), "c", ordertest.Artwork, 2)
	s.OK(err)
	_, err = s.TryEdition(t.Context(), "d", ordertest.Artwork, 2)
	ordertest.WantErr(t, err, hold.ErrEditionUnavailable)
	_, err = s.Cancel(t.Context(), ordertest.Who("a"), c.ID)
	s.OK(err)
	c, err = s.TryEdition(t.Context(), "d", ordertest.Artwork, 3)
	if err != nil || c.Edition != 3 {
		t.Fatalf("a released edition: %d and %v, want 3", c.Edition, err)
	}
	s.CheckInvariants()
}

// testChosenRace has many buyers choose the same edition while others take any: exactly one gets it, nobody gets another than the
// chosen one.
func testChosenRace(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 60, fresh)
	var wg sync.WaitGroup
	var mu sync.Mutex
	won, lost := 0, 0
	for i := range 50 {
		wg.Go(func() {
			var edition int32
			if i%5 != 0 {
				edition = 7
			}
			c, err := s.TryEdition(t.Context(), fmt.Sprint("b", i), ordertest.Artwork, edition)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil && edition != 0 && c.Edition != edition:
				t.Errorf("edition = %d, want %d", c.Edition, edition)
			case err == nil && c.Edition == 7:
				won++
			case errors.Is(err, hold.ErrEditionTaken):
				lost++
			case err != nil:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	// Edition 7 may also go to a buyer who takes any.
	if won != 1 || lost < 39 {
		t.Fatalf("%d hold edition 7 and %d were rejected, want 1 and at least 39", won, lost)
	}
	s.CheckInvariants()
}

func testAgain(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 3, fresh)
	if a, b := s.Hold("a"), s.Hold("a"); a.ID != b.ID || s.Out.Notices(order.NoticeHeld) != 1 {
		t.Fatalf("checkouts = %s and %s with %d notifications, want the same with 1", a.ID, b.ID, s.Out.Notices(order.NoticeHeld))
	}
	live, err := s.Store.Live(t.Context(), "a")
	if err != nil || len(live) != 1 {
		t.Fatalf("Live() = %v, %v, want 1 item and no error", live, err)
	}
	_, err = s.Get(t.Context(), ordertest.Who("somebody else"), live[0])
	ordertest.WantErr(t, err, order.ErrNotFound)
	_, err = s.Store.Get(t.Context(), "not an id")
	ordertest.WantErr(t, err, order.ErrNotFound)
	_, err = s.Store.Update(t.Context(), id.New(), func(*order.Checkout) error { return nil })
	ordertest.WantErr(t, err, order.ErrNotFound)
}

func testTooMany(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 3, fresh)
	s.Offer(43, 5)
	s.Offer(44, 5)
	first := s.Hold("a")
	_, err := s.Try(t.Context(), "a", 43)
	s.OK(err)
	_, err = s.Try(t.Context(), "a", 44)
	ordertest.WantErr(t, err, hold.ErrTooManyHolds)
	var many *hold.TooManyHoldsError
	if !errors.As(err, &many) || len(many.Holds) != 2 || many.Holds[0] != (hold.Unpaid{CheckoutID: first.ID, ArtworkSlug: first.Artwork.Slug}) {
		t.Fatalf("holds = %+v, want two, the first %s", many, first.ID)
	}
	_, err = s.Cancel(t.Context(), ordertest.Who("a"), first.ID)
	s.OK(err)
	_, err = s.Try(t.Context(), "a", 44)
	s.OK(err)
	// Expired holds don't count, even before a reconciler has ended them.
	s.Clock.Advance(16 * time.Minute)
	_, err = s.Try(t.Context(), "a", ordertest.Artwork)
	s.OK(err)
	s.CheckInvariants()
}

func testSizes(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 2, fresh)
	s.Offer(ordertest.Artwork, 2, 1)
	if c := s.Hold("a"); c.Edition != 2 {
		t.Fatalf("c.Edition = %v, want edition 2", c.Edition)
	}
	s.Offer(ordertest.Artwork, 4, 1, 2) // the second edition is held and stays held
	c := s.Hold("b")
	if c.Edition != 3 {
		t.Fatalf("c.Edition = %v, want edition 3", c.Edition)
	}
	s.Offer(ordertest.Artwork, 1)
	if c := s.Hold("c"); c.Edition != 1 {
		t.Fatalf("c.Edition = %v, want edition 1", c.Edition)
	}
	_, err := s.Try(t.Context(), "d", ordertest.Artwork)
	ordertest.WantErr(t, err, hold.ErrEditionUnavailable)
	if i := s.Invariants(); i.Editions != 4 || i.Held != 3 || i.Violations() != 0 {
		t.Fatalf("Invariants() = %+v, want 4 editions, 3 held and no violations", i)
	}
	if c = s.Now(c); c.EditionSize != 4 {
		t.Fatalf("edition size = %d, want 4, the size at the time of the hold", c.EditionSize)
	}
}

func testRace(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	var wg sync.WaitGroup
	var mu sync.Mutex
	won, lost := 0, 0
	for i := range 50 {
		wg.Go(func() {
			_, err := s.Try(t.Context(), fmt.Sprint("b", i), ordertest.Artwork)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				won++
			case errors.Is(err, hold.ErrEditionUnavailable):
				lost++
			default:
				t.Errorf("hold: error = %v, want nil or ErrEditionUnavailable", err)
			}
		})
	}
	wg.Wait()
	if won != 1 || lost != 49 {
		t.Fatalf("%d won, %d lost, want 1 and 49", won, lost)
	}
	s.CheckInvariants()
}

func testAccountRace(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 9, fresh)
	for i := range int64(8) {
		s.Offer(100+i, 9)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	won := map[string]bool{}
	for i := range int64(16) {
		wg.Go(func() {
			c, err := s.Try(t.Context(), "a", 100+i/2)
			if err != nil && !errors.Is(err, hold.ErrTooManyHolds) {
				t.Errorf("hold: error = %v, want nil or ErrTooManyHolds", err)
			}
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				won[c.ID] = true
			}
		})
	}
	wg.Wait()
	if len(won) != 2 {
		t.Fatalf("%d holds, want 2", len(won))
	}
}

func testEligibility(t *testing.T, fresh ordertest.NewStore) {
	s := ordertest.NewOrders(t, 1, fresh)
	now := s.Clock.Now()
	offer := s.Parties.Offers[ordertest.Artwork]
	for name, c := range map[string]struct {
		change func(a *purchase.Account, o *hold.Offer)
		want   error
	}{
		"unverified":  {func(a *purchase.Account, _ *hold.Offer) { a.HasIdentity, a.EmailVerified = true, false }, hold.ErrEmailUnverified},
		"incomplete":  {func(a *purchase.Account, _ *hold.Offer) { a.ProfileCompleted = false }, hold.ErrProfileIncomplete},
		"no price":    {func(_ *purchase.Account, o *hold.Offer) { o.Price = nil }, hold.ErrNotForSale},
		"not started": {func(_ *purchase.Account, o *hold.Offer) { o.StartsAt = now.Add(time.Second) }, hold.ErrSaleNotStarted},
		"ended":       {func(_ *purchase.Account, o *hold.Offer) { o.EndsAt = now }, phase.ErrSaleEnded},
	} {
		a, o := purchase.Account{EmailVerified: true, ProfileCompleted: true}, offer
		c.change(&a, &o)
		s.Parties.Buyers["a"], s.Parties.Offers[ordertest.Artwork] = a, o
		_, err := s.Try(t.Context(), "a", ordertest.Artwork)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want want", name, err)
		}
	}
	s.Parties.Offers[ordertest.Artwork], s.Parties.Buyers["wallet"] = offer, purchase.Account{ProfileCompleted: true}
	_, err := s.Try(t.Context(), "b", 99)
	ordertest.WantErr(t, err, hold.ErrNoArtwork)
	s.Hold("wallet")
}
