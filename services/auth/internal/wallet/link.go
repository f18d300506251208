package wallet

import (
	"context"
	"errors"
	"fmt"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Proved returns a linked wallet after another proof, or a *MessageError. A contract wallet is accepted only on the chain where it first signed,
// because the same address on another chain may belong to someone else.
func Proved(w, again account.Wallet) (account.Wallet, error) {
	switch {
	case again.Chain == 0 || again.Chain == w.Chain:
	case w.Chain == 0:
		w.Chain = again.Chain
	default:
		return account.Wallet{}, &MessageError{fmt.Sprintf("this contract wallet signs on chain %d; choose that network in the wallet", w.Chain)}
	}
	return w, nil
}

// MayUnlink returns ErrLastWay if nobody could log in to an account without one of its wallets. The store calls it under the account's lock.
func MayUnlink(a account.Account) error {
	if !a.HasIdentity() && len(a.Wallets) == 1 {
		return ErrLastWay
	}
	return nil
}

const walletsPath = "/api/auth/wallets"

// mayChange returns the session of a caller who may change how to log in to the account. A stolen access token is not enough, even after
// a recent login: the caller must prove possession of the browser's key. Errors: account.ErrGone, session.ErrNoKey, session.ErrStale.
func (s *Service) mayChange(ctx context.Context, sessionID, method, path string, c session.Caller) (session.Session, error) {
	state, err := s.Sessions.State(ctx, sessionID)
	sess := state.Session
	switch {
	case err != nil:
		return session.Session{}, err
	case !state.Active:
		return session.Session{}, account.ErrGone
	case sess.Key == "":
		return session.Session{}, session.ErrNoKey
	}
	key, err := s.Sessions.Prove(ctx, c.Proof, method, path)
	if errors.Is(err, session.ErrProof) || (err == nil && key != sess.Key) {
		return session.Session{}, session.ErrStale // not ErrProof, which browsers treat as the end of the session
	}
	return sess, err
}

// Link links a wallet to the account of a session and notifies its owner. Errors: account.ErrGone,
// session.ErrNoKey, session.ErrStale, *MessageError, ErrSignature, ErrTaken.
func (s *Service) Link(ctx context.Context, sessionID, text, signature string, c session.Caller) (account.Wallet, error) {
	sess, err := s.mayChange(ctx, sessionID, "POST", walletsPath, c)
	if err != nil {
		return account.Wallet{}, err
	}
	w, err := s.signed(ctx, text, signature)
	if err != nil {
		return account.Wallet{}, err
	}
	return s.Store.LinkWallet(ctx, sess.AccountID, w, func(ctx context.Context, a account.Account) error {
		return s.Notices.WalletLinked(ctx, a, w.Address, w.LinkedAt)
	})
}

// Unlink removes a wallet from the account of a session, ends the sessions it opened, and
// notifies the owner. Errors: account.ErrGone, session.ErrNoKey, session.ErrStale, account.ErrNotFound, ErrLastWay.
func (s *Service) Unlink(ctx context.Context, sessionID, address string, c session.Caller) error {
	checksummed, ok := eip55.Checksum(address)
	if !ok {
		return account.ErrNotFound
	}
	sess, err := s.mayChange(ctx, sessionID, "DELETE", walletsPath+"/"+address, c)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	return s.Store.UnlinkWallet(ctx, sess.AccountID, checksummed, now, func(ctx context.Context, a account.Account) error {
		return s.Notices.WalletUnlinked(ctx, a, checksummed, now)
	})
}
