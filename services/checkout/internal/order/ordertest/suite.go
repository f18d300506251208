// Package ordertest is the test suite that every store of orders and every card provider passes.
package ordertest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
)

// TestStore checks what every store must do, and the order service on top of it.
func TestStore(t *testing.T, fresh NewStore) {
	for name, test := range map[string]func(*testing.T, NewStore){
		"editions are held from the lowest":       testLowest,
		"a chosen edition":                        testChosen,
		"races for a chosen edition":              testChosenRace,
		"a live checkout is returned again":       testAgain,
		"two holds an account":                    testTooMany,
		"holds without a payment":                 testUnpaidHolds,
		"holds without a verified address":        testUnverifiedHolds,
		"phases: one after another":               testPhases,
		"phases: a list and holders":              testPhaseAccess,
		"phases: cap of an account":               testPhaseCap,
		"phases: a late payment above the cap":    testPhaseLate,
		"phases: one entry, many accounts":        testPhaseEntries,
		"phases: races for an entry":              testPhaseEntryRace,
		"phases: paused, changed":                 testPhasePaused,
		"phases: saved by staff":                  testPhasesSaved,
		"phases: races for a list":                testPhaseRace,
		"auctions: everyone pays the last price":  testAuction,
		"auctions: sold out":                      testAuctionSoldOut,
		"auctions: what the settlement waits for": testAuctionWaits,
		"auctions: no address for the difference": testAuctionNoAddress,
		"auctions: a refund that isn't decided":   testAuctionOpenRefund,
		"auctions: paid in another currency":      testAuctionOtherCurrency,
		"auctions: nothing sold":                  testAuctionNothingSold,
		"auctions: prices that can't change":      testAuctionTerms,
		"auctions: settled despite kills":         testAuctionSettlement,
		"edition sizes change":                    testSizes,
		"everything is read back":                 testReadBack,
		"an error changes nothing":                testError,
		"a status needs its step":                 testStep,
		"work is claimed once":                    testClaim,
		"one unit, many buyers":                   testRace,
		"one account, many artworks":              testAccountRace,
		"who may buy":                             testEligibility,
		"card: paid, minted":                      testCard,
		"card: start again":                       testCardAgain,
		"delivery at once, the last word":         testLastWord,
		"card: declined, then paid":               testDeclined,
		"card: a bank that takes its time":        testProcessing,
		"card: hold ends, session first":          testHoldEnds,
		"card: paid while the hold ends":          testPaidAtEnd,
		"card: late, edition still free":          testLateFree,
		"card: late, edition gone":                testLateGone,
		"card: refund fails":                      testRefundFails,
		"card: wrong amount":                      testWrongAmount,
		"card: crash after the intent":            testCrash,
		"card: refused by the provider":           testRefused,
		"card: provider away":                     testProviderAway,
		"card: lost webhook":                      testLostWebhook,
		"card: the provider forgot the session":   testForgotten,
		"card: dispute":                           testDispute,
		"card: unknown checkout":                  testUnknownCard,
		"ether: seen, final, minted":              testEther,
		"ether: events in any order":              testEtherOrder,
		"ether: reorganisation":                   testReorg,
		"ether: quote runs out":                   testQuoteEnds,
		"ether: revoked, paid by card":            testRevoked,
		"ether: revoked, paid nevertheless":       testRevokedPaid,
		"ether: revoked, requested again":         testRevokedAgain,
		"ether: revoked, hold ends":               testRevokedHoldEnds,
		"ether: sent, not revoked":                testNotRevoked,
		"ether: cancelled with a quote":           testCancelQuoted,
		"card: a decline is notified once":        testDeclinedOnce,
		"ether: mined in time, seen late":         testInTime,
		"ether: wrong chain, amount, intent":      testEtherWrong,
		"ether: second payment":                   testEtherTwice,
		"ether: ends the card session":            testEtherAfterCard,
		"ether: money from elsewhere":             testUnexpected,
		"review: completed":                       testDecideComplete,
		"review: rejected":                        testDecideReject,
		"review: refunded":                        testDecideRefund,
		"refund: in two parts":                    testRefundInParts,
		"release: sold again":                     testRelease,
		"release: not yet, or never":              testReleaseRefused,
		"release: races":                          testReleaseRace,
		"release: the bank returns the refund":    testReleaseReturned,
		"card: a late report of a dispute":        testOldDispute,
		"refund: failed, then disputed":           testRefundFailedDispute,
		"refund: returned after a lost dispute":   testDisputeLostBeforeReturn,
		"refund: failed, case closed":             testRefundFailedClosed,
		"refund: failed, edition held":            testRefundFailedHold,
		"refund: failed, without a review":        testRefundForgotten,
		"refund: the rest, from a review":         testReviewedRefund,
		"review: a refund by hand that fails":     testFailedByHand,
		"review: money without an owner":          testUnmatched,
		"refund: a second ether payment":          testDuplicateEther,
		"refund: ether by staff":                  testRefundEther,
		"refund: by two people":                   testTwoPeople,
		"refund: small parts add up":              testSmallParts,
		"refund: a request ends":                  testRequestEnds,
		"refund: only the requested money":        testRequestedMoney,
		"refund: limit of a day":                  testDailyLimit,
		"refund: to a signed address":             testSignedAddress,
		"refund: no amount":                       testNoAmount,
		"refund: the token left the vault":        testTokenLeft,
		"refund: against the token's return":      testAgainstReturn,
		"refund: the token isn't returned":        testNoReturn,
		"lost events of the chain":                testLostEvents,
		"lost end of a quote":                     testLostEnd,
		"an end and a payment in one round":       testEndAndPayment,
		"work that waits, by kind":                testWaits,
		"unmatched payments are claimed once":     testClaimUnmatched,
		"made at the provider":                    testMadeThere,
		"guards":                                  testGuards,
		"cancel":                                  testCancel,
		"races of the clock, the buyer, the card": testClockRaces,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh)
		})
	}
}

func wantErr(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
}

func testLowest(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 3, fresh)
	for i := range int32(3) {
		if c := s.Hold(fmt.Sprint("b", i)); c.Edition != i+1 || c.Status != order.Reserved || !c.HoldsUnit() {
			t.Fatalf("checkout = %+v, want edition %d reserved", c, i+1)
		}
	}
	_, err := s.Try(t.Context(), "late", Artwork)
	wantErr(t, err, order.ErrEditionUnavailable)
	events := Events[order.EditionsChanged](s.Out)
	if last := events[len(events)-1]; len(events) != 3 || last.Held != 3 || last.Sold != 0 || last.Version != 3 {
		t.Fatalf("EditionsChanged = %+v, want 3, the last in version 3 with 3 held and none sold", events)
	}
	s.CheckInvariants()
}

func testChosen(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 4, fresh)
	s.Offer(Artwork, 4, 4)
	c, err := s.TryEdition(t.Context(), "a", Artwork, 3)
	s.OK(err)
	if c.Edition != 3 || !c.HoldsUnit() {
		t.Fatalf("edition = %d, want 3", c.Edition)
	}
	again, err := s.TryEdition(t.Context(), "a", Artwork, 3)
	if err != nil || again.ID != c.ID {
		t.Fatalf("got %s and %v, want the live checkout %s", again.ID, err, c.ID)
	}
	_, err = s.TryEdition(t.Context(), "a", Artwork, 1)
	wantErr(t, err, order.ErrOtherEditionHeld)
	next := func(account string, edition, want int32) {
		t.Helper()
		_, err := s.TryEdition(t.Context(), account, Artwork, edition)
		taken, ok := errors.AsType[*order.EditionTakenError](err)
		if !ok || *taken != (order.EditionTakenError{Edition: edition, Next: want}) {
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
	_, err = s.TryEdition(t.Context(), "c", Artwork, 2)
	s.OK(err)
	_, err = s.TryEdition(t.Context(), "d", Artwork, 2)
	wantErr(t, err, order.ErrEditionUnavailable)
	_, err = s.Cancel(t.Context(), Who("a"), c.ID)
	s.OK(err)
	taken := func(from int32, limit int, want ...order.Taken) {
		t.Helper()
		got, err := s.Store.Taken(t.Context(), Artwork, from, limit)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("taken editions from %d = %v and %v, want %v", from, got, err, want)
		}
	}
	first := order.Taken{Edition: 1, Status: order.UnitHeld}
	second, last := order.Taken{Edition: 2, Status: order.UnitHeld}, order.Taken{Edition: 4, Status: order.UnitWithheld}
	taken(0, 9, first, second, last)
	taken(2, 9, second, last)
	taken(0, 1, first)
	c, err = s.TryEdition(t.Context(), "d", Artwork, 3)
	if err != nil || c.Edition != 3 {
		t.Fatalf("a released edition: %d and %v, want 3", c.Edition, err)
	}
	s.CheckInvariants()
}

// testChosenRace has many buyers choose the same edition while others take any: exactly one gets it, nobody gets another than the
// chosen one.
func testChosenRace(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 60, fresh)
	var wg sync.WaitGroup
	var mu sync.Mutex
	won, lost := 0, 0
	for i := range 50 {
		wg.Go(func() {
			var edition int32
			if i%5 != 0 {
				edition = 7
			}
			c, err := s.TryEdition(t.Context(), fmt.Sprint("b", i), Artwork, edition)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil && edition != 0 && c.Edition != edition:
				t.Errorf("edition = %d, want %d", c.Edition, edition)
			case err == nil && c.Edition == 7:
				won++
			case errors.Is(err, order.ErrEditionTaken):
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

func testAgain(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 3, fresh)
	if a, b := s.Hold("a"), s.Hold("a"); a.ID != b.ID || s.Out.Notices(order.NoticeHeld) != 1 {
		t.Fatalf("checkouts = %s and %s with %d notifications, want the same with 1", a.ID, b.ID, s.Out.Notices(order.NoticeHeld))
	}
	list, err := s.List(t.Context(), Who("a"))
	if err != nil || len(list) != 1 {
		t.Fatalf("list, err = %v, %v, want 1 items and no error", list, err)
	}
	_, err = s.Get(t.Context(), Who("somebody else"), list[0].ID)
	wantErr(t, err, order.ErrNotFound)
	_, err = s.Store.Get(t.Context(), "not an id")
	wantErr(t, err, order.ErrNotFound)
	_, err = s.Store.Update(t.Context(), id.New(), func(*order.Checkout) error { return nil })
	wantErr(t, err, order.ErrNotFound)
}

func testTooMany(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 3, fresh)
	s.Offer(43, 5)
	s.Offer(44, 5)
	first := s.Hold("a")
	_, err := s.Try(t.Context(), "a", 43)
	s.OK(err)
	_, err = s.Try(t.Context(), "a", 44)
	wantErr(t, err, order.ErrTooManyHolds)
	var many *order.TooManyHoldsError
	if !errors.As(err, &many) || len(many.Holds) != 2 || many.Holds[0] != (order.Hold{CheckoutID: first.ID, ArtworkSlug: first.Artwork.Slug}) {
		t.Fatalf("holds = %+v, want two, the first %s", many, first.ID)
	}
	_, err = s.Cancel(t.Context(), Who("a"), first.ID)
	s.OK(err)
	_, err = s.Try(t.Context(), "a", 44)
	s.OK(err)
	// Expired holds don't count, even before a reconciler has ended them.
	s.Clock.Advance(16 * time.Minute)
	_, err = s.Try(t.Context(), "a", Artwork)
	s.OK(err)
	s.CheckInvariants()
}

func testSizes(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 2, fresh)
	s.Offer(Artwork, 2, 1)
	if c := s.Hold("a"); c.Edition != 2 {
		t.Fatalf("c.Edition = %v, want edition 2", c.Edition)
	}
	s.Offer(Artwork, 4, 1, 2) // the second edition is held and stays held
	c := s.Hold("b")
	if c.Edition != 3 {
		t.Fatalf("c.Edition = %v, want edition 3", c.Edition)
	}
	s.Offer(Artwork, 1)
	if c := s.Hold("c"); c.Edition != 1 {
		t.Fatalf("c.Edition = %v, want edition 1", c.Edition)
	}
	_, err := s.Try(t.Context(), "d", Artwork)
	wantErr(t, err, order.ErrEditionUnavailable)
	i, err := s.Invariants(t.Context())
	if err != nil || i.Editions != 4 || i.Held != 3 || i.Violations() != 0 {
		t.Fatalf("Invariants() = %+v, %v, want 4 editions, 3 held and no violations", i, err)
	}
	if c = s.Now(c); c.EditionSize != 4 {
		t.Fatalf("edition size = %d, want 4, the size at the time of the hold", c.EditionSize)
	}
}

func testReadBack(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 2, fresh)
	c := s.Hold("a")
	now := s.Clock.Now()
	want, err := s.Store.Update(t.Context(), c.ID, func(c *order.Checkout) error {
		c.As(order.ActorProvider)
		c.TransactionHash, c.BillingCountry, c.ImmediateDelivery = "0x1", "DE", true
		c.Gift = order.Gift{To: wallet, ToName: "friend.eth"}
		c.Sessions = append(c.Sessions, order.Session{ID: id.New(), Status: order.SessionIntent, EndsAt: now, CreatedAt: now})
		c.Quotes = append(c.Quotes, order.Quote{
			IntentHash: "0xaa", ChainID: 100, To: "0x2", Data: "0x3", Value: money.NewWei(5), Rate: "1.5", RateSource: "x",
			RateAt: now, ExpiresAt: now, CreatedAt: now, Payout: "0x4", ShareBps: 1,
		})
		p := EtherPayment(c.Quotes[0], "0xb", now)
		p.ID, p.Method, p.Status, p.At, p.ArtistWei = id.New(), order.Ether, order.PaymentPending, now, money.NewWei(4)
		p.Amount = money.Money{Amount: 3, Currency: "USD"}
		c.Payments = append(c.Payments, p)
		c.Refunds = append(c.Refunds, order.Refund{
			ID: id.New(), PaymentID: p.ID, Status: order.RefundSucceeded, Method: order.Card, Amount: p.Amount, Reason: "r", ProviderID: "re", CreatedAt: now,
		})
		c.Reviews = append(c.Reviews, order.Review{ID: id.New(), Key: "k", PaymentID: p.ID, Reason: "r", Detail: "d", CreatedAt: now})
		return nil
	})
	s.OK(err)
	got := s.Now(c)
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Fatalf("\n got %+v\nwant %+v", got, want)
	}
	if got.Buyer != c.Buyer || !got.Buyer.EmailVerified {
		t.Fatalf("buyer = %+v, want %+v", got.Buyer, c.Buyer)
	}
	if got.Version <= c.Version || got.Payments[0].Wei.Cmp(money.NewWei(5)) != 0 {
		t.Fatalf("version = %d, payments = %+v, want more than %d and 5 wei", got.Version, got.Payments, c.Version)
	}
	same, err := s.Store.Update(t.Context(), c.ID, func(*order.Checkout) error { return nil })
	if err != nil || same.Version != got.Version {
		t.Fatalf("version after an update without a change = %d, %v, want %d", same.Version, err, got.Version)
	}
}

func testError(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 2, fresh)
	c := s.Hold("a")
	boom := errors.New("boom")
	_, err := s.Store.Update(t.Context(), c.ID, func(c *order.Checkout) error {
		c.Reason, c.Unit = "changed", order.Unit{Status: order.UnitFree}
		return boom
	})
	wantErr(t, err, boom)
	if got := s.Now(c); got.Reason != "" || !got.HoldsUnit() || got.Version != 1 {
		t.Fatalf("checkout = %+v, want version 1 without a reason and with its edition", got)
	}
}

func testStep(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 2, fresh)
	c := s.Hold("a")
	_, err := s.Store.Update(t.Context(), c.ID, func(c *order.Checkout) error { c.Status = order.Completed; return nil })
	wantErr(t, err, order.ErrTransition)
	s.Want(c, order.Reserved)
}

func testClaim(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 40, fresh)
	for i := range 20 {
		s.Hold(fmt.Sprint("b", i))
	}
	s.Clock.Advance(15 * time.Minute)
	var mu sync.Mutex
	got := map[string]int{}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			ids, err := s.Store.Claim(t.Context(), order.Claim{Work: order.WorkHolds, Lease: time.Minute, Limit: 15})
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			for _, id := range ids {
				got[id]++
			}
		})
	}
	wg.Wait()
	for id, n := range got {
		if n != 1 {
			t.Fatalf("%s was claimed %d times, want 1", id, n)
		}
	}
	s.Clock.Advance(2 * time.Minute)
	ids, err := s.Store.Claim(t.Context(), order.Claim{Work: order.WorkHolds, Lease: time.Minute, Limit: 50})
	if err != nil || len(ids) != 20 {
		t.Fatalf("Claim() = %d ids, %v, want 20", len(ids), err)
	}
}

func testRace(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	var wg sync.WaitGroup
	var mu sync.Mutex
	won, lost := 0, 0
	for i := range 50 {
		wg.Go(func() {
			_, err := s.Try(t.Context(), fmt.Sprint("b", i), Artwork)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				won++
			case errors.Is(err, order.ErrEditionUnavailable):
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

func testAccountRace(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 9, fresh)
	for i := range int64(8) {
		s.Offer(100+i, 9)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	won := map[string]bool{}
	for i := range int64(16) {
		wg.Go(func() {
			c, err := s.Try(t.Context(), "a", 100+i/2)
			if err != nil && !errors.Is(err, order.ErrTooManyHolds) {
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

func testEligibility(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 1, fresh)
	now := s.Clock.Now()
	offer := s.Parties.Offers[Artwork]
	for name, c := range map[string]struct {
		change func(a *order.Account, o *order.Offer)
		want   error
	}{
		"unverified":  {func(a *order.Account, _ *order.Offer) { a.HasIdentity, a.EmailVerified = true, false }, order.ErrEmailUnverified},
		"incomplete":  {func(a *order.Account, _ *order.Offer) { a.ProfileCompleted = false }, order.ErrProfileIncomplete},
		"no price":    {func(_ *order.Account, o *order.Offer) { o.Price = nil }, order.ErrNotForSale},
		"not started": {func(_ *order.Account, o *order.Offer) { o.StartsAt = now.Add(time.Second) }, order.ErrSaleNotStarted},
		"ended":       {func(_ *order.Account, o *order.Offer) { o.EndsAt = now }, phase.ErrSaleEnded},
	} {
		a, o := order.Account{EmailVerified: true, ProfileCompleted: true}, offer
		c.change(&a, &o)
		s.Parties.Buyers["a"], s.Parties.Offers[Artwork] = a, o
		_, err := s.Try(t.Context(), "a", Artwork)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want want", name, err)
		}
	}
	s.Parties.Offers[Artwork], s.Parties.Buyers["wallet"] = offer, order.Account{ProfileCompleted: true}
	_, err := s.Try(t.Context(), "b", 99)
	wantErr(t, err, order.ErrNoArtwork)
	s.Hold("wallet")
}
