package messages

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/vitrine/vitrine/kit/money"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// ToArtist returns the email about a sale to its artist. It doesn't name the buyer. unsettled is whether it was sold in an auction whose price may
// still fall.
func ToArtist(s *checkoutv1.Sale, unsettled bool, to sale.Contact) Mail {
	// A title with a line break must not end a header.
	title := cmp.Or(strings.Join(strings.Fields(s.GetArtworkTitle()), " "), untitled)
	price, share := format(s.GetPrice())+", paid by card", format(s.GetShare())
	if s.GetShare() == nil {
		price, share = format(s.GetPrice())+", paid with "+etherOf(s.GetPaidWei(), s.GetChainId()), etherOf(s.GetShareWei(), s.GetChainId())
	}
	paragraphs := []string{
		"A collector bought it for " + price + ".",
		fmt.Sprintf("Your share is %s (%s%% of the price).", share, percent(s.GetShareBps())),
		shareText(s),
	}
	if unsettled {
		paragraphs = append(paragraphs, "It was sold in an auction in which everyone pays the last price. If the price falls further, so does your share.")
	}
	return Mail{
		Subject: "Sold: " + title, Heading: fmt.Sprintf("You sold %s, edition %d of %d", title, s.GetEditionNumber(), s.GetEditionSize()), Action: "View sales and payouts",
		Paragraphs: paragraphs, Footer: "You get this email because your account is linked to " + cmp.Or(to.Name, "an artist") + ".",
	}
}

// shareText says where the artist's share is, and what the artist can do.
func shareText(s *checkoutv1.Sale) string {
	switch {
	case s.GetState() == "credited":
		return "It's in the payment contract, credited to your payout wallet " + s.GetPayoutAddress() + ". Withdraw it whenever you like."
	case s.GetHeldReason() == "card":
		return "We hold it for you until we pay out card sales."
	case s.GetHeldReason() == "auction":
		return "We hold it for you, because the price isn't final until the auction is settled."
	case s.GetHeldReason() == "frozen":
		return "Your payouts are on hold, so we keep it safe for you. Request your payout wallet again to lift the hold."
	}
	return "You don't have a payout wallet yet, so we keep it safe for you. Add one, and your share of future ether sales is credited to it directly."
}

func format(m *checkoutv1.Money) string {
	return money.Money{Amount: m.GetAmount(), Currency: m.GetCurrency()}.Format()
}

// ether formats an amount of a chain's coin for an email. Documents state the exact amount.
func ether(w money.Wei, chainID uint32) string { return w.Rounded() + " " + Coin(chainID) }

// etherOf formats an amount in a message like ether. An unreadable amount is written as it is.
func etherOf(wei string, chainID uint32) string {
	w, err := money.ParseWei(wei)
	if err != nil {
		return wei + " wei"
	}
	return ether(w, chainID)
}

// percent formats basis points as a percentage without trailing zeros: 8500 is 85, 8525 is 85.25.
func percent(bps int32) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%02d", bps/100, bps%100), "0"), ".")
}
