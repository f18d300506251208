// Package passkey implements passkeys as a second factor, and the recovery codes that replace a lost one.
package passkey

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

var (
	// ErrInvalid means that a passkey's response doesn't verify, came too late, or belongs to a passkey that is registered already.
	ErrInvalid = errors.New("the passkey could not be verified; try again")
	// ErrUnconfirmed means that the person must confirm with a passkey first.
	ErrUnconfirmed = errors.New("confirm with your passkey first")
	// ErrNone means that the account has no passkey.
	ErrNone = errors.New("the account has no passkey")
	// ErrTooMany means that the account has MaxPasskeys.
	ErrTooMany = errors.New("the account has too many passkeys; remove one first")
	// ErrCode means that a recovery code is unknown or used.
	ErrCode = errors.New("this recovery code is not valid, or was already used")
)

const (
	// ceremonyLifetime is how long a person has to create or use a passkey.
	ceremonyLifetime = 5 * time.Minute
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

// Store stores the passkeys and recovery codes of accounts. Adding and removing a passkey sets the account's CredentialsChangedAt
// and calls notify with the account, in the same transaction.
type Store interface { //nolint:interfacebloat // one port for one store
	account.Tickets
	// Passkeys returns the passkeys of an account, oldest first, and how many recovery codes are left.
	Passkeys(ctx context.Context, accountID string) ([]Passkey, int, error)
	// AddPasskey adds a passkey and confirms the session. If it is the account's first, codes become its recovery codes and first is
	// true. It calls may under the account's lock. Errors: ErrTooMany, ErrInvalid for a credential that is already registered, those of may.
	AddPasskey(ctx context.Context, sessionID string, p Passkey, codes [][]byte, may MayAdd, notify account.Notify) (first bool, err error)
	// RemovePasskey removes a passkey and ends the confirmations that it gave. With the last one, it removes the recovery codes. Error:
	// account.ErrNotFound.
	RemovePasskey(ctx context.Context, accountID, passkeyID string, now time.Time, notify account.Notify) error
	// ReplaceCodes replaces the recovery codes. Error: ErrNone.
	ReplaceCodes(ctx context.Context, accountID string, codes [][]byte) error
	// ConfirmSession confirms a session with a passkey, whose new state is stored, or with a recovery code, which is
	// removed. account.ErrNotFound means that there is no such passkey, code or session. notify may be nil.
	ConfirmSession(ctx context.Context, sess session.Session, by Confirmation, now time.Time, notify account.Notify) error
}

// MayAdd returns an error if the person of a session may not add a passkey to an account that has some or none.
type MayAdd func(sess session.Session, hasPasskey bool) error

// Confirmation confirms a session: with a Passkey, or the hash of a recovery code.
type Confirmation struct {
	Passkey *Passkey
	Code    []byte
}

// Ceremonies implements the WebAuthn exchanges. Store state between begin and finish. Finishing returns ErrInvalid if the browser's
// response does not verify.
type Ceremonies interface {
	BeginRegistration(a account.Account, known []Passkey) (options, state []byte, err error)
	FinishRegistration(a account.Account, known []Passkey, state, response []byte) (Passkey, error)
	BeginConfirmation(a account.Account, known []Passkey) (options, state []byte, err error)
	FinishConfirmation(a account.Account, known []Passkey, state, response []byte) (Passkey, error)
}

// Notices notifies people, in the transaction of ctx, about changes of their passkeys and recovery codes.
type Notices interface {
	PasskeyAdded(ctx context.Context, a account.Account, p Passkey) error
	PasskeyRemoved(ctx context.Context, a account.Account, passkeyID string, at time.Time) error
	RecoveryCodeUsed(ctx context.Context, a account.Account, at time.Time) error
}
