package postgres

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/passkey"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Passkeys implements passkey.Store.
func (s *Store) Passkeys(ctx context.Context, accountID string) ([]passkey.Passkey, int, error) {
	if !valid(accountID) {
		return nil, 0, nil
	}
	q := s.queries(ctx)
	rows, err := q.Passkeys(ctx, accountID)
	if err != nil || len(rows) == 0 {
		return nil, 0, err
	}
	out := make([]passkey.Passkey, len(rows))
	for i, row := range rows {
		out[i] = passkey.Passkey{
			ID: row.ID, AccountID: row.AccountID, Name: row.Name, CredentialID: row.CredentialID, Credential: []byte(row.Credential),
			AddedAt: row.AddedAt.UTC(), UsedAt: utc(row.UsedAt),
		}
	}
	codes, err := q.CountRecoveryCodes(ctx, accountID)
	return out, int(codes), err
}

// AddPasskey implements passkey.Store.
func (s *Store) AddPasskey(ctx context.Context, sessionID string, p passkey.Passkey, codes [][]byte, may passkey.MayAdd, notify account.Notify) (first bool, err error) {
	err = s.changePasskeys(ctx, p.AccountID, p.AddedAt, notify, func(ctx context.Context, q *db.Queries, known []passkey.Passkey) error {
		sess, err := s.Session(ctx, sessionID)
		if err != nil {
			return err
		}
		if err := may(sess, len(known) > 0); err != nil {
			return err
		}
		if len(known) >= passkey.MaxPasskeys {
			return passkey.ErrTooMany
		}
		if err := q.AddPasskey(ctx, db.AddPasskeyParams{
			ID: p.ID, AccountID: p.AccountID, CredentialID: p.CredentialID, Name: p.Name, Credential: string(p.Credential), AddedAt: p.AddedAt,
		}); err != nil {
			if postgres.IsUnique(err) {
				return passkey.ErrInvalid
			}
			return err
		}
		if first = len(known) == 0; !first {
			return nil
		}
		if err := q.AddRecoveryCodes(ctx, db.AddRecoveryCodesParams{AccountID: p.AccountID, Hashes: codes}); err != nil {
			return err
		}
		_, err = q.ConfirmSession(ctx, db.ConfirmSessionParams{ID: sessionID, AccountID: p.AccountID, Now: p.AddedAt, PasskeyID: p.ID})
		return err
	})
	return first, err
}

// RemovePasskey implements passkey.Store.
func (s *Store) RemovePasskey(ctx context.Context, accountID, passkeyID string, now time.Time, notify account.Notify) error {
	if !valid(accountID) || !valid(passkeyID) {
		return account.ErrNotFound
	}
	return s.changePasskeys(ctx, accountID, now, notify, func(ctx context.Context, q *db.Queries, known []passkey.Passkey) error {
		removed, err := q.RemovePasskey(ctx, db.RemovePasskeyParams{ID: passkeyID, AccountID: accountID})
		switch {
		case err != nil:
			return err
		case removed == 0:
			return account.ErrNotFound
		case len(known) == 1:
			if err := q.DeleteRecoveryCodes(ctx, accountID); err != nil {
				return err
			}
		}
		return q.EndConfirmations(ctx, db.EndConfirmationsParams{AccountID: accountID, PasskeyID: passkeyID})
	})
}

// changePasskeys changes the passkeys of an account under its lock and sets CredentialsChangedAt.
func (s *Store) changePasskeys(ctx context.Context, accountID string, now time.Time, notify account.Notify,
	change func(ctx context.Context, q *db.Queries, known []passkey.Passkey) error,
) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		a, err := s.updateAccount(ctx, accountID, now, func(a *account.Account) error {
			a.CredentialsChangedAt = now
			return nil
		})
		if err != nil {
			return err
		}
		known, _, err := s.Passkeys(ctx, accountID)
		if err != nil {
			return err
		}
		if err := change(ctx, s.queries(ctx), known); err != nil {
			return err
		}
		return notify(ctx, a)
	})
}

// ReplaceCodes implements passkey.Store.
func (s *Store) ReplaceCodes(ctx context.Context, accountID string, codes [][]byte) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		if _, err := s.account(ctx, accountID, q.LockAccount); err != nil {
			return err
		}
		known, _, err := s.Passkeys(ctx, accountID)
		if err != nil {
			return err
		}
		if len(known) == 0 {
			return passkey.ErrNone
		}
		if err := q.DeleteRecoveryCodes(ctx, accountID); err != nil {
			return err
		}
		return q.AddRecoveryCodes(ctx, db.AddRecoveryCodesParams{AccountID: accountID, Hashes: codes})
	})
}

// ConfirmSession implements passkey.Store.
func (s *Store) ConfirmSession(ctx context.Context, sess session.Session, by passkey.Confirmation, now time.Time, notify account.Notify) error {
	if !valid(sess.ID) || !valid(sess.AccountID) {
		return account.ErrNotFound
	}
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		var used int64
		var passkeyID string
		var err error
		if p := by.Passkey; p != nil {
			passkeyID = p.ID
			used, err = q.UsePasskey(ctx, db.UsePasskeyParams{ID: p.ID, AccountID: sess.AccountID, Credential: string(p.Credential), Now: now})
		} else {
			used, err = q.UseRecoveryCode(ctx, db.UseRecoveryCodeParams{AccountID: sess.AccountID, Hash: by.Code})
		}
		if err != nil {
			return err
		}
		confirmed, err := q.ConfirmSession(ctx, db.ConfirmSessionParams{ID: sess.ID, AccountID: sess.AccountID, Now: now, PasskeyID: passkeyID})
		switch {
		case err != nil:
			return err
		case used == 0 || confirmed == 0:
			return account.ErrNotFound
		case notify == nil:
			return nil
		}
		a, err := s.Account(ctx, sess.AccountID)
		if err != nil {
			return err
		}
		return notify(ctx, a)
	})
}
