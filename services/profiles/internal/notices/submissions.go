package notices

import (
	"context"
	"fmt"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/messages"
	"github.com/vitrine/vitrine/services/profiles/internal/submission"
)

// NotifySubmission implements submission.Notifier.
func (m *Mails) NotifySubmission(ctx context.Context, c submission.Change, to string) error {
	text := messages.Submission(c)
	page := "/en/profile/studio/"
	if c.State == submission.Submitted {
		page = "/en/profile/desk/submissions/"
	}
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), mail.Message{
		// The third part is the account: export and forget find its emails by it.
		Key: fmt.Sprintf("draft.%s.%s.%d.%s", c.DraftID, c.AccountID, c.Version, recipient(to)),
		To:  to, Subject: text.Subject, Heading: text.Subject, Paragraphs: text.Paragraphs, Footer: text.Footer, Names: []string{c.Title, c.ArtistName},
		Action: &mail.Link{Label: text.Action, URL: m.publicURL + page + c.DraftID + "/"},
	})
}
