package passkey

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"strings"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// ReplaceCodes returns new recovery codes of an account. ErrNone.
func (s *Service) ReplaceCodes(ctx context.Context, accountID string) ([]string, error) {
	codes, hashes := recoveryCodes()
	return codes, s.Store.ReplaceCodes(ctx, accountID, hashes)
}

// BeginConfirmation returns the options with which the browser of a session confirms with a passkey. ErrNone.
func (s *Service) BeginConfirmation(ctx context.Context, accountID, sessionID string) ([]byte, error) {
	a, known, err := s.owned(ctx, accountID)
	if err != nil {
		return nil, err
	}
	if len(known) == 0 {
		return nil, ErrNone
	}
	options, state, err := s.Ceremonies.BeginConfirmation(a, known)
	if err != nil {
		return nil, err
	}
	return options, s.begin(ctx, ticketConfirmation, sessionID, state)
}

// Confirm confirms a session with a passkey. ErrInvalid.
func (s *Service) Confirm(ctx context.Context, accountID, sessionID string, response []byte) error {
	state, err := s.finish(ctx, ticketConfirmation, sessionID)
	if err != nil {
		return err
	}
	a, known, err := s.owned(ctx, accountID)
	if err != nil {
		return err
	}
	p, err := s.Ceremonies.FinishConfirmation(a, known, state, response)
	if err != nil {
		return err
	}
	err = s.Store.ConfirmSession(ctx, session.Session{ID: sessionID, AccountID: a.ID}, Confirmation{Passkey: &p}, s.Clock.Now(), nil)
	if errors.Is(err, account.ErrNotFound) { // removed in the meantime
		err = ErrInvalid
	}
	return err
}

// ConfirmWithCode confirms a session with a recovery code, which works once, and notifies the owner. ErrCode.
func (s *Service) ConfirmWithCode(ctx context.Context, accountID, sessionID, code string) error {
	now := s.Clock.Now()
	err := s.Store.ConfirmSession(ctx, session.Session{ID: sessionID, AccountID: accountID}, Confirmation{Code: id.Hash(plainCode(code))}, now,
		func(ctx context.Context, a account.Account) error { return s.Notices.RecoveryCodeUsed(ctx, a, now) })
	if errors.Is(err, account.ErrNotFound) {
		err = ErrCode
	}
	return err
}

// recoveryCodes returns new codes of 80 random bits each, and their hashes.
func recoveryCodes() (codes []string, hashes [][]byte) {
	for range RecoveryCodes {
		random := make([]byte, 10)
		_, _ = rand.Read(random) // never fails
		plain := base32.StdEncoding.EncodeToString(random)
		codes = append(codes, strings.Join([]string{plain[:4], plain[4:8], plain[8:12], plain[12:]}, "-"))
		hashes = append(hashes, id.Hash(plain))
	}
	return codes, hashes
}

// plainCode normalizes a code for hashing.
func plainCode(code string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
}
