package order

import (
	"slices"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/money"
)

// Decision is a staff member's decision about a review or a refund.
type Decision struct {
	Action Action
	// By is the staff member's account.
	By, Note string
	// RefundAddress overrides the payment's refund address for ether.
	RefundAddress string
	// InFull refunds all that is left of a settled order; otherwise the amount says how much. AgainstReturn lets the refund wait until the
	// buyer has sent the token back.
	InFull, AgainstReturn bool
	// ApprovedBy is the second member of staff, if one was needed.
	ApprovedBy string
	// AddressSigned is whether the buyer signed for the address that a refund goes to.
	AddressSigned bool
}

// audit returns the record of the decision.
func (d Decision) audit(reviewID string) Audit {
	return Audit{ReviewID: reviewID, Action: d.Action, By: d.By, ApprovedBy: d.ApprovedBy, AddressSigned: d.AddressSigned, Note: d.Note}
}

// Actions returns the possible decisions about a review right now; none for a closed one.
func (c *Checkout) Actions(r Review) []Action {
	if !r.ClosedAt.IsZero() {
		return nil
	}
	var out []Action
	p := c.paymentByID(r.PaymentID)
	if p != nil && r.Reason != ReasonReorg && p.Status == PaymentFinal && p.Asset == "" {
		// In a dispute, the bank already has the money.
		if c.left(p).Sign() > 0 && (!p.Credited || c.Status != Disputed) {
			out = append(out, ActionRefund)
		}
		if c.completable(p, r) || c.resumable(p, r) {
			out = append(out, ActionComplete)
		}
	}
	return append(out, ActionReject)
}

// completable reports whether we have the full payment, it has bought nothing yet, and the edition is
// available.
func (c *Checkout) completable(p *Payment, r Review) bool {
	free := c.HoldsUnit() || c.Unit.Status == UnitFree && !c.PhaseFull
	return c.Status == InReview && c.Credited() == nil && r.Reason != ReasonRefundFailed &&
		c.left(p).Cmp(p.total()) == 0 && free
}

// resumable reports whether the sale can be kept although a full refund was decided: the refund failed,
// and the buyer was not notified that the money was returned.
func (c *Checkout) resumable(p *Payment, r Review) bool {
	returned := slices.ContainsFunc(c.Refunds, func(o Refund) bool { return o.PaymentID == p.ID && o.Returned })
	return c.Status == RefundFailed && p.Credited && r.Reason == ReasonRefundFailed && !returned && c.left(p).Sign() > 0
}

// decide closes a review.
func (c *Checkout) decide(reviewID string, d Decision, now time.Time) error {
	i := slices.IndexFunc(c.Reviews, func(r Review) bool { return r.ID == reviewID })
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
	audit := d.audit(r.ID)
	p := c.paymentByID(r.PaymentID)
	var err error
	switch d.Action {
	case ActionRefund:
		err = c.decideRefund(p, r, d, &audit, now)
	case ActionComplete:
		c.closeReviews(p.ID, now)
		if p.Credited {
			err = c.resume(now)
			break
		}
		c.retake()
		err = c.credit(p, c.buyerPayable(), now)
	case ActionReject:
		err = c.reject(r, now)
	case ActionAutomatic, ActionRelease:
		err = ErrActionNotPossible
	}
	c.changes.Audits = append(c.changes.Audits, audit)
	return err
}

func (c *Checkout) decideRefund(p *Payment, r Review, d Decision, audit *Audit, now time.Time) error {
	to, err := refundTo(p.Method, p.RefundAddress, d.RefundAddress)
	if err != nil {
		return err
	}
	back := c.queueRefund(p, c.owed(p, r), r.Reason, to, now)
	audit.RefundID, audit.RefundAddress = back.ID, to
	if !p.Credited && (c.Credited() != nil || c.undecided(p.ID)) || !c.may(RefundPending) {
		return nil
	}
	if p.Credited && c.left(p).Sign() > 0 {
		return nil // only a part was refunded, so the order remains valid
	}
	if p.Credited {
		c.dispute(false)
	}
	return c.move(RefundPending, r.Reason, now)
}

// owed returns how much of a payment a review is about: the amount of the failed refund, the difference to an auction's last price, or
// all that is left.
func (c *Checkout) owed(p *Payment, r Review) money.Wei {
	left := c.left(p)
	least := func(w money.Wei) {
		if w.Cmp(left) < 0 {
			left = w
		}
	}
	for _, o := range c.Refunds {
		if strings.Contains(r.Key, ":"+o.ID+":") {
			least(o.total())
		}
	}
	if r.Reason == ReasonSettled {
		least(c.SettledBack)
	}
	return left
}

// reject closes a case without moving money. An order that waited for it ends, and its edition becomes
// free. A bought edition stays with the order and its token stays frozen: closing the case of a failed
// refund means that it was refunded another way.
func (c *Checkout) reject(r Review, now time.Time) error {
	switch {
	case c.Status == InReview && !c.undecided(r.PaymentID):
		if err := c.move(Expired, ReasonRejected, now); err != nil {
			return err
		}
		c.free()
	case c.Status == RefundFailed && !c.Bought() && !c.undecided(r.PaymentID):
		c.free()
	}
	return nil
}

// refundTo returns the destination of a refund: empty for a card, otherwise the address that staff entered,
// or the payment's own.
func refundTo(m Method, known, given string) (string, error) {
	if m != Ether {
		return "", nil
	}
	if given != "" {
		to, ok := eip55.Checksum(given)
		if !ok {
			return "", ErrRefundAddress
		}
		return to, nil
	}
	to, ok := eip55.Checksum(known)
	if !ok {
		return "", ErrNoRefundAddress
	}
	return to, nil
}

// refundSettled refunds a completed order, in full or by an amount. During
// a full refund the token is frozen, so that the buyer can't get both the money and the token.
func (c *Checkout) refundSettled(amount int64, d Decision, now time.Time) error {
	p := c.Credited()
	if p == nil || !c.refundable(p) {
		return ErrActionNotPossible
	}
	switch {
	case d.InFull == (amount != 0):
		return ErrNoRefundAmount
	case p.Method == Ether && !d.InFull:
		return ErrActionNotPossible // staff refund all that is left of ether
	}
	to, err := refundTo(p.Method, p.RefundAddress, d.RefundAddress)
	if err != nil {
		return err
	}
	back := c.left(p)
	if !d.InFull {
		if back.Cmp(money.NewWei(amount)) < 0 {
			return ErrRefundAmount
		}
		back = money.NewWei(amount)
	}
	r := c.queueRefund(p, back, ReasonStaff, to, now)
	d.Action = ActionRefund
	audit := d.audit("")
	audit.RefundID, audit.RefundAddress = r.ID, to
	c.changes.Audits = append(c.changes.Audits, audit)
	c.notifyRefund(NoticeRefunding, r.ID, *r)
	if c.left(p).Sign() > 0 {
		return nil
	}
	c.dispute(false)
	return c.move(RefundPending, ReasonStaff, now)
}
