package session

import "time"

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
	// CodeLifetime is how long the page has to fetch its tokens.
	CodeLifetime = time.Minute
	// OwnLogoutLifetime is how long the provider's report of a logout is attributed to a logout that started here.
	OwnLogoutLifetime = 10 * time.Minute
	// CodeMemory is how long a second use of a code still ends the session that the first one opened.
	CodeMemory = time.Hour
	// LoginLifetime is how long a person may stay at the identity provider.
	LoginLifetime = 15 * time.Minute
	// NonceLifetime is how long a person has to sign a message.
	NonceLifetime = 5 * time.Minute
	// MailPause is the minimum time between two verification mails of an account.
	MailPause = time.Minute
	// AlertLifetime is how long a person has to report a login that was not theirs.
	AlertLifetime = 7 * 24 * time.Hour
)

// Reasons why a session ended.
const (
	EndedLogout      = "logout"
	EndedReplaced    = "replaced" // by another login in the same browser
	EndedRevoked     = "revoked"  // by its owner, from another session
	EndedReported    = "reported" // by its owner, as a login that was not theirs
	EndedReuse       = "reuse"    // of a refresh token or a one-time code
	EndedDisabled    = "disabled"
	EndedCredentials = "credentials"
	EndedProvider    = "provider"
	EndedUnlinked    = "unlinked"
	EndedForgotten   = "forgotten"
	EndedExpired     = "expired" // not used for Idle, or as old as Absolute
	EndedStaff       = "staff"   // by gallery staff
	EndedBlocked     = "blocked" // because gallery staff blocked the account
)

// EndedForSecurity are the reasons after which a browser counts as new: the owner or staff ended its session.
func EndedForSecurity() []string {
	return []string{EndedRevoked, EndedReported, EndedStaff, EndedBlocked}
}

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
		return false, ErrGone
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
		s.End(now, EndedReuse)
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
