package order

import (
	"fmt"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// applyCard applies the provider's view of a payment. It can be applied repeatedly; an older view that arrives after a newer
// one never changes a final state.
func (c *Checkout) applyCard(t CardState, now time.Time) error {
	if s := find(c.Sessions, func(s *purchase.Session) bool { return t.SessionID != "" && s.ProviderID == t.SessionID }); s != nil {
		switch {
		case t.SessionComplete:
			s.Status = purchase.SessionComplete
		case t.SessionExpired:
			s.Status = purchase.SessionExpired
		}
	}
	if t.PaymentIntent == "" {
		return nil
	}
	key := "card:" + t.PaymentIntent
	switch {
	case t.Succeeded:
		p := c.cardPayment(key, t)
		p.Amount = t.Received
		if err := c.settle(p, mismatch(c.Price, t.Received), now); err != nil {
			return err
		}
	case t.Processing:
		return c.cardProcessing(c.cardPayment(key, t), now)
	case t.Declined:
		return c.cardDeclined(c.payment(key), t.Attempt, now)
	}
	p := c.payment(key)
	if p == nil || p.Status != purchase.PaymentFinal {
		return nil
	}
	for _, r := range t.Refunds {
		if err := c.applyRefund(p, r, now); err != nil {
			return err
		}
	}
	return c.applyDispute(p, t, now)
}

func (c *Checkout) cardPayment(key string, t CardState) *purchase.Payment {
	if p := c.payment(key); p != nil {
		return p
	}
	return c.addPayment(purchase.Payment{Key: key, Method: purchase.Card, Amount: c.Price, ProviderID: t.PaymentIntent}, "")
}

func mismatch(want, got money.Money) string {
	switch {
	case want.Currency != got.Currency:
		return purchase.ReasonCurrency
	case got.Amount < want.Amount:
		return purchase.ReasonUnderpaid
	case got.Amount > want.Amount:
		return purchase.ReasonOverpaid
	}
	return ""
}

// cardProcessing handles a payment that the bank hasn't decided yet: it stops the timer of the hold.
func (c *Checkout) cardProcessing(p *purchase.Payment, now time.Time) error {
	if p.Status == purchase.PaymentFinal || p.Status == purchase.PaymentPending {
		return nil
	}
	p.Status = purchase.PaymentPending
	return c.seen(now)
}

// cardDeclined lets the buyer try again while the hold is live. A decline is recorded once: the provider reports it until
// the next attempt, even after the buyer has returned to its page. A decline that arrives after the buyer chose another
// method changes nothing.
func (c *Checkout) cardDeclined(p *purchase.Payment, attempt string, now time.Time) error {
	if attempt != "" {
		if attempt == c.CardDecline {
			return nil
		}
		c.CardDecline = attempt
	}
	if p != nil {
		if p.Status == purchase.PaymentFinal {
			return nil
		}
		p.Status = purchase.PaymentGone
	}
	switch {
	case c.Status == purchase.AwaitingPayment && c.Method == purchase.Card && c.ActiveQuote() == nil,
		c.Status == purchase.PaymentSeen && p != nil && !c.pending():
		return c.move(purchase.PaymentFailed, purchase.ReasonDeclined, now)
	}
	return nil
}

// seen stops the timer of the hold for a payment that isn't final yet.
func (c *Checkout) seen(now time.Time) error {
	if c.Credited() != nil || !c.may(purchase.PaymentSeen) || c.Status == purchase.InReview || !c.retake() {
		return nil
	}
	return c.move(purchase.PaymentSeen, "", now)
}

func (c *Checkout) pending() bool {
	return slices.ContainsFunc(c.Payments, func(p purchase.Payment) bool { return p.Status == purchase.PaymentPending })
}

// etherProblem returns why a payment through the contract can't buy the edition, or "". The contract already rejects wrong
// amounts and late transactions; this is a second check.
func (c *Checkout) etherProblem(p *purchase.Payment) string {
	q := find(c.Quotes, func(q *purchase.Quote) bool { return q.IntentHash == p.IntentHash })
	switch {
	case q == nil:
		return purchase.ReasonUnknown
	case q.ChainID != p.ChainID:
		return purchase.ReasonChain
	case p.Wei.Cmp(q.Value) < 0:
		return purchase.ReasonUnderpaid
	case p.Wei.Cmp(q.Value) > 0:
		return purchase.ReasonOverpaid
	case p.BlockTime.After(q.ExpiresAt):
		return purchase.ReasonLate
	}
	return ""
}

// etherSeen records a sighting. Each block that contains the payment is a separate sighting.
func (c *Checkout) etherSeen(in purchase.Payment, now time.Time) error {
	if c.payment(in.Key) != nil {
		return nil // known, or already reverted: events of different types can arrive out of order
	}
	in.Method = purchase.Ether
	if c.etherProblem(c.addPayment(in, purchase.PaymentPending)) != "" {
		return nil // decided when it is final
	}
	if c.Credited() == nil {
		c.TransactionHash = in.Transaction
	}
	return c.seen(now)
}

// confirmingSeen records that another block follows the payment's block, so that the buyer sees the payment as confirming.
func (c *Checkout) confirmingSeen(key string, now time.Time) error {
	p := c.payment(key)
	if p == nil || p.Status != purchase.PaymentPending || c.Status != purchase.PaymentSeen || c.etherProblem(p) != "" {
		return nil
	}
	return c.move(purchase.Confirming, "", now)
}

// etherConfirmed settles a payment whose block is final.
func (c *Checkout) etherConfirmed(in purchase.Payment, now time.Time) error {
	p := c.payment(in.Key)
	if p == nil {
		in.Method = purchase.Ether
		p = c.addPayment(in, purchase.PaymentPending)
	}
	return c.settle(p, c.etherProblem(p), now)
}

// unexpected records money received outside the payment contract. It never buys automatically: staff decide.
func (c *Checkout) unexpected(u Unexpected, now time.Time) error {
	key := u.key()
	if c.payment(key) != nil || u.Wei.Sign() <= 0 {
		return nil
	}
	p := c.addPayment(purchase.Payment{
		Key: key, Method: purchase.Ether, Unexpected: true, ChainID: u.ChainID, BlockHash: u.BlockHash, BlockNumber: u.BlockNumber,
		LogIndex: u.LogIndex, Transaction: u.Transaction, Payer: u.Payer, Wei: u.Wei, Asset: u.Asset,
	}, purchase.PaymentFinal)
	c.bookReceipt(p)
	c.review("payment:"+key, p.ID, u.Reason, u.cause(), now)
	if c.Status == purchase.Expired || c.Status == purchase.Cancelled {
		return c.move(purchase.InReview, u.Reason, now)
	}
	return nil
}

// etherReverted reverts a sighting.
func (c *Checkout) etherReverted(in purchase.Payment, now time.Time) error {
	p := c.payment(in.Key)
	if p == nil {
		// The sighting hasn't arrived yet. When it does, it must find the payment already reverted.
		in.Method = purchase.Ether
		c.addPayment(in, purchase.PaymentGone)
		return nil
	}
	switch p.Status {
	case purchase.PaymentFinal:
		c.review("reorg:"+p.Key, p.ID, purchase.ReasonReorg, c.cause(p, purchase.ReasonReorg), now)
		return nil
	case purchase.PaymentGone:
		return nil
	case purchase.PaymentPending:
		p.Status = purchase.PaymentGone
	}
	if c.pending() || (c.Status != purchase.PaymentSeen && c.Status != purchase.Confirming) {
		return nil
	}
	c.TransactionHash = ""
	if err := c.move(purchase.Reverted, purchase.ReasonReorg, now); err != nil {
		return err
	}
	if c.HoldActive() {
		return c.move(purchase.AwaitingPayment, purchase.ReasonReorg, now)
	}
	return c.expire(now)
}

// quoteEnded records that the chain contains no payment for a quote and never will.
func (c *Checkout) quoteEnded(intentHash string, now time.Time) error {
	if q := find(c.Quotes, func(q *purchase.Quote) bool { return q.IntentHash == intentHash }); q != nil && q.EndedAt.IsZero() {
		q.EndedAt = now
	}
	return c.expire(now)
}

// due reports whether the hold has expired and no payment for it can arrive any more.
func (c *Checkout) due() bool {
	return (c.Status.Payable() || c.Status == purchase.Reverted) && !c.Now.Before(c.ExpiresAt) &&
		c.OpenQuote() == nil && c.OpenSession() == nil && !c.pending()
}

// expire ends a hold that is due and otherwise changes nothing.
func (c *Checkout) expire(now time.Time) error {
	if !c.due() {
		return nil
	}
	if err := c.move(purchase.Expired, "", now); err != nil {
		return err
	}
	c.free()
	return nil
}

// cancel releases the hold at the buyer's request.
func (c *Checkout) cancel(now time.Time) error {
	if !c.Status.Payable() || c.ActiveQuote() != nil || c.pending() {
		return ErrNotCancellable
	}
	if c.OpenSession() != nil {
		return ErrConflict
	}
	if err := c.move(purchase.Cancelled, "", now); err != nil {
		return err
	}
	c.free()
	return nil
}

// giftAccepted records the first reported time of acceptance. A gift to a wallet is never accepted.
func (c *Checkout) giftAccepted(at time.Time) error {
	switch {
	case c.Gift.To != "" || !c.Gift.AcceptedAt.IsZero():
		return nil
	case c.PaidAt.IsZero():
		return fmt.Errorf("the gift of order %s was accepted before its payment arrived", c.ID)
	}
	c.Gift.AcceptedAt = at
	return nil
}

// minted records that the mint of the token is final.
func (c *Checkout) minted(chainID uint32, transaction string, now time.Time) error {
	if c.MintTransactionHash == "" {
		c.MintTransactionHash, c.MintChainID = transaction, chainID
	}
	if !c.CompletedAt.IsZero() || !c.Bought() {
		return nil
	}
	c.CompletedAt = now
	c.publish(OrderCompleted{CheckoutID: c.ID, TokenID: c.TokenID(), PaidAt: c.PaidAt, At: now})
	if c.Status != purchase.Delivering {
		return nil // a disputed or refunded order keeps its status
	}
	c.notify(NoticeCompleted)
	return c.move(purchase.Completed, "", now)
}
