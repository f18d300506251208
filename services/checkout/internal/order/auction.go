package order

import (
	"math/big"
	"slices"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/phase"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// SettleAuction refunds, once, what the order paid above its auction's last price.
func (c *Checkout) SettleAuction() error {
	now := c.Now
	p := c.Credited()
	if c.Auction.Status != phase.AuctionSettling || !c.SettledAt.IsZero() || p == nil || c.Status != purchase.Delivering && c.Status != purchase.Completed || c.refundOpen(p) {
		return nil
	}
	back := c.left(p).Sub(c.lastPrice(p))
	if back.Sign() < 0 {
		back = money.Wei{}
	}
	c.SettledAt, c.SettledBack = now, back
	if back.Sign() == 0 {
		c.notify(NoticeSettled)
		return nil
	}
	to := ""
	if p.Method == purchase.Ether {
		var known bool
		if to, known = eip55.Checksum(p.RefundAddress); !known {
			c.notify(NoticeSettled)
			c.review("auction:"+c.ID, p.ID, purchase.ReasonSettled, c.cause(p, purchase.ReasonSettled), now)
			return nil
		}
	}
	r := c.queueRefund(p, back, purchase.ReasonSettled, to, now)
	c.notifyRefund(NoticeSettled, "", *r)
	return nil
}

// refundOpen reports whether it isn't known yet how much of a payment is left, because a refund is in progress, or staff have to decide about
// a failed one.
func (c *Checkout) refundOpen(p *purchase.Payment) bool {
	return slices.ContainsFunc(c.Refunds, func(r purchase.Refund) bool {
		return r.PaymentID == p.ID && (r.Status == purchase.RefundQueued || r.Status == purchase.RefundSent)
	}) || slices.ContainsFunc(c.Reviews, func(r purchase.Review) bool {
		return r.PaymentID == p.ID && r.Reason == purchase.ReasonRefundFailed && r.ClosedAt.IsZero()
	})
}

// lastPrice returns the payment's cost at the auction's last price. For cards it is the price itself; for ether, the same fraction of the quote
// in wei, and for a card payment in another currency, the same fraction of the payment. Both are rounded down, so that nobody pays too much.
func (c *Checkout) lastPrice(p *purchase.Payment) money.Wei {
	if p.Method != purchase.Ether && p.Amount.Currency == c.Price.Currency {
		return money.NewWei(c.Auction.LastPrice)
	}
	quoted := p.Total()
	if q := c.quoteOf(p); q != nil {
		quoted = q.Value
	}
	part := new(big.Int).Mul(quoted.Big(), big.NewInt(c.Auction.LastPrice))
	return money.WeiOf(part.Quo(part, big.NewInt(c.Price.Amount)))
}
