package order

import "fmt"

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
)

// Notice is one mail to the buyer. Key is unique: a notice is mailed once.
type Notice struct {
	Key      string
	Kind     NoticeKind
	Checkout Checkout
	// Refund is what refunding and refunded are about; its Method tells whether a card's or an ether payment goes back.
	Refund Refund
}

// Begin records what a new checkout tells. A Store calls it once the draft has its edition.
func (c *Checkout) Begin() { c.notify(NoticeHeld) }

// tellStep notifies of where a change left the order. A state that it only passed through is not told: who paid by card in one
// go hears once.
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
	c.changes.Notices = append(c.changes.Notices, Notice{Key: key, Kind: n, Checkout: *c.snapshot()})
}
