// Package session implements the rules of sessions: how they open, stay, prove themselves and end.
package session

import (
	"errors"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/account"
)

var (
	// ErrReused means that a refresh token was used after it was replaced. The session is ended.
	ErrReused = errors.New("the refresh token was already used")
	// ErrProof means that a DPoP proof is missing or invalid.
	ErrProof = errors.New("the proof of possession is missing or invalid")
	// ErrStale means that the person must log in again in this browser first.
	ErrStale = errors.New("log in again in this browser first")
	// ErrNoKey means that the session has no key to prove possession with. Logging in again in the same browser doesn't help.
	ErrNoKey = errors.New("this browser has no key for its session; use another browser")
)

// NonceError means that a DPoP proof needs the server's nonce, because the clock of the browser is wrong or its nonce is old.
type NonceError struct{ Nonce string }

func (*NonceError) Error() string { return "the proof of possession needs the server's nonce" }

const (
	// Idle is how long a session lasts without a refresh.
	Idle = 7 * 24 * time.Hour
	// Absolute is how long a session lasts at most; no refresh extends it.
	Absolute = 30 * 24 * time.Hour
	// Grace is how long the direct predecessor of a rotated token stays valid, so that a lost response
	// or a second tab does not end the session.
	Grace = 10 * time.Second
	// AccessLifetime is how long an access token is valid.
	AccessLifetime = 5 * time.Minute
	// alertLifetime is how long a person has to report a login that was not theirs.
	alertLifetime = 7 * 24 * time.Hour
)

// Session is one logged-in browser. Its refresh tokens are a family: each has the generation in which
// it was created.
type Session struct {
	ID        string
	AccountID string
	// Key is the RFC 7638 thumbprint of the browser's key; empty if the refresh token isn't bound and therefore rotates.
	Key string
	// Generation counts rotations; RotatedAt is when the last one happened.
	Generation int
	RotatedAt  time.Time
	// Wallet opened the session and ends it when it is unlinked; empty for a session of an identity.
	Wallet string
	// ProviderSession is the session at the identity provider; empty if it is unknown. See account.ProviderSession.
	ProviderSession string
	// AuthenticatedAt is when the person last logged in; zero if the provider does not report it,
	// which counts as long ago.
	AuthenticatedAt time.Time
	// ConfirmedAt is when the person last confirmed with a passkey or a recovery code; zero if never.
	ConfirmedAt time.Time
	CreatedAt   time.Time
	// UsedAt is when it last got an access token.
	UsedAt    time.Time
	IdleUntil time.Time
	Until     time.Time
	EndedAt   time.Time
	EndReason string
	// UserAgent and Network help a person to recognize the session. They are those of the last use.
	UserAgent, Network string
}

// Token is a refresh token as it is stored.
type Token struct {
	Hash       []byte
	Generation int
}

// Active reports whether the session is active.
func (s Session) Active(now time.Time) bool {
	return s.EndedAt.IsZero() && now.Before(s.IdleUntil) && now.Before(s.Until)
}

// State says what a session may do now. The zero value is the state of an unknown session.
type State struct {
	Session Session
	Active  bool
	// Account is the live account of an active session.
	Account account.Account
	// RecentLogin is whether the person logged in within the step-up window.
	RecentLogin bool
	// HasPasskey is whether the account has a passkey.
	HasPasskey bool
	// PasskeyConfirmed is whether the person confirmed with a passkey or recovery code within the window, or the account has no
	// passkey and needs none.
	PasskeyConfirmed bool
}

// End ends the session; ending it twice keeps the first reason.
func (s *Session) End(now time.Time, reason string) {
	if s.EndedAt.IsZero() {
		s.EndedAt, s.EndReason = now, reason
	}
}

// Use decides the effect of presenting a refresh token of a generation. key is the thumbprint that the
// caller proved, empty without a proof. rotate means that a token of the (new) generation must be
// issued.
//
// A session with a key keeps its token. Without one, a token of the current generation starts the
// next. A token of the previous generation gets a sibling during Grace. Anything older is a reuse,
// which ends the session.
func (s *Session) Use(generation int, key string, now time.Time) (rotate bool, err error) {
	if !s.Active(now) {
		return false, account.ErrGone
	}
	switch {
	case s.Key != "":
		if key != s.Key {
			return false, ErrProof
		}
	case generation == s.Generation:
		s.Generation++
		s.RotatedAt = now
		rotate = true
	case generation == s.Generation-1 && now.Sub(s.RotatedAt) <= Grace:
		rotate = true
	default:
		s.End(now, account.EndedReuse)
		return false, ErrReused
	}
	s.UsedAt, s.IdleUntil = now, now.Add(Idle)
	if s.IdleUntil.After(s.Until) {
		s.IdleUntil = s.Until
	}
	return rotate, nil
}

// Keep is how long an ended session is stored, so that its owner and operators can see how it ended.
const Keep = 30 * 24 * time.Hour
