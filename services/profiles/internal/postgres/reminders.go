package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
	"github.com/vitrine/vitrine/services/profiles/internal/reminder"
)

// Reminders implements reminder.Store.
type Reminders struct{ pool *pgxpool.Pool }

// NewReminders returns a store on a migrated database.
func NewReminders(pool *pgxpool.Pool) *Reminders { return &Reminders{pool} }

// Add implements reminder.Store.
func (s *Reminders) Add(ctx context.Context, r reminder.Reminder) error {
	p := db.AddReminderParams{AccountID: r.AccountID, Kind: string(r.Kind), EntryID: r.ID, AddedAt: r.AddedAt}
	if !r.OpensAt.IsZero() {
		p.OpensAt = &r.OpensAt
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		if err := q.LockReminders(ctx, r.AccountID); err != nil {
			return err
		}
		if err := q.AddReminder(ctx, p); err != nil {
			return err
		}
		n, err := q.CountReminders(ctx, r.AccountID)
		if err == nil && n > reminder.Max {
			err = reminder.ErrTooMany
		}
		return err
	})
}

// Wanted implements reminder.Store.
func (s *Reminders) Wanted(ctx context.Context, k reminder.Kind) ([]int64, error) {
	return queries(ctx, s.pool).WantedEntries(ctx, string(k))
}

// Begin implements reminder.Store.
func (s *Reminders) Begin(ctx context.Context) error { return queries(ctx, s.pool).BeginCheck(ctx) }

// FirstFree implements reminder.Store.
func (s *Reminders) FirstFree(ctx context.Context) (time.Time, bool, error) {
	since, err := queries(ctx, s.pool).FirstFree(ctx)
	if err != nil || len(since) == 0 {
		return time.Time{}, false, err
	}
	return since[0], true, nil
}

// Move implements reminder.Store.
func (s *Reminders) Move(ctx context.Context, dropID int64, opensAt time.Time) error {
	return queries(ctx, s.pool).MoveDrop(ctx, db.MoveDropParams{EntryID: dropID, OpensAt: opensAt})
}

// MarkFree implements reminder.Store.
func (s *Reminders) MarkFree(ctx context.Context, checked, free []int64, now time.Time) error {
	return queries(ctx, s.pool).MarkFree(ctx, db.MarkFreeParams{Checked: checked, Free: free, Now: now})
}

// Due implements reminder.Store.
func (s *Reminders) Due(ctx context.Context, e reminder.Entry, freeBefore time.Time, after string, limit int) ([]reminder.Reminder, error) {
	if after == "" {
		after = uuid.Nil.String()
	}
	rows, err := queries(ctx, s.pool).DueReminders(ctx, db.DueRemindersParams{
		Kind: string(e.Kind), EntryID: e.ID, FreeBefore: freeBefore, After: after, MaxRows: int32(limit),
	})
	if err != nil {
		return nil, err
	}
	out := make([]reminder.Reminder, len(rows))
	for i, r := range rows {
		out[i] = reminder.Reminder{Entry: e, AccountID: r.AccountID, AddedAt: r.AddedAt.UTC()}
	}
	return out, nil
}

// Take implements reminder.Store.
func (s *Reminders) Take(ctx context.Context, r reminder.Reminder, then func(ctx context.Context) error) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		n, err := queries(ctx, s.pool).TakeReminder(ctx, db.TakeReminderParams{
			AccountID: r.AccountID, Kind: string(r.Kind), EntryID: r.ID, AddedAt: r.AddedAt,
		})
		if err != nil || n == 0 {
			return err
		}
		return then(ctx)
	})
}
