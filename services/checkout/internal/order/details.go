package order

import (
	"fmt"
	"time"
)

// A review's detail tells staff what happened and what to check. Fields that the page shows next to
// it, such as amounts, the transaction or the order, are not repeated.

// explain returns the detail of a payment that no rule could match.
func (c *Checkout) explain(p *Payment, reason string) string {
	card, q := p.Method == Card, c.quoteOf(p)
	switch reason {
	case ReasonUnderpaid, ReasonOverpaid:
		if card {
			return "The card provider charged another amount than we requested. Check the payment there before you decide."
		}
		return "The payment contract should refuse any amount but the quoted one, and accepted this. Check the transaction and the contract it used."
	case ReasonCurrency:
		return "The card was charged in another currency than the price. Check the payment at the card provider before you decide."
	case ReasonChain:
		if q != nil {
			return fmt.Sprintf("The price was quoted on chain %d. Check the transaction and the contract it used.", q.ChainID)
		}
	case ReasonLate:
		switch {
		case !card && q != nil && p.BlockTime.After(q.ExpiresAt):
			return fmt.Sprintf("The quoted price ended at %s, and the payment was mined at %s. Decide whether the price still stands.", clockTime(q.ExpiresAt), clockTime(p.BlockTime))
		case c.Unit.Status == UnitFree:
			return "The hold had ended when the payment arrived. The edition is still available."
		}
		return fmt.Sprintf("The hold ended at %s, and edition %d is no longer available: this payment can't buy it.", clockTime(c.ExpiresAt), c.Edition)
	case ReasonDuplicate:
		if c.Credited() != nil {
			return "The order was already paid, and the buyer named no address for refunds. Ask the buyer for one." // words: ok
		}
		return "Another payment of the same order arrived first. It's being refunded or needs a decision, too. Decide them together."
	case ReasonUnknown:
		return "The payment doesn't match any price we quoted for this order. Check the transaction and the contract it used."
	case ReasonReorg:
		return "The network reversed a block that counted as final, so the money may be gone. Check the transaction and the chainwatcher's log before you hand over the work."
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

// explain returns the detail of money received outside the checkout.
func (u Unexpected) explain() string {
	to := "the gallery's wallet"
	if u.To != "" {
		to = u.To
	}
	switch {
	case u.Reason == ReasonUnknown:
		return "The payment contract accepted it for an order we never quoted. Check the transaction: another shop may use the same contract."
	case u.Reason == ReasonDuplicate:
		return "The order was already paid. Check the transaction."
	case u.Asset != "":
		return fmt.Sprintf("A token was sent to %s. We don't accept it as payment and can't return it automatically: send it back by hand, then close the case.", to)
	}
	return fmt.Sprintf("It was sent to %s without an order. Ask the payer what it was for.", to) // words: ok
}

// explainUnknownOrder returns the detail of a payment for an unknown order.
func explainUnknownOrder(checkoutID, where string) string {
	return fmt.Sprintf("It was paid for the order %s, which doesn't exist here. Look the payment up %s: the order may belong to another shop, or be missing after a restore.", checkoutID, where)
}

// refusals has the texts for the chainwatcher's codes for refunds that were not sent.
var refusals = map[string]string{
	"recipient_reverts": "The address refuses payments. Ask the buyer for another one.", // words: ok
	"limit_exceeded":    "It exceeds the daily refund limit. Try again tomorrow, or ask an operator to raise the limit.",
	"unsupported_chain": "The payment's network is no longer configured. Ask an operator to check the chainwatcher's settings.",
}

// refusal returns the detail of a failed refund.
func refusal(m Method, code string) string {
	switch words, ok := refusals[code]; {
	case ok:
		return words
	case code != "":
		return fmt.Sprintf("The refund was refused (%s). Check the chainwatcher's log, then try again.", code)
	case m == Card:
		return "The card provider couldn't refund it; its page for the payment says why. Try again, or pay it back another way and close the case."
	}
	return "The refund didn't go through. Try again."
}

func clockTime(t time.Time) string { return t.UTC().Format("2 Jan 2006, 15:04 UTC") }

// Expected returns the expected amount of a review's payment: its quote's, or else the order's price. It
// is empty if the order is unknown.
func (d Decided) Expected() Funds {
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
