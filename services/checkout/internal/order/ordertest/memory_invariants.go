package ordertest

import (
	"context"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Invariants implements order.Statistics.
func (m *Memory) Invariants(context.Context) (i order.Invariants, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	owners := map[string]bool{}
	for _, a := range m.artworks {
		for _, u := range a.units {
			i.Editions++
			switch u.Status {
			case order.UnitHeld:
				i.Held++
			case order.UnitSold:
				i.Sold++
			case order.UnitFree, order.UnitWithheld:
			}
			if owners[u.Checkout] {
				i.Oversold++
			}
			owners[u.Checkout] = u.Checkout != ""
		}
	}
	for _, c := range m.checkouts {
		at := m.copy(c)
		if (c.Status.Live() || c.Status.Settled()) && !at.HoldsUnit() {
			i.Oversold++
		}
		if c.Status.Settled() != (c.Credited() != nil && c.Status.Settled()) {
			i.UnpaidCompletions++
		}
		if c.Status.Settled() && (at.Unit != order.Unit{Status: order.UnitSold, Checkout: c.ID}) {
			i.UnmatchedTokens++
		}
		if !c.ReleasedAt.IsZero() && at.HoldsUnit() {
			i.UnmatchedTokens++
		}
		for _, r := range c.Reviews {
			if r.ClosedAt.IsZero() {
				i.OpenReviews++
			}
		}
		for _, p := range c.Payments {
			if p.Status == order.PaymentFinal && !ended(c, p) {
				i.UnmatchedPayments++
			}
		}
	}
	i.WrongDifferences = m.wrongDifferences()
	for _, x := range m.unmatched {
		if x.Review.ClosedAt.IsZero() {
			i.OpenReviews++
		}
	}
	sums := map[[2]string]money.Wei{}
	for _, e := range m.ledger {
		k := [2]string{e.Group, e.Asset}
		sums[k] = sums[k].Add(e.Amount)
	}
	for _, w := range sums {
		if !w.IsZero() {
			i.UnbalancedLedgers++
		}
	}
	return i, nil
}

// ended reports whether a final payment has exactly one outcome: it bought an order that is still valid, is refunded or
// being refunded, waits for staff, or staff closed its case.
func ended(c *order.Checkout, p order.Payment) bool {
	total := func(m order.Method, amount int64, wei money.Wei) money.Wei {
		if m == order.Ether {
			return wei
		}
		return money.NewWei(amount)
	}
	going, gone := total(p.Method, p.Amount.Amount, p.Wei), total(p.Method, p.Amount.Amount, p.Wei)
	for _, r := range c.Refunds {
		if r.PaymentID != p.ID || r.Status == order.RefundRefused {
			continue
		}
		going = going.Sub(total(r.Method, r.Amount.Amount, r.Wei))
		if r.Status == order.RefundSucceeded {
			gone = gone.Sub(total(r.Method, r.Amount.Amount, r.Wei))
		}
	}
	waits, rejected := false, false
	for _, r := range c.Reviews {
		if r.PaymentID == p.ID {
			waits = waits || (r.ClosedAt.IsZero() && r.Reason != order.ReasonReorg)
			rejected = rejected || r.Decision == order.ActionReject
		}
	}
	back := going.Sign() <= 0
	switch {
	case p.Credited && c.Status.Settled():
		return gone.Sign() > 0
	case back || waits:
		return back != waits
	}
	return rejected
}
