// Package notice writes the mails that a buyer gets.
package notice

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
)

// Mailer queues notices, in the transaction that ctx carries.
type Mailer struct {
	Pool      *pgxpool.Pool
	PublicURL string
}

// Notify is half of order.Outbox.
func (m Mailer) Notify(ctx context.Context, n order.Notice) error {
	return mail.Queue(ctx, postgres.Conn(ctx, m.Pool), m.compose(n))
}

func (m Mailer) compose(n order.Notice) mail.Message {
	c := n.Checkout
	// A title with a line break must not end a header.
	title := strings.Join(strings.Fields(c.Artwork.Title), " ")
	work := fmt.Sprintf("%s by %s, edition %d of %d", title, c.Artwork.ArtistName, c.Edition, c.EditionSize)
	base := strings.TrimSuffix(m.PublicURL, "/")
	page := base + "/en/artworks/" + url.PathEscape(c.Artwork.Slug) + "/checkout/success?checkout=" + url.QueryEscape(c.ID)
	out := mail.Message{Key: n.Key, To: c.Buyer.Email, Footer: "Order " + c.ID}
	switch n.Kind {
	case order.NoticePaid:
		out.Subject = "Payment received: " + title
		out.Heading = "Thank you"
		out.Paragraphs = []string{
			"We have received your payment of " + c.Price.Format() + " for " + work + ".",
			"The token of your edition is being made. You need do nothing; we write again when it is in your collection.",
		}
		out.Action = &mail.Link{Label: "See the order and its receipt", URL: page}
	case order.NoticeCompleted:
		out.Subject = "In your collection: " + title
		out.Heading = "It is yours"
		out.Paragraphs = []string{
			work + " is in your collection now, kept in the vault until you withdraw it to a wallet of your own.",
			fmt.Sprintf("Your receipt has the number %s.", Number(c)),
		}
		out.Action = &mail.Link{Label: "See the order and its receipt", URL: page}
	case order.NoticeRefunding:
		out.Subject = "Your money is on its way back: " + title
		out.Paragraphs = []string{
			"A card payment for " + work + " reached us that we cannot use, because it came too late or was a second one.",
			"It goes back to your card in full. Banks take a few days to show it.",
		}
	case order.NoticeRefunded:
		out.Subject = "Refund sent: " + title
		out.Paragraphs = []string{
			"Your card payment for " + work + " was refunded. Banks take a few days to show it.",
		}
	}
	return out
}

// Number is a receipt's number as people see it: 2026-000042.
func Number(c order.Checkout) string { return fmt.Sprintf("%d-%06d", c.ReceiptYear, c.ReceiptNumber) }
