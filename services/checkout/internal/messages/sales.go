package messages

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// ToArtist returns the email about a sale to its artist. It doesn't name the buyer.
func ToArtist(s sale.Sale, to sale.Contact) Mail {
	// A title with a line break must not end a header.
	title := cmp.Or(strings.Join(strings.Fields(s.Title), " "), untitled)
	price := s.Price.Format() + ", paid by card"
	if !s.Card {
		price = s.Price.Format() + ", paid with " + saleAmount(s, s.Paid)
	}
	paragraphs := []string{
		"A collector bought it for " + price + ".",
		fmt.Sprintf("Your share is %s (%s%% of the price).", saleAmount(s, s.Share), percent(s.ShareBps)),
		shareText(s),
	}
	if s.Unsettled {
		paragraphs = append(paragraphs, "It was sold in an auction in which everyone pays the last price. If the price falls further, so does your share.")
	}
	return Mail{
		Subject: "Sold: " + title, Heading: fmt.Sprintf("You sold %s, edition %d of %d", title, s.Edition, s.EditionSize), Action: "View sales and payouts",
		Paragraphs: paragraphs, Footer: "You get this email because your account is linked to " + cmp.Or(to.Name, "an artist") + ".",
	}
}

// shareText says where the artist's share is, and what the artist can do.
func shareText(s sale.Sale) string {
	switch {
	case s.State == sale.Credited:
		return "It's in the payment contract, credited to your payout wallet " + s.Payout + ". Withdraw it whenever you like."
	case s.HeldReason == sale.HeldCard:
		return "We hold it for you until we pay out card sales."
	case s.HeldReason == sale.HeldAuction:
		return "We hold it for you, because the price isn't final until the auction is settled."
	case s.HeldReason == sale.HeldFrozen:
		return "Your payouts are on hold, so we keep it safe for you. Request your payout wallet again to lift the hold."
	}
	return "You don't have a payout wallet yet, so we keep it safe for you. Add one, and your share of future ether sales is credited to it directly."
}

// saleAmount formats a part of the payment, in the currency or coin of the payment.
func saleAmount(s sale.Sale, w money.Wei) string {
	if s.Card {
		return money.Money{Amount: w.Big().Int64(), Currency: s.Price.Currency}.Format()
	}
	return w.Ether() + " " + Coin(s.ChainID)
}

// percent formats basis points as a percentage without trailing zeros: 8500 is 85, 8525 is 85.25.
func percent(bps int) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%02d", bps/100, bps%100), "0"), ".")
}
