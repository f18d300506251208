package ordertest

import (
	"context"
	"slices"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// limit refuses a hold that exceeds a limit.
func (m *Memory) limit(c order.Checkout, a *artwork, l order.HoldLimits) error {
	unpaid := func(limit int, of func(*order.Checkout) bool) error {
		for _, id := range slices.Backward(m.created) {
			o := m.checkouts[id]
			if limit == 0 || !of(o) || !o.CreatedAt.After(m.clock.Now().Add(-l.Window)) || !o.Status.Payable() && o.Status != order.Expired && o.Status != order.Cancelled {
				continue
			}
			if limit--; limit == 0 {
				return &order.UnpaidHoldsError{Until: o.CreatedAt.Add(l.Window)}
			}
		}
		return nil
	}
	if err := unpaid(l.PerAccount, func(o *order.Checkout) bool { return o.Buyer.AccountID == c.Buyer.AccountID }); err != nil {
		return err
	}
	if err := unpaid(l.PerNetwork, func(o *order.Checkout) bool { return c.Network != "" && o.Network == c.Network }); err != nil {
		return err
	}
	if l.UnverifiedPercent == 0 || c.Buyer.EmailVerified {
		return nil
	}
	open, unverified := 0, 0
	for _, u := range a.units {
		if u.Status == order.UnitFree || u.Status == order.UnitHeld {
			open++
		}
		if o := m.checkouts[u.Checkout]; u.Status == order.UnitHeld && o != nil && o.Status.Payable() && !o.Buyer.EmailVerified {
			unverified++
		}
	}
	if unverified >= l.Unverified(open) {
		return order.ErrUnverifiedHolds
	}
	return nil
}

// ForgetNetworks implements order.Holds.
func (m *Memory) ForgetNetworks(_ context.Context, before time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range m.checkouts {
		if c.CreatedAt.Before(before) {
			c.Network = ""
		}
	}
	return nil
}
