package notice

import (
	"context"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/messages"
	"github.com/vitrine/vitrine/services/checkout/internal/read"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// Sold implements sale.Mailer: one email per sale, to its artist. The key has no order id after a colon, so that the email isn't
// mistaken for one of the buyer's.
func (m Mailer) Sold(ctx context.Context, saleID string, to sale.Contact) error {
	sold, unsettled, err := read.Sale(ctx, m.Pool, saleID)
	if err != nil {
		return err
	}
	text := messages.ToArtist(sold, unsettled, to)
	out := message(text, "sale."+saleID, to.Email)
	out.Names = []string{sold.GetArtworkTitle(), to.Name}
	out.Action = &mail.Link{Label: text.Action, URL: m.PublicURL + "/en/profile/payouts/"}
	if to.StopSecret != "" {
		out.Stop = mail.StopBy(m.PublicURL, to.StopSecret)
	}
	return mail.Queue(ctx, postgres.Conn(ctx, m.Pool), out)
}
