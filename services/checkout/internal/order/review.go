package order

import (
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Actions returns the possible decisions about a review right now; none for a closed one.
func (c *Checkout) Actions(r purchase.Review) []purchase.Action {
	if !r.ClosedAt.IsZero() {
		return nil
	}
	var out []purchase.Action
	p := c.PaymentByID(r.PaymentID)
	if p != nil && r.Reason != purchase.ReasonReorg && p.Status == purchase.PaymentFinal && p.Asset == "" {
		// In a dispute, the bank already has the money.
		if c.left(p).Sign() > 0 && (!p.Credited || c.Status != purchase.Disputed) {
			out = append(out, purchase.ActionRefund)
		}
		if c.completable(p, r) || c.resumable(p, r) {
			out = append(out, purchase.ActionComplete)
		}
	}
	return append(out, purchase.ActionReject)
}

// completable reports whether we have the full payment, it has bought nothing yet, and the edition is
// available.
func (c *Checkout) completable(p *purchase.Payment, r purchase.Review) bool {
	free := c.HoldsUnit() || c.Unit.Status == purchase.UnitFree && !c.PhaseFull
	return c.Status == purchase.InReview && c.Credited() == nil && r.Reason != purchase.ReasonRefundFailed &&
		c.left(p).Cmp(p.Total()) == 0 && free
}

// resumable reports whether the sale can be kept although a full refund was decided: the refund failed,
// and the buyer was not notified that the money was returned.
func (c *Checkout) resumable(p *purchase.Payment, r purchase.Review) bool {
	returned := slices.ContainsFunc(c.Refunds, func(o purchase.Refund) bool { return o.PaymentID == p.ID && o.Returned })
	return c.Status == purchase.RefundFailed && p.Credited && r.Reason == purchase.ReasonRefundFailed && !returned && c.left(p).Sign() > 0
}

// Decide closes a review. Errors: ErrNotFound, ErrAlreadyDecided, ErrActionNotPossible, ErrRefundAddress, ErrNoRefundAddress.
func (c *Checkout) Decide(reviewID string, d purchase.Decision) error {
	now := c.Now
	i := slices.IndexFunc(c.Reviews, func(r purchase.Review) bool { return r.ID == reviewID })
	if i < 0 {
		return ErrNotFound
	}
	r := c.Reviews[i]
	switch {
	case !r.ClosedAt.IsZero():
		return ErrAlreadyDecided
	case !slices.Contains(c.Actions(r), d.Action):
		return ErrActionNotPossible
	}
	c.Reviews[i].ClosedAt, c.Reviews[i].Decision, c.Reviews[i].By, c.Reviews[i].Note = now, d.Action, d.By, d.Note
	audit := d.Audit(r.ID)
	p := c.PaymentByID(r.PaymentID)
	var err error
	switch d.Action {
	case purchase.ActionRefund:
		err = c.decideRefund(p, r, d, &audit, now)
	case purchase.ActionComplete:
		c.closeReviews(p.ID, now)
		if p.Credited {
			err = c.resume(now)
			break
		}
		c.retake()
		err = c.credit(p, c.buyerPayable(), now)
	case purchase.ActionReject:
		err = c.reject(r, now)
	case purchase.ActionAutomatic, purchase.ActionRelease:
		err = ErrActionNotPossible
	}
	c.changes.Audits = append(c.changes.Audits, audit)
	return err
}

func (c *Checkout) decideRefund(p *purchase.Payment, r purchase.Review, d purchase.Decision, audit *purchase.Audit, now time.Time) error {
	to, err := RefundTo(p.Method, p.RefundAddress, d.RefundAddress)
	if err != nil {
		return err
	}
	back := c.queueRefund(p, c.Owed(p, r), r.Reason, to, now)
	audit.RefundID, audit.RefundAddress = back.ID, to
	if !p.Credited && (c.Credited() != nil || c.undecided(p.ID)) || !c.may(purchase.RefundPending) {
		return nil
	}
	if p.Credited && c.left(p).Sign() > 0 {
		return nil // only a part was refunded, so the order remains valid
	}
	if p.Credited {
		c.dispute(false)
	}
	return c.move(purchase.RefundPending, r.Reason, now)
}

// Owed returns how much of a payment a review is about: the amount of the failed refund, the difference to an auction's last price, or
// all that is left.
func (c *Checkout) Owed(p *purchase.Payment, r purchase.Review) money.Wei {
	left := c.left(p)
	least := func(w money.Wei) {
		if w.Cmp(left) < 0 {
			left = w
		}
	}
	for _, o := range c.Refunds {
		if strings.Contains(r.Key, ":"+o.ID+":") {
			least(o.Total())
		}
	}
	if r.Reason == purchase.ReasonSettled {
		least(c.SettledBack)
	}
	return left
}

// reject closes a case without moving money. An order that waited for it ends, and its edition becomes
// free. A bought edition stays with the order and its token stays frozen: closing the case of a failed
// refund means that it was refunded another way.
func (c *Checkout) reject(r purchase.Review, now time.Time) error {
	switch {
	case c.Status == purchase.InReview && !c.undecided(r.PaymentID):
		if err := c.move(purchase.Expired, purchase.ReasonRejected, now); err != nil {
			return err
		}
		c.free()
	case c.Status == purchase.RefundFailed && !c.Bought() && !c.undecided(r.PaymentID):
		c.free()
	}
	return nil
}

// RefundTo returns the destination of a refund: empty for a card, otherwise the address that staff entered,
// or the payment's own.
func RefundTo(m purchase.Method, known, given string) (string, error) {
	if m != purchase.Ether {
		return "", nil
	}
	address, problem := known, ErrNoRefundAddress
	if given != "" {
		address, problem = given, ErrRefundAddress
	}
	to, ok := eip55.Checksum(address)
	if !ok {
		return "", problem
	}
	return to, nil
}

// Refundable returns the payment that staff can refund without a review, and how much of it is left; nil without one.
func (c *Checkout) Refundable() (*purchase.Payment, money.Wei) {
	p := c.Credited()
	if p == nil || c.Status != purchase.Delivering && c.Status != purchase.Completed {
		return nil, money.Wei{}
	}
	left := c.left(p)
	if left.Sign() <= 0 {
		return nil, money.Wei{}
	}
	return p, left
}

// RefundSettled refunds a completed order, in full or by an amount. During a full refund the token is frozen, so that the buyer can't get both
// the money and the token. Errors: ErrActionNotPossible, ErrNoRefundAmount, ErrRefundAmount, ErrRefundAddress, ErrNoRefundAddress.
func (c *Checkout) RefundSettled(amount int64, d purchase.Decision) error {
	p, back := c.Refundable()
	switch {
	case p == nil:
		return ErrActionNotPossible
	case d.InFull == (amount != 0):
		return ErrNoRefundAmount
	case p.Method == purchase.Ether && !d.InFull:
		return ErrActionNotPossible // staff refund all that is left of ether
	}
	to, err := RefundTo(p.Method, p.RefundAddress, d.RefundAddress)
	if err != nil {
		return err
	}
	if !d.InFull {
		if back.Cmp(money.NewWei(amount)) < 0 {
			return ErrRefundAmount
		}
		back = money.NewWei(amount)
	}
	r := c.queueRefund(p, back, purchase.ReasonStaff, to, c.Now)
	d.Action = purchase.ActionRefund
	audit := d.Audit("")
	audit.RefundID, audit.RefundAddress = r.ID, to
	c.changes.Audits = append(c.changes.Audits, audit)
	c.notifyRefund(NoticeRefunding, r.ID, *r)
	if c.left(p).Sign() > 0 {
		return nil
	}
	c.dispute(false)
	return c.move(purchase.RefundPending, purchase.ReasonStaff, c.Now)
}

// Retired reports whether the edition belongs to an order whose buyer was refunded in full. If the bank returns that refund, the order is
// refund_failed, and another full refund has to go through first. The buyer never gets the token back: such a sale can't be kept.
func (c *Checkout) Retired() bool {
	return c.Status == purchase.Refunded && c.Bought() && c.Unit.Status == purchase.UnitSold && c.HoldsUnit()
}

// Release makes the edition free, after the chainwatcher has removed the token from the order.
func (c *Checkout) Release(d purchase.Decision) error {
	if !c.ReleasedAt.IsZero() {
		return nil
	}
	if !c.Retired() {
		return ErrActionNotPossible
	}
	d.Action = purchase.ActionRelease
	c.ReleasedAt, c.UpdatedAt = c.Now, c.Now
	c.setUnit(purchase.Unit{Status: purchase.UnitFree})
	c.changes.Audits = append(c.changes.Audits, d.Audit(""))
	return nil
}
