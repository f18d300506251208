// Package account implements the rules of accounts: who they belong to, what the identity provider says about them now, and their roles.
package account

import (
	"errors"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

var (
	// ErrNotFound means that something doesn't exist, was already used, or has expired.
	ErrNotFound = errors.New("not found")
	// ErrExists means that a valid ticket with that key exists.
	ErrExists = errors.New("already exists")
	// ErrGone means that a session was ended or has expired: log in again.
	ErrGone = errors.New("the session has ended")
	// ErrBlocked means that staff have blocked the account.
	ErrBlocked = errors.New("the account is blocked")
	// ErrNoIdentity means that the account isn't linked to an identity provider.
	ErrNoIdentity = errors.New("the account isn't linked to the identity provider")
	// ErrVerified means that the address needs no verification email.
	ErrVerified = errors.New("the email address is already verified")
	// ErrProviderDown means that the identity provider is unavailable. Temporary.
	ErrProviderDown = errors.New("the identity provider is unavailable")
)

// TooSoonError reports how long a person must wait.
type TooSoonError struct{ Wait time.Duration }

func (e *TooSoonError) Error() string { return "too soon, try again in " + e.Wait.String() }

// Account is a person who can log in. It has an identity, wallets, or both.
type Account struct {
	ID string
	// Issuer and Subject identify the person at the provider. Both are empty for an account with wallets only.
	Issuer, Subject string
	// Email and EmailVerified are the provider's latest values.
	Email         string
	EmailVerified bool
	// CredentialsChangedAt is when password, address, methods, wallets or passkeys last changed, or the provider last ended all sessions;
	// zero if none of that ever happened.
	CredentialsChangedAt time.Time
	// PasswordChangedAt is the last password change for which sessions were ended; zero before the first. It is a separate field,
	// because a later change of wallet or address must not hide a change of the password.
	PasswordChangedAt time.Time
	// Methods are how the person last logged in at the provider, and MethodsAt is when. MethodsAt is zero if no login was recorded.
	Methods   []string
	MethodsAt time.Time
	// Disabled accounts have no sessions: the provider has blocked or deleted the person.
	Disabled bool
	// Blocked accounts have no sessions: staff have blocked the account.
	Blocked   bool
	CreatedAt time.Time
	// Version counts the events about the account.
	Version int64
	// Wallets are in the order in which they were linked.
	Wallets []Wallet
}

// LoggedIn records the provider's data of a login. Another email address counts as a change of credentials, and so does a later
// login with other methods: someone may have added or removed a password, a factor or a linked login.
func (a *Account) LoggedIn(who Identity, now time.Time) {
	if a.Email != "" && a.Email != who.Email {
		a.CredentialsChangedAt = now
	}
	a.Email, a.EmailVerified = who.Email, who.EmailVerified
	at := now
	if !who.AuthenticatedAt.IsZero() {
		at = Past(who.AuthenticatedAt, now)
	}
	// The provider reports an older login if it still knew the browser. Such a login contains nothing new.
	if !at.After(a.MethodsAt) {
		return
	}
	methods := slices.Compact(slices.Sorted(slices.Values(who.Methods)))
	if !a.MethodsAt.IsZero() && !slices.Equal(methods, a.Methods) {
		a.CredentialsChangedAt = now
	}
	a.Methods, a.MethodsAt = methods, at
}

// HasIdentity reports whether the account is linked to an identity provider.
func (a Account) HasIdentity() bool { return a.Subject != "" }

// MayLogIn returns ErrBlocked or ErrGone for an account that has no sessions.
func (a Account) MayLogIn() error {
	switch {
	case a.Blocked:
		return ErrBlocked
	case a.Disabled:
		return ErrGone
	}
	return nil
}

// Wallet is an address that the account's owner controls.
type Wallet struct {
	// Address has its checksum (EIP-55), so each wallet has one spelling.
	Address string
	// Chain is where a contract wallet first signed; zero while only the address's key has signed.
	Chain    uint64
	LinkedAt time.Time
}

// Identity is the provider's data about a person who logged in.
type Identity struct {
	Issuer, Subject string
	Email           string
	EmailVerified   bool
	// AuthenticatedAt is when the person last logged in at the provider; zero if it doesn't report it.
	AuthenticatedAt time.Time
	// Methods are how the person logged in (amr); empty if the provider doesn't report it.
	Methods []string
	// Session is the session at the provider; empty if the provider doesn't identify it.
	Session string
	// SessionStays is whether the provider has no logout, so that its session outlives a logout here.
	SessionStays bool
	// ClockAhead is how far the provider's clock is ahead of ours.
	ClockAhead time.Duration
	// IDToken is the provider's signed statement.
	IDToken string
}

// User is the provider's live record of a person.
type User struct {
	Email         string
	EmailVerified bool
	Blocked       bool
	// PasswordChangedAt is zero if it never changed or is unknown.
	PasswordChangedAt time.Time
}

// ProviderSession returns what is stored of a session at the provider, a hash, or "" if the provider doesn't identify it.
func ProviderSession(issuer, sid string) string {
	if sid == "" {
		return ""
	}
	return TicketKey(issuer + "\x00" + sid)
}

// EmailAddress returns the provider's address of a person, or "" if it isn't an address such as name@example.org. It accepts what a person
// may type (package profile of the profiles service).
func EmailAddress(s string) string {
	s = strings.TrimSpace(s)
	if a, err := mail.ParseAddress(s); err != nil || a.Address != s || len(s) > maxEmail || !Printable(s) {
		return ""
	}
	return s
}

const maxEmail = 320

// Printable reports whether a text of the provider can be stored and shown: it is UTF-8 without control characters and direction marks.
func Printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) })
}

// Past returns t, or now if the provider's clock is ahead of ours.
func Past(authenticated, now time.Time) time.Time {
	if authenticated.After(now) {
		return now
	}
	return authenticated
}
