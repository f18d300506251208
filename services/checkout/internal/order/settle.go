package order

import (
	"fmt"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// settle decides, once, what happens to a final payment: it buys the edition, is refunded, or waits for staff. problem is
// why it can't buy, or "".
func (c *Checkout) settle(p *purchase.Payment, problem string, now time.Time) error {
	if p.Status == purchase.PaymentFinal {
		return nil
	}
	p.Status = purchase.PaymentFinal
	switch {
	case c.Credited() != nil:
		return c.refundExcess(p, purchase.ReasonDuplicate, now)
	case problem != "":
		return c.toReview(p, problem, now)
	case c.otherFinal(p):
		// The first payment is being refunded or is in review, so a second one must not complete the order without staff.
		return c.refundExcess(p, purchase.ReasonDuplicate, now)
	case c.retake():
		return c.credit(p, p.ReceivedOn(), now)
	}
	return c.refundExcess(p, purchase.ReasonLate, now)
}

func (c *Checkout) otherFinal(p *purchase.Payment) bool {
	return slices.ContainsFunc(c.Payments, func(o purchase.Payment) bool {
		return o.Key != p.Key && o.Status == purchase.PaymentFinal && !o.Unexpected
	})
}

// credit lets p buy the edition. from is the ledger account that its money is booked from: the source, or what was owed to
// the buyer.
func (c *Checkout) credit(p *purchase.Payment, from string, now time.Time) error {
	if c.Status != purchase.PaymentSeen && c.Status != purchase.Confirming {
		if err := c.move(purchase.PaymentSeen, "", now); err != nil {
			return err
		}
	}
	if p.Method == purchase.Ether && c.Status == purchase.PaymentSeen {
		if err := c.move(purchase.Confirming, "", now); err != nil {
			return err
		}
	}
	if err := c.move(purchase.Paid, "", now); err != nil {
		return err
	}
	p.Credited = true
	c.Method, c.PaidAt = p.Method, now
	c.setUnit(purchase.Unit{Status: purchase.UnitSold, Checkout: c.Unit.Checkout})
	if p.Transaction != "" {
		c.TransactionHash = p.Transaction
	}
	if err := c.bookSale(p, from); err != nil {
		return err
	}
	c.publish(OrderPaid{Checkout: *c.snapshot()})
	c.changes.NotifiesArtist = c.Artwork.ArtistID > 0
	c.notify(NoticePaid)
	return c.move(purchase.Delivering, "", now)
}

// refundExcess refunds a payment that buys nothing. For ether, only a second payment is refunded automatically, and only to the
// address that the buyer gave: the sender may be a contract that doesn't know whose money it is.
func (c *Checkout) refundExcess(p *purchase.Payment, reason string, now time.Time) error {
	to, known := "", true
	if p.Method == purchase.Ether {
		to, known = eip55.Checksum(p.RefundAddress)
		known = known && reason == purchase.ReasonDuplicate
	}
	if !known {
		return c.toReview(p, reason, now)
	}
	c.bookReceipt(p)
	r := c.queueRefund(p, p.Total(), reason, to, now)
	c.notifyRefund(NoticeRefunding, p.ID, *r)
	if c.Credited() == nil && !c.undecided("") && c.may(purchase.RefundPending) {
		return c.move(purchase.RefundPending, reason, now)
	}
	return nil
}

// queueRefund queues a refund of a part of a payment: minor units to the card, or wei to an address.
func (c *Checkout) queueRefund(p *purchase.Payment, amount money.Wei, reason, to string, now time.Time) *purchase.Refund {
	r := purchase.Refund{ID: id.New(), PaymentID: p.ID, Status: purchase.RefundQueued, Method: p.Method, Reason: reason, CreatedAt: now}
	if p.Method == purchase.Ether {
		r.ChainID, r.To, r.Wei = p.ChainID, to, amount
		c.publish(EtherRefundDue{RefundID: r.ID, CheckoutID: c.ID, ChainID: r.ChainID, To: r.To, Wei: r.Wei, At: now})
	} else {
		r.Amount = money.Money{Amount: amount.Big().Int64(), Currency: p.Amount.Currency}
	}
	c.Refunds = append(c.Refunds, r)
	c.closeReturned(p, now)
	return &c.Refunds[len(c.Refunds)-1]
}

// closeReturned closes the open reviews of a payment that is refunded in full. A refund that fails opens a review again.
func (c *Checkout) closeReturned(p *purchase.Payment, now time.Time) {
	if c.left(p).Sign() <= 0 {
		c.closeReviews(p.ID, now)
	}
}

// toReview leaves a payment to staff. A held unit stays held until they decide.
func (c *Checkout) toReview(p *purchase.Payment, reason string, now time.Time) error {
	c.bookReceipt(p)
	c.review("payment:"+p.Key, p.ID, reason, c.cause(p, reason), now)
	if c.Credited() == nil && c.may(purchase.InReview) {
		return c.move(purchase.InReview, reason, now)
	}
	return nil
}

// review opens a review and notifies staff, unless one with the key exists.
func (c *Checkout) review(key, paymentID, reason string, cause purchase.Cause, now time.Time) {
	if find(c.Reviews, func(r *purchase.Review) bool { return r.Key == key }) != nil {
		return
	}
	r := purchase.Review{ID: id.New(), Key: key, PaymentID: paymentID, Reason: reason, Cause: cause, CreatedAt: now}
	c.Reviews = append(c.Reviews, r)
	about := purchase.Payment{}
	if p := c.PaymentByID(paymentID); p != nil {
		about = *p
	}
	c.changes.Notices = append(c.changes.Notices, CaseNotice(r, c, about, ""))
}

// closeReviews closes the open reviews of a refunded payment.
func (c *Checkout) closeReviews(paymentID string, now time.Time) {
	for i := range c.Reviews {
		if r := &c.Reviews[i]; r.PaymentID == paymentID && r.ClosedAt.IsZero() && r.Reason != purchase.ReasonReorg {
			r.ClosedAt, r.Decision = now, purchase.ActionAutomatic
		}
	}
}

// undecided reports whether a payment other than the given one still waits for staff.
func (c *Checkout) undecided(except string) bool {
	return slices.ContainsFunc(c.Reviews, func(r purchase.Review) bool {
		return r.ClosedAt.IsZero() && r.PaymentID != "" && r.PaymentID != except && r.Reason != purchase.ReasonReorg
	})
}

func (c *Checkout) book(group, asset string, lines ...purchase.Entry) {
	for _, l := range lines {
		if l.Amount.IsZero() {
			continue
		}
		l.Group, l.Asset = group, asset
		c.changes.Entries = append(c.changes.Entries, l)
	}
}

const accountRevenue = "platform:revenue"

func (c *Checkout) artistPayable() string {
	return fmt.Sprintf("artist:%d:payable", c.Artwork.ArtistID)
}

func (c *Checkout) artistOnChain() string {
	return fmt.Sprintf("artist:%d:onchain", c.Artwork.ArtistID)
}

func (c *Checkout) buyerPayable() string { return "buyer:" + c.ID + ":payable" }

// left returns the amount of a payment that is neither refunded nor being refunded.
func (c *Checkout) left(p *purchase.Payment) money.Wei {
	w := p.Total()
	for i := range c.Refunds {
		if r := &c.Refunds[i]; r.PaymentID == p.ID && r.Status != purchase.RefundRefused {
			w = w.Sub(r.Total())
		}
	}
	return w
}

// bookSale books a payment that buys. The contract pays the artist's share, or the platform owes it.
func (c *Checkout) bookSale(p *purchase.Payment, from string) error {
	share, rest, err := p.Total().Share(c.ShareBps)
	if err != nil {
		return err
	}
	artist := c.artistPayable()
	if p.Method == purchase.Ether && p.Artist != "" {
		artist, share, rest = c.artistOnChain(), p.ArtistWei, p.Wei.Sub(p.ArtistWei)
	}
	c.book("sale:"+p.ID, p.LedgerAsset(),
		purchase.Entry{Account: from, Amount: p.Total()},
		purchase.Entry{Account: artist, Amount: purchase.Negative(share)},
		purchase.Entry{Account: accountRevenue, Amount: purchase.Negative(rest)})
	return nil
}

// bookReceipt books money that buys nothing, so it is owed to the buyer.
func (c *Checkout) bookReceipt(p *purchase.Payment) {
	c.book("receipt:"+p.ID, p.LedgerAsset(),
		purchase.Entry{Account: p.ReceivedOn(), Amount: p.Total()},
		purchase.Entry{Account: c.buyerPayable(), Amount: purchase.Negative(p.Total())})
}

// bookRefund books a refund from the account that the payment was booked to; with back set, it books a refund that was
// returned to us. An artist keeps a share that was paid on chain: they owe it to the platform, which pays the buyer.
func (c *Checkout) bookRefund(p *purchase.Payment, r *purchase.Refund, back bool) error {
	amount := r.Total()
	lines := []purchase.Entry{{Account: c.buyerPayable(), Amount: amount}}
	if p.Credited {
		share, rest, err := c.shareOf(p, r)
		if err != nil {
			return err
		}
		if p.Method == purchase.Ether && p.Artist != "" {
			share, rest = p.ArtistWei, amount.Sub(p.ArtistWei)
		}
		lines = []purchase.Entry{{Account: c.artistPayable(), Amount: share}, {Account: accountRevenue, Amount: rest}}
	}
	lines = append(lines, purchase.Entry{Account: r.PaidFrom(), Amount: purchase.Negative(amount)})
	if back {
		for i := range lines {
			lines[i].Amount = purchase.Negative(lines[i].Amount)
		}
	}
	// A bank may change its decision, so the version distinguishes repeated bookings of one refund.
	c.book(fmt.Sprintf("refund:%s:%d", r.ID, c.Version), p.LedgerAsset(), lines...)
	return nil
}

// shareOf returns the artist's part of a refund, and the rest. It is the share of all refunds minus the share of the earlier
// ones, so that rounding of partial refunds never leaves a remainder.
func (c *Checkout) shareOf(p *purchase.Payment, r *purchase.Refund) (share, rest money.Wei, err error) {
	others := money.Wei{}
	for i := range c.Refunds {
		if o := &c.Refunds[i]; o.PaymentID == p.ID && o.ID != r.ID && o.Status == purchase.RefundSucceeded {
			others = others.Add(o.Total())
		}
	}
	before, _, err := others.Share(c.ShareBps)
	if err != nil {
		return share, rest, err
	}
	after, _, err := others.Add(r.Total()).Share(c.ShareBps)
	if err != nil {
		return share, rest, err
	}
	share = after.Sub(before)
	return share, r.Total().Sub(share), nil
}
