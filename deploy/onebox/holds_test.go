package main

import (
	"net/http"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
)

// shortHold gives a busy machine enough time to open a card page.
const shortHold = 10 * time.Second

// aroundTheEnd is when people pay, relative to the hold's end. The session at the provider ends within RECONCILE_EVERY, 5 s.
var aroundTheEnd = []time.Duration{-500 * time.Millisecond, 0, 250 * time.Millisecond, time.Second, 2500 * time.Millisecond, 5 * time.Second}

// TestHoldsThatEnd tests purchases whose hold expires.
func TestHoldsThatEnd(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	r := open(t, "HOLD_FOR="+shortHold.String())
	// Chosen before the subtests run, because they change what is for sale.
	works := r.forSale(t, 1, 2+len(aroundTheEnd))
	t.Run("sold again", func(t *testing.T) { t.Parallel(); soldAgain(t, r, works[0]) })
	t.Run("on the card page", func(t *testing.T) { t.Parallel(); holdExpiresOnCardPage(t, r, works[1]) })
	t.Run("paid around the end", func(t *testing.T) { t.Parallel(); paymentAtHoldEnd(t, r, works[2:]) })
	t.Cleanup(func() { r.invariants(t) })
}

// The edition of an expired hold can be held by the next buyer.
func soldAgain(t *testing.T, r *running, artwork string) {
	first, second := r.member(t), r.member(t)
	c, err := first.hold(artwork)
	if err != nil {
		t.Fatal(err)
	}
	_, err = second.hold(artwork)
	refused(t, err, 409, "edition_unavailable")
	// A hold that ends within 20 s leaves no time to confirm a payment in a wallet.
	refused(t, first.call(http.MethodPost, "/api/checkouts/"+c.ID+"/ether", map[string]string{}, nil, key()...), 410, "hold_expired")
	first.until(c.ID, 40*time.Second, "expired")
	refused(t, first.call(http.MethodPost, "/api/checkouts/"+c.ID+"/card", map[string]string{}, nil, key()...), 410, "hold_expired")
	eventually(t, 30*time.Second, func() bool {
		_, err := second.hold(artwork)
		return err == nil
	})
}

// cardPage holds an edition and returns its checkout and the provider's page.
func (p *person) cardPage(artwork string) (checkoutView, string) {
	p.t.Helper()
	c, err := p.hold(artwork)
	if err != nil {
		p.t.Fatal(err)
	}
	var card struct {
		RedirectURL string `json:"redirectUrl"`
	}
	p.post("/api/checkouts/"+c.ID+"/card", map[string]string{}, &card, key()...)
	return c, card.RedirectURL
}

// A buyer who is on the card page when the hold expires can't pay there any more. Within a minute another buyer can hold the edition.
func holdExpiresOnCardPage(t *testing.T, r *running, artwork string) {
	late, next := r.member(t), r.member(t)
	c, page := late.cardPage(artwork)
	expired := late.until(c.ID, time.Until(c.ExpiresAt)+time.Minute, "expired")
	released := time.Since(c.ExpiresAt)
	t.Logf("released %.1f s after the hold's end", released.Seconds())
	if status := late.fillCard(page, "4242424242424242"); status != http.StatusGone {
		t.Errorf("the card page of an expired hold responded with %d, want 410", status)
	}
	again, err := next.hold(artwork)
	if err != nil {
		t.Fatalf("%.1f s after the hold's end: error = %v, want nil", time.Since(c.ExpiresAt).Seconds(), err)
	}
	if again.EditionNumber != expired.EditionNumber {
		t.Errorf("edition %d, want %d", again.EditionNumber, expired.EditionNumber)
	}
	if status := next.payByCard(again.ID, "4242424242424242"); status != http.StatusSeeOther {
		t.Fatalf("card page: %d, want 303", status)
	}
	next.until(again.ID, time.Minute, "completed")
	if got := late.until(c.ID, time.Second, "expired"); got.TokenID != nil || len(collection(t, late)) != 0 {
		t.Errorf("checkout of the buyer who didn't pay = %+v, want no token", got)
	}
}

// If the provider accepts a payment around the end of the hold, the buyer gets the edition. If it refuses, the order expires. There is no
// third outcome.
func paymentAtHoldEnd(t *testing.T, r *running, artworks []string) {
	buyers := make([]*person, len(aroundTheEnd))
	together(t, len(buyers), func(i int) { buyers[i] = r.member(t) })
	together(t, len(buyers), func(i int) {
		p := buyers[i]
		c, page := p.cardPage(artworks[i])
		// The moment itself is what is tested.
		<-time.After(time.Until(c.ExpiresAt.Add(aroundTheEnd[i])))
		switch status := p.fillCard(page, "4242424242424242"); status {
		case http.StatusSeeOther:
			done := p.until(c.ID, 90*time.Second, "completed")
			if _, ok := collection(t, p)[*done.TokenID]; !ok {
				t.Errorf("paid %s after expiry: token %s isn't in the collection, want it there", aroundTheEnd[i], *done.TokenID)
			}
			t.Logf("%s after expiry: paid, completed", aroundTheEnd[i])
		case http.StatusGone:
			p.until(c.ID, 40*time.Second, "expired")
			t.Logf("%s after expiry: rejected, expired", aroundTheEnd[i])
		default:
			t.Errorf("%s after expiry: card page status = %d, want 303 or 410", aroundTheEnd[i], status)
		}
	})
}
