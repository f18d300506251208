// Package messages holds the texts of emails about payout wallets.
package messages

import "github.com/vitrine/vitrine/services/profiles/internal/payout"

// Mail is the text of an email. Action labels its button.
type Mail struct {
	Subject, Action, Footer string
	Paragraphs              []string
}

// PayoutChange returns the email about a change that reached a state, and false if that state sends none. stoppable emails carry the
// link "This wasn't me".
func PayoutChange(n payout.Notice, stoppable bool) (Mail, bool) {
	u := n.Update
	subject, body := payoutChange(n)
	if subject == "" {
		return Mail{}, false
	}
	m := Mail{Subject: subject, Action: "View your payout wallet", Paragraphs: []string{body, "Artist: " + u.ArtistName, "New wallet: " + u.NewWallet()}}
	if u.Previous != "" {
		m.Paragraphs = append(m.Paragraphs, "Previous wallet: "+u.Previous)
	}
	if stoppable {
		m.Paragraphs = append(m.Paragraphs, "Didn't request this? Stop it now. We'll hold your payouts until you approve another wallet.")
		m.Action = "This wasn't me"
		m.Footer = "Opening the link changes nothing. The page shows the change again and asks before it stops anything."
	}
	return m, true
}

// ArtistLink returns the email about an artist's link that moves to another account. next is whether the email goes to that account.
func ArtistLink(n payout.LinkNotice) Mail {
	at := n.EffectiveAt.UTC().Format("2 January 2006 at 15:04 UTC")
	if n.Next {
		return Mail{
			Subject: "You'll be linked to " + n.ArtistName, Action: "View your payout wallet",
			Paragraphs: []string{
				"Our team is linking your account to the artist " + n.ArtistName + ". It takes effect on " + at + ".",
				"From then on you can see the artist's sales and choose the wallet that receives their share.",
			},
			Footer: "Weren't expecting this? Contact us before then.",
		}
	}
	return Mail{
		Subject: n.ArtistName + " will be linked to another account", Action: "View your payout wallet",
		Paragraphs: []string{
			"Our team is linking the artist " + n.ArtistName + " to another account. It takes effect on " + at + ".",
			"From then on only that account can see the artist's sales and request another payout wallet. Until then nothing changes for you.",
			"Didn't ask for this? Contact us before then and we'll stop it.",
		},
	}
}

func payoutChange(n payout.Notice) (subject, body string) {
	switch n.Kind {
	case payout.AwaitingApproval:
		return "New payout wallet requested", "Someone logged in to your account asked us to pay your share of sales to another wallet. Nothing changes until you and a second person approve it."
	case payout.Cooling:
		return "New payout wallet approved", "The change takes effect on " + n.Update.NotBefore.UTC().Format("2 January 2006 at 15:04 UTC") + ". Until then, your share goes to your previous wallet, or we hold it for you if you don't have one."
	case payout.Active:
		return "New payout wallet active", "From now on, your share of ether sales goes to the new wallet."
	case payout.Rejected:
		if n.OtherArtist {
			return "New payout wallet rejected", "This wallet now belongs to another artist, whose request was approved before yours. Nothing has changed. Please request a different wallet, or contact us if this one is yours."
		}
		return "New payout wallet rejected", "The request was rejected. Nothing has changed."
	case payout.Expired:
		return "New payout wallet not approved in time", "The request expired before it was approved. Nothing has changed, and you can request it again."
	case payout.Cancelled:
		return "New payout wallet cancelled", "The request was cancelled. Nothing has changed."
	case payout.Frozen:
		return "Payouts on hold", "The change was stopped because someone told us that it wasn't theirs. We hold your share of new sales until you approve a wallet. Change your password, then request your wallet again."
	case payout.Requested, payout.Approved, payout.Superseded:
	}
	return "", ""
}
