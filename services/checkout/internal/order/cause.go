package order

import "github.com/vitrine/vitrine/services/checkout/internal/purchase"

// cause returns why no rule could match a payment.
func (c *Checkout) cause(p *purchase.Payment, reason string) purchase.Cause {
	card, q := p.Method == purchase.Card, c.quoteOf(p)
	switch reason {
	case purchase.ReasonUnderpaid, purchase.ReasonOverpaid:
		if card {
			return purchase.Cause{Kind: purchase.CauseCardAmount}
		}
		return purchase.Cause{Kind: purchase.CauseEtherAmount}
	case purchase.ReasonCurrency:
		return purchase.Cause{Kind: purchase.CauseCurrency}
	case purchase.ReasonChain:
		if q != nil {
			return purchase.Cause{Kind: purchase.CauseOtherChain, ChainID: q.ChainID}
		}
	case purchase.ReasonLate:
		switch {
		case !card && q != nil && p.BlockTime.After(q.ExpiresAt):
			return purchase.Cause{Kind: purchase.CauseQuoteEnded, Ended: q.ExpiresAt, Mined: p.BlockTime}
		case c.Unit.Status == purchase.UnitFree && !c.PhaseFull:
			return purchase.Cause{Kind: purchase.CauseHoldEndedFree}
		}
		return purchase.Cause{Kind: purchase.CauseHoldEnded, Ended: c.ExpiresAt, Edition: c.Edition}
	case purchase.ReasonDuplicate:
		if c.Credited() != nil {
			return purchase.Cause{Kind: purchase.CauseNoRefundAddress}
		}
		return purchase.Cause{Kind: purchase.CauseSecondPayment}
	case purchase.ReasonUnknown:
		return purchase.Cause{Kind: purchase.CauseNoQuote}
	case purchase.ReasonReorg:
		return purchase.Cause{Kind: purchase.CauseReorg}
	case purchase.ReasonSettled:
		return purchase.Cause{Kind: purchase.CauseNoSettledAddress}
	}
	return purchase.Cause{}
}

// quoteOf returns the quote that a payment belongs to, or nil.
func (c *Checkout) quoteOf(p *purchase.Payment) *purchase.Quote {
	return find(c.Quotes, func(q *purchase.Quote) bool {
		return p.Method == purchase.Ether && p.IntentHash != "" && q.IntentHash == p.IntentHash
	})
}

// cause returns why money received outside the checkout needs a staff decision.
func (u Unexpected) cause() purchase.Cause {
	switch {
	case u.Reason == purchase.ReasonUnknown:
		return purchase.Cause{Kind: purchase.CauseNeverQuoted}
	case u.Reason == purchase.ReasonDuplicate:
		return purchase.Cause{Kind: purchase.CauseAlreadyPaid}
	case u.Asset != "":
		return purchase.Cause{Kind: purchase.CauseToken, Subject: u.To}
	}
	return purchase.Cause{Kind: purchase.CauseDirectTransfer, Subject: u.To}
}
