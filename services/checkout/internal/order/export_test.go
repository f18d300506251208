package order

import "github.com/vitrine/vitrine/services/checkout/internal/purchase"

// CauseOf returns why no rule could match a payment.
func CauseOf(c *Checkout, p *purchase.Payment, reason string) purchase.Cause {
	return c.cause(p, reason)
}

// UnexpectedCause returns why money received outside the checkout waits for staff.
func UnexpectedCause(u Unexpected) purchase.Cause { return u.cause() }
