package order

import (
	"fmt"
	"slices"
)

// NoticeKind is what a mail is about.
type NoticeKind string

// The notices.
const (
	// NoticeHeld, NoticeFailed and NoticeEnded cost whoever causes them nothing, so only verified addresses get them: anybody
	// could have a stranger mailed without end.
	NoticeHeld   NoticeKind = "held"
	NoticeFailed NoticeKind = "failed"
	NoticeEnded  NoticeKind = "ended"

	NoticeSeen      NoticeKind = "seen"
	NoticeReview    NoticeKind = "review"
	NoticePaid      NoticeKind = "paid"
	NoticeCompleted NoticeKind = "completed"
	NoticeRefunding NoticeKind = "refunding"
	NoticeRefunded  NoticeKind = "refunded"

	// NoticeCase goes to gallery staff: a review was opened, or opened again.
	NoticeCase NoticeKind = "case"
)

// Notice is one mail: to the buyer, or to gallery staff where it is a NoticeCase. Key is unique: a notice is mailed once.
type Notice struct {
	Key  string
	Kind NoticeKind
	// Checkout is empty for a review of money that belongs to none.
	Checkout Checkout
	// Payment is what the notice is about; its zero value where none was made.
	Payment Payment
	// Refund is what refunding and refunded are about; its Method tells whether a card's or an ether payment goes back.
	Refund Refund
	// Review is what NoticeCase is about.
	Review Review
}

// caseNotice notifies staff of a review. again tells one opening of the same review from the next.
func caseNotice(r Review, c *Checkout, p Payment, again string) Notice {
	n := Notice{Kind: NoticeCase, Review: r, Payment: p, Key: "case:" + r.ID}
	if c != nil {
		n.Checkout = *c.snapshot()
		n.Key = "case:" + c.ID + ":" + r.ID
	}
	if again != "" {
		n.Key += ":" + again
	}
	return n
}

// Opened is the notice to staff of a review that belongs to no checkout. A Store sends it when it has written the review.
func (r Review) Opened() Notice { return caseNotice(r, nil, r.Funds.payment(), "") }

// payment is the money as a payment, for texts.
func (f Funds) payment() Payment {
	return Payment{
		Method: f.Method, Amount: f.Amount, ProviderID: f.ProviderID, ChainID: f.ChainID, Transaction: f.Transaction, Payer: f.Payer,
		Wei: f.Wei, Asset: f.Asset, RefundAddress: f.RefundAddress,
	}
}

// lastPayment is the payment that bought the edition, or else the newest that may still count.
func (c *Checkout) lastPayment() Payment {
	if p := c.Credited(); p != nil {
		return *p
	}
	for _, p := range slices.Backward(c.Payments) {
		if p.Status != PaymentGone {
			return p
		}
	}
	return Payment{}
}

// Begin records the notice of a new checkout. A Store calls it once the draft has its edition.
func (c *Checkout) Begin() { c.notify(NoticeHeld) }

// tellStep notifies the buyer of the status that a change led to. A status that the change only passed through has no notice: a card
// payment that goes through in one step is one mail.
func (c *Checkout) tellStep(from Status) {
	kind := NoticeKind("")
	switch c.Status {
	case PaymentSeen:
		kind = NoticeSeen
	case Confirming:
		if from != PaymentSeen {
			kind = NoticeSeen
		}
	case PaymentFailed:
		kind = NoticeFailed
	case Expired:
		kind = NoticeEnded
	case InReview:
		kind = NoticeReview
	}
	if kind != "" && from != c.Status {
		// The version makes each step a notice of its own, and a repeated one the same.
		c.notifyKey(kind, fmt.Sprint(c.Version))
	}
}

// notifyRefund is a notice about one refund.
func (c *Checkout) notifyRefund(n NoticeKind, suffix string, r Refund) {
	before := len(c.changes.Notices)
	c.notifyKey(n, suffix)
	for i := range c.changes.Notices[before:] {
		c.changes.Notices[before+i].Refund = r
	}
}

func (c *Checkout) notify(n NoticeKind) { c.notifyKey(n, "") }

func (c *Checkout) notifyKey(n NoticeKind, suffix string) {
	free := n == NoticeHeld || n == NoticeFailed || n == NoticeEnded
	if c.Buyer.Email == "" || (free && !c.Buyer.EmailVerified) {
		return
	}
	key := string(n) + ":" + c.ID
	if suffix != "" {
		key += ":" + suffix
	}
	c.changes.Notices = append(c.changes.Notices, Notice{Key: key, Kind: n, Checkout: *c.snapshot(), Payment: c.lastPayment()})
}
