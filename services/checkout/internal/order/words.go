package order

import (
	"fmt"
	"time"
)

// A review's detail tells staff what happened and what to check. Fields that the page shows next to
// it, such as amounts, the transaction or the order, are not repeated.

// story returns the detail of a payment that no rule could match.
func (c *Checkout) story(p *Payment, reason string) string {
	card, q := p.Method == Card, c.quoteOf(p)
	switch reason {
	case ReasonUnderpaid, ReasonOverpaid:
		if card {
			return "The card provider took another amount than was asked. Look the payment up there before anything moves."
		}
		return "The payment contract refuses other amounts than the quoted one, and took this. Look at the transaction, and at which contract it went through."
	case ReasonCurrency:
		return "The card was charged in another currency than the price. Look the payment up at the card provider before anything moves."
	case ReasonChain:
		if q != nil {
			return fmt.Sprintf("The price was quoted on chain %d. Look at the transaction, and at which contract it went through.", q.ChainID)
		}
	case ReasonLate:
		switch {
		case !card && q != nil && p.BlockTime.After(q.ExpiresAt):
			return fmt.Sprintf("The quoted price ended at %s, and the paying block is of %s. Whether the price still stands is yours to say.", clockTime(q.ExpiresAt), clockTime(p.BlockTime))
		case c.Unit.Status == UnitFree:
			return "The hold had ended when the payment came. The edition is free."
		}
		return fmt.Sprintf("The hold had ended at %s, and edition %d is no longer free: this payment cannot buy it.", clockTime(c.ExpiresAt), c.Edition)
	case ReasonDuplicate:
		if c.Credited() != nil {
			return "The order was paid before this came, and the buyer named no address for refunds. Ask the buyer for one."
		}
		return "Another payment of the same order came first, and is on its way back or waits for a decision, too. Decide them together."
	case ReasonUnknown:
		return "The payment answers no price that this order was quoted. Look at the transaction, and at which contract it went through."
	case ReasonReorg:
		return "A block that had counted as final was taken back, so the money may be gone. Look the transaction up before the work is handed over, and at what the chainwatcher logged."
	}
	return ""
}

func (c *Checkout) quoteOf(p *Payment) *Quote {
	for i := range c.Quotes {
		if p.Method == Ether && p.IntentHash != "" && c.Quotes[i].IntentHash == p.IntentHash {
			return &c.Quotes[i]
		}
	}
	return nil
}

// story returns the detail of money received outside the checkout.
func (u Unexpected) story() string {
	to := "the gallery's wallet"
	if u.To != "" {
		to = u.To
	}
	switch {
	case u.Reason == ReasonUnknown:
		return "The payment contract took it for an order that was never quoted here. Look at the transaction: another shop may use the same contract."
	case u.Reason == ReasonDuplicate:
		return "The order was paid before this came. Look at the transaction."
	case u.Asset != "":
		return fmt.Sprintf("A token was sent to %s. It buys nothing here, and nothing sends it back by itself: move it by hand, then close the case.", to)
	}
	return fmt.Sprintf("It was sent to %s without an order. Ask the payer what it was for.", to)
}

// orphaned returns the detail of a payment for an unknown order.
func orphaned(checkoutID, where string) string {
	return fmt.Sprintf("It was paid for the order %s, which is not known here. Look the payment up %s: the order may be another shop's, or be missing after a restore.", checkoutID, where)
}

// refusals explain the chainwatcher's codes for refunds that were not sent.
var refusals = map[string]string{
	"recipient_reverts": "The address refuses what is sent to it. Ask the buyer for another one.",
	"limit_exceeded":    "It is more than may go back within 24 hours. Try again tomorrow, or let an operator raise the limit.",
	"unsupported_chain": "Nothing is sent on the payment's network any more. Let an operator look at the chainwatcher's settings.",
}

// refusal returns the detail of a failed refund.
func refusal(m Method, code string) string {
	switch words, ok := refusals[code]; {
	case ok:
		return words
	case code != "":
		return fmt.Sprintf("The refund was refused (%s). Look at what the chainwatcher logged, then try again.", code)
	case m == Card:
		return "The card provider could not give the money back: its page of the payment says why. Try again, or pay it back another way and close the case."
	}
	return "The refund did not go through. Try again."
}

func clockTime(t time.Time) string { return t.UTC().Format("2 Jan 2006, 15:04 UTC") }

// Asked returns the expected amount of a review's payment: its quote's, or else the order's price. It
// is empty if the order is unknown.
func (d Decided) Asked() Funds {
	if d.Checkout == nil {
		return Funds{}
	}
	if p := d.Checkout.paymentByID(d.Review.PaymentID); p != nil {
		if q := d.Checkout.quoteOf(p); q != nil {
			return Funds{Method: Ether, ChainID: q.ChainID, Wei: q.Value}
		}
	}
	return Funds{Method: Card, Amount: d.Checkout.Price}
}
