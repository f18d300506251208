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

// Count implements emailchange.Store.
func (s *EmailChanges) Count(ctx context.Context, accountID string, since time.Time) (int, error) {
	n, err := queries(ctx, s.pool).CountEmailChanges(ctx, db.CountEmailChangesParams{AccountID: accountID, Since: since})
	return int(n), err
}

// Add implements emailchange.Store.
func (s *EmailChanges) Add(ctx context.Context, c emailchange.Change, current, next []byte) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		if err := q.ReplaceEmailChange(ctx, db.ReplaceEmailChangeParams{AccountID: c.AccountID, Now: c.RequestedAt}); err != nil {
			return err
		}
		return q.AddEmailChange(ctx, db.AddEmailChangeParams{
			ID: c.ID, AccountID: c.AccountID, CurrentEmail: c.CurrentEmail, NewEmail: c.NewEmail, CurrentHash: current, NewHash: next,
			RequestedAt: c.RequestedAt, ExpiresAt: c.ExpiresAt,
		})
	})
}

// Linked implements emailchange.Store.
func (s *EmailChanges) Linked(ctx context.Context, hash []byte) (emailchange.Change, error) {
	return emailChange(queries(ctx, s.pool).LinkedEmailChange(ctx, hash))
}

// Decide implements emailchange.Store.
func (s *EmailChanges) Decide(
	ctx context.Context, hash []byte, decide func(*emailchange.Change, emailchange.Recipient) error, done func(context.Context, emailchange.Change) error,
) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := queries(ctx, s.pool)
		row, err := q.LockEmailChange(ctx, hash)
		c, err := emailChange(row, err)
		if err != nil {
			return err
		}
		to := emailchange.New
		if bytes.Equal(row.CurrentHash, hash) {
			to = emailchange.Current
		}
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
