package session

import (
	"context"
	"errors"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
)

// Refresh returns the next tokens for a refresh token. Errors: account.ErrGone, ErrReused (the session is now
// ended), ErrProof.
func (s *Service) Refresh(ctx context.Context, refresh string, c Caller) (Tokens, error) {
	key, err := s.Prove(ctx, c.Proof, "GET", "/api/auth/tokens")
	if err != nil {
		return Tokens{}, err
	}
	now := s.Clock.Now()
	next, reused := refresh, false
	sess, err := s.Store.UseToken(ctx, id.Hash(refresh), func(sess *Session, generation int) (*Token, error) {
		reused = false
		next = refresh
		rotate, err := sess.Use(generation, key, now)
		if errors.Is(err, ErrReused) {
			reused = true
			return nil, nil // store the end of the session
		}
		if err != nil {
			return nil, err
		}
		sess.seen(c)
		if !rotate {
			return nil, nil
		}
		plain, hash := id.Secret()
		next = plain
		return &Token{Hash: hash, Generation: sess.Generation}, nil
	})
	if errors.Is(err, account.ErrNotFound) {
		return Tokens{}, account.ErrGone
	}
	if err != nil {
		return Tokens{}, err
	}
	a, err := s.Accounts.Store.Account(ctx, sess.AccountID)
	if err != nil {
		return Tokens{}, err
	}
	if reused {
		s.Log.WarnContext(ctx, "a refresh token was used twice", "account", a.ID, "session", sess.ID)
		return Tokens{}, errors.Join(ErrReused, s.Notices.SessionReused(ctx, a, sess))
	}
	if a, err = s.Accounts.Live(ctx, a); err != nil {
		return Tokens{}, err
	}
	if after, err := s.Store.Session(ctx, sess.ID); err != nil || !after.Active(now) || a.MayLogIn() != nil {
		return Tokens{}, errors.Join(account.ErrGone, err)
	}
	access, err := s.access(ctx, a, sess)
	return Tokens{Access: access, Refresh: next}, err
}
