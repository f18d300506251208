package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// last sorts after all characters of addresses.
const last = "\U0010FFFF"

// FindAccounts implements session.Desk.
func (s *Store) FindAccounts(ctx context.Context, f session.Find) ([]session.Account, error) {
	if !valid(f.BeforeID) {
		return nil, session.ErrCursor
	}
	q := s.queries(ctx)
	var rows []db.Account
	var err error
	if f.All() {
		rows, err = q.ListAccounts(ctx, db.ListAccountsParams{BeforeAt: f.BeforeAt, BeforeID: f.BeforeID, Limit: int32(f.Limit)})
	} else {
		p := db.FindAccountsParams{BeforeAt: f.BeforeAt, BeforeID: f.BeforeID, Limit: int32(f.Limit), Ids: []string{}}
		for _, id := range f.IDs {
			if valid(id) {
				p.Ids = append(p.Ids, id)
			}
		}
		if f.Prefix != "" {
			end := f.Prefix + last
			p.Prefix, p.PrefixEnd = &f.Prefix, &end
		}
		if f.Address != "" {
			p.Address = &f.Address
		}
		rows, err = q.FindAccounts(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	wallets, err := q.WalletsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := make([]session.Account, len(rows))
	for i, row := range rows {
		out[i] = accountOf(row, wallets)
	}
	return out, nil
}

// StaffActions implements session.Desk.
func (s *Store) StaffActions(ctx context.Context, accountID string) ([]session.StaffAction, error) {
	rows, err := s.queries(ctx).StaffActions(ctx, accountID)
	out := make([]session.StaffAction, len(rows))
	for i, row := range rows {
		out[i] = session.StaffAction{
			AccountID: accountID, ActorID: row.ActorID, ActorEmail: row.ActorEmail, Action: row.Action, Reason: row.Reason, At: row.At.UTC(),
		}
	}
	return out, err
}

// EndByStaff implements session.Desk.
func (s *Store) EndByStaff(ctx context.Context, a session.StaffAction) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		if _, err := s.account(ctx, a.AccountID, s.queries(ctx).LockAccount); err != nil {
			return err
		}
		if a.SessionID == "" {
			if err := s.endAll(ctx, a.AccountID, session.EndedStaff, a.At); err != nil {
				return err
			}
			return s.record(ctx, a)
		}
		active, err := s.ActiveSessions(ctx, a.AccountID, a.At)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(active, func(one session.Session) bool { return one.ID == a.SessionID }) {
			return session.ErrNotFound
		}
		if err := s.EndSession(ctx, a.SessionID, session.EndedStaff, a.At); err != nil {
			return err
		}
		return s.record(ctx, a)
	})
}

// SetBlocked implements session.Desk.
func (s *Store) SetBlocked(ctx context.Context, a session.StaffAction, blocked bool) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		// The lock makes a concurrent login wait: see CreateSession.
		account, err := s.account(ctx, a.AccountID, q.LockAccount)
		if err != nil || account.Blocked == blocked {
			return err
		}
		if err := q.SetBlocked(ctx, db.SetBlockedParams{ID: a.AccountID, Blocked: blocked}); err != nil {
			return err
		}
		if blocked {
			if err := s.endAll(ctx, a.AccountID, session.EndedBlocked, a.At); err != nil {
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
func (s *Store) record(ctx context.Context, a session.StaffAction) error {
	return s.queries(ctx).AddStaffAction(ctx, db.AddStaffActionParams{
		AccountID: a.AccountID, ActorID: a.ActorID, Action: a.Action, SessionID: a.SessionID, Reason: a.Reason, At: a.At,
	})
}
