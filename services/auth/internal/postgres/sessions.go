package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// CreateSession implements session.Sessions.
func (s *Store) CreateSession(ctx context.Context, n session.Session, first session.Token) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		_, err := s.conn(ctx).Exec(ctx, createSessionSQL, n.ID, n.AccountID, n.Key, n.Generation, n.RotatedAt,
			n.Wallet, n.AuthenticatedAt, n.CreatedAt, n.IdleUntil, n.Until, n.UserAgent, n.IP)
		if err != nil {
			return err
		}
		// The row above refers to the account, so it waits for whoever unlinks a wallet of it, and they for this transaction: either the
		// wallet is seen to be gone here, or they find this session.
		if n.Wallet != "" {
			linked, err := s.linked(ctx, n.Wallet, n.AccountID)
			if err != nil {
				return err
			}
			if !linked {
				return session.ErrGone
			}
		}
		_, err = s.conn(ctx).Exec(ctx, createTokenSQL, first.Hash, n.ID, first.Generation)
		return err
	})
}

// linked tells whether a wallet belongs to an account.
func (s *Store) linked(ctx context.Context, address, accountID string) (bool, error) {
	var owner string
	var chain uint64
	err := s.conn(ctx).QueryRow(ctx, accountOfWalletSQL, address).Scan(&owner, &chain)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return owner == accountID, err
}

// Session implements session.Sessions.
func (s *Store) Session(ctx context.Context, sessionID string) (session.Session, error) {
	return s.session(ctx, sessionSQL, sessionID)
}

func (s *Store) session(ctx context.Context, query, sessionID string) (session.Session, error) {
	if !valid(sessionID) {
		return session.Session{}, session.ErrNotFound
	}
	var n session.Session
	var ended *time.Time
	err := s.conn(ctx).QueryRow(ctx, query, sessionID).Scan(&n.ID, &n.AccountID, &n.Key, &n.Generation, &n.RotatedAt,
		&n.Wallet, &n.AuthenticatedAt, &n.CreatedAt, &n.IdleUntil, &n.Until, &ended, &n.EndReason, &n.UserAgent, &n.IP)
	if err != nil {
		return session.Session{}, notFound(err)
	}
	n.RotatedAt, n.AuthenticatedAt, n.CreatedAt = n.RotatedAt.UTC(), n.AuthenticatedAt.UTC(), n.CreatedAt.UTC()
	n.IdleUntil, n.Until, n.EndedAt = n.IdleUntil.UTC(), n.Until.UTC(), utc(ended)
	return n, nil
}

// UseToken implements session.Sessions.
func (s *Store) UseToken(ctx context.Context, hash []byte, change func(*session.Session, int) (*session.Token, error)) (n session.Session, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.conn(ctx)
		var sessionID string
		var generation int
		if err := q.QueryRow(ctx, tokenSQL, hash).Scan(&sessionID, &generation); err != nil {
			return notFound(err)
		}
		if n, err = s.session(ctx, lockSessionSQL, sessionID); err != nil {
			return err
		}
		live := n.EndedAt.IsZero()
		issue, err := change(&n, generation)
		if err != nil {
			return err
		}
		if _, err := q.Exec(ctx, updateSessionSQL, n.ID, n.Generation, n.RotatedAt, n.IdleUntil, postgres.NullTime(n.EndedAt), n.EndReason); err != nil {
			return err
		}
		if issue != nil {
			if _, err = q.Exec(ctx, createTokenSQL, issue.Hash, n.ID, issue.Generation); err != nil {
				return err
			}
		}
		if live && !n.EndedAt.IsZero() {
			return s.events.Publish(ctx, session.SessionsEnded{AccountID: n.AccountID, SessionIDs: []string{n.ID}, Reason: n.EndReason, At: n.EndedAt})
		}
		return nil
	})
	if err != nil {
		return session.Session{}, err
	}
	return n, nil
}

// EndSession implements session.Sessions.
func (s *Store) EndSession(ctx context.Context, sessionID, reason string, now time.Time) error {
	if !valid(sessionID) {
		return nil
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		return s.end(ctx, reason, now, endSessionSQL, sessionID, reason, now)
	})
}

// EndSessions implements session.Sessions.
func (s *Store) EndSessions(ctx context.Context, accountID, reason string, before, now time.Time) error {
	if !valid(accountID) {
		return nil
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		// Codes first: a session that one of them becomes meanwhile is ended below.
		if _, err := s.conn(ctx).Exec(ctx, endTicketsSQL, accountID, before); err != nil {
			return err
		}
		return s.end(ctx, reason, now, endSessionsSQL, accountID, reason, before, now)
	})
}

// end runs a query that ends sessions of one account and returns that account and them, and publishes it in the transaction
// of ctx.
func (s *Store) end(ctx context.Context, reason string, now time.Time, query string, args ...any) error {
	rows, err := s.conn(ctx).Query(ctx, query, args...)
	if err != nil {
		return err
	}
	e := session.SessionsEnded{Reason: reason, At: now}
	var sessionID string
	if _, err := pgx.ForEachRow(rows, []any{&e.AccountID, &sessionID}, func() error {
		e.SessionIDs = append(e.SessionIDs, sessionID)
		return nil
	}); err != nil || len(e.SessionIDs) == 0 {
		return err
	}
	return s.events.Publish(ctx, e)
}

// PutTicket implements session.Tickets.
func (s *Store) PutTicket(ctx context.Context, t session.Ticket, now time.Time) (time.Time, error) {
	var stored time.Time
	err := s.conn(ctx).QueryRow(ctx, putTicketSQL, t.Kind, t.Key, t.Data, now, t.Until, t.AccountID, postgres.NullTime(t.AuthenticatedAt)).Scan(&stored)
	if !errors.Is(err, pgx.ErrNoRows) {
		return stored.UTC(), err
	}
	err = s.conn(ctx).QueryRow(ctx, ticketUntilSQL, t.Kind, t.Key).Scan(&stored)
	if errors.Is(err, pgx.ErrNoRows) { // taken in between: it was there when we came
		stored, err = now, nil
	}
	return stored.UTC(), errors.Join(session.ErrExists, err)
}

// TakeTicket implements session.Tickets.
func (s *Store) TakeTicket(ctx context.Context, kind, key string, now time.Time) ([]byte, error) {
	var data []byte
	err := s.conn(ctx).QueryRow(ctx, takeTicketSQL, kind, key, now).Scan(&data)
	return data, notFound(err)
}

// Sweep implements session.Tickets.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	_, tickets := s.conn(ctx).Exec(ctx, sweepTicketsSQL, now)
	_, sessions := s.conn(ctx).Exec(ctx, sweepSessionsSQL, now.Add(-session.Keep))
	return errors.Join(tickets, sessions)
}

// SigningKeys implements session.Keys.
func (s *Store) SigningKeys(ctx context.Context) ([]session.SigningKey, error) {
	rows, err := s.conn(ctx).Query(ctx, signingKeysSQL)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (k session.SigningKey, err error) {
		err = row.Scan(&k.ID, &k.DER, &k.CreatedAt)
		k.CreatedAt = k.CreatedAt.UTC()
		return k, err
	})
}

// ReplaceKeys implements session.Keys.
func (s *Store) ReplaceKeys(ctx context.Context, change func([]session.SigningKey) ([]session.SigningKey, error)) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.conn(ctx)
		if _, err := q.Exec(ctx, lockSigningKeysSQL); err != nil {
			return err
		}
		keys, err := s.SigningKeys(ctx)
		if err != nil {
			return err
		}
		if keys, err = change(keys); err != nil {
			return err
		}
		if _, err := q.Exec(ctx, clearSigningKeysSQL); err != nil {
			return err
		}
		for _, k := range keys {
			if _, err := q.Exec(ctx, addSigningKeySQL, k.ID, k.DER, k.CreatedAt); err != nil {
				return err
			}
		}
		return nil
	})
}
