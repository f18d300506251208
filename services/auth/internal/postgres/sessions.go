package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
	"github.com/vitrine/vitrine/services/auth/internal/session"
	"github.com/vitrine/vitrine/services/auth/internal/signing"
)

// CreateSession implements session.Store.
func (s *Store) CreateSession(ctx context.Context, n session.Session, first session.Token, opened session.Opened) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		if err := q.CreateSession(ctx, db.CreateSessionParams{
			ID: n.ID, AccountID: n.AccountID, KeyThumbprint: n.Key, Generation: n.Generation, RotatedAt: n.RotatedAt, Wallet: n.Wallet,
			AuthenticatedAt: n.AuthenticatedAt, CreatedAt: n.CreatedAt, UsedAt: n.UsedAt, IdleUntil: n.IdleUntil, Until: n.Until,
			UserAgent: n.UserAgent, IP: n.Network, ProviderSession: n.ProviderSession,
		}); err != nil {
			return err
		}
		// Because of the foreign key to the account, this transaction and one that unlinks the wallet wait for each other. Either the wallet
		// is already unlinked here, or the other transaction finds this session.
		if n.Wallet != "" {
			linked, err := s.linked(ctx, n.Wallet, n.AccountID)
			if err != nil {
				return err
			}
			if !linked {
				return account.ErrGone
			}
		}
		// For the same reason, either the account is already blocked here, or the transaction that blocks it finds this session.
		switch blocked, err := q.IsBlocked(ctx, n.AccountID); {
		case err != nil:
			return err
		case blocked:
			return account.ErrBlocked
		}
		if err := q.CreateToken(ctx, db.CreateTokenParams{Hash: first.Hash, SessionID: n.ID, Generation: first.Generation}); err != nil || opened == nil {
			return err
		}
		earlier, err := q.EarlierSessions(ctx, db.EarlierSessionsParams{AccountID: n.AccountID, ID: n.ID, Key: n.Key, Distrusted: account.EndedForSecurity()})
		if err != nil {
			return err
		}
		return opened(ctx, session.EarlierSessions{Any: earlier.Some, SameKey: earlier.SameKey})
	})
}

// linked reports whether a wallet belongs to an account.
func (s *Store) linked(ctx context.Context, address, accountID string) (bool, error) {
	linked, err := s.queries(ctx).AccountOfWallet(ctx, address)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return linked.AccountID == accountID, err
}

// Session implements session.Store.
func (s *Store) Session(ctx context.Context, sessionID string) (session.Session, error) {
	if !valid(sessionID) {
		return session.Session{}, account.ErrNotFound
	}
	row, err := s.queries(ctx).ReadSession(ctx, sessionID)
	return convert(row), notFound(err)
}

func convert(row db.Session) session.Session {
	return session.Session{
		ID: row.ID, AccountID: row.AccountID, Key: row.KeyThumbprint, Generation: row.Generation, RotatedAt: row.RotatedAt.UTC(), Wallet: row.Wallet,
		AuthenticatedAt: row.AuthenticatedAt.UTC(), CreatedAt: row.CreatedAt.UTC(), UsedAt: row.UsedAt.UTC(), ConfirmedAt: utc(row.ConfirmedAt), IdleUntil: row.IdleUntil.UTC(), Until: row.Until.UTC(),
		EndedAt: utc(row.EndedAt), EndReason: row.EndReason, UserAgent: row.UserAgent, Network: row.IP, ProviderSession: row.ProviderSession,
	}
}

// HasPasskey implements session.Store.
func (s *Store) HasPasskey(ctx context.Context, accountID string) (bool, error) {
	return s.queries(ctx).HasPasskey(ctx, accountID)
}

// UseToken implements session.Store.
func (s *Store) UseToken(ctx context.Context, hash []byte, change func(*session.Session, int) (*session.Token, error)) (n session.Session, err error) {
	err = postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		token, err := q.ReadToken(ctx, hash)
		if err != nil {
			return notFound(err)
		}
		row, err := q.LockSession(ctx, token.SessionID)
		if err != nil {
			return notFound(err)
		}
		n = convert(row)
		live := n.EndedAt.IsZero()
		issue, err := change(&n, token.Generation)
		if err != nil {
			return err
		}
		if err := q.UpdateSession(ctx, db.UpdateSessionParams{
			ID: n.ID, Generation: n.Generation, RotatedAt: n.RotatedAt, UsedAt: n.UsedAt, IdleUntil: n.IdleUntil,
			EndedAt: postgres.NullTime(n.EndedAt), EndReason: n.EndReason, UserAgent: n.UserAgent, IP: n.Network,
		}); err != nil {
			return err
		}
		if issue != nil {
			if err := q.CreateToken(ctx, db.CreateTokenParams{Hash: issue.Hash, SessionID: n.ID, Generation: issue.Generation}); err != nil {
				return err
			}
		}
		if live && !n.EndedAt.IsZero() {
			return s.publishEnded(ctx, n.AccountID, []string{n.ID}, n.EndReason, n.EndedAt)
		}
		return nil
	})
	if err != nil {
		return session.Session{}, err
	}
	return n, nil
}

// EndSession implements session.Store.
func (s *Store) EndSession(ctx context.Context, sessionID, reason string, now time.Time) error {
	if !valid(sessionID) {
		return nil
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		accountID, err := s.queries(ctx).EndSession(ctx, db.EndSessionParams{ID: sessionID, Reason: reason, Now: now})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		return s.publishEnded(ctx, accountID, []string{sessionID}, reason, now)
	})
}

// EndSessions implements session.Store.
func (s *Store) EndSessions(ctx context.Context, accountID, reason string, before, now time.Time) error {
	if !valid(accountID) {
		return nil
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		// Remove codes first, so that a session from one of them is ended below.
		if err := s.queries(ctx).EndTickets(ctx, db.EndTicketsParams{AccountID: accountID, Alert: session.TicketAlert, AuthenticatedBefore: before}); err != nil {
			return err
		}
		return s.endSessions(ctx, accountID, reason, before, now)
	})
}

// endSessions ends the sessions of an account from before a time and publishes it, in the transaction of ctx.
func (s *Store) endSessions(ctx context.Context, accountID, reason string, before, now time.Time) error {
	ended, err := s.queries(ctx).EndSessions(ctx, db.EndSessionsParams{AccountID: accountID, Reason: reason, AuthenticatedBefore: before, Now: now})
	if err != nil {
		return err
	}
	return s.publishEnded(ctx, accountID, ended, reason, now)
}

// EndOtherSessions implements session.Store.
func (s *Store) EndOtherSessions(ctx context.Context, accountID, kept, reason string, now time.Time) error {
	if !valid(accountID) || !valid(kept) {
		return nil
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		// Remove codes first, so that a session from one of them is ended below.
		if err := q.EndOtherTickets(ctx, db.EndOtherTicketsParams{AccountID: accountID, Kept: kept, Alert: session.TicketAlert}); err != nil {
			return err
		}
		ended, err := q.EndOtherSessions(ctx, db.EndOtherSessionsParams{AccountID: accountID, Kept: kept, Reason: reason, Now: now})
		if err != nil {
			return err
		}
		return s.publishEnded(ctx, accountID, ended, reason, now)
	})
}

// ReportLogin implements session.Store.
func (s *Store) ReportLogin(ctx context.Context, key string, now time.Time, notify account.Notify) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		accountID, err := s.TakeTicket(ctx, session.TicketAlert, key, now)
		if err != nil {
			return err
		}
		a, err := s.updateAccount(ctx, string(accountID), now, func(a *account.Account) error {
			a.CredentialsChangedAt = now
			return nil
		})
		if err != nil {
			return err
		}
		// No login is in the future, so this ends all sessions.
		if err := s.EndSessions(ctx, a.ID, account.EndedReported, now.Add(time.Second), now); err != nil {
			return err
		}
		return notify(ctx, a)
	})
}

// ProviderLogout implements login.Store.
func (s *Store) ProviderLogout(ctx context.Context, accountID string, used account.Ticket, providerSession string, now time.Time) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		if _, err := s.PutTicket(ctx, used, now); err != nil {
			return err
		}
		switch _, err := s.TakeTicket(ctx, login.TicketOwnLogout, providerSession, now); {
		case errors.Is(err, account.ErrNotFound):
			if _, err := s.updateAccount(ctx, accountID, now, func(a *account.Account) error {
				a.CredentialsChangedAt = now
				return nil
			}); err != nil {
				return err
			}
		case err != nil:
			return err
		}
		if providerSession == "" {
			// No login is in the future, so this ends all sessions.
			return s.EndSessions(ctx, accountID, account.EndedProvider, now.Add(time.Second), now)
		}
		q := s.queries(ctx)
		// Remove codes first, so that a session from one of them is ended below.
		if err := q.EndProviderTickets(ctx, db.EndProviderTicketsParams{AccountID: accountID, Alert: session.TicketAlert, ProviderSession: providerSession}); err != nil {
			return err
		}
		ended, err := q.EndProviderSessions(ctx, db.EndProviderSessionsParams{AccountID: accountID, ProviderSession: providerSession, Reason: account.EndedProvider, Now: now})
		if err != nil {
			return err
		}
		return s.publishEnded(ctx, accountID, ended, account.EndedProvider, now)
	})
}

// AccountOfProviderSession implements login.Store.
func (s *Store) AccountOfProviderSession(ctx context.Context, providerSession string) (string, error) {
	accountID, err := s.queries(ctx).AccountOfProviderSession(ctx, providerSession)
	return accountID, notFound(err)
}

// LoggedOutSince implements login.Store.
func (s *Store) LoggedOutSince(ctx context.Context, accountID, providerSession string, since time.Time) (bool, error) {
	return s.queries(ctx).LoggedOutSince(ctx, db.LoggedOutSinceParams{AccountID: accountID, ProviderSession: providerSession, Reason: account.EndedLogout, Since: since})
}

func (s *Store) publishEnded(ctx context.Context, accountID string, sessionIDs []string, reason string, now time.Time) error {
	if len(sessionIDs) == 0 {
		return nil
	}
	return s.events.Publish(ctx, account.SessionsEnded{AccountID: accountID, SessionIDs: sessionIDs, Reason: reason, At: now})
}

// PutTicket implements account.Tickets.
func (s *Store) PutTicket(ctx context.Context, t account.Ticket, now time.Time) (time.Time, error) {
	q := s.queries(ctx)
	until, err := q.PutTicket(ctx, db.PutTicketParams{
		Kind: t.Kind, Key: t.Key, Data: t.Data, Until: t.Until, AccountID: t.AccountID, AuthenticatedAt: postgres.NullTime(t.AuthenticatedAt),
		ProviderSession: t.ProviderSession, Now: now,
	})
	if !errors.Is(err, pgx.ErrNoRows) {
		return until.UTC(), err
	}
	until, err = q.TicketUntil(ctx, db.TicketUntilParams{Kind: t.Kind, Key: t.Key})
	if errors.Is(err, pgx.ErrNoRows) { // taken since the insert
		until, err = now, nil
	}
	return until.UTC(), errors.Join(account.ErrExists, err)
}

// TakeTicket implements account.Tickets.
func (s *Store) TakeTicket(ctx context.Context, kind, key string, now time.Time) ([]byte, error) {
	data, err := s.queries(ctx).TakeTicket(ctx, db.TakeTicketParams{Kind: kind, Key: key, Now: now})
	return data, notFound(err)
}

// Sweep ends sessions that have expired, publishes their end, and removes expired tickets, and sessions long after their end.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	q := s.queries(ctx)
	return errors.Join(s.expire(ctx, now), q.DeleteTickets(ctx, now), q.DeleteSessions(ctx, now.Add(-session.Keep)))
}

// expireAtOnce is the maximum number of sessions that one transaction ends.
const expireAtOnce = 500

// expire ends the sessions that have expired.
func (s *Store) expire(ctx context.Context, now time.Time) error {
	for {
		ended := 0
		err := postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
			rows, err := s.queries(ctx).ExpireSessions(ctx, db.ExpireSessionsParams{Now: now, Reason: account.EndedExpired, MaxRows: expireAtOnce})
			if err != nil {
				return err
			}
			ended = len(rows)
			byAccount := map[string][]string{}
			for _, r := range rows {
				byAccount[r.AccountID] = append(byAccount[r.AccountID], r.ID)
			}
			for accountID, ids := range byAccount {
				if err := s.publishEnded(ctx, accountID, ids, account.EndedExpired, now); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || ended < expireAtOnce {
			return err
		}
	}
}

// SigningKeys implements signing.Store.
func (s *Store) SigningKeys(ctx context.Context) ([]signing.Key, error) {
	rows, err := s.queries(ctx).SigningKeys(ctx)
	keys := make([]signing.Key, len(rows))
	for i, k := range rows {
		keys[i] = signing.Key{ID: k.ID, DER: k.Der, CreatedAt: k.CreatedAt.UTC()}
	}
	return keys, err
}

// ReplaceKeys implements signing.Store.
func (s *Store) ReplaceKeys(ctx context.Context, change func([]signing.Key) ([]signing.Key, error)) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		if err := q.LockSigningKeys(ctx); err != nil {
			return err
		}
		keys, err := s.SigningKeys(ctx)
		if err != nil {
			return err
		}
		if keys, err = change(keys); err != nil {
			return err
		}
		if err := q.DeleteSigningKeys(ctx); err != nil {
			return err
		}
		for _, k := range keys {
			if err := q.AddSigningKey(ctx, db.AddSigningKeyParams{ID: k.ID, Der: k.DER, CreatedAt: k.CreatedAt}); err != nil {
				return err
			}
		}
		return nil
	})
}
