// Package notice writes the mails that a buyer gets: one for each step of an order, each once. No link in them does anything by
// being opened; they lead to the order's page, where its papers are.
package notice

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/papers"
)

// Papers reads what was issued for a checkout, the invoice first.
type Papers interface {
	Of(ctx context.Context, checkoutIDs []string) ([]papers.Paper, error)
}

// Mailer queues notices, in the transaction that ctx carries.
type Mailer struct {
	Pool      *pgxpool.Pool
	Papers    Papers
	PublicURL string
}

// Notify is half of order.Outbox. A buyer without an address gets nothing.
func (m Mailer) Notify(ctx context.Context, n order.Notice) error {
	if n.Checkout.Buyer.Email == "" {
		return nil
	}
	var issued []papers.Paper
	if n.Checkout.Bought() {
		var err error
		if issued, err = m.Papers.Of(ctx, []string{n.Checkout.ID}); err != nil {
			return err
		}
	}
	return mail.Queue(ctx, postgres.Conn(ctx, m.Pool), m.compose(n, issued))
}

// letter is what differs between the mails.
type letter struct {
	subject, heading string
	paragraphs       []string
	action           string
}

func (m Mailer) compose(n order.Notice, issued []papers.Paper) mail.Message {
	c := n.Checkout
	// A title with a line break must not end a header.
	title := cmp.Or(strings.Join(strings.Fields(c.Artwork.Title), " "), "Untitled")
	w := words{Checkout: c, refund: n.Refund, title: title, issued: issued}
	w.work = fmt.Sprintf("%s by %s, edition %d of %d", title, c.Artwork.ArtistName, c.Edition, c.EditionSize)
	l := w.letter(n.Kind)
	out := mail.Message{
		Key: n.Key, To: c.Buyer.Email, Subject: l.subject + ": " + title, Heading: l.heading, Paragraphs: l.paragraphs,
		Footer: "Order " + c.ID + ". Opening a link in this mail changes nothing.",
	}
	// What was bought is shown. A picture of another place would tell that place who reads; one of the gallery's own is public.
	bought := n.Kind == order.NoticePaid || n.Kind == order.NoticeCompleted
	if picture := c.Artwork.ImageURL; bought && strings.HasPrefix(picture, "/") {
		out.Picture = &mail.Picture{URL: m.PublicURL + picture, Alt: title + " by " + c.Artwork.ArtistName}
	}
	if l.action != "" {
		page := m.PublicURL + "/en/artworks/" + url.PathEscape(c.Artwork.Slug) + "/checkout"
		if c.Bought() || !c.Status.Payable() {
			page += "/success?checkout=" + url.QueryEscape(c.ID)
		}
		out.Action = &mail.Link{Label: l.action, URL: page}
	}
	return out
}

// words are a notice's, with what its sentences are made of.
type words struct {
	order.Checkout

	refund      order.Refund
	title, work string
	issued      []papers.Paper
}

func (w words) letter(kind order.NoticeKind) letter {
	switch kind {
	case order.NoticeHeld:
		return letter{"Held for you", "Held for you until " + clock(w.ExpiresAt), []string{
			"We have your order of " + w.work + ", for " + w.Price.Format() + ".",
			"The edition is held for you until " + moment(w.ExpiresAt) + ". Nothing was charged. If it is not paid by then, the order ends by itself and the edition is free again.",
		}, "Go on to pay"}
	case order.NoticeSeen:
		return letter{"Payment seen", "Your payment is on its way", []string{
			"We see your payment for " + w.work + ". The edition is yours to keep waiting for: its clock has stopped.",
			w.waiting(),
		}, "See the order"}
	case order.NoticeFailed:
		return letter{"Payment failed", "Your bank declined the payment", []string{
			"Your bank declined the card payment for " + w.work + ". Nothing was charged.",
			"The edition is held for you until " + moment(w.ExpiresAt) + ". Until then you can try another card or pay with ether.",
		}, "Try again"}
	case order.NoticeEnded:
		return letter{"Order ended", "The time to pay is over", []string{
			"Your order of " + w.work + " has ended at " + moment(w.ExpiresAt) + ", because no payment reached us in time. You owe nothing.",
			"If you sent a payment all the same, it is not lost: it buys the edition while that is free, and otherwise goes back or is looked at by a person. We write to you then.",
		}, ""}
	case order.NoticeReview:
		return letter{"We are looking at your payment", "A person is looking at your payment", []string{
			"A payment for " + w.work + " reached us that we could not use by itself" + because(w.Reason) + ".",
			"Somebody of the gallery decides whether it buys the edition or goes back to you. Your money is safe meanwhile, and you need do nothing.",
		}, "See the order"}
	}
	return w.settled(kind)
}

// settled are the letters of money that arrived or goes back.
func (w words) settled(kind order.NoticeKind) letter {
	switch kind {
	case order.NoticePaid:
		l := letter{"Payment received", "Thank you", []string{
			"We have received your payment of " + w.Price.Format() + " for " + w.work + ".",
			"The token of your edition is being made. You need do nothing; we write again when it is in your collection.",
		}, "See the order and its invoice"}
		return w.confirmed(w.invoiced(l))
	case order.NoticeCompleted:
		return w.invoiced(letter{"In your collection", "It is yours", []string{
			w.work + " is in your collection now, kept in the vault until you send it to a wallet of your own. Its certificate is there as well.",
		}, "See the order and its invoice"})
	case order.NoticeRefunding:
		return letter{"Your money is on its way back", "", []string{
			"We are sending " + w.sum() + " back that you paid for " + w.work + because(cmp.Or(w.refund.Reason, w.Reason)) + ".",
			w.way("It goes"),
		}, "See the order"}
	case order.NoticeRefunded:
		l := letter{"Refund sent", "", []string{
			"We have sent " + w.sum() + " back that you paid for " + w.work + ".", w.way("It went"),
		}, ""}
		if n := len(w.issued); n > 1 {
			note := w.issued[n-1]
			l.paragraphs = append(l.paragraphs, fmt.Sprintf("The credit note %s over %s, to your invoice %s, is on the order's page.",
				note.Number, note.Gross.Format(), note.InvoiceNumber))
			l.action = "See the order and its credit note"
		}
		return l
	}
	return letter{"Your order", "", []string{"There is news of your order of " + w.work + "."}, "See the order"}
}

// invoiced names the invoice and where it is.
func (w words) invoiced(l letter) letter {
	if len(w.issued) > 0 {
		l.paragraphs = append(l.paragraphs, "Your invoice has the number "+w.issued[0].Number+". It is on the order's page, as a PDF, with the receipt "+Number(w.Checkout)+".")
	}
	return l
}

// confirmed adds what a buyer must have in writing before the delivery, once: the terms, and that the right of withdrawal ends.
func (w words) confirmed(l letter) letter {
	if w.ImmediateDelivery {
		l.paragraphs = append(l.paragraphs, "We confirm: before you paid, you asked us to deliver at once, and acknowledged that your right to withdraw from the purchase ends with the delivery.")
	}
	if w.TermsVersion != "" {
		l.paragraphs = append(l.paragraphs, "You accepted the terms and conditions of the version "+w.TermsVersion+".")
	}
	return l
}

func (w words) waiting() string {
	if w.Method == order.Ether {
		return "The chain has to confirm it for good, which takes up to a quarter of an hour, rarely longer. We write when it is done. You need do nothing."
	}
	return "Your bank still has to decide, which takes minutes for most, days for a few. We write when it is done. You need do nothing."
}

// sum is what a refund gives back, as it was paid.
func (w words) sum() string {
	switch {
	case w.refund.Method == order.Ether:
		coin := "ETH"
		if w.refund.ChainID == 100 {
			coin = "xDAI"
		}
		return w.refund.Wei.Ether() + " " + coin
	case w.refund.Amount.Amount > 0:
		return w.refund.Amount.Format()
	}
	return "the money"
}

func (w words) way(it string) string {
	if w.refund.Method == order.Ether {
		return it + " to the address " + cmp.Or(w.refund.To, "that your payment named") + "."
	}
	return it + " to your card. Banks take a few days to show it."
}

// because are the stable reasons in words; one that says nothing to a buyer is left out.
func because(reason string) string {
	text := map[string]string{
		order.ReasonUnderpaid: "it is less than the price", order.ReasonOverpaid: "it is more than the price",
		order.ReasonCurrency: "it is in another currency", order.ReasonChain: "it came in another coin or on another chain",
		order.ReasonLate: "it came after the order had ended", order.ReasonDuplicate: "it is a second payment of the same order",
		order.ReasonUnknown: "it belongs to no running order",
	}[reason]
	if text == "" {
		return ""
	}
	return ", because " + text
}

func clock(t time.Time) string  { return t.UTC().Format("15:04 UTC") }
func moment(t time.Time) string { return t.UTC().Format("2 January 2006, 15:04 UTC") }

// Number is a receipt's number as people see it: 2026-000042.
func Number(c order.Checkout) string { return fmt.Sprintf("%d-%06d", c.ReceiptYear, c.ReceiptNumber) }
