package postgres

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/emailchange"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// EmailChanges implements emailchange.Store.
type EmailChanges struct{ pool *pgxpool.Pool }

// NewEmailChanges returns a store on a migrated database.
func NewEmailChanges(pool *pgxpool.Pool) *EmailChanges { return &EmailChanges{pool} }

// Add implements emailchange.Store. The lock on the profile, which the caller holds, keeps the count exact.
func (s *EmailChanges) Add(ctx context.Context, c emailchange.Change, current, next []byte, since time.Time) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		n, err := q.CountEmailChanges(ctx, db.CountEmailChangesParams{AccountID: c.AccountID, Since: since})
		if err != nil {
			return err
		}
		if n >= emailchange.MaxPerDay {
			return emailchange.ErrTooMany
		}
		if err := q.ReplaceEmailChange(ctx, db.ReplaceEmailChangeParams{AccountID: c.AccountID, Now: c.RequestedAt}); err != nil {
			return err
		}
		return q.AddEmailChange(ctx, db.AddEmailChangeParams{
			ID: c.ID, AccountID: c.AccountID, CurrentEmail: c.CurrentEmail, NewEmail: c.NewEmail, CurrentHash: current, NewHash: next,
			RequestedAt: c.RequestedAt, ExpiresAt: c.ExpiresAt,
		})
	})
}

// Pending implements emailchange.Store.
func (s *EmailChanges) Pending(ctx context.Context, accountID string) (emailchange.Change, error) {
	return emailChange(queries(ctx, s.pool).PendingEmailChange(ctx, accountID))
}

// Cancel implements emailchange.Store.
func (s *EmailChanges) Cancel(ctx context.Context, accountID string) error {
	return queries(ctx, s.pool).CancelEmailChange(ctx, accountID)
}

// Linked implements emailchange.Store.
func (s *EmailChanges) Linked(ctx context.Context, hash []byte) (emailchange.Change, emailchange.Recipient, error) {
	row, err := queries(ctx, s.pool).LinkedEmailChange(ctx, hash)
	c, err := emailChange(row, err)
	return c, recipient(row, hash), err
}

// Decide implements emailchange.Store.
func (s *EmailChanges) Decide(
	ctx context.Context, hash []byte, decide func(*emailchange.Change, emailchange.Recipient) error, done func(context.Context, emailchange.Change) error,
) (c emailchange.Change, to emailchange.Recipient, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		row, err := q.LockEmailChange(ctx, hash)
		if c, err = emailChange(row, err); err != nil {
			return err
		}
		to = recipient(row, hash)
		before := c
		if err := decide(&c, to); err != nil || c == before {
			return err
		}
		if err := q.DecideEmailChange(ctx, db.DecideEmailChangeParams{
			ID: c.ID, Status: c.Status, CurrentConfirmed: c.CurrentConfirmed, NewConfirmed: c.NewConfirmed,
		}); err != nil || c.Status != emailchange.Done {
			return err
		}
		n, err := q.ReplaceEmail(ctx, db.ReplaceEmailParams{AccountID: c.AccountID, CurrentEmail: c.CurrentEmail, NewEmail: c.NewEmail})
		if err != nil {
			return err
		}
		if n == 0 {
			return emailchange.ErrEnded
		}
		return done(ctx, c)
	})
	return c, to, err
}

func recipient(row db.EmailChange, hash []byte) emailchange.Recipient {
	if bytes.Equal(row.CurrentHash, hash) {
		return emailchange.Current
	}
	return emailchange.New
}

// emailChange converts the result of a query.
func emailChange(row db.EmailChange, err error) (emailchange.Change, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		err = emailchange.ErrNotFound
	}
	if err != nil {
		return emailchange.Change{}, err
	}
	return emailchange.Change{
		ID: row.ID, AccountID: row.AccountID, CurrentEmail: row.CurrentEmail, NewEmail: row.NewEmail, Status: row.Status,
		CurrentConfirmed: row.CurrentConfirmed, NewConfirmed: row.NewConfirmed, RequestedAt: row.RequestedAt.UTC(), ExpiresAt: row.ExpiresAt.UTC(),
	}, nil
}
