package order

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/id"
)

// applyRefund applies the provider's view of one refund of p, including one that staff made at the provider.
func (c *Checkout) applyRefund(p *Payment, t CardRefund, now time.Time) error {
	r := c.refund(t)
	if r == nil {
		c.Refunds = append(c.Refunds, Refund{
			ID: id.New(), PaymentID: p.ID, ProviderID: t.ProviderID, Status: RefundQueued, Method: Card, Amount: t.Amount,
			Reason: ReasonProvider, CreatedAt: now,
		})
		r = &c.Refunds[len(c.Refunds)-1]
	}
	r.ProviderID = cmp.Or(r.ProviderID, t.ProviderID)
	if t.Status != RefundRefused {
		c.closeReturned(p, now)
	}
	was := r.Status
	if was == t.Status || !refundSteps.Allows(was, t.Status, ActorProvider) {
		return nil // known, or older than what is known
	}
	r.Status = t.Status
	switch t.Status {
	case RefundSucceeded:
		return c.refunded(p, r, now)
	case RefundRefused:
		r.Returned = r.Returned || was == RefundSucceeded
		return c.refundFailed(p, r, was == RefundSucceeded, "", now)
	case RefundQueued:
		c.closeReturned(p, now)
		if c.Status == RefundFailed {
			return c.move(RefundPending, r.Reason, now)
		}
	case RefundSent:
	}
	return nil
}

// applyEtherRefund applies the chain's view of one refund.
func (c *Checkout) applyEtherRefund(refundID string, t ChainRefund, now time.Time) error {
	i := slices.IndexFunc(c.Refunds, func(r Refund) bool { return r.ID == refundID && r.Method == Ether })
	if i < 0 {
		return ErrNotFound
	}
	r := &c.Refunds[i]
	p := c.paymentByID(r.PaymentID)
	if p == nil || r.Status == t.Status || !refundSteps.Allows(r.Status, t.Status, ActorChain) {
		return nil
	}
	r.Status = t.Status
	if t.Transaction != "" {
		r.Transaction = t.Transaction
	}
	switch t.Status {
	case RefundSucceeded:
		return c.refunded(p, r, now)
	case RefundRefused:
		return c.refundFailed(p, r, false, t.Reason, now)
	case RefundQueued, RefundSent:
	}
	return nil
}

// refundFailed leaves a failed refund to staff: we still have the money, or it was returned to us.
func (c *Checkout) refundFailed(p *Payment, r *Refund, returned bool, detail string, now time.Time) error {
	if returned {
		if err := c.bookRefund(p, r, true); err != nil {
			return err
		}
	}
	if c.left(p).Sign() <= 0 {
		return nil // another refund, or a dispute, returns the full amount
	}
	c.reviewRefund(p, r, detail, now)
	if (c.Status == RefundPending || (returned && c.Status == Refunded)) && c.may(RefundFailed) {
		return c.move(RefundFailed, ReasonRefundFailed, now)
	}
	return nil
}

// reviewRefund opens a review of a failed refund. A bank may change its decision, so the version distinguishes repeated
// failures of one refund.
func (c *Checkout) reviewRefund(p *Payment, r *Refund, detail string, now time.Time) {
	c.review(fmt.Sprintf("refund:%s:%d", r.ID, c.Version), p.ID, ReasonRefundFailed, Cause{Kind: CauseRefused, Method: r.Method, Subject: detail}, now)
}

// reopen opens the missing review of a failed refund: we have the money, not all of it is being refunded, and staff haven't
// closed a case about it.
func (c *Checkout) reopen(now time.Time) {
	if c.Status != RefundFailed {
		return
	}
	for i := range c.Payments {
		p := &c.Payments[i]
		if p.Status != PaymentFinal || c.left(p).Sign() <= 0 || slices.ContainsFunc(c.Reviews, func(r Review) bool {
			return r.PaymentID == p.ID && (r.Decision == ActionReject || r.ClosedAt.IsZero() && r.Reason != ReasonReorg)
		}) {
			continue
		}
		for j := range slices.Backward(c.Refunds) {
			if r := &c.Refunds[j]; r.PaymentID == p.ID && r.Status == RefundRefused {
				c.reviewRefund(p, r, "", now)
				break
			}
		}
	}
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

// refunded books a refund that has gone through; a full refund ends the order.
func (c *Checkout) refunded(p *Payment, r *Refund, now time.Time) error {
	if err := c.bookRefund(p, r, false); err != nil {
		return err
	}
	c.notifyRefund(NoticeRefunded, r.ID, *r)
	if p.Credited {
		c.publish(RefundSettled{Checkout: *c.snapshot(), Refund: *r})
	}
	left := p.total()
	for i := range c.Refunds {
		if o := &c.Refunds[i]; o.PaymentID == p.ID && o.Status == RefundSucceeded {
			left = left.Sub(o.total())
		}
	}
	if left.Sign() > 0 {
		return nil
	}
	c.closeReviews(p.ID, now)
	if credited := c.Credited(); credited != nil && credited.Key != p.Key {
		return nil // a second payment was refunded; the order is still paid by the first
	}
	if (!p.Credited && c.undecided(p.ID)) || !c.may(Refunded) {
		return nil
	}
	if err := c.move(Refunded, r.Reason, now); err != nil {
		return err
	}
	amount := c.Price
	if p.Method == Card {
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
func (c *Checkout) applyDispute(p *Payment, t CardState, now time.Time) error {
	d, lost := t.Dispute, "dispute:"+p.ProviderID
	if d == NoDispute || !p.Credited || c.refund(CardRefund{ProviderID: lost}) != nil {
		return nil
	}
	if known := c.Dispute.from(t.DisputeID); known != d {
		if !disputeSteps.Allows(known, d, ActorProvider) {
			return nil // read before the dispute ended
		}
		c.Dispute = Dispute{ID: t.DisputeID, State: d}
	}
	// A released order has no token to freeze and never owns an edition again, so it stays refund_failed.
	released := !c.ReleasedAt.IsZero()
	if d != DisputeWon && c.may(Disputed) && !released {
		owed := "" // the refund reason to restore if the dispute is won
		if c.Status == RefundFailed {
			owed = ReasonRefundFailed
		}
		if err := c.move(Disputed, owed, now); err != nil {
			return err
		}
		c.dispute(false)
	}
	if c.Status != Disputed && (!released || c.Status != RefundFailed || d != DisputeLost) {
		return nil
	}
	switch d {
	case DisputeWon:
		return c.disputeEnded(now)
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
		if part := t.Disputed; part.Amount > 0 && part.Currency == left.Currency {
			left.Amount = min(left.Amount, part.Amount)
		}
		c.Refunds = append(c.Refunds, Refund{
			ID: id.New(), PaymentID: p.ID, ProviderID: lost, Status: RefundSucceeded, Method: Card, Amount: left,
			Reason: ReasonDisputeLost, CreatedAt: now,
		})
		if err := c.refunded(p, &c.Refunds[len(c.Refunds)-1], now); err != nil || c.Status != Disputed {
			return err
		}
		return c.disputeEnded(now)
	}
	return nil
}

// disputeEnded resumes an order whose dispute took nothing, or only a part; a refund that failed before is still owed.
func (c *Checkout) disputeEnded(now time.Time) error {
	if c.Reason == ReasonRefundFailed {
		return c.move(RefundFailed, ReasonRefundFailed, now)
	}
	return c.resume(now)
}

// resume resumes an order whose money wasn't refunded and unfreezes its token.
func (c *Checkout) resume(now time.Time) error {
	to := Delivering
	if !c.CompletedAt.IsZero() {
		to = Completed
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
