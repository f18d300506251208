// Package notice mails people about their sessions and the ways into their accounts.
package notice

import (
	"context"
	"fmt"
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

// tell queues a mail to the owner of an account. Nobody is told where there is no verified address.
func (m *Mails) tell(ctx context.Context, a session.Account, message mail.Message) error {
	if !a.EmailVerified || a.Email == "" {
		return nil
	}
	message.To = a.Email
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), message)
}

// SessionReused implements session.Notices.
func (m *Mails) SessionReused(ctx context.Context, a session.Account, s session.Session) error {
	return m.tell(ctx, a, mail.Message{
		Key:     "auth.session_reused." + s.ID,
		Subject: "We ended one of your sessions",
		Paragraphs: []string{
			"A session of your account that began on " + s.CreatedAt.UTC().Format(time.RFC1123) + " was used from two places at once, which can mean that somebody copied it. We ended it.",
			"You only need to log in again. If this happens without an explanation, change your password.",
		},
		Action: &mail.Link{Label: "Open Vitrine", URL: m.homeURL},
	})
}

// WalletLinked implements session.Notices.
func (m *Mails) WalletLinked(ctx context.Context, a session.Account, address string, at time.Time) error {
	return m.wallet(ctx, a, "linked", address, at, "A wallet was linked to your account",
		"The wallet "+address+" was linked to your account on "+at.UTC().Format(time.RFC1123)+". It can log in to the account from now on.",
		"If this was not you, log in, unlink the wallet, change your password and write to us. Withdrawals may wait for a while after such a change.")
}

// WalletUnlinked implements session.Notices.
func (m *Mails) WalletUnlinked(ctx context.Context, a session.Account, address string, at time.Time) error {
	return m.wallet(ctx, a, "unlinked", address, at, "A wallet was unlinked from your account",
		"The wallet "+address+" was unlinked from your account on "+at.UTC().Format(time.RFC1123)+". It logs in to the account no more, and where it was logged in, it was logged out.",
		"If this was not you, change your password and write to us. Withdrawals may wait for a while after such a change.")
}

func (m *Mails) wallet(ctx context.Context, a session.Account, what, address string, at time.Time, subject string, paragraphs ...string) error {
	return m.tell(ctx, a, mail.Message{
		Key: fmt.Sprintf("auth.wallet_%s.%s.%s.%d", what, a.ID, address, at.UnixMicro()), Subject: subject, Paragraphs: paragraphs,
		Action: &mail.Link{Label: "Look at your wallets", URL: m.homeURL + "en/profile/wallets/"},
	})
}
