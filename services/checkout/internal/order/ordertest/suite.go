// Package ordertest is the test suite that every store of orders and every card provider passes, with fakes of the other parties.
package ordertest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
	"github.com/vitrine/vitrine/services/checkout/internal/reconcile"
)

// TestStore checks what every store must do for orders, and the service on top of it.
func TestStore(t *testing.T, fresh NewStore) {
	for name, test := range map[string]func(*testing.T, NewStore){
		"everything is read back":                 testReadBack,
		"an error changes nothing":                testError,
		"a status needs its step":                 testStep,
		"work is claimed once":                    testClaim,
		"card: paid, minted":                      testCard,
		"card: start again":                       testCardAgain,
		"delivery at once, the last word":         testLastWord,
		"card: declined, then paid":               testDeclined,
		"card: a bank that takes its time":        testProcessing,
		"card: hold ends, session first":          testHoldEnds,
		"card: paid while the hold ends":          testPaidAtEnd,
		"card: late, edition still free":          testLateFree,
		"card: late, edition gone":                testLateGone,
		"card: wrong amount":                      testWrongAmount,
		"card: crash after the intent":            testCrash,
		"card: refused by the provider":           testRefused,
		"card: provider away":                     testProviderAway,
		"card: lost webhook":                      testLostWebhook,
		"card: the provider forgot the session":   testForgotten,
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
		"lost events of the chain":                testLostEvents,
		"lost end of a quote":                     testLostEnd,
		"an end and a payment in one round":       testEndAndPayment,
		"work that waits, by kind":                testWaits,
		"made at the provider":                    testMadeThere,
		"cancel":                                  testCancel,
		"races of the clock, the buyer, the card": testClockRaces,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh)
		})
	}
}

func testReadBack(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 2, fresh)
	c := s.Hold("a")
	now := s.Clock.Now()
	want, err := s.Store.Update(t.Context(), c.ID, func(c *order.Checkout) error {
		c.As(purchase.ActorProvider)
		c.TransactionHash, c.BillingCountry, c.ImmediateDelivery = "0x1", "DE", true
		c.Gift = purchase.Gift{To: Wallet, ToName: "friend.eth"}
		c.Sessions = append(c.Sessions, purchase.Session{ID: id.New(), Status: purchase.SessionIntent, EndsAt: now, CreatedAt: now})
		c.Quotes = append(c.Quotes, purchase.Quote{
			IntentHash: "0xaa", ChainID: 100, To: "0x2", Data: "0x3", Value: money.NewWei(5), Rate: "1.5", RateSource: "x",
			RateAt: now, ExpiresAt: now, CreatedAt: now, Payout: "0x4", ShareBps: 1,
		})
		p := EtherPayment(c.Quotes[0], "0xb", now)
		p.ID, p.Method, p.Status, p.At, p.ArtistWei = id.New(), purchase.Ether, purchase.PaymentPending, now, money.NewWei(4)
		p.Amount = money.Money{Amount: 3, Currency: "USD"}
		c.Payments = append(c.Payments, p)
		c.Refunds = append(c.Refunds, purchase.Refund{
			ID: id.New(), PaymentID: p.ID, Status: purchase.RefundSucceeded, Method: purchase.Card, Amount: p.Amount, Reason: "r", ProviderID: "re", CreatedAt: now,
		})
		c.Reviews = append(c.Reviews, purchase.Review{ID: id.New(), Key: "k", PaymentID: p.ID, Reason: "r", Detail: "d", CreatedAt: now})
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
		c.Reason, c.Unit = "changed", purchase.Unit{Status: purchase.UnitFree}
		return boom
	})
	WantErr(t, err, boom)
	if got := s.Now(c); got.Reason != "" || !got.HoldsUnit() || got.Version != 1 {
		t.Fatalf("checkout = %+v, want version 1 without a reason and with its edition", got)
	}
}

func testStep(t *testing.T, fresh NewStore) {
	s := NewOrders(t, 2, fresh)
	c := s.Hold("a")
	_, err := s.Store.Update(t.Context(), c.ID, func(c *order.Checkout) error { c.Status = purchase.Completed; return nil })
	WantErr(t, err, purchase.ErrTransition)
	s.Want(c, purchase.Reserved)
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
			ids, err := s.Store.Claim(t.Context(), reconcile.Claim{Kind: reconcile.Holds, Lease: time.Minute, Limit: 15})
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
	ids, err := s.Store.Claim(t.Context(), reconcile.Claim{Kind: reconcile.Holds, Lease: time.Minute, Limit: 50})
	if err != nil || len(ids) != 20 {
		t.Fatalf("Claim() = %d ids, %v, want 20", len(ids), err)
	}
}
