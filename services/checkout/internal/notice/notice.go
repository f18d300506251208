// Package notice queues emails to buyers and gallery staff: one for each step of an order. Opening a link in them changes
// nothing; links lead to the order's page, which has its documents.
package notice

import (
	"context"
	"net/url"
	"strconv"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Documents reads the documents of a checkout, the invoice first.
type Documents interface {
	Of(ctx context.Context, checkoutIDs []string) ([]documents.Document, error)
}

// Mailer queues notices, in the transaction that ctx carries.
type Mailer struct {
	Pool      *pgxpool.Pool
	Documents Documents
	PublicURL string
	// Staff are the addresses that are notified of reviews.
	Staff []string
}

// Notify implements the notices part of order.Outbox. A buyer without an address gets no email.
func (m Mailer) Notify(ctx context.Context, n order.Notice) error {
	if n.Kind == order.NoticeCase {
		return m.notifyStaff(ctx, n)
	}
	if n.Checkout.Buyer.Email == "" {
		return nil
	}
	var issued []documents.Document
	if n.Checkout.Bought() {
		var err error
		if issued, err = m.Documents.Of(ctx, []string{n.Checkout.ID}); err != nil {
			return err
		}
	}
	return mail.Queue(ctx, postgres.Conn(ctx, m.Pool), m.toBuyer(n, issued))
}

// notifyStaff queues one mail for each address.
func (m Mailer) notifyStaff(ctx context.Context, n order.Notice) error {
	text := messages.ToStaff(n)
	for _, address := range m.Staff {
		out := message(text, n.Key+":"+address, address)
		out.Names = []string{n.Checkout.Artwork.Title, n.Checkout.Artwork.ArtistName}
		out.Action = &mail.Link{Label: text.Action, URL: m.PublicURL + "/en/reviews/"}
		if err := mail.Queue(ctx, postgres.Conn(ctx, m.Pool), out); err != nil {
			return err
		}
	}
	return nil
}

func message(m messages.Mail, key, to string) mail.Message {
	return mail.Message{Key: key, To: to, Subject: m.Subject, Heading: m.Heading, Paragraphs: m.Paragraphs, Footer: m.Footer}
}

func (m Mailer) toBuyer(n order.Notice, issued []documents.Document) mail.Message {
	c := n.Checkout
	text := messages.ToBuyer(n, issued)
	out := message(text, n.Key, c.Buyer.Email)
	if n.Kind == order.NoticePaid || n.Kind == order.NoticeCompleted { // shows the artwork that was bought
		out.Picture = mail.PictureAt(m.PublicURL, c.Artwork.ImageURL, messages.Title(c)+" by "+c.Artwork.ArtistName)
	}
	out.Names = []string{c.Artwork.Title, c.Artwork.ArtistName, c.Gift.ToName}
	work := m.PublicURL + "/en/artworks/" + url.PathEscape(c.Artwork.Slug)
	if n.Kind == order.NoticeCompleted && !c.Gift.IsGift() {
		out.Paragraphs = append(out.Paragraphs, messages.Frame(work+"/certificate/?edition="+strconv.Itoa(int(c.Edition))))
	}
	if text.Action != "" {
		page := work + "/checkout"
		if c.Bought() || !c.Status.Payable() {
			page += "/success?checkout=" + url.QueryEscape(c.ID)
		}
		out.Action = &mail.Link{Label: text.Action, URL: page}
	}
	return out
}
