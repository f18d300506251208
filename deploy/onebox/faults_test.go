package main

import (
	"net/http"
	"syscall"
	"testing"
	"time"
)

// TestFaults does to one house, one after the other, what disturbs every purchase in it.
func TestFaults(t *testing.T) {
	t.Parallel()
	r := open(t)
	t.Run("a reorg takes a payment back", func(t *testing.T) { aReorgTakesAPaymentBack(t, r) })
	t.Run("a kill in the middle", func(t *testing.T) { aKillInTheMiddle(t, r) })
}

// What a dropped block said did not happen, and the edition can be paid again.
func aReorgTakesAPaymentBack(t *testing.T, r *running) {
	p, w := r.member(t), newWallet(t, r)
	c, err := p.hold(r.forSale(t, 5, 1)[0])
	if err != nil {
		t.Fatal(err)
	}
	var q quoteView
	p.post("/api/checkouts/"+c.ID+"/ether", map[string]string{}, &q, key()...)
	if _, err := w.send(q, 0); err != nil {
		t.Fatal(err)
	}
	p.until(c.ID, 30*time.Second, "payment_seen", "confirming")
	if err := w.rpc.CallContext(t.Context(), nil, "anvil_reorg", 4, []any{}); err != nil {
		t.Fatal(err)
	}
	p.until(c.ID, 30*time.Second, "awaiting_payment", "reverted", "reserved")
	r.invariants(t)
	// The same quote still pays: the wallet's account has the same nonce again.
	w.fund()
	if _, err := w.send(q, 0); err != nil {
		t.Fatal(err)
	}
	p.until(c.ID, 90*time.Second, "completed")
	r.invariants(t)
}

// A house that dies at any moment of a purchase ends it right after the next start.
func aKillInTheMiddle(t *testing.T, r *running) {
	p, w := r.member(t), newWallet(t, r)
	artworks := r.forSale(t, 25, 2)
	card, err := p.hold(artworks[0])
	if err != nil {
		t.Fatal(err)
	}
	ether, err := p.hold(artworks[1])
	if err != nil {
		t.Fatal(err)
	}
	var q quoteView
	p.post("/api/checkouts/"+ether.ID+"/ether", map[string]string{}, &q, key()...)
	if _, err := w.send(q, 0); err != nil {
		t.Fatal(err)
	}
	if status := p.payByCard(card.ID, "4242424242424242"); status != http.StatusSeeOther {
		t.Fatalf("card page: %d", status)
	}
	// Paid, and nothing more is known: the provider's event and the payment's block may or may not have arrived.
	r.end(syscall.SIGKILL)
	r.start()
	p.again()
	w.fund()
	w.again()
	for _, id := range []string{card.ID, ether.ID} {
		done := p.until(id, 2*time.Minute, "completed")
		if _, ok := collection(t, p)[*done.TokenID]; !ok {
			t.Errorf("token %s of %s is in no collection", *done.TokenID, id)
		}
	}
	if n := len(collection(t, p)); n != 2 {
		t.Errorf("%d tokens, want 2", n)
	}
	r.invariants(t)
}
