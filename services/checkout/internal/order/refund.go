package order

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// applyRefund applies the provider's view of one refund of p, including one that staff made at the provider.
func (c *Checkout) applyRefund(p *purchase.Payment, t CardRefund, now time.Time) error {
	r := c.refund(t)
	if r == nil {
		c.Refunds = append(c.Refunds, purchase.Refund{
			ID: id.New(), PaymentID: p.ID, ProviderID: t.ProviderID, Status: purchase.RefundQueued, Method: purchase.Card, Amount: t.Amount,
			Reason: purchase.ReasonProvider, CreatedAt: now,
		})
		r = &c.Refunds[len(c.Refunds)-1]
	}
	r.ProviderID = cmp.Or(r.ProviderID, t.ProviderID)
	if t.Status != purchase.RefundRefused {
		c.closeReturned(p, now)
	}
	was := r.Status
	if was == t.Status || !purchase.RefundSteps.Allows(was, t.Status, purchase.ActorProvider) {
		return nil // known, or older than what is known
	}
	r.Status = t.Status
	switch t.Status {
	case purchase.RefundSucceeded:
		return c.refunded(p, r, now)
	case purchase.RefundRefused:
		r.Returned = r.Returned || was == purchase.RefundSucceeded
		return c.refundFailed(p, r, was == purchase.RefundSucceeded, "", now)
	case purchase.RefundQueued:
		c.closeReturned(p, now)
		if c.Status == purchase.RefundFailed {
			return c.move(purchase.RefundPending, r.Reason, now)
		}
	case purchase.RefundSent:
	}
	return nil
}

// ApplyCardRefund applies the provider's view of a refund of one payment.
func (c *Checkout) ApplyCardRefund(paymentID string, t CardRefund) error {
	p := c.PaymentByID(paymentID)
	if p == nil {
		return nil
	}
	return c.applyRefund(p, t, c.Now)
}

// ApplyEtherRefund applies the chain's view of one refund.
func (c *Checkout) ApplyEtherRefund(t ChainRefund) error {
	now := c.Now
	r := find(c.Refunds, func(r *purchase.Refund) bool { return r.ID == t.RefundID && r.Method == purchase.Ether })
	if r == nil {
		return ErrNotFound
	}
	p := c.PaymentByID(r.PaymentID)
	if p == nil || r.Status == t.Status || !purchase.RefundSteps.Allows(r.Status, t.Status, purchase.ActorChain) {
		return nil
	}
	r.Status = t.Status
	if t.Transaction != "" {
		r.Transaction = t.Transaction
	}
	switch t.Status {
	case purchase.RefundSucceeded:
		return c.refunded(p, r, now)
	case purchase.RefundRefused:
		return c.refundFailed(p, r, false, t.Reason, now)
	case purchase.RefundQueued, purchase.RefundSent:
	}
	return nil
}

// refundFailed leaves a failed refund to staff: we still have the money, or it was returned to us.
func (c *Checkout) refundFailed(p *purchase.Payment, r *purchase.Refund, returned bool, detail string, now time.Time) error {
	if returned {
		if err := c.bookRefund(p, r, true); err != nil {
			return err
		}
	}
	if c.left(p).Sign() <= 0 {
		return nil // another refund, or a dispute, returns the full amount
	}
	c.reviewRefund(p, r, detail, now)
	if (c.Status == purchase.RefundPending || (returned && c.Status == purchase.Refunded)) && c.may(purchase.RefundFailed) {
		return c.move(purchase.RefundFailed, purchase.ReasonRefundFailed, now)
	}
	return nil
}

// reviewRefund opens a review of a failed refund. A bank may change its decision, so the version distinguishes repeated
// failures of one refund.
func (c *Checkout) reviewRefund(p *purchase.Payment, r *purchase.Refund, detail string, now time.Time) {
	c.review(fmt.Sprintf("refund:%s:%d", r.ID, c.Version), p.ID, purchase.ReasonRefundFailed, purchase.Cause{Kind: purchase.CauseRefused, Method: r.Method, Subject: detail}, now)
}

// Reopen opens the missing review of a failed refund: we have the money, not all of it is being refunded, and staff haven't
// closed a case about it.
func (c *Checkout) Reopen() {
	if c.Status != purchase.RefundFailed {
		return
	}
	for i := range c.Payments {
		p := &c.Payments[i]
		if p.Status != purchase.PaymentFinal || c.left(p).Sign() <= 0 || slices.ContainsFunc(c.Reviews, func(r purchase.Review) bool {
			return r.PaymentID == p.ID && (r.Decision == purchase.ActionReject || r.ClosedAt.IsZero() && r.Reason != purchase.ReasonReorg)
		}) {
			continue
		}
		for j := range slices.Backward(c.Refunds) {
			if r := &c.Refunds[j]; r.PaymentID == p.ID && r.Status == purchase.RefundRefused {
				c.reviewRefund(p, r, "", c.Now)
				break
			}
		}
	}
}

func (c *Checkout) refund(t CardRefund) *purchase.Refund {
	return find(c.Refunds, func(r *purchase.Refund) bool {
		return (t.RefundID != "" && r.ID == t.RefundID) || (t.ProviderID != "" && r.ProviderID == t.ProviderID)
	})
}

// refunded books a refund that has gone through; a full refund ends the order.
func (c *Checkout) refunded(p *purchase.Payment, r *purchase.Refund, now time.Time) error {
	if err := c.bookRefund(p, r, false); err != nil {
		return err
	}
	c.notifyRefund(NoticeRefunded, r.ID, *r)
	if p.Credited {
		c.publish(RefundSettled{Checkout: *c.snapshot(), Refund: *r})
	}
	left := p.Total()
	for i := range c.Refunds {
		if o := &c.Refunds[i]; o.PaymentID == p.ID && o.Status == purchase.RefundSucceeded {
			left = left.Sub(o.Total())
		}
	}
	if left.Sign() > 0 {
		return nil
	}
	c.closeReviews(p.ID, now)
	if credited := c.Credited(); credited != nil && credited.Key != p.Key {
		return nil // a second payment was refunded; the order is still paid by the first
	}
	if (!p.Credited && c.undecided(p.ID)) || !c.may(purchase.Refunded) {
		return nil
	}
	if err := c.move(purchase.Refunded, r.Reason, now); err != nil {
		return err
	}
	amount := c.Price
	if p.Method == purchase.Card {
		amount = p.Amount
	}
	event := OrderRefunded{CheckoutID: c.ID, Amount: amount, Checkout: *c.snapshot(), Refund: *r}
	if c.Bought() {
		event.TokenID = c.TokenID()
	}
	c.publish(event)
	c.free()
	return nil
}

// applyDispute applies a dispute of the payment that bought the edition. Once it is lost, the bank keeps the disputed
// amount: an order with a part left remains valid.
func (c *Checkout) applyDispute(p *purchase.Payment, t CardState, now time.Time) error {
	d, lost := t.Dispute, "dispute:"+p.ProviderID
	if d == purchase.NoDispute || !p.Credited || c.refund(CardRefund{ProviderID: lost}) != nil {
		return nil
	}
	if known := disputeSince(c.Dispute, t.DisputeID); known != d {
		if !purchase.DisputeSteps.Allows(known, d, purchase.ActorProvider) {
			return nil // read before the dispute ended
		}
		c.Dispute = purchase.Dispute{ID: t.DisputeID, State: d}
	}
	// A released order has no token to freeze and never owns an edition again, so it stays refund_failed.
	released := !c.ReleasedAt.IsZero()
	if d != purchase.DisputeWon && c.may(purchase.Disputed) && !released {
		owed := "" // the refund reason to restore if the dispute is won
		if c.Status == purchase.RefundFailed {
			owed = purchase.ReasonRefundFailed
		}
		if err := c.move(purchase.Disputed, owed, now); err != nil {
			return err
		}
		c.dispute(false)
	}
	if c.Status != purchase.Disputed && (!released || c.Status != purchase.RefundFailed || d != purchase.DisputeLost) {
		return nil
	}
	switch d {
	case purchase.DisputeWon:
		return c.disputeEnded(now)
	case purchase.DisputeLost:
		left := p.Amount
		for _, r := range c.Refunds {
			if r.PaymentID == p.ID && r.Status == purchase.RefundSucceeded {
				left.Amount -= r.Amount.Amount
			}
		}
		if left.Amount <= 0 {
			return nil
		}
		if part := t.Disputed; part.Amount > 0 && part.Currency == left.Currency {
			left.Amount = min(left.Amount, part.Amount)
		}
		c.Refunds = append(c.Refunds, purchase.Refund{
			ID: id.New(), PaymentID: p.ID, ProviderID: lost, Status: purchase.RefundSucceeded, Method: purchase.Card, Amount: left,
			Reason: purchase.ReasonDisputeLost, CreatedAt: now,
		})
		if err := c.refunded(p, &c.Refunds[len(c.Refunds)-1], now); err != nil || c.Status != purchase.Disputed {
			return err
		}
		return c.disputeEnded(now)
	}
	return nil
}

// disputeEnded resumes an order whose dispute took nothing, or only a part; a refund that failed before is still owed.
func (c *Checkout) disputeEnded(now time.Time) error {
	if c.Reason == purchase.ReasonRefundFailed {
		return c.move(purchase.RefundFailed, purchase.ReasonRefundFailed, now)
	}
	return c.resume(now)
}

// resume resumes an order whose money wasn't refunded and unfreezes its token.
func (c *Checkout) resume(now time.Time) error {
	to := purchase.Delivering
	if !c.CompletedAt.IsZero() {
		to = purchase.Completed
	}
	if err := c.move(to, "", now); err != nil {
		return err
	}
	c.dispute(true)
	return nil
}

func (c *Checkout) dispute(resolved bool) {
	c.DisputeVersion++
	c.publish(OrderDisputed{CheckoutID: c.ID, TokenID: c.TokenID(), Resolved: resolved, Version: c.DisputeVersion})
}
