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
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

// EmailSettings implements emailsetting.Store.
type EmailSettings struct{ pool *pgxpool.Pool }

// NewEmailSettings returns a store on a migrated database.
func NewEmailSettings(pool *pgxpool.Pool) *EmailSettings { return &EmailSettings{pool} }

// List implements emailsetting.Store.
func (s *EmailSettings) List(ctx context.Context, accountID string) ([]emailsetting.Setting, error) {
	rows, err := queries(ctx, s.pool).EmailSettings(ctx, accountID)
	if err != nil {
		return nil, err
	}
	stored := make(map[emailsetting.Kind]bool, len(rows))
	for _, r := range rows {
		stored[emailsetting.Kind(r.Kind)] = r.Wanted
	}
	out := make([]emailsetting.Setting, len(emailsetting.Kinds))
	for i, k := range emailsetting.Kinds {
		wanted, found := stored[k]
		out[i] = emailsetting.Setting{Kind: k, Wanted: wanted || !found}
	}
	return out, nil
}

// Set implements emailsetting.Store.
func (s *EmailSettings) Set(ctx context.Context, accountID string, e emailsetting.Setting) error {
	secret, _ := id.Secret()
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		err := queries(ctx, s.pool).SetEmailSetting(ctx, db.SetEmailSettingParams{
			AccountID: accountID, Kind: string(e.Kind), Wanted: e.Wanted, StopSecret: secret,
		})
		if err != nil || e.Wanted {
			return err
		}
		return s.dropReminders(ctx, accountID, e.Kind)
	})
}

// dropReminders removes the reminders whose emails are switched off, so that pages don't promise emails.
func (s *EmailSettings) dropReminders(ctx context.Context, accountID string, k emailsetting.Kind) error {
	for entry, kind := range reminderKinds {
		if kind == k {
			return queries(ctx, s.pool).DropReminders(ctx, db.DropRemindersParams{AccountID: accountID, Kind: string(entry)})
		}
	}
	return nil
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

// Linked implements emailsetting.Store.
func (s *EmailSettings) Linked(ctx context.Context, secret string) (emailsetting.Setting, error) {
	row, err := queries(ctx, s.pool).LinkedEmailSetting(ctx, secret)
	if errors.Is(err, pgx.ErrNoRows) {
		err = emailsetting.ErrNotFound
	}
	return emailsetting.Setting{Kind: emailsetting.Kind(row.Kind), Wanted: row.Wanted}, err
}

// Stop implements emailsetting.Store.
func (s *EmailSettings) Stop(ctx context.Context, secret string) (emailsetting.Setting, error) {
	var out emailsetting.Setting
	err := postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		row, err := queries(ctx, s.pool).StopEmails(ctx, secret)
		if errors.Is(err, pgx.ErrNoRows) {
			return emailsetting.ErrNotFound
		}
		if err != nil {
			return err
		}
		out.Kind = emailsetting.Kind(row.Kind)
		return s.dropReminders(ctx, row.AccountID, out.Kind)
	})
	return out, err
}

// ReminderSettings implements reminder.Settings.
type ReminderSettings struct{ *EmailSettings }

var reminderKinds = map[reminder.Kind]emailsetting.Kind{reminder.Drop: emailsetting.Drops, reminder.Artwork: emailsetting.WaitingList}

// Setting implements reminder.Settings.
func (s ReminderSettings) Setting(ctx context.Context, accountID string, k reminder.Kind) (reminder.Setting, error) {
	found, err := s.Sending(ctx, accountID, reminderKinds[k])
	return reminder.Setting{Wanted: found.Wanted, StopSecret: found.StopSecret}, err
}
