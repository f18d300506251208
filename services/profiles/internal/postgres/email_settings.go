package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/emailsetting"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// EmailSettings implements emailsetting.Store.
type EmailSettings struct{ pool *pgxpool.Pool }

// NewEmailSettings returns a store on a migrated database.
func NewEmailSettings(pool *pgxpool.Pool) *EmailSettings { return &EmailSettings{pool} }

// Set implements emailsetting.Store.
func (s *EmailSettings) Set(ctx context.Context, accountID string, k emailsetting.Kind, wanted bool) error {
	secret, _ := id.Secret()
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		err := q.SetEmailSetting(ctx, db.SetEmailSettingParams{AccountID: accountID, Kind: string(k), Wanted: wanted, StopSecret: secret})
		if err != nil || wanted {
			return err
		}
		return q.DropReminders(ctx, db.DropRemindersParams{AccountID: accountID, Kind: k.Reminders()})
	})
}

// Stop implements emailsetting.Store.
func (s *EmailSettings) Stop(ctx context.Context, secret string) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		row, err := q.StopEmails(ctx, secret)
		if errors.Is(err, pgx.ErrNoRows) {
			return emailsetting.ErrNotFound
		}
		if err != nil {
			return err
		}
		return q.DropReminders(ctx, db.DropRemindersParams{AccountID: row.AccountID, Kind: emailsetting.Kind(row.Kind).Reminders()})
	})
}

// Sending implements emailsetting.Store.
func (s *EmailSettings) Sending(ctx context.Context, accountID string, k emailsetting.Kind) (emailsetting.Sending, error) {
	q := queries(ctx, s.pool)
	secret, _ := id.Secret()
	if err := q.AddEmailSetting(ctx, db.AddEmailSettingParams{AccountID: accountID, Kind: string(k), StopSecret: secret}); err != nil {
		return emailsetting.Sending{}, err
	}
	row, err := q.EmailSetting(ctx, db.EmailSettingParams{AccountID: accountID, Kind: string(k)})
	return emailsetting.Sending{Wanted: row.Wanted, StopSecret: row.StopSecret}, err
}
