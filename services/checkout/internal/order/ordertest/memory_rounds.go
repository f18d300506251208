package ordertest

import (
	"context"
	"slices"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Now implements order.Holds.
func (m *Memory) Now(context.Context) (time.Time, error) { return m.clock.Now(), nil }

// Claim implements order.Reconciling.
func (m *Memory) Claim(_ context.Context, c order.Claim) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	now := m.clock.Now()
	take := func(id string, wanted bool) {
		key := string(c.Work) + id
		if len(out) < c.Limit && wanted && !m.claims[key].After(now) {
			m.claims[key] = now.Add(c.Lease)
			out = append(out, id)
		}
	}
	for _, id := range m.created {
		take(id, wanted(m.checkouts[id], c, now))
	}
	for id, x := range m.unmatched {
		take(id, waiting(x.Refunds, c.Work, now))
	}
	for _, a := range m.auctions {
		take(a.ID, c.Work == order.WorkAuctions && m.auctionDue(a))
	}
	for _, r := range m.requests {
		take(r.ID, c.Work == order.WorkRequests && r.Status == order.RequestPending && !now.Before(r.ExpiresAt))
	}
	return out, nil
}

func wanted(c *order.Checkout, claim order.Claim, now time.Time) bool {
	ran := !now.Before(c.ExpiresAt)
	switch claim.Work {
	case order.WorkHolds:
		return (c.Status.Payable() || c.Status == order.Reverted) && ran && c.ActiveQuote() == nil
	case order.WorkSessions:
		for _, s := range c.Sessions {
			if s.Status == order.SessionComplete && c.Status == order.PaymentSeen {
				return true
			}
			if (s.Status == order.SessionIntent || s.Status == order.SessionOpen) &&
				(ran || !c.Status.Payable() || !s.CreatedAt.After(now.Add(-time.Minute))) {
				return true
			}
		}
	case order.WorkRefunds:
		return waiting(c.Refunds, order.WorkUnmatched, now)
	case order.WorkEther:
		return waiting(c.Refunds, claim.Work, now)
	case order.WorkMints:
		return (c.Status == order.Paid || c.Status == order.Delivering) && !c.PaidAt.After(now.Add(-time.Minute))
	case order.WorkSettled:
		return c.Method == order.Card && c.Bought() && c.PaidAt.After(now.Add(-claim.SettledFor))
	case order.WorkForgotten:
		return c.Status == order.RefundFailed && slices.ContainsFunc(c.Payments, func(p order.Payment) bool {
			failed := slices.ContainsFunc(c.Refunds, func(r order.Refund) bool { return r.PaymentID == p.ID && r.Status == order.RefundRefused })
			return failed && p.Status == order.PaymentFinal && !ended(c, p)
		})
	case order.WorkUnmatched, order.WorkRequests, order.WorkAuctions:
	}
	return false
}

func waiting(refunds []order.Refund, work order.Work, now time.Time) bool {
	return slices.ContainsFunc(refunds, func(r order.Refund) bool {
		switch work {
		case order.WorkUnmatched:
			return r.Method == order.Card && r.Status == order.RefundQueued
		case order.WorkEther:
			return r.Method == order.Ether && (r.Status == order.RefundQueued || r.Status == order.RefundSent) &&
				!r.CreatedAt.After(now.Add(-time.Minute))
		default:
			return false
		}
	})
}

// Cursor implements order.Reconciling.
func (m *Memory) Cursor(_ context.Context, chainID uint32) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cursors[chainID], nil
}

// SetCursor implements order.Reconciling.
func (m *Memory) SetCursor(_ context.Context, chainID uint32, height int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cursors[chainID] = max(m.cursors[chainID], height)
	return nil
}

// PendingPayments implements order.Reconciling.
func (m *Memory) PendingPayments(_ context.Context, chainID uint32, from, to int64) (out []order.PendingPayment, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range m.created {
		for _, p := range m.checkouts[id].Payments {
			if p.Method == order.Ether && p.Status == order.PaymentPending && p.ChainID == chainID && p.BlockNumber >= from && p.BlockNumber <= to {
				out = append(out, order.PendingPayment{CheckoutID: id, Payment: p})
			}
		}
	}
	return out, nil
}

// OverdueQuotes implements order.Reconciling.
func (m *Memory) OverdueQuotes(_ context.Context, chainID uint32, before time.Time) (out []order.OverdueQuote, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range m.created {
		c := m.checkouts[id]
		for _, q := range c.Quotes {
			paid := slices.ContainsFunc(c.Payments, func(p order.Payment) bool {
				return p.IntentHash == q.IntentHash && (p.Status == order.PaymentPending || p.Status == order.PaymentFinal)
			})
			waits := c.Status.Payable() || c.Status == order.Reverted
			if waits && q.EndedAt.IsZero() && q.ChainID == chainID && q.ExpiresAt.Before(before) && !paid {
				out = append(out, order.OverdueQuote{CheckoutID: id, IntentHash: q.IntentHash})
			}
		}
	}
	return out, nil
}

// Editions implements order.Statistics.
func (m *Memory) Editions(_ context.Context, limit int) (out []order.Editions, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, a := range m.artworks {
		e := order.Editions{ArtworkID: id, Size: int32(len(a.units))}
		for _, u := range a.units {
			e.Sold += one(u.Status == order.UnitSold)
			e.Held += one(u.Status == order.UnitHeld)
		}
		if e.Sold+e.Held > 0 {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b order.Editions) int { return int(a.ArtworkID - b.ArtworkID) })
	return out[:min(limit, len(out))], nil
}

func one(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
