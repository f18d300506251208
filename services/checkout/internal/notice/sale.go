package notice

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// Sold implements sale.Mailer: one email per sale, to its artist. It doesn't name the buyer. The key has no order id after a
// colon, so that the email isn't mistaken for one of the buyer's.
func (m Mailer) Sold(ctx context.Context, s sale.Sale, to sale.Contact) error {
	return mail.Queue(ctx, postgres.Conn(ctx, m.Pool), m.sold(s, to))
}

func (m Mailer) sold(s sale.Sale, to sale.Contact) mail.Message {
	// A title with a line break must not end a header.
	title := cmp.Or(strings.Join(strings.Fields(s.Title), " "), "Untitled")
	price, share := s.Price.Format(), amount(s, s.Share)
	if !s.Card {
		price += ", paid with " + amount(s, s.Paid)
	} else {
		price += ", paid by card"
	}
	return mail.Message{
		Key: "sale." + s.ID, To: to.Email, Subject: "Sold: " + title, Heading: fmt.Sprintf("You sold %s, edition %d of %d", title, s.Edition, s.EditionSize),
		Paragraphs: []string{
			"A collector bought it for " + price + ".",
			fmt.Sprintf("Your share is %s (%s%% of the price).", share, percent(s.ShareBps)),
			where(s),
		},
		Action: &mail.Link{Label: "View sales and payouts", URL: m.PublicURL + "/en/profile/payouts/"},
		Footer: "You get this email because your account is linked to " + cmp.Or(to.Name, "an artist") + ".",
	}
}

// where returns where the share is, and what to do.
func where(s sale.Sale) string {
	switch {
	case s.State == sale.Credited:
		return "It's in the payment contract, credited to your payout wallet " + s.Payout + ". Withdraw it whenever you like."
	case s.HeldReason == sale.HeldCard:
		return "We hold it for you until we pay out card sales."
	case s.HeldReason == sale.HeldFrozen:
		return "Your payouts are on hold, so we keep it safe for you. Request your payout wallet again to lift the hold."
	}
	return "You don't have a payout wallet yet, so we keep it safe for you. Add one, and your share of future ether sales is credited to it directly."
}

// amount formats a part of the payment, in the currency or coin of the payment.
func amount(s sale.Sale, w money.Wei) string {
	if s.Card {
		return money.Money{Amount: w.Big().Int64(), Currency: s.Price.Currency}.Format()
	}
	return w.Ether() + " " + coin(s.ChainID)
}

func coin(chainID uint32) string {
	if chainID == 100 {
		return "xDAI"
	}
	return "ETH"
}

// percent formats basis points as a percentage without trailing zeros: 8500 is 85, 8525 is 85.25.
func percent(bps int) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%02d", bps/100, bps%100), "0"), ".")
}
