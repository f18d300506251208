package ordertest

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// waits counts pending work, by kind.
type waits struct {
	now   time.Time
	kinds map[string]*order.Unresolved
}

func (w waits) add(kind string, since time.Time) {
	u := w.kinds[kind]
	u.Count++
	u.Oldest = max(u.Oldest, w.now.Sub(since))
}

// Unresolved implements order.Statistics. The outbox in memory takes everything immediately, so no events are pending.
func (m *Memory) Unresolved(context.Context) (out []order.Unresolved, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := waits{now: m.clock.Now(), kinds: map[string]*order.Unresolved{}}
	names := []string{"holds", "sessions", "refunds", "payments", "mints", "outbox", "reviews", "auctions"}
	for _, name := range names {
		w.kinds[name] = &order.Unresolved{Kind: name}
	}
	for _, c := range m.checkouts {
		w.checkout(c)
	}
	for _, x := range m.unmatched {
		w.reviews(x.Review)
		w.refunds(x.Refunds)
	}
	for _, a := range m.auctions {
		since := a.EndedAt
		if since.IsZero() {
			since = m.phaseEnd(a.PhaseID)
		}
		waits := a.Status == order.AuctionSelling || a.Status == order.AuctionEnded
		for _, c := range m.checkouts {
			waits = waits || a.Status == order.AuctionSettling && c.Auction.ID == a.ID && c.SettledAt.IsZero() && (c.Status == order.Delivering || c.Status == order.Completed)
		}
		if waits && !w.now.Before(since) {
			w.add("auctions", since)
		}
	}
	for _, name := range names {
		out = append(out, *w.kinds[name])
	}
	return out, nil
}

func (w waits) checkout(c *order.Checkout) {
	if (c.Status.Payable() || c.Status == order.Reverted) && !w.now.Before(c.ExpiresAt) {
		w.add("holds", c.ExpiresAt)
	}
	for _, s := range c.Sessions {
		end := s.EndsAt
		if c.ExpiresAt.Before(end) {
			end = c.ExpiresAt
		}
		if (s.Status == order.SessionIntent || s.Status == order.SessionOpen) && !w.now.Before(end) {
			w.add("sessions", end)
		}
	}
	for _, p := range c.Payments {
		if p.Status == order.PaymentPending {
			w.add("payments", p.At)
		}
	}
	if c.Status == order.Paid || c.Status == order.Delivering {
		w.add("mints", c.PaidAt)
	}
	w.refunds(c.Refunds)
	w.reviews(c.Reviews...)
}

func (w waits) refunds(list []order.Refund) {
	for _, r := range list {
		if r.Status == order.RefundQueued || r.Status == order.RefundSent {
			w.add("refunds", r.CreatedAt)
		}
	}
}

func (w waits) reviews(list ...order.Review) {
	for _, r := range list {
		if r.ClosedAt.IsZero() {
			w.add("reviews", r.CreatedAt)
		}
	}
}
