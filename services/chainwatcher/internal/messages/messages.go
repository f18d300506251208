// Package messages holds the texts of emails about withdrawals and gifts.
package messages

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/custody"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// Mail is the text of an email. Action labels its button.
type Mail struct {
	Subject, Action string
	Paragraphs      []string
}

const (
	// ViewCollection labels the button that opens the owner's collection.
	ViewCollection = "View your collection"
	// ViewTransaction labels the button that opens the transaction in a block explorer.
	ViewTransaction = "View the transaction"
	// ViewWithdrawals labels the button that opens the owner's withdrawals.
	ViewWithdrawals = "View your withdrawals"
)

// WithdrawalConfirmed returns the email about a token that arrived in the owner's wallet.
func WithdrawalConfirmed(w custody.Withdrawal) Mail {
	if w.GiftID != "" {
		return Mail{
			Subject: "Your gift has arrived: " + oneLine(w.Title), Action: ViewCollection,
			Paragraphs: []string{
				fmt.Sprintf("We sent %s by %s to the wallet that you chose. The transfer is final.", w.Title, w.Artist),
				"Wallet: " + w.Recipient(),
				"Transaction: " + w.TxHash,
			},
		}
	}
	return Mail{
		Subject: "Your artwork is in your wallet", Action: ViewCollection,
		Paragraphs: []string{
			fmt.Sprintf("We sent %s by %s to your wallet. The transfer is final.", w.Title, w.Artist),
			"Wallet: " + w.Recipient(),
			"Transaction: " + w.TxHash,
		},
	}
}

// WithdrawalFailed returns the email about a withdrawal that ended without a transfer.
func WithdrawalFailed(w custody.Withdrawal) Mail {
	subject := "We couldn't complete your withdrawal"
	if w.GiftID != "" {
		subject = "We couldn't send your gift: " + oneLine(w.Title)
	}
	return Mail{
		Subject: subject, Action: ViewCollection,
		Paragraphs: []string{
			fmt.Sprintf("We didn't send %s by %s to %s.", w.Title, w.Artist, w.Recipient()),
			withdrawalProblem(w.Reason),
		},
	}
}

// WithdrawalsEnded returns the email about withdrawals of one request of several tokens that moved or failed. It has at least one.
func WithdrawalsEnded(list []custody.Withdrawal) Mail {
	const most = 20
	var moved, failed []custody.Withdrawal
	for _, w := range list {
		if w.Status == custody.Final {
			moved = append(moved, w)
		} else {
			failed = append(failed, w)
		}
	}
	m := Mail{Action: ViewWithdrawals}
	switch {
	case len(failed) == 0:
		m.Subject = fmt.Sprintf("%d artworks are in your wallet", len(moved))
		if len(moved) == 1 {
			m.Subject = "Your artwork is in your wallet"
		}
	case len(moved) == 0:
		m.Subject = "We couldn't complete your withdrawal"
	default:
		m.Subject = fmt.Sprintf("%d of %d artworks are in your wallet", len(moved), len(list))
	}
	if len(moved) > 0 {
		names := make([]string, 0, most+1)
		for _, w := range moved[:min(len(moved), most)] {
			names = append(names, named(w))
		}
		if more := len(moved) - most; more > 0 {
			names = append(names, fmt.Sprintf("and %d more", more))
		}
		m.Paragraphs = append(m.Paragraphs, "We sent to your wallet: "+strings.Join(names, "; ")+". The transfers are final.")
	}
	for _, w := range failed[:min(len(failed), most)] {
		m.Paragraphs = append(m.Paragraphs, fmt.Sprintf("We didn't send %s. %s", named(w), withdrawalProblem(w.Reason)))
	}
	if more := len(failed) - most; more > 0 {
		m.Paragraphs = append(m.Paragraphs, fmt.Sprintf("We didn't send %d more. The page below says why.", more))
	}
	m.Paragraphs = append(m.Paragraphs, "Wallet: "+list[0].Recipient())
	return m
}

// named returns the name of an edition of an artwork.
func named(w custody.Withdrawal) string {
	return fmt.Sprintf("%s by %s, edition %d", w.Title, w.Artist, w.TokenID%chain.EditionSpace)
}

// withdrawalProblem explains why a withdrawal failed, and what the owner can do.
func withdrawalProblem(reason string) string {
	switch reason {
	case custody.TargetRefuses:
		return "The address belongs to a contract that can't receive this token. The artwork is still in our vault: you can withdraw it to another wallet."
	case custody.TokenFrozen:
		return "The order of this artwork is disputed or refunded, so it stays in our vault."
	case custody.NotInVault:
		return "The artwork is no longer in our vault."
	case custody.GiftIsWaiting:
		return "It is a gift that waits for its recipient. To keep it, take the gift back on its order page."
	case custody.WithdrawalPending:
		return "Another withdrawal of this artwork was already under way."
	case custody.ReasonReviewRejected:
		return "Our team reviewed the withdrawal and declined it. The artwork is still in our vault. Contact us if you have questions."
	default:
		return "The network rejected the transfer. The artwork is still in our vault, and you can request the withdrawal again."
	}
}

// WindDown returns the email that asks a collector to withdraw everything in the vault by a day.
func WindDown(gallery string, held []db.ReadVaultRow, last time.Time) Mail {
	const most = 20
	works := make([]string, 0, min(len(held), most)+1)
	for _, h := range held[:min(len(held), most)] {
		works = append(works, fmt.Sprintf("%s by %s, edition %d of %d", h.Title, h.Artist, h.EditionNumber, h.EditionSize))
	}
	if more := len(held) - most; more > 0 {
		works = append(works, fmt.Sprintf("and %d more", more))
	}
	return Mail{
		Subject: "Please move your artworks to your wallet", Action: ViewCollection,
		Paragraphs: []string{
			gallery + " is closing and no longer sells works. What you bought stays yours.",
			"We're still keeping these works for you: " + strings.Join(works, "; ") + ".",
			"Please withdraw to your own wallet by " + last.Format("2 January 2006") + ". On the page below you can withdraw everything to one wallet, and approve it once by email.",
			"On the same page you can download everything: the original files, your certificates and your invoices.",
		},
	}
}

// moment is the format of times in emails.
const moment = "2 January 2006, 15:04 MST"

// GiftFooter ends the email about a gift.
const GiftFooter = "Opening the link doesn't accept anything yet. If you don't want the gift, ignore this email."

// Gift returns the email to the recipient of a gift. Each line of the giver's message becomes a paragraph.
func Gift(g custody.Gift, t custody.Token) Mail {
	m := Mail{
		Subject: "A gift for you: " + oneLine(t.Title), Action: "Open your gift",
		Paragraphs: []string{fmt.Sprintf("%s bought %s by %s, edition %d of %d, for you.", cmp.Or(g.From, "Someone"), t.Title, t.Artist, t.EditionNumber, t.EditionSize)},
	}
	for line := range strings.Lines(g.Message) {
		if line = strings.TrimSpace(line); line != "" {
			m.Paragraphs = append(m.Paragraphs, line)
		}
	}
	if !g.AcceptFrom.IsZero() {
		m.Paragraphs = append(m.Paragraphs, "You can accept it from "+g.AcceptFrom.UTC().Format(moment)+" on, because it was sent to a new address.")
	}
	m.Paragraphs = append(m.Paragraphs, "Log in or create an account to add it to your collection. Keep the link to yourself: anyone who has it can accept the gift.")
	return m
}

// GiftReaddressed returns the email to the giver.
func GiftReaddressed(g custody.Gift, t custody.Token) Mail {
	stop := "If this wasn't you, take the gift back on its order page and contact us."
	if !g.AcceptFrom.IsZero() {
		stop = "Nobody can accept it before " + g.AcceptFrom.UTC().Format(moment) + ". If this wasn't you, take the gift back on its order page until then and contact us."
	}
	return Mail{
		Subject: "Your gift goes to another address: " + oneLine(t.Title), Action: "View order",
		Paragraphs: []string{
			fmt.Sprintf("You changed the address of your gift, %s by %s. We've sent the link to %s, and the earlier link no longer works.", t.Title, t.Artist, g.Email),
			stop,
		},
	}
}

// GiftLost returns the email to the recipient of a gift whose order was refunded.
func GiftLost(t custody.Token) Mail {
	return Mail{
		Subject: "A gift has left your collection: " + oneLine(t.Title), Action: "View your collection",
		Paragraphs: []string{fmt.Sprintf("The order of %s by %s, edition %d of %d, was refunded to the person who gave it to you. The work is no longer in your collection.", t.Title, t.Artist, t.EditionNumber, t.EditionSize)},
	}
}

// GiftAccepted returns the email to the giver.
func GiftAccepted(g custody.Gift, t custody.Token) Mail {
	return Mail{
		Subject: "Your gift was accepted: " + oneLine(t.Title), Action: "View order",
		Paragraphs: []string{fmt.Sprintf("%s by %s, edition %d of %d, is now in the collection of the person you gave it to (%s).", t.Title, t.Artist, t.EditionNumber, t.EditionSize, g.Email)},
	}
}

// oneLine returns text for a subject.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
