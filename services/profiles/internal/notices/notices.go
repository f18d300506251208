// Package notices emails people about changes of their payout wallet.
package notices

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/messages"
	"github.com/vitrine/vitrine/services/profiles/internal/payout"
)

// Mails implements payout.Outbox, beside events.Publisher, by queuing emails in the database.
type Mails struct {
	pool      *pgxpool.Pool
	publicURL string
}

// New returns the adapter. publicURL is the origin of the site's pages.
func New(pool *pgxpool.Pool, publicURL string) *Mails { return &Mails{pool, publicURL} }

// NotifyLink implements payout.Outbox. Each contact gets one email per move.
func (m *Mails) NotifyLink(ctx context.Context, n payout.LinkNotice) error {
	text := messages.ArtistLink(n)
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), mail.Message{
		Key: fmt.Sprintf("artist_link.%d.%d.%s", n.ArtistID, n.EffectiveAt.UnixMicro(), recipient(n.To)),
		To:  n.To, Subject: text.Subject, Heading: text.Subject, Paragraphs: text.Paragraphs, Footer: text.Footer, Names: []string{n.ArtistName},
		Action: &mail.Link{Label: text.Action, URL: m.publicURL + "/en/profile/payout-wallet/"},
	})
}

// recipient returns a hash of an address for the key of an email, so that the key doesn't contain the address.
func recipient(address string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(address)))
	return hex.EncodeToString(sum[:8])
}

// Notify implements payout.Outbox. Each contact gets one email per change and state. A change without a contact sends none.
func (m *Mails) Notify(ctx context.Context, n payout.Notice, secret string) error {
	text, ok := messages.PayoutChange(n, secret != "")
	if !ok || n.To == "" {
		return nil
	}
	link := m.publicURL + "/en/profile/payout-wallet/"
	if secret != "" {
		// Browsers don't send the fragment, so no server logs the secret.
		link = m.publicURL + "/en/payout-alert/#" + secret
	}
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), mail.Message{
		Key: fmt.Sprintf("payout.%s.%s.%s", n.Kind, n.Update.ID, recipient(n.To)),
		To:  n.To, Subject: text.Subject, Heading: text.Subject, Paragraphs: text.Paragraphs, Footer: text.Footer, Names: []string{n.Update.ArtistName, n.Update.Name},
		Action: &mail.Link{Label: text.Action, URL: link},
	})
}
