package session

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/id"
)

const (
	// CeremonyLifetime is how long a person has to create or use a passkey.
	CeremonyLifetime = 5 * time.Minute
	// MaxPasskeys is the maximum number of passkeys of an account.
	MaxPasskeys = 20
	// RecoveryCodes is how many recovery codes an account gets.
	RecoveryCodes = 10
)

// Passkey is a WebAuthn credential of an account.
type Passkey struct {
	ID, AccountID string
	Name          string
	// CredentialID is WebAuthn's id. Credential is the public key with its counter, as the ceremonies store it.
	CredentialID, Credential []byte
	AddedAt                  time.Time
	// UsedAt is when it last confirmed a session; zero before.
	UsedAt time.Time
}

// Passkeys stores the passkeys and recovery codes of accounts. Adding and removing a passkey sets the account's CredentialsChangedAt
// and calls notify with the account, in the same transaction.
type Passkeys interface {
	// Passkeys returns the passkeys of an account, oldest first, and how many recovery codes are left.
	Passkeys(ctx context.Context, accountID string) ([]Passkey, int, error)
	// AddPasskey adds a passkey and confirms the session. If it is the account's first, codes become its recovery codes and first is
	// true. It calls may under the account's lock. Errors: ErrTooMany, ErrPasskey for a credential that is already registered, those of may.
	AddPasskey(ctx context.Context, sessionID string, p Passkey, codes [][]byte, may MayAdd, notify Notify) (first bool, err error)
	// RemovePasskey removes a passkey and ends the confirmations that it gave. With the last one, it removes the recovery codes. Error:
	// ErrNotFound.
	RemovePasskey(ctx context.Context, accountID, passkeyID string, now time.Time, notify Notify) error
	// ReplaceCodes replaces the recovery codes. Error: ErrNoPasskey.
	ReplaceCodes(ctx context.Context, accountID string, codes [][]byte) error
	// ConfirmSession confirms a session with a passkey, whose new state is stored, or with a recovery code, which is
	// removed. ErrNotFound means that there is no such passkey, code or session. notify may be nil.
	ConfirmSession(ctx context.Context, sess Session, by Confirmation, now time.Time, notify Notify) error
}

// MayAdd returns an error if the person of a session may not add a passkey to an account that has some or none.
type MayAdd func(sess Session, hasPasskey bool) error

// Confirmation confirms a session: with a Passkey, or the hash of a recovery code.
type Confirmation struct {
	Passkey *Passkey
	Code    []byte
}

// Ceremonies implements the WebAuthn exchanges. Store state between begin and finish. Finishing returns ErrPasskey if the browser's
// response does not verify.
type Ceremonies interface {
	BeginRegistration(a Account, known []Passkey) (options, state []byte, err error)
	FinishRegistration(a Account, known []Passkey, state, response []byte) (Passkey, error)
	BeginConfirmation(a Account, known []Passkey) (options, state []byte, err error)
	FinishConfirmation(a Account, known []Passkey, state, response []byte) (Passkey, error)
}

// begin stores the state of a session's ceremony. It replaces an unfinished one.
func (s *Service) begin(ctx context.Context, kind, sessionID string, state []byte) error {
	now := s.Clock.Now()
	if _, err := s.Tickets.TakeTicket(ctx, kind, sessionID, now); err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	_, err := s.Tickets.PutTicket(ctx, Ticket{Kind: kind, Key: sessionID, Data: state, Until: now.Add(CeremonyLifetime)}, now)
	return err
}

// finish returns and deletes the state of a ceremony. ErrPasskey means that none is in progress.
func (s *Service) finish(ctx context.Context, kind, sessionID string) ([]byte, error) {
	state, err := s.Tickets.TakeTicket(ctx, kind, sessionID, s.Clock.Now())
	if errors.Is(err, ErrNotFound) {
		err = ErrPasskey
	}
	return state, err
}

// owned returns an account with its passkeys.
func (s *Service) owned(ctx context.Context, accountID string) (Account, []Passkey, error) {
	a, err := s.Accounts.Account(ctx, accountID)
	if err != nil {
		return Account{}, nil, err
	}
	known, _, err := s.Passkeys.Passkeys(ctx, accountID)
	return a, known, err
}

// mayAdd checks that the person of a session may add a passkey: after a recent login, and a confirmation if there is a passkey. Errors:
// ErrGone, ErrStale, ErrUnconfirmed.
func (s *Service) mayAdd(ctx context.Context, sessionID string) error {
	state, err := s.State(ctx, sessionID)
	switch {
	case err != nil:
		return err
	case !state.Active:
		return ErrGone
	}
	return s.adds(state.Session, state.HasPasskey)
}

// adds is mayAdd for what can change until the passkey is stored: another session may add the first one meanwhile.
func (s *Service) adds(sess Session, hasPasskey bool) error {
	now := s.Clock.Now()
	switch {
	case !sess.Active(now):
		return ErrGone
	case now.Sub(sess.AuthenticatedAt) > s.rules.StepUpWindow:
		return ErrStale
	case hasPasskey && now.Sub(sess.ConfirmedAt) > s.rules.StepUpWindow:
		return ErrUnconfirmed
	}
	return nil
}

// BeginPasskey returns the options with which the browser of a session creates a passkey. Errors: ErrGone, ErrStale, ErrUnconfirmed.
func (s *Service) BeginPasskey(ctx context.Context, accountID, sessionID string) ([]byte, error) {
	if err := s.mayAdd(ctx, sessionID); err != nil {
		return nil, err
	}
	a, known, err := s.owned(ctx, accountID)
	if err != nil {
		return nil, err
	}
	options, state, err := s.Ceremonies.BeginRegistration(a, known)
	if err != nil {
		return nil, err
	}
	return options, s.begin(ctx, ticketPasskey, sessionID, state)
}

// AddPasskey adds the passkey that the browser of a session created. The first one comes with recovery codes. Errors: ErrPasskey,
// ErrTooMany, and those of BeginPasskey.
func (s *Service) AddPasskey(ctx context.Context, accountID, sessionID, name string, response []byte) (Passkey, []string, error) {
	if err := s.mayAdd(ctx, sessionID); err != nil {
		return Passkey{}, nil, err
	}
	state, err := s.finish(ctx, ticketPasskey, sessionID)
	if err != nil {
		return Passkey{}, nil, err
	}
	a, known, err := s.owned(ctx, accountID)
	if err != nil {
		return Passkey{}, nil, err
	}
	p, err := s.Ceremonies.FinishRegistration(a, known, state, response)
	if err != nil {
		return Passkey{}, nil, err
	}
	p.ID, p.AccountID, p.Name, p.AddedAt = id.New(), a.ID, name, s.Clock.Now()
	codes, hashes := recoveryCodes()
	first, err := s.Passkeys.AddPasskey(ctx, sessionID, p, hashes, s.adds, func(ctx context.Context, a Account) error {
		return s.Notices.PasskeyAdded(ctx, a, p)
	})
	if err != nil || !first {
		return p, nil, err
	}
	return p, codes, nil
}

// RemovePasskey removes a passkey of an account. ErrNotFound.
func (s *Service) RemovePasskey(ctx context.Context, accountID, passkeyID string) error {
	now := s.Clock.Now()
	return s.Passkeys.RemovePasskey(ctx, accountID, passkeyID, now, func(ctx context.Context, a Account) error {
		return s.Notices.PasskeyRemoved(ctx, a, passkeyID, now)
	})
}

// ReplaceCodes returns new recovery codes of an account. ErrNoPasskey.
func (s *Service) ReplaceCodes(ctx context.Context, accountID string) ([]string, error) {
	codes, hashes := recoveryCodes()
	return codes, s.Passkeys.ReplaceCodes(ctx, accountID, hashes)
}

// BeginConfirmation returns the options with which the browser of a session confirms with a passkey. ErrNoPasskey.
func (s *Service) BeginConfirmation(ctx context.Context, accountID, sessionID string) ([]byte, error) {
	a, known, err := s.owned(ctx, accountID)
	if err != nil {
		return nil, err
	}
	if len(known) == 0 {
		return nil, ErrNoPasskey
	}
	options, state, err := s.Ceremonies.BeginConfirmation(a, known)
	if err != nil {
		return nil, err
	}
	return options, s.begin(ctx, ticketConfirmation, sessionID, state)
}

// Confirm confirms a session with a passkey. ErrPasskey.
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
	err = s.Passkeys.ConfirmSession(ctx, Session{ID: sessionID, AccountID: a.ID}, Confirmation{Passkey: &p}, s.Clock.Now(), nil)
	if errors.Is(err, ErrNotFound) { // removed in the meantime
		err = ErrPasskey
	}
	return err
}

// ConfirmWithCode confirms a session with a recovery code, which works once, and notifies the owner. ErrCode.
func (s *Service) ConfirmWithCode(ctx context.Context, accountID, sessionID, code string) error {
	now := s.Clock.Now()
	err := s.Passkeys.ConfirmSession(ctx, Session{ID: sessionID, AccountID: accountID}, Confirmation{Code: id.Hash(plainCode(code))}, now,
		func(ctx context.Context, a Account) error { return s.Notices.RecoveryCodeUsed(ctx, a, now) })
	if errors.Is(err, ErrNotFound) {
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
