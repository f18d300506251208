package order

import "time"

// Cause says why a review was opened. Deps.Detail has its text for staff, which a change stores as the review's Detail.
type Cause struct {
	Kind   CauseKind
	Method Method
	// Subject is the id of the missing order, the wallet that received the money, or the code of a failed refund.
	Subject string
	ChainID uint32
	Edition int32
	// Ended is when the quote or the hold had ended; Mined is the payment's block time.
	Ended, Mined time.Time
}

// CauseKind is the kind of a cause.
type CauseKind string

// The kinds of causes.
const (
	CauseCardAmount      CauseKind = "card_amount"
	CauseEtherAmount     CauseKind = "ether_amount"
	CauseCurrency        CauseKind = "currency"
	CauseOtherChain      CauseKind = "other_chain"
	CauseQuoteEnded      CauseKind = "quote_ended"
	CauseHoldEnded       CauseKind = "hold_ended"
	CauseHoldEndedFree   CauseKind = "hold_ended_edition_free"
	CauseNoRefundAddress CauseKind = "no_refund_address"
	CauseSecondPayment   CauseKind = "second_payment"
	// CauseNoSettledAddress is for the difference to an auction's last price.
	CauseNoSettledAddress CauseKind = "no_settled_address"
	CauseNoQuote          CauseKind = "no_quote"
	CauseReorg            CauseKind = "reorg"
	CauseNeverQuoted      CauseKind = "never_quoted"
	CauseAlreadyPaid      CauseKind = "already_paid"
	CauseToken            CauseKind = "token"
	CauseDirectTransfer   CauseKind = "direct_transfer"
	CauseUnknownOrder     CauseKind = "unknown_order"
	// CauseRefused is added to the detail of money without an order, and replaces an earlier refusal.
	CauseRefused CauseKind = "refund_refused"
)

// cause returns why no rule could match a payment.
func (c *Checkout) cause(p *Payment, reason string) Cause {
	card, q := p.Method == Card, c.quoteOf(p)
	switch reason {
	case ReasonUnderpaid, ReasonOverpaid:
		if card {
			return Cause{Kind: CauseCardAmount}
		}
		return Cause{Kind: CauseEtherAmount}
	case ReasonCurrency:
		return Cause{Kind: CauseCurrency}
	case ReasonChain:
		if q != nil {
			return Cause{Kind: CauseOtherChain, ChainID: q.ChainID}
		}
	case ReasonLate:
		switch {
		case !card && q != nil && p.BlockTime.After(q.ExpiresAt):
			return Cause{Kind: CauseQuoteEnded, Ended: q.ExpiresAt, Mined: p.BlockTime}
		case c.Unit.Status == UnitFree && !c.PhaseFull:
			return Cause{Kind: CauseHoldEndedFree}
		}
		return Cause{Kind: CauseHoldEnded, Ended: c.ExpiresAt, Edition: c.Edition}
	case ReasonDuplicate:
		if c.Credited() != nil {
			return Cause{Kind: CauseNoRefundAddress}
		}
		return Cause{Kind: CauseSecondPayment}
	case ReasonUnknown:
		return Cause{Kind: CauseNoQuote}
	case ReasonReorg:
		return Cause{Kind: CauseReorg}
	case ReasonSettled:
		return Cause{Kind: CauseNoSettledAddress}
	}
	return Cause{}
}

func (c *Checkout) quoteOf(p *Payment) *Quote {
	for i := range c.Quotes {
		if p.Method == Ether && p.IntentHash != "" && c.Quotes[i].IntentHash == p.IntentHash {
			return &c.Quotes[i]
		}
	}
	return nil
}

// cause returns why money received outside the checkout needs a staff decision.
func (u Unexpected) cause() Cause {
	switch {
	case u.Reason == ReasonUnknown:
		return Cause{Kind: CauseNeverQuoted}
	case u.Reason == ReasonDuplicate:
		return Cause{Kind: CauseAlreadyPaid}
	case u.Asset != "":
		return Cause{Kind: CauseToken, Subject: u.To}
	}
	return Cause{Kind: CauseDirectTransfer, Subject: u.To}
}

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
