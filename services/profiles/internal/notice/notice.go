// Package notice mails people about changes of their payout wallet.
package notice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// Mails implements payout.Notifier with mails in the database.
type Mails struct {
	pool *pgxpool.Pool
	// alertURL is where the links of secrets lead; the secret follows it.
	alertURL string
}

// New writes links that begin with alertURL.
func New(pool *pgxpool.Pool, alertURL string) *Mails { return &Mails{pool, alertURL} }

// Notify implements payout.Notifier. A contact gets one mail per change and state; one that was forgotten gets none.
func (m *Mails) Notify(ctx context.Context, n payout.Notice, secret string) error {
	u := n.Update
	subject, text, ok := words(n.Kind, u)
	if !ok || n.To == "" {
		return nil
	}
	who := sha256.Sum256([]byte(strings.ToLower(n.To)))
	msg := mail.Message{
		Key: fmt.Sprintf("payout.%s.%s.%s", n.Kind, u.ID, hex.EncodeToString(who[:8])),
		To:  n.To, Subject: subject,
		Paragraphs: []string{text, "Artist: " + u.ArtistName, "New wallet: " + u.Address},
	}
	if u.Previous != "" {
		msg.Paragraphs = append(msg.Paragraphs, "Wallet before: "+u.Previous)
	}
	if secret != "" {
		msg.Paragraphs = append(msg.Paragraphs, "If you did not ask for this, stop it. Payouts are then held until a change is approved again.")
		msg.Action = &mail.Link{Label: "This wasn't me", URL: m.alertURL + secret}
	}
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), msg)
}

func words(kind payout.Status, u payout.Update) (subject, text string, ok bool) {
	switch kind {
	case payout.AwaitingApproval:
		return "A new payout wallet was asked for", "Somebody signed in to your account asked to send your share of sales to another wallet. The change needs approvals before anything happens.", true
	case payout.Cooling:
		return "Your new payout wallet was approved", "The change becomes active on " + u.NotBefore.UTC().Format(time.RFC1123) + ". Until then your share goes to the wallet before.", true
	case payout.Active:
		return "Your new payout wallet is active", "From now on your share of ether sales goes to the new wallet.", true
	case payout.Rejected:
		return "The new payout wallet was refused", "The change was refused. Nothing changed.", true
	case payout.Expired:
		return "The new payout wallet was not approved in time", "The change was not approved in time. Nothing changed.", true
	case payout.Cancelled:
		return "The new payout wallet was taken back", "The change was taken back. Nothing changed.", true
	case payout.Frozen:
		return "Your payouts are on hold", "The change was stopped because somebody said that it was not theirs. Your share is held until a new wallet is approved.", true
	case payout.Requested, payout.Approved, payout.Superseded:
	}
	return "", "", false
}
