package ordertest

import (
	"context"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// auction is an auction with the terms that its orders were made at.
type auction struct {
	order.Auction

	terms order.AuctionTerms
}

func (m *Memory) auction(id string) *auction {
	for _, a := range m.auctions {
		if a.ID == id {
			return a
		}
	}
	return nil
}

func (m *Memory) auctionOf(phaseID string, artworkID int64) *auction {
	for _, a := range m.auctions {
		if a.PhaseID == phaseID && a.ArtworkID == artworkID {
			return a
		}
	}
	return nil
}

// enterAuction returns the auction of a draft, and adds it for the first one.
func (m *Memory) enterAuction(c order.Checkout) order.Auction {
	a := m.auctionOf(c.PhaseID, c.Artwork.ID)
	if a == nil {
		a = &auction{order.Auction{ID: id.New(), PhaseID: c.PhaseID, ArtworkID: c.Artwork.ID, Status: order.AuctionSelling}, *c.Terms}
		m.auctions = append(m.auctions, a)
	}
	return order.Auction{ID: a.ID, Status: a.Status}
}

// auctionChanged reports whether a plan changes the prices of an auction that has orders.
func (m *Memory) auctionChanged(plan order.Schedule) bool {
	for _, a := range m.auctions {
		for _, p := range plan.Phases {
			if p.ID != a.PhaseID {
				continue
			}
			r := p.PriceOf(a.ArtworkID, money.Money{})
			if r.Fall == nil || r.Price != a.terms.Start || *r.Fall != a.terms.Fall || !p.StartsAt.Equal(a.terms.StartsAt) || p.EndsAt.IsZero() {
				return true
			}
		}
	}
	return false
}

// counted returns an auction with what its next step depends on.
func (m *Memory) counted(a *auction) order.Auction {
	out := a.Auction
	out.Now, out.EndsAt = m.clock.Now(), m.phaseEnd(a.PhaseID)
	out.Undecided, out.LowestPaid, out.Unsettled = 0, 0, 0
	out.SoldOut = !slices.ContainsFunc(m.artworks[a.ArtworkID].units, func(u order.Unit) bool {
		return u.Status == order.UnitFree || u.Status == order.UnitHeld
	})
	for _, c := range m.checkouts {
		if c.Auction.ID != a.ID {
			continue
		}
		open := c.Status == order.RefundPending || c.Status == order.RefundFailed &&
			slices.ContainsFunc(c.Reviews, func(r order.Review) bool { return r.ClosedAt.IsZero() })
		sold := c.Status == order.Delivering || c.Status == order.Completed || c.Status == order.Disputed
		if c.Status.Live() || c.Status == order.Paid || c.Status == order.InReview || open {
			out.Undecided++
		}
		if sold && (out.LowestPaid == 0 || c.Price.Amount < out.LowestPaid) {
			out.LowestPaid = c.Price.Amount
		}
		if (sold || open) && c.SettledAt.IsZero() {
			out.Unsettled++
		}
	}
	return out
}

func (m *Memory) phaseEnd(phaseID string) time.Time {
	for _, s := range m.schedules {
		for _, p := range s.Phases {
			if p.ID == phaseID {
				return p.EndsAt
			}
		}
	}
	return time.Time{}
}

func (m *Memory) auctionDue(a *auction) bool {
	c := m.counted(a)
	switch c.Status {
	case order.AuctionSelling:
		return c.SoldOut || !c.Now.Before(c.EndsAt)
	case order.AuctionEnded:
		return c.Undecided == 0
	case order.AuctionSettling:
		return len(m.unsettled(a.ID)) > 0 || c.Unsettled == 0
	case order.AuctionSettled:
	}
	return false
}

// UpdateAuction implements order.Auctions.
func (m *Memory) UpdateAuction(_ context.Context, id string, fn func(*order.Auction) error) (order.Auction, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.auction(id)
	if a == nil {
		return order.Auction{}, order.ErrNotFound
	}
	out := m.counted(a)
	if err := fn(&out); err != nil {
		return order.Auction{}, err
	}
	a.Auction = out
	return out, nil
}

// UnsettledOrders implements order.Auctions.
func (m *Memory) UnsettledOrders(_ context.Context, id string, limit int) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.unsettled(id)
	return list[:min(limit, len(list))], nil
}

// refundOpen reports whether a refund of an order's payment is on its way, or waits for staff.
func refundOpen(c *order.Checkout) bool {
	p := c.Credited()
	return p != nil && (slices.ContainsFunc(c.Refunds, func(r order.Refund) bool {
		return r.PaymentID == p.ID && (r.Status == order.RefundQueued || r.Status == order.RefundSent)
	}) || slices.ContainsFunc(c.Reviews, func(r order.Review) bool {
		return r.PaymentID == p.ID && r.Reason == order.ReasonRefundFailed && r.ClosedAt.IsZero()
	}))
}

func (m *Memory) unsettled(auctionID string) (list []string) {
	for id, c := range m.checkouts {
		if c.Auction.ID == auctionID && c.SettledAt.IsZero() && (c.Status == order.Delivering || c.Status == order.Completed) && !refundOpen(c) {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// wrongDifferences counts sales of auctions as the database does, without what they keep.
func (m *Memory) wrongDifferences() (n int32) {
	for _, c := range m.checkouts {
		a := m.auction(c.Auction.ID)
		if a == nil || a.LastPrice == 0 || c.Status != order.Delivering && c.Status != order.Completed && c.Status != order.Disputed {
			continue
		}
		back, count := money.Wei{}, 0
		for _, r := range c.Refunds {
			if r.Reason == order.ReasonSettled {
				count++
				back = back.Add(r.Wei).Add(money.NewWei(r.Amount.Amount))
			}
		}
		waits := slices.ContainsFunc(c.Reviews, func(r order.Review) bool { return r.Reason == order.ReasonSettled })
		if c.Price.Amount < a.LastPrice || a.Status == order.AuctionSettled && c.SettledAt.IsZero() || count > 1 ||
			back.Cmp(c.SettledBack) != 0 && (count > 0 || !waits) {
			n++
		}
	}
	return n
}
