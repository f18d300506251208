package order

import (
	"fmt"
	"slices"
	"time"

	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
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
	Payment purchase.Payment
	// Refund is what refunding and refunded notices are about; its Method is card or ether.
	Refund purchase.Refund
	// Return is what a return notice is about.
	Return Return
	Review purchase.Review
}

// Return is a refund that waits for the buyer's token.
type Return struct {
	RequestID string
	Refund    purchase.Refund
	// To is the vault that the token has to reach by Until.
	To    string
	Until time.Time
}

// CaseNotice notifies staff of a review; c is nil for money that belongs to no checkout. again distinguishes repeated openings of the same review.
func CaseNotice(r purchase.Review, c *Checkout, p purchase.Payment, again string) Notice {
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

// lastPayment returns the payment that bought the edition, or else the newest that may still count.
func (c *Checkout) lastPayment() purchase.Payment {
	if p := c.Credited(); p != nil {
		return *p
	}
	for _, p := range slices.Backward(c.Payments) {
		if p.Status != purchase.PaymentGone {
			return p
		}
	}
	return purchase.Payment{}
}

// Begin records the notice and the held edition of a new checkout. A Store calls it once it has stored the checkout.
func (c *Checkout) Begin() {
	c.changes.Editions = editionsDelta(purchase.UnitFree, c.Unit.Status)
	c.notify(NoticeHeld)
}

// notifyStatus notifies the buyer of the final status of a change. Intermediate statuses send no notice, so a card payment
// that goes through in one change sends one email.
func (c *Checkout) notifyStatus(from purchase.Status) {
	kind := NoticeKind("")
	switch c.Status {
	case purchase.PaymentSeen:
		kind = NoticeSeen
	case purchase.Confirming:
		if from != purchase.PaymentSeen {
			kind = NoticeSeen
		}
	case purchase.PaymentFailed:
		kind = NoticeFailed
	case purchase.Expired:
		kind = NoticeEnded
	case purchase.InReview:
		kind = NoticeReview
	}
	if kind != "" && from != c.Status {
		// The version makes each step a separate notice, and a repeated step the same notice.
		c.notifyAbout(kind, fmt.Sprint(c.Version), purchase.Refund{}, Return{})
	}
}

// notifyRefund records a notice about one refund.
func (c *Checkout) notifyRefund(n NoticeKind, suffix string, r purchase.Refund) {
	c.notifyAbout(n, suffix, r, Return{})
}

// NotifyReturn records a notice about a refund that waits for the token, or no longer does.
func (c *Checkout) NotifyReturn(n NoticeKind, r Return) { c.notifyAbout(n, r.RequestID, r.Refund, r) }

func (c *Checkout) notify(n NoticeKind) { c.notifyAbout(n, "", purchase.Refund{}, Return{}) }

func (c *Checkout) notifyAbout(n NoticeKind, suffix string, r purchase.Refund, back Return) {
	free := n == NoticeHeld || n == NoticeFailed || n == NoticeEnded
	if c.Buyer.Email == "" || (free && !c.Buyer.EmailVerified) {
		return
	}
	key := string(n) + ":" + c.ID
	if suffix != "" {
		key += ":" + suffix
	}
	c.changes.Notices = append(c.changes.Notices, Notice{Key: key, Kind: n, Checkout: *c.snapshot(), Payment: c.lastPayment(), Refund: r, Return: back})
}
