package session

import (
	"context"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/account"
)

// Store stores sessions and their refresh tokens. Ending sessions publishes account.SessionsEnded.
type Store interface { //nolint:interfacebloat // one port for one store
	account.Tickets
	// CreateSession stores a session and its first token, and calls opened in the same transaction, if
	// it isn't nil. In the meantime its wallet may have been unlinked (account.ErrGone) or its account blocked (account.ErrBlocked).
	CreateSession(ctx context.Context, s Session, first Token, opened Opened) error
	// Session returns a session or account.ErrNotFound.
	Session(ctx context.Context, id string) (Session, error)
	// UseToken finds the session of a refresh token, locks it, and stores the session as changed by
	// change, together with the token that change returns, if any. It returns account.ErrNotFound for an
	// unknown token.
	UseToken(ctx context.Context, hash []byte, change func(s *Session, generation int) (issue *Token, err error)) (Session, error)
	// EndSession ends one session. Unknown and ended sessions are ignored.
	EndSession(ctx context.Context, id, reason string, now time.Time) error
	// EndOtherSessions ends all sessions of an account except the kept one, and removes tickets that would become such sessions.
	EndOtherSessions(ctx context.Context, accountID, kept, reason string, now time.Time) error
	// ReportLogin deletes the TicketAlert with a key, sets the account's CredentialsChangedAt, ends all its sessions, and calls notify,
	// in one transaction. It returns account.ErrNotFound for a ticket that is unknown, used or expired.
	ReportLogin(ctx context.Context, key string, now time.Time, notify account.Notify) error
	// HasPasskey reports whether an account has a passkey.
	HasPasskey(ctx context.Context, accountID string) (bool, error)
}

// EarlierSessions is what an account's earlier sessions say about the browser of a new one.
type EarlierSessions struct {
	// Any is whether the account had earlier sessions.
	Any bool
	// SameKey is whether a session had the same key, and its owner did not end the last of them (EndedForSecurity).
	SameKey bool
}

// Opened is called with what is known about the browser of a new session. An error rolls the session back.
type Opened func(ctx context.Context, e EarlierSessions) error

// Claims are the claims of an access token.
type Claims struct {
	Subject, SessionID string
	Email              string
	EmailVerified      bool
	Roles              []string
	IssuedAt           time.Time
	Expires            time.Time
}

// Proof is a verified DPoP proof.
type Proof struct {
	// Key is the RFC 7638 thumbprint.
	Key string
	// ID is unique per key.
	ID string
	// Until is when the proof expires.
	Until time.Time
}

// Signer signs access tokens and verifies DPoP proofs (RFC 9449).
type Signer interface {
	Sign(ctx context.Context, c Claims) (string, error)
	// Proof verifies a proof for a method and a path of the public origin. Errors: ErrProof, *NonceError.
	Proof(ctx context.Context, proof, method, path string, now time.Time) (Proof, error)
}

// Notices notifies people about their sessions.
type Notices interface {
	// SessionReused notifies that a session was ended because its token was used twice.
	SessionReused(ctx context.Context, a account.Account, s Session) error
	// NewLogin notifies, in the transaction of ctx, that a session was opened in a new browser. secret is for the link that reports it.
	NewLogin(ctx context.Context, a account.Account, s Session, secret string) error
	// LoginReported notifies, in the transaction of ctx, that a login was reported and all sessions ended.
	LoginReported(ctx context.Context, a account.Account, at time.Time) error
}
