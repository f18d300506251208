package notices

import (
	"context"
	"fmt"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/messages"
	"github.com/vitrine/vitrine/services/profiles/internal/push"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

var folders = map[reminder.Kind]string{reminder.Drop: "drops", reminder.Artwork: "artworks"}

// keyOf returns the key of a reminder's email. The third part is the account: export and forget find its emails by it.
func keyOf(n reminder.Notice) string {
	return fmt.Sprintf("reminder.%s.%s.%d.%d", n.Item.Kind, n.Reminder.AccountID, n.Item.ID, n.Reminder.AddedAt.UnixMicro())
}

// pathOf returns the path of an item's page.
func pathOf(i reminder.Item) string { return fmt.Sprintf("/en/%s/%s/", folders[i.Kind], i.Slug) }

// Push implements reminder.Notifier by notifications in the person's browsers.
type Push struct{ Service *push.Service }

// Remind implements reminder.Notifier. Each reminder sends one notification to each browser.
func (p Push) Remind(ctx context.Context, n reminder.Notice) error {
	title, body := messages.ReminderNotification(n.Item)
	return p.Service.Notify(ctx, n.Reminder.AccountID, keyOf(n), push.Text{Title: title, Body: body, Path: pathOf(n.Item), Picture: n.Item.Picture})
}

// Remind implements reminder.Notifier. Each reminder sends one email.
func (m *Mails) Remind(ctx context.Context, n reminder.Notice) error {
	text := messages.Reminder(n.Item)
	out := mail.Message{
		Key: keyOf(n),
		To:  n.To, Subject: text.Subject, Heading: text.Subject, Paragraphs: text.Paragraphs, Footer: text.Footer, Names: []string{n.Item.Title, n.Item.Artist},
		Stop:   mail.StopBy(m.publicURL, n.StopSecret),
		Action: &mail.Link{Label: text.Action, URL: m.publicURL + pathOf(n.Item)},
	}
	out.Picture = mail.PictureAt(m.publicURL, n.Item.Picture, n.Item.Title)
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), out)
}
