package main

import (
	"net/http"
	"syscall"
	"testing"
	"time"
)

// TestFaults injects faults that affect every purchase, so each subtest has the system to itself.
func TestFaults(t *testing.T) {
	t.Parallel()
	r := open(t)
	t.Run("a reorg reverts a payment", func(t *testing.T) { reorgRevertsPayment(t, r) })
	t.Run("kill during a purchase", func(t *testing.T) { killDuringPurchase(t, r) })
}

// A payment in a dropped block does not count, and the order can be paid again.
func reorgRevertsPayment(t *testing.T, r *running) {
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
	// The same quote can be paid again.
	w.fund()
	if _, err := w.send(q, 0); err != nil {
		t.Fatal(err)
	}
	p.until(c.ID, 90*time.Second, "completed")
	r.invariants(t)
}

// Purchases that a kill interrupted complete after the next start.
func killDuringPurchase(t *testing.T, r *running) {
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
		t.Fatalf("card page: %d, want 303", status)
	}
	// Both are paid. The provider's webhook and the payment's block may or may not have arrived.
	r.end(syscall.SIGKILL)
	r.start()
	p.refreshTokens()
	w.fund()
	w.resend()
	for _, id := range []string{card.ID, ether.ID} {
		done := p.until(id, 2*time.Minute, "completed")
		if _, ok := collection(t, p)[*done.TokenID]; !ok {
			t.Errorf("token %s of %s isn't in the collection, want it there", *done.TokenID, id)
		}
	}
	if n := len(collection(t, p)); n != 2 {
		t.Errorf("%d tokens, want 2", n)
	}
	r.invariants(t)
}
