package order

import (
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
)

// applyRefund follows what the provider says of one refund of p, also of one that a person made at the provider.
func (c *Checkout) applyRefund(p *Payment, t CardRefund, now time.Time) error {
	r := c.refund(t)
	if r == nil {
		c.Refunds = append(c.Refunds, Refund{
			ID: id.New(), PaymentID: p.ID, ProviderID: t.ProviderID, Status: RefundQueued, Amount: t.Amount,
			Reason: ReasonProvider, CreatedAt: now,
		})
		r = &c.Refunds[len(c.Refunds)-1]
	}
	if r.ProviderID == "" {
		r.ProviderID = t.ProviderID
	}
	if r.Status == t.Status || r.Status == RefundSucceeded {
		return nil
	}
	r.Status = t.Status
	switch t.Status {
	case RefundSucceeded:
		return c.refunded(p, r, now)
	case RefundRefused:
		// The money is still here: a person finds another way, or repeats it at the provider.
		c.review("refund:"+r.ID, p.ID, ReasonRefundFailed, "", now)
		if c.Status == RefundPending {
			return c.move(RefundFailed, ReasonRefundFailed, now)
		}
	case RefundQueued:
		if c.Status == RefundFailed {
			return c.move(RefundPending, r.Reason, now)
		}
	}
	return nil
}

func (c *Checkout) refund(t CardRefund) *Refund {
	for i := range c.Refunds {
		r := &c.Refunds[i]
		if (t.RefundID != "" && r.ID == t.RefundID) || (t.ProviderID != "" && r.ProviderID == t.ProviderID) {
			return r
		}
	}
	return nil
}

// refunded books a refund that has gone through; a whole one ends the order.
func (c *Checkout) refunded(p *Payment, r *Refund, now time.Time) error {
	if err := c.bookRefund(p, r); err != nil {
		return err
	}
	c.notifyKey(NoticeRefunded, r.ID)
	var back int64
	for _, o := range c.Refunds {
		if o.PaymentID == p.ID && o.Status == RefundSucceeded {
			back += o.Amount.Amount
		}
	}
	if back < p.Amount.Amount {
		return nil
	}
	c.closeReviews(p.ID, now)
	if credited := c.Credited(); credited != nil && credited.Key != p.Key {
		return nil // a second payment went back; the first one stands
	}
	if !Allowed(c.Status, Refunded) {
		return nil
	}
	if err := c.move(Refunded, r.Reason, now); err != nil {
		return err
	}
	fact := OrderRefunded{CheckoutID: c.ID, Amount: money.Money{Amount: back, Currency: p.Amount.Currency}}
	if c.Bought() {
		fact.TokenID = c.TokenID()
	}
	c.publish(fact)
	c.free()
	return nil
}

// applyDispute follows a dispute of the payment that bought the edition.
func (c *Checkout) applyDispute(p *Payment, d CardDispute, now time.Time) error {
	if d == NoDispute || !p.Credited {
		return nil
	}
	if d != DisputeWon && Allowed(c.Status, Disputed) {
		if err := c.move(Disputed, "", now); err != nil {
			return err
		}
		c.dispute(false)
	}
	if c.Status != Disputed {
		return nil
	}
	switch d {
	case DisputeWon:
		to := Delivering
		if !c.CompletedAt.IsZero() {
			to = Completed
		}
		if err := c.move(to, "", now); err != nil {
			return err
		}
		c.dispute(true)
	case DisputeLost:
		left := p.Amount
		for _, r := range c.Refunds {
			if r.PaymentID == p.ID && r.Status == RefundSucceeded {
				left.Amount -= r.Amount.Amount
			}
		}
		if left.Amount <= 0 {
			return nil
		}
		c.Refunds = append(c.Refunds, Refund{
			ID: id.New(), PaymentID: p.ID, ProviderID: "dispute:" + p.ProviderID, Status: RefundSucceeded, Amount: left,
			Reason: ReasonDisputeLost, CreatedAt: now,
		})
		return c.refunded(p, &c.Refunds[len(c.Refunds)-1], now)
	}
	return nil
}

func (c *Checkout) dispute(resolved bool) {
	c.DisputeVersion++
	c.publish(OrderDisputed{CheckoutID: c.ID, TokenID: c.TokenID(), Resolved: resolved, Version: c.DisputeVersion})
}
