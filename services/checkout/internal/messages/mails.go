package messages

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/purchase"
)

// Mail is the text of one email. A mail without an Action has no button.
type Mail struct {
	Subject, Heading string
	Paragraphs       []string
	Action, Footer   string
}

// Title returns an artwork's title on one line, for use in a subject.
func Title(c order.Checkout) string {
	return cmp.Or(strings.Join(strings.Fields(c.Artwork.Title), " "), "Untitled")
}

// ToBuyer returns the buyer's email for a notice; issued are the order's documents so far, the invoice first.
func ToBuyer(n order.Notice, issued []documents.Document) Mail {
	t := buyerText{Notice: n, issued: issued}
	t.work = fmt.Sprintf("%s by %s, edition %d of %d", Title(n.Checkout), n.Checkout.Artwork.ArtistName, n.Checkout.Edition, n.Checkout.EditionSize)
	m := t.mail()
	m.Subject += ": " + Title(n.Checkout)
	m.Footer = "Order " + n.Checkout.ID + ". Opening a link in this email doesn't change anything."
	return m
}

// Frame returns the sentence of a completed order about the certificate's page.
func Frame(url string) string { return "Print its certificate to frame: " + url }

// buyerText is a notice with the values that its sentences use.
type buyerText struct {
	order.Notice

	work   string
	issued []documents.Document
}

func (t buyerText) mail() Mail {
	c := t.Checkout
	switch t.Kind {
	case order.NoticeHeld:
		return Mail{
			Subject: "Held for you", Heading: "Held for you until " + Clock(c.ExpiresAt), Action: "Continue to payment",
			Paragraphs: []string{
				"We're holding " + t.work + " for you, at " + c.Price.Format() + "." + t.promise(),
				"Your hold ends at " + FormatTime(c.ExpiresAt) + ". Nothing was charged. If we don't receive a payment by then, your order ends and the edition goes back on sale.",
			},
		}
	case order.NoticeSeen:
		return Mail{
			Subject: "Payment received", Heading: "We've received your payment", Action: "Track order",
			Paragraphs: []string{
				"We've received your payment" + t.of() + " for " + t.work + ". We've stopped the timer: this edition stays reserved for you.",
				t.waiting(),
			},
		}
	case order.NoticeFailed:
		return Mail{
			Subject: "Payment failed", Heading: "Your bank declined the payment", Action: "Try again",
			Paragraphs: []string{
				"Your bank declined the card payment for " + t.work + ". Nothing was charged.",
				"We're holding the edition for you until " + FormatTime(c.ExpiresAt) + ". Until then you can try another card or pay with ether.",
			},
		}
	case order.NoticeEnded:
		return Mail{
			Subject: "Your order has ended", Heading: "Your hold has ended",
			Paragraphs: []string{
				"We didn't receive a payment for " + t.work + " by " + FormatTime(c.ExpiresAt) + ", so your order has ended. You don't owe anything.",
				"If you sent a payment, it isn't lost. It buys the edition if that's still available. Otherwise we'll refund you or contact you.",
			},
		}
	case order.NoticeReview:
		return Mail{
			Subject: "We're reviewing your payment", Action: "View order",
			Paragraphs: []string{
				"We received a payment" + t.of() + " for " + t.work + " that we couldn't process automatically" + reasonText(c.Reason) + ".",
				"Our team will either complete your order or refund you. Your money is safe and you don't need to do anything.",
			},
		}
	case order.NoticePaid, order.NoticeCompleted, order.NoticeRefunding, order.NoticeRefunded, order.NoticeReturn, order.NoticeKeep,
		order.NoticeSettled, order.NoticeCase:
	}
	return t.settled()
}

// settled returns the emails about money that arrived or is being refunded.
func (t buyerText) settled() Mail {
	switch t.Kind {
	case order.NoticePaid:
		m := Mail{
			Subject: "Payment confirmed", Heading: "Thank you", Action: "View order and invoice",
			Paragraphs: []string{
				"Your payment" + t.of() + " for " + t.work + " is confirmed." + t.promise(),
				"We're minting your edition. We'll email you when it's in your collection; you don't need to do anything.",
			},
		}
		if g := t.Checkout.Gift; g.To != "" {
			m.Paragraphs[1] = "We're minting your gift. When it's ready, we'll send it to the wallet that you chose, " + g.Recipient() + ". You don't need to do anything."
		} else if to := g.Email; to != "" {
			m.Paragraphs[1] = "We're minting your gift. When it's ready, we'll email " + to + " a link to accept it; you don't need to do anything."
		}
		return t.confirmed(t.invoiced(m))
	case order.NoticeCompleted:
		if g := t.Checkout.Gift; g.To != "" {
			return t.invoiced(Mail{
				Subject: "Your gift is on its way", Heading: "Ready to go", Action: "View order and invoice",
				Paragraphs: []string{
					"We've minted " + t.work + ". Unless you've taken the gift back, we send it to " + g.Recipient() + ". We'll email you when it has arrived.",
				},
			})
		} else if to := g.Email; to != "" {
			return t.invoiced(Mail{
				Subject: "Your gift is on its way", Heading: "Ready to unwrap", Action: "View order and invoice",
				Paragraphs: []string{
					"We've minted " + t.work + ". Unless you've taken the gift back, " + to + " gets an email with your message and a link to accept it.",
					"Until it's accepted, the work stays in your collection, and you can take the gift back on its order page.",
				},
			})
		}
		return t.invoiced(Mail{
			Subject: "In your collection", Heading: "It's yours", Action: "View order and invoice",
			Paragraphs: []string{
				t.work + " is now in your collection. We keep it in our vault until you move it to your own wallet. You'll find its certificate there, too.",
			},
		})
	case order.NoticeSettled:
		return t.auction()
	case order.NoticeReturn:
		return Mail{
			Subject: "Send the work back for your refund", Action: "View order",
			Paragraphs: []string{
				fmt.Sprintf("We'll refund %s for %s as soon as the work is back with us.", t.refunded(), t.work),
				fmt.Sprintf("Send token %d from your wallet to our vault, %s, on the network where it is now, by %s. Your order page shows the address, too.",
					t.Checkout.TokenID(), t.Return.To, FormatTime(t.Return.Until)),
				"The refund goes out once the network has confirmed that the work arrived. " + t.destination("goes") + " If you keep the work, there's no refund.",
			},
		}
	case order.NoticeKeep:
		return Mail{
			Subject: "Don't send the work back", Action: "View order",
			Paragraphs: []string{
				"We no longer expect " + t.work + " back, so there's no refund for it. Please don't send it. The work stays yours.",
				"If you've already sent it, contact us.",
			},
		}
	case order.NoticeRefunding:
		return Mail{
			Subject: "Your refund is on its way", Action: "View order",
			Paragraphs: []string{
				"We're refunding " + t.refunded() + " for " + t.work + reasonText(cmp.Or(t.Refund.Reason, t.Checkout.Reason)) + ".",
				t.destination("goes"),
			},
		}
	case order.NoticeRefunded:
		m := Mail{
			Subject: "Refund sent", Action: "View order",
			Paragraphs: []string{"We've refunded " + t.refunded() + " for " + t.work + ".", t.destination("went")},
		}
		for _, d := range t.issued {
			if d.Kind == documents.CreditNote && d.RefundID == t.Refund.ID {
				m.Paragraphs = append(m.Paragraphs, fmt.Sprintf("Credit note %s of %s for invoice %s is on your order page.", d.Number, d.Gross.Format(), d.InvoiceNumber))
				m.Action = "View order and credit note"
			}
		}
		return m
	default:
		return Mail{Subject: "Your order", Paragraphs: []string{"There's news about your order of " + t.work + "."}, Action: "View order"}
	}
}

// promise returns the promise of an auction, or "" for a fixed price.
func (t buyerText) promise() string {
	if !t.Checkout.Auctioned() {
		return ""
	}
	return " Everyone pays the auction's last price: if it falls further, we'll return the difference."
}

// auction returns the email about the end of an auction.
func (t buyerText) auction() Mail {
	c := t.Checkout
	last := money.Money{Amount: c.Auction.LastPrice, Currency: c.Price.Currency}.Format()
	m := Mail{
		Subject: "The auction has ended", Heading: "Everyone pays " + last, Action: "View order",
		Paragraphs: []string{"The auction of " + t.work + " has ended. Its last price is " + last + ", and that's what everyone pays."},
	}
	switch {
	case t.Refund.ID != "":
		m.Paragraphs = append(m.Paragraphs, "Your price was "+c.Price.Format()+", so we're refunding "+t.refunded()+". "+t.destination("goes"))
	case c.SettledBack.Sign() > 0:
		m.Paragraphs = append(m.Paragraphs, "We owe you a part of your payment. You didn't give an address for refunds, so our team will contact you.")
	default:
		m.Paragraphs = append(m.Paragraphs, "That's the price you paid, so there's nothing to refund.")
	}
	return m
}

// of returns what was paid, as " of $1,250" or " of 0.25 ETH ($1,250)", or "" if unknown.
func (t buyerText) of() string {
	p := t.Payment
	switch {
	case p.Method == purchase.Card && p.Amount.Amount > 0:
		return " of " + p.Amount.Format()
	case p.Method != purchase.Ether || p.Wei.Sign() <= 0 || p.Asset != "":
		return ""
	case p.Credited:
		return fmt.Sprintf(" of %s (%s)", ether(p.Wei, p.ChainID), t.Checkout.Price.Format())
	}
	return " of " + ether(p.Wei, p.ChainID)
}

// invoiced adds the numbers of the invoice and the receipt.
func (t buyerText) invoiced(m Mail) Mail {
	if len(t.issued) > 0 {
		m.Paragraphs = append(m.Paragraphs, "Your invoice "+t.issued[0].Number+" and your receipt "+ReceiptNumber(t.Checkout)+" are on your order page.")
	}
	return m
}

// confirmed adds, once, what the law requires in writing before the delivery: the terms, and that the right of withdrawal
// ends.
func (t buyerText) confirmed(m Mail) Mail {
	if t.Checkout.ImmediateDelivery {
		m.Paragraphs = append(m.Paragraphs, "Before you paid, you asked us to deliver immediately and acknowledged that you lose your right of withdrawal on delivery.")
	}
	if v := t.Checkout.TermsVersion; v != "" {
		m.Paragraphs = append(m.Paragraphs, "You accepted our terms and conditions, version "+v+".")
	}
	return m
}

func (t buyerText) waiting() string {
	if t.Payment.Method == purchase.Ether || t.Checkout.Method == purchase.Ether {
		return "The network still has to confirm it. We'll email you when that's done; you don't need to do anything."
	}
	return "Your bank still has to confirm it. That can take some time. We'll email you when that's done; you don't need to do anything."
}

// refunded returns the refunded amount, in the currency or coin of the payment.
func (t buyerText) refunded() string {
	switch r := t.Refund; {
	case r.Method == purchase.Ether:
		return ether(r.Wei, r.ChainID)
	case r.Amount.Amount > 0:
		return r.Amount.Format()
	}
	return "your payment"
}

func (t buyerText) destination(verb string) string {
	if t.Refund.Method == purchase.Ether {
		return "The money " + verb + " to the address " + cmp.Or(t.Refund.To, "that you gave for refunds") + "."
	}
	return "The money " + verb + " to your card. Your bank may take some days to show it."
}

// reasonText returns a stable reason in words, or "" if it means nothing to a buyer.
func reasonText(reason string) string {
	if text := reasons[reason]; text != "" {
		return ", because " + text
	}
	return ""
}

var reasons = map[string]string{
	purchase.ReasonUnderpaid: "it was less than the price",
	purchase.ReasonOverpaid:  "it was more than the price",
	purchase.ReasonCurrency:  "it was in another currency",
	purchase.ReasonChain:     "it was in another coin or on another network",
	purchase.ReasonLate:      "it arrived after your hold had ended",
	purchase.ReasonDuplicate: "the order was already paid",
	purchase.ReasonUnknown:   "it didn't match an open order",
	purchase.ReasonSettled:   "everyone pays the auction's last price",
}

// ToStaff returns the email about a payment that needs a decision.
func ToStaff(n order.Notice) Mail {
	r, p := n.Review, n.Payment
	what := "A payment" + (buyerText{Notice: order.Notice{Payment: p}}).of() + " needs a decision: " + cmp.Or(cases[r.Reason], strings.ReplaceAll(r.Reason, "_", " ")) + "."
	m := Mail{
		Subject: "Payment to review", Heading: "A payment needs a decision", Action: "Open reviews",
		Paragraphs: []string{what}, Footer: "You get this email because your address is in the setting STAFF_EMAILS.",
	}
	if c := n.Checkout; c.ID != "" {
		m.Subject += ": " + Title(c)
		m.Paragraphs = append(m.Paragraphs, fmt.Sprintf("It's about order %s: %s by %s, edition %d of %d, %s.",
			c.ID, Title(c), c.Artwork.ArtistName, c.Edition, c.EditionSize, c.Price.Format()))
	} else {
		m.Paragraphs = append(m.Paragraphs, "It doesn't belong to a known order.")
	}
	m.Paragraphs = append(m.Paragraphs, strings.Split(Detail(r), "\n")...)
	return m
}

// cases explain to staff why a payment needs a decision.
var cases = map[string]string{
	purchase.ReasonUnderpaid:    "less than the price",
	purchase.ReasonOverpaid:     "more than the price",
	purchase.ReasonCurrency:     "in another currency",
	purchase.ReasonChain:        "in another coin or on another network",
	purchase.ReasonLate:         "after the hold had ended",
	purchase.ReasonDuplicate:    "the order was already paid",
	purchase.ReasonUnknown:      "no matching order",
	purchase.ReasonReorg:        "the network reversed its block",
	purchase.ReasonRefundFailed: "its refund failed",
	purchase.ReasonSettled:      "the difference to an auction's last price has no address to go to",
}

// Clock formats a time of day for emails.
func Clock(t time.Time) string { return t.UTC().Format("15:04 UTC") }

// FormatTime formats a full date and time.
func FormatTime(t time.Time) string { return t.UTC().Format("2 January 2006, 15:04 UTC") }

// ReceiptNumber formats a receipt's number: 2026-000042.
func ReceiptNumber(c order.Checkout) string {
	return fmt.Sprintf("%d-%06d", c.ReceiptYear, c.ReceiptNumber)
}
