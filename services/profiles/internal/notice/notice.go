// Package notice mails people about changes of their payout wallet.
package notice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// Mails implements payout.Notifier with mails in the database.
type Mails struct {
	pool *pgxpool.Pool
	// publicURL is the origin of the site's pages.
	publicURL string
}

// New writes links to the pages of publicURL.
func New(pool *pgxpool.Pool, publicURL string) *Mails { return &Mails{pool, publicURL} }

// Notify implements payout.Notifier. Each contact gets one mail per change and state. A change whose contact was erased sends none.
func (m *Mails) Notify(ctx context.Context, n payout.Notice, secret string) error {
	u := n.Update
	t, ok := textOf(n.Kind, u)
	if !ok || n.To == "" {
		return nil
	}
	who := sha256.Sum256([]byte(strings.ToLower(n.To)))
	msg := mail.Message{
		Key: fmt.Sprintf("payout.%s.%s.%s", n.Kind, u.ID, hex.EncodeToString(who[:8])),
		To:  n.To, Subject: t.subject, Heading: t.subject,
		Paragraphs: []string{t.body, "Artist: " + u.ArtistName, "New wallet: " + u.NewWallet()},
	}
	if u.Previous != "" {
		msg.Paragraphs = append(msg.Paragraphs, "Previous wallet: "+u.Previous)
	}
	msg.Action = &mail.Link{Label: "View your payout wallet", URL: m.publicURL + "/en/profile/payout-wallet/"}
	if secret != "" {
		msg.Paragraphs = append(msg.Paragraphs, "Didn't request this? Stop it now. We'll hold your payouts until you approve another wallet.")
		// The secret is in the fragment, which browsers send to nobody.
		msg.Action = &mail.Link{Label: "This wasn't me", URL: m.publicURL + "/en/payout-alert/#" + secret}
		msg.Footer = "Opening the link changes nothing. The page shows the change again and asks before it stops anything."
	}
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), msg)
}

type text struct{ subject, body string }

func textOf(kind payout.Status, u payout.Update) (text, bool) {
	switch kind {
	case payout.AwaitingApproval:
		return text{"New payout wallet requested", "Someone logged in to your account asked us to pay your share of sales to another wallet. Nothing changes until you and a second person approve it."}, true
	case payout.Cooling:
		return text{"New payout wallet approved", "The change takes effect on " + u.NotBefore.UTC().Format("2 January 2006 at 15:04 UTC") + ". Until then, your share goes to your previous wallet, or we hold it for you if you don't have one."}, true
	case payout.Active:
		return text{"New payout wallet active", "From now on, your share of ether sales goes to the new wallet."}, true
	case payout.Rejected:
		return text{"New payout wallet rejected", "The request was rejected. Nothing has changed."}, true
	case payout.Expired:
		return text{"New payout wallet not approved in time", "The request expired before it was approved. Nothing has changed, and you can request it again."}, true
	case payout.Cancelled:
		return text{"New payout wallet cancelled", "The request was cancelled. Nothing has changed."}, true
	case payout.Frozen:
		return text{"Payouts on hold", "The change was stopped because someone told us that it wasn't theirs. We hold your share of new sales until you approve a wallet. Change your password, then request your wallet again."}, true
	case payout.Requested, payout.Approved, payout.Superseded:
	}
	return text{}, false
}
