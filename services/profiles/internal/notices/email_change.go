package notices

import (
	"context"
	"fmt"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/emailchange"
	"github.com/vitrine/vitrine/services/profiles/internal/messages"
)

// SendConfirmation implements emailchange.Notifier.
func (m *Mails) SendConfirmation(ctx context.Context, c emailchange.Change, to emailchange.Recipient, secret string) error {
	address := c.CurrentEmail
	if to == emailchange.New {
		address = c.NewEmail
	}
	// Browsers don't send the fragment, so no server logs the secret.
	return m.emailChange(ctx, c, string(to), address, messages.ConfirmEmail(c, to), "/en/email-change/#"+secret)
}

// Changed implements emailchange.Notifier.
func (m *Mails) Changed(ctx context.Context, c emailchange.Change) error {
	return m.emailChange(ctx, c, "done", c.CurrentEmail, messages.EmailChanged(c), "/en/support/")
}

func (m *Mails) emailChange(ctx context.Context, c emailchange.Change, kind, to string, text messages.Mail, path string) error {
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), mail.Message{
		// The third part is the account: export and forget find its emails by it.
		Key: fmt.Sprintf("email_change.%s.%s.%s", kind, c.AccountID, c.ID),
		To:  to, Subject: text.Subject, Heading: text.Subject, Paragraphs: text.Paragraphs, Footer: text.Footer,
		Action: &mail.Link{Label: text.Action, URL: m.publicURL + path},
	})
}
