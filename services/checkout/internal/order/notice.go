package order

import (
	"fmt"
	"slices"
)

// NoticeKind is the kind of an email.
type NoticeKind string

// The kinds of notices.
const (
	// NoticeHeld, NoticeFailed and NoticeEnded can be triggered for free, so only verified addresses get them. Otherwise anyone
	// could flood another person's mailbox.
	NoticeHeld   NoticeKind = "held"
	NoticeFailed NoticeKind = "failed"
	NoticeEnded  NoticeKind = "ended"

	NoticeSeen      NoticeKind = "seen"
	NoticeReview    NoticeKind = "review"
	NoticePaid      NoticeKind = "paid"
	NoticeCompleted NoticeKind = "completed"
	NoticeRefunding NoticeKind = "refunding"
	NoticeRefunded  NoticeKind = "refunded"
	// NoticeReturn says where to send the token, so that its refund can go out.
	NoticeReturn NoticeKind = "return"
	// NoticeKeep ends that: the token must not be sent any more.
	NoticeKeep NoticeKind = "keep"
	// NoticeSettled reports an auction's last price and the refund of the difference.
	NoticeSettled NoticeKind = "settled"

	// NoticeCase goes to gallery staff: a review was opened or reopened.
	NoticeCase NoticeKind = "case"
)

// Notice is one email: to gallery staff for NoticeCase, otherwise to the buyer. Key is unique: each notice is emailed once.
type Notice struct {
	Key  string
	Kind NoticeKind
	// Checkout is empty for a review of money that belongs to no checkout.
	Checkout Checkout
	// Payment is what the notice is about, or zero if there was no payment.
	Payment Payment
	// Refund is what refunding and refunded notices are about; its Method is card or ether.
	Refund Refund
	// Request is what a return notice is about.
	Request RefundRequest
	Review  Review
}

// caseNotice notifies staff of a review. again distinguishes repeated openings of the same review.
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

// Opened returns the staff notice for a review that belongs to no checkout. A Store sends it after it has written the
// review.
func (r Review) Opened() Notice { return caseNotice(r, nil, r.Funds.payment(), "") }

// payment returns the funds as a payment, for use in texts.
func (f Funds) payment() Payment {
	return Payment{
		Method: f.Method, Amount: f.Amount, ProviderID: f.ProviderID, ChainID: f.ChainID, Transaction: f.Transaction, Payer: f.Payer,
		Wei: f.Wei, Asset: f.Asset, RefundAddress: f.RefundAddress,
	}
}

// lastPayment returns the payment that bought the edition, or else the newest that may still count.
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

// Begin records the notice and the held edition of a new checkout. A Store calls it once it has stored the checkout.
func (c *Checkout) Begin() {
	c.changes.Editions = editionsDelta(UnitFree, c.Unit.Status)
	c.notify(NoticeHeld)
}

// notifyStatus notifies the buyer of the final status of a change. Intermediate statuses send no notice, so a card payment
// that goes through in one change sends one email.
func (c *Checkout) notifyStatus(from Status) {
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
		// The version makes each step a separate notice, and a repeated step the same notice.
		c.notifyKey(kind, fmt.Sprint(c.Version))
	}
}

// notifyRefund records a notice about one refund.
func (c *Checkout) notifyRefund(n NoticeKind, suffix string, r Refund) {
	before := len(c.changes.Notices)
	c.notifyKey(n, suffix)
	for i := range c.changes.Notices[before:] {
		c.changes.Notices[before+i].Refund = r
	}
}

// notifyReturn records a notice about a refund that waits for the token, or no longer does.
func (c *Checkout) notifyReturn(n NoticeKind, r RefundRequest) {
	before := len(c.changes.Notices)
	c.notifyKey(n, r.ID)
	for i := range c.changes.Notices[before:] {
		c.changes.Notices[before+i].Refund, c.changes.Notices[before+i].Request = r.refund(), r
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
