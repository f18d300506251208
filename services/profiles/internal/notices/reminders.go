package notices

import (
	"context"
	"fmt"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/messages"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

var folders = map[reminder.Kind]string{reminder.Drop: "drops", reminder.Artwork: "artworks"}

// Remind implements reminder.Notifier. Each reminder sends one email.
func (m *Mails) Remind(ctx context.Context, n reminder.Notice) error {
	text := messages.Reminder(n.Item)
	out := mail.Message{
		// The third part is the account: export and forget find its emails by it.
		Key: fmt.Sprintf("reminder.%s.%s.%d.%d", n.Item.Kind, n.Reminder.AccountID, n.Item.ID, n.Reminder.AddedAt.UnixMicro()),
		To:  n.To, Subject: text.Subject, Heading: text.Subject, Paragraphs: text.Paragraphs, Footer: text.Footer,
		Stop:   mail.StopBy(m.publicURL, n.StopSecret),
		Action: &mail.Link{Label: text.Action, URL: fmt.Sprintf("%s/en/%s/%s/", m.publicURL, folders[n.Item.Kind], n.Item.Slug)},
	}
	if n.Item.Picture != "" {
		out.Picture = &mail.Picture{URL: m.publicURL + n.Item.Picture, Alt: n.Item.Title}
	}
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), out)
}
