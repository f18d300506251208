package order

// CauseOf returns why no rule could match a payment.
func CauseOf(c *Checkout, p *Payment, reason string) Cause { return c.cause(p, reason) }

// UnexpectedCause returns why money received outside the checkout waits for staff.
func UnexpectedCause(u Unexpected) Cause { return u.cause() }

// SettleUnmatched applies the outcome of a refund.
func SettleUnmatched(s *Unmatched, refundID string, status RefundStatus, detail string) {
	s.settle(refundID, status, "", detail)
}
