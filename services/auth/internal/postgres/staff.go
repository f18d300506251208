package postgres

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
	"github.com/vitrine/vitrine/services/auth/internal/staff"
)

// EndByStaff implements staff.Store.
func (s *Store) EndByStaff(ctx context.Context, a staff.Action) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		if _, err := s.account(ctx, a.AccountID, s.queries(ctx).LockAccount); err != nil {
			return err
		}
		if a.SessionID == "" {
			if err := s.endAll(ctx, a.AccountID, account.EndedStaff, a.At); err != nil {
				return err
			}
			return s.record(ctx, a)
		}
		sess, err := s.Session(ctx, a.SessionID)
		if err != nil {
			return err
		}
		if sess.AccountID != a.AccountID || !sess.Active(a.At) {
			return account.ErrNotFound
		}
		if err := s.EndSession(ctx, a.SessionID, account.EndedStaff, a.At); err != nil {
			return err
		}
		return s.record(ctx, a)
	})
}

// SetBlocked implements staff.Store.
func (s *Store) SetBlocked(ctx context.Context, a staff.Action, blocked bool) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		// The lock makes a concurrent login wait: see CreateSession.
		found, err := s.account(ctx, a.AccountID, q.LockAccount)
		if err != nil || found.Blocked == blocked {
			return err
		}
		if err := q.SetBlocked(ctx, db.SetBlockedParams{ID: a.AccountID, Blocked: blocked}); err != nil {
			return err
		}
		if blocked {
			if err := s.endAll(ctx, a.AccountID, account.EndedBlocked, a.At); err != nil {
				return err
			}
		}
		return s.record(ctx, a)
	})
}

// endAll ends all sessions of an account, and removes codes that would become one. No login is in the future, so a second covers all.
func (s *Store) endAll(ctx context.Context, accountID, reason string, now time.Time) error {
	return s.EndSessions(ctx, accountID, reason, now.Add(time.Second), now)
}

// record needs the transaction of ctx.
func (s *Store) record(ctx context.Context, a staff.Action) error {
	return s.queries(ctx).AddStaffAction(ctx, db.AddStaffActionParams{
		AccountID: a.AccountID, ActorID: a.ActorID, Action: a.Action, SessionID: a.SessionID, Reason: a.Reason, At: a.At,
	})
}
