// Package notice mails people about their sessions.
package notice

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Mails implements session.Notices with mails in the database.
type Mails struct {
	pool    *pgxpool.Pool
	homeURL string
}

// New links to homeURL.
func New(pool *pgxpool.Pool, homeURL string) *Mails { return &Mails{pool, homeURL} }

// SessionReused implements session.Notices. Nobody is told where there is no verified
// address.
func (m *Mails) SessionReused(ctx context.Context, a session.Account, s session.Session) error {
	if !a.EmailVerified || a.Email == "" {
		return nil
	}
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), mail.Message{
		Key:     "auth.session_reused." + s.ID,
		To:      a.Email,
		Subject: "We ended one of your sessions",
		Paragraphs: []string{
			"A session of your account that began on " + s.CreatedAt.UTC().Format(time.RFC1123) + " was used from two places at once, which can mean that somebody copied it. We ended it.",
			"You only need to log in again. If this happens without an explanation, change your password.",
		},
		Action: &mail.Link{Label: "Open Vitrine", URL: m.homeURL},
	})
}
