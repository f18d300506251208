package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
)

// TestWrongClocks: the clocks of all processes are ten minutes fast or slow in turn, so that some differ by twenty. No decision is
// affected: nothing expires early or late, and nobody is logged out.
func TestWrongClocks(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	const hold, link = 45 * time.Second, 30 * time.Second
	r := open(t, "CLOCK_OFFSETS=gateway:10m,auth:-10m,profiles:10m,catalog:-10m,checkout:10m,chainwatcher:-10m,approvals:10m",
		"HOLD_FOR="+hold.String(), "WITHDRAWAL_LINK_FOR="+link.String())
	works := r.forSale(t, 1, 2)
	// The gateway takes the time from auth, which started before it.
	eventually(t, 20*time.Second, func() bool {
		return visitor(t, r.base).call(http.MethodGet, "/api/auth/siwe/nonce", nil, nil) == nil
	})
	t.Run("a hold", func(t *testing.T) { t.Parallel(); holdOfWrongClocks(t, r, works[0], hold) })
	t.Run("a quote and an approval's link", func(t *testing.T) { t.Parallel(); quoteOfWrongClocks(t, r, works[1], hold, link) })
	t.Cleanup(func() { r.invariants(t) })
}

// near fails unless a time is about d from now. The tolerance allows for slow requests on a busy machine.
func near(t *testing.T, what string, at time.Time, d time.Duration) {
	t.Helper()
	if left := time.Until(at); left > d+time.Second || left < d-15*time.Second {
		t.Errorf("%s ends in %s, want %s", what, left, d)
	}
}

func holdOfWrongClocks(t *testing.T, r *running, artwork string, hold time.Duration) {
	p, next := r.member(t), r.member(t)
	c, err := p.hold(artwork)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the hold", c.ExpiresAt, hold)
	if _, err := next.hold(artwork); err == nil {
		t.Error("a second hold of the edition succeeded, want an error")
	}
	p.until(c.ID, time.Until(c.ExpiresAt)+time.Minute, "expired")
	if early := time.Until(c.ExpiresAt); early > 0 {
		t.Errorf("the hold expired %s early, want at most 0", early)
	}
	eventually(t, 30*time.Second, func() bool {
		again, err := next.hold(artwork)
		return err == nil && again.EditionNumber == c.EditionNumber
	})
}

func quoteOfWrongClocks(t *testing.T, r *running, artwork string, hold, link time.Duration) {
	p, w := r.member(t), newWallet(t, r)
	c, err := p.hold(artwork)
	if err != nil {
		t.Fatal(err)
	}
	var q quoteView
	p.post("/api/checkouts/"+c.ID+"/ether", map[string]string{}, &q, key()...)
	if q.ExpiresAt.After(c.ExpiresAt) {
		t.Errorf("the quote ends at %s, want no later than the hold, %s", q.ExpiresAt, c.ExpiresAt)
	}
	near(t, "the quote", q.ExpiresAt, hold)
	hash, err := w.send(q, 0)
	if err != nil {
		t.Fatal(err)
	}
	p.post("/api/checkouts/"+c.ID+"/transactions", map[string]string{"hash": hash.Hex()}, nil)
	done := p.until(c.ID, 90*time.Second, "completed")

	p.post("/api/withdrawals", map[string]string{"tokenId": *done.TokenID, "to": w.at.Hex()}, nil, key()...)
	_, address := p.waitForMail(r.mailbox, "withdrawal")
	_, secret, _ := strings.Cut(address, "#")
	type approval struct {
		Status    string
		ExpiresAt time.Time
	}
	look := func() (a approval) {
		if err := visitor(t, r.base).call(http.MethodGet, "/api/approvals/link", nil, &a, "Approval-Secret", secret); err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := look()
	if a.Status != "pending" {
		t.Errorf("approval %+v, want a pending one", a)
	}
	near(t, "the approval's link", a.ExpiresAt, link)
	eventually(t, link+30*time.Second, func() bool { return look().Status == "expired" })
	if early := time.Until(a.ExpiresAt); early > 0 {
		t.Errorf("the approval link expired %s early, want at most 0", early)
	}
}
