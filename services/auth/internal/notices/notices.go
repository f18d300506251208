// Package notices emails people about their sessions and wallets.
package notices

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/mail"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/datarequest"
	"github.com/vitrine/vitrine/services/auth/internal/messages"
	"github.com/vitrine/vitrine/services/auth/internal/passkey"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Mails implements session.Notices by queuing emails in the database.
type Mails struct {
	pool    *pgxpool.Pool
	homeURL string
}

// New wires the adapter; homeURL is the site's home page.
func New(pool *pgxpool.Pool, homeURL string) *Mails { return &Mails{pool, homeURL} }

// queue sends an email to the owner of an account. It does nothing if the account has no verified address.
func (m *Mails) queue(ctx context.Context, a account.Account, key, link string, text messages.Mail) error {
	if !a.EmailVerified || a.Email == "" {
		return nil
	}
	return mail.Queue(ctx, postgres.Conn(ctx, m.pool), mail.Message{
		Key: key, To: a.Email, Subject: text.Subject, Paragraphs: text.Paragraphs, Action: &mail.Link{Label: text.Action, URL: link}, Names: text.Names,
	})
}

// SessionReused implements session.Notices.
func (m *Mails) SessionReused(ctx context.Context, a account.Account, s session.Session) error {
	return m.queue(ctx, a, "auth.session_reused."+s.ID, m.homeURL, messages.SessionReused(s.CreatedAt))
}

// NewLogin implements session.Notices.
func (m *Mails) NewLogin(ctx context.Context, a account.Account, s session.Session, secret string) error {
	text := messages.NewLogin(s.UserAgent, s.Network, s.CreatedAt)
	return m.queue(ctx, a, "auth.new_login."+s.ID, m.homeURL+"en/login-alert/#"+secret, text)
}

// LoginReported implements session.Notices.
func (m *Mails) LoginReported(ctx context.Context, a account.Account, at time.Time) error {
	key := fmt.Sprintf("auth.login_reported.%s.%d", a.ID, at.UnixMicro())
	return m.queue(ctx, a, key, m.homeURL+"en/login/", messages.LoginReported(at))
}

// PasskeyAdded implements session.Notices.
func (m *Mails) PasskeyAdded(ctx context.Context, a account.Account, p passkey.Passkey) error {
	return m.queue(ctx, a, "auth.passkey_added."+a.ID+"."+p.ID, m.homeURL+"en/profile/security/", messages.PasskeyAdded(p.Name, p.AddedAt))
}

// PasskeyRemoved implements session.Notices.
func (m *Mails) PasskeyRemoved(ctx context.Context, a account.Account, passkeyID string, at time.Time) error {
	return m.queue(ctx, a, "auth.passkey_removed."+a.ID+"."+passkeyID, m.homeURL+"en/profile/security/", messages.PasskeyRemoved(at))
}

// RecoveryCodeUsed implements session.Notices.
func (m *Mails) RecoveryCodeUsed(ctx context.Context, a account.Account, at time.Time) error {
	key := fmt.Sprintf("auth.recovery_code_used.%s.%d", a.ID, at.UnixMicro())
	return m.queue(ctx, a, key, m.homeURL+"en/profile/security/", messages.RecoveryCodeUsed(at))
}

// WalletLinked implements session.Notices.
func (m *Mails) WalletLinked(ctx context.Context, a account.Account, address string, at time.Time) error {
	return m.wallet(ctx, a, "linked", address, at, messages.WalletLinked(address, at))
}

// WalletUnlinked implements session.Notices.
func (m *Mails) WalletUnlinked(ctx context.Context, a account.Account, address string, at time.Time) error {
	return m.wallet(ctx, a, "unlinked", address, at, messages.WalletUnlinked(address, at))
}

// ConfirmDeletion implements datarequest.Notices.
func (m *Mails) ConfirmDeletion(ctx context.Context, a datarequest.Account, requestID, secret string, until time.Time) error {
	return m.queue(ctx, addressed(a), "auth.confirm_deletion."+a.ID+"."+requestID, m.homeURL+"en/account-deletion/#"+secret, messages.ConfirmDeletion(until))
}

// DeletionScheduled implements datarequest.Notices.
func (m *Mails) DeletionScheduled(ctx context.Context, a datarequest.Account, requestID string, at time.Time) error {
	return m.queue(ctx, addressed(a), "auth.deletion_scheduled."+a.ID+"."+requestID, m.homeURL+"en/profile/security/", messages.DeletionScheduled(at))
}

// ExportReady implements datarequest.Notices.
func (m *Mails) ExportReady(ctx context.Context, a datarequest.Account, requestID string, until time.Time) error {
	return m.queue(ctx, addressed(a), "auth.export_ready."+a.ID+"."+requestID, m.homeURL+"en/profile/security/", messages.ExportReady(until))
}

// Sentence implements datarequest.Notices.
func (m *Mails) Sentence(reason string) string { return messages.ReasonSentence(reason) }

func addressed(a datarequest.Account) account.Account {
	return account.Account{ID: a.ID, Email: a.Email, EmailVerified: a.Mailed}
}

func (m *Mails) wallet(ctx context.Context, a account.Account, change, address string, at time.Time, text messages.Mail) error {
	return m.queue(ctx, a, fmt.Sprintf("auth.wallet_%s.%s.%s.%d", change, a.ID, address, at.UnixMicro()), m.homeURL+"en/profile/wallets/", text)
}
