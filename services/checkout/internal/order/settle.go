package order

import (
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/money"
)

// settle decides once what a final payment is for: it buys the edition, goes back, or waits for a person. problem is why it
// cannot buy, or empty.
func (c *Checkout) settle(p *Payment, problem string, now time.Time) error {
	if p.Status == PaymentFinal {
		return nil
	}
	p.Status = PaymentFinal
	switch {
	case c.Credited() != nil:
		return c.excess(p, ReasonDuplicate, now)
	case problem != "":
		return c.toReview(p, problem, now)
	case c.otherFinal(p):
		// A first payment is on its way back or in review: a second one must not complete the order behind a person's back.
		return c.excess(p, ReasonDuplicate, now)
	case c.retake():
		return c.credit(p, now)
	}
	return c.excess(p, ReasonLate, now)
}

func (c *Checkout) otherFinal(p *Payment) bool {
	for i := range c.Payments {
		if o := &c.Payments[i]; o.Key != p.Key && o.Status == PaymentFinal {
			return true
		}
	}
	return false
}

// credit lets p buy the edition.
func (c *Checkout) credit(p *Payment, now time.Time) error {
	if c.Status != PaymentSeen && c.Status != Confirming {
		if err := c.move(PaymentSeen, "", now); err != nil {
			return err
		}
	}
	if p.Method == Ether && c.Status == PaymentSeen {
		if err := c.move(Confirming, "", now); err != nil {
			return err
		}
	}
	if err := c.move(Paid, "", now); err != nil {
		return err
	}
	p.Credited = true
	c.Method, c.PaidAt, c.Unit.Status = p.Method, now, UnitSold
	if p.Transaction != "" {
		c.TransactionHash = p.Transaction
	}
	if err := c.bookSale(p); err != nil {
		return err
	}
	c.publish(OrderPaid{Checkout: *c.snapshot()})
	c.notify(NoticePaid)
	return c.move(Delivering, "", now)
}

// excess sends a payment that buys nothing back: card money by itself, ether through a person, because the payment contract
// has no way back and a sender is not always who should be refunded.
func (c *Checkout) excess(p *Payment, reason string, now time.Time) error {
	if p.Method == Ether {
		return c.toReview(p, reason, now)
	}
	c.bookReceipt(p)
	c.Refunds = append(c.Refunds, Refund{
		ID: id.New(), PaymentID: p.ID, Status: RefundQueued, Amount: p.Amount, Reason: reason, CreatedAt: now,
	})
	c.notifyKey(NoticeRefunding, p.ID)
	if c.Credited() == nil && Allowed(c.Status, RefundPending) {
		return c.move(RefundPending, reason, now)
	}
	return nil
}

// toReview leaves a payment to a person. A unit that is held stays held until they decide.
func (c *Checkout) toReview(p *Payment, reason string, now time.Time) error {
	c.bookReceipt(p)
	c.review("payment:"+p.Key, p.ID, reason, "", now)
	if c.Credited() == nil && Allowed(c.Status, InReview) {
		return c.move(InReview, reason, now)
	}
	return nil
}

// review opens a review unless its key has one.
func (c *Checkout) review(key, paymentID, reason, detail string, now time.Time) {
	for _, r := range c.Reviews {
		if r.Key == key {
			return
		}
	}
	c.Reviews = append(c.Reviews, Review{
		ID: id.New(), Key: key, PaymentID: paymentID, Reason: reason, Detail: detail, CreatedAt: now,
	})
}

func (c *Checkout) closeReviews(paymentID string, now time.Time) {
	for i := range c.Reviews {
		if r := &c.Reviews[i]; r.PaymentID == paymentID && r.ClosedAt.IsZero() {
			r.ClosedAt = now
		}
	}
}

func (c *Checkout) book(group, asset string, lines ...Entry) {
	for _, l := range lines {
		if l.Amount.IsZero() {
			continue
		}
		l.Group, l.Asset = group, asset
		c.changes.Entries = append(c.changes.Entries, l)
	}
}

// The accounts of the ledger. What comes in is positive on an asset account and negative on who it is owed to.
const (
	accountCard     = "card:clearing"
	accountContract = "chain:contract"
	accountRevenue  = "platform:revenue"
)

func (c *Checkout) artistPayable() string {
	return fmt.Sprintf("artist:%d:payable", c.Artwork.ArtistID)
}

func (c *Checkout) artistOnChain() string {
	return fmt.Sprintf("artist:%d:onchain", c.Artwork.ArtistID)
}
func (c *Checkout) buyerPayable() string { return "buyer:" + c.ID + ":payable" }

func (p *Payment) asset() string {
	if p.Method == Ether {
		return fmt.Sprintf("eip155:%d", p.ChainID)
	}
	return p.Amount.Currency
}

func (p *Payment) total() money.Wei {
	if p.Method == Ether {
		return p.Wei
	}
	return money.NewWei(p.Amount.Amount)
}

func (p *Payment) source() string {
	if p.Method == Ether {
		return accountContract
	}
	return accountCard
}

// bookSale books a payment that buys: the artist's share is paid by the contract, or owed by the platform.
func (c *Checkout) bookSale(p *Payment) error {
	share, rest, err := p.total().Share(c.ShareBps)
	if err != nil {
		return err
	}
	artist := c.artistPayable()
	if p.Method == Ether && p.Artist != "" {
		artist, share, rest = c.artistOnChain(), p.ArtistWei, p.Wei.Sub(p.ArtistWei)
	}
	c.book("sale:"+p.ID, p.asset(),
		Entry{Account: p.source(), Amount: p.total()},
		Entry{Account: artist, Amount: negative(share)},
		Entry{Account: accountRevenue, Amount: negative(rest)})
	return nil
}

// bookReceipt books money that buys nothing: it is owed to the buyer.
func (c *Checkout) bookReceipt(p *Payment) {
	c.book("receipt:"+p.ID, p.asset(),
		Entry{Account: p.source(), Amount: p.total()},
		Entry{Account: c.buyerPayable(), Amount: negative(p.total())})
}

// bookRefund books money that went back, from where the payment had been booked to.
func (c *Checkout) bookRefund(p *Payment, r *Refund) error {
	amount := money.NewWei(r.Amount.Amount)
	if !p.Credited {
		c.book("refund:"+r.ID, p.asset(),
			Entry{Account: c.buyerPayable(), Amount: amount},
			Entry{Account: accountCard, Amount: negative(amount)})
		return nil
	}
	share, rest, err := amount.Share(c.ShareBps)
	if err != nil {
		return err
	}
	c.book("refund:"+r.ID, p.asset(),
		Entry{Account: c.artistPayable(), Amount: share},
		Entry{Account: accountRevenue, Amount: rest},
		Entry{Account: accountCard, Amount: negative(amount)})
	return nil
}

func negative(w money.Wei) money.Wei { return money.Wei{}.Sub(w) }
