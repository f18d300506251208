// Package session implements the rules of logging in: accounts and their wallets, sessions and their refresh tokens, one-time codes and nonces.
package session

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

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
		at = past(who.AuthenticatedAt, now)
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

// mayLogIn returns ErrBlocked or ErrGone for an account that has no sessions.
func (a Account) mayLogIn() error {
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

// Proved returns the wallet after another proof, or a *MessageError. A contract wallet is accepted only on the chain where it first signed,
// because the same address on another chain may belong to someone else.
func (w Wallet) Proved(again Wallet) (Wallet, error) {
	switch {
	case again.Chain == 0 || again.Chain == w.Chain:
	case w.Chain == 0:
		w.Chain = again.Chain
	default:
		return Wallet{}, &MessageError{fmt.Sprintf("this contract wallet signs on chain %d; choose that network in the wallet", w.Chain)}
	}
	return w, nil
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

// Grants are the roles that the operator grants to accounts. An account is identified by issuer and subject, because an email address can
// belong to several subjects, be reassigned, or be written in another letter case.
type Grants struct {
	// Issuer is the identity provider of the subjects.
	Issuer string
	// Roles of each subject.
	Roles map[string][]string
}

// ParseGrants reads subject=role pairs for the subjects of an issuer. It rejects an unknown role, because it would grant nothing.
func ParseGrants(issuer string, pairs, known []string) (Grants, error) {
	g := Grants{Issuer: issuer, Roles: map[string][]string{}}
	for _, pair := range pairs {
		at := strings.LastIndex(pair, "=") // a subject may end in padding
		if at < 0 {
			return Grants{}, fmt.Errorf("%q is not subject=role", pair)
		}
		subject, role := strings.TrimSpace(pair[:at]), strings.TrimSpace(pair[at+1:])
		switch {
		case subject == "" || role == "":
			return Grants{}, fmt.Errorf("%q is not subject=role", pair)
		case !slices.Contains(known, role):
			return Grants{}, fmt.Errorf("%q names an unknown role; the roles are %s", pair, strings.Join(known, ", "))
		case strings.Contains(subject, "@") && !strings.Contains(subject, "|"):
			return Grants{}, fmt.Errorf("%q names an email address: use the account's subject at the identity provider, like auth0|5f7c8ec7", pair)
		}
		if !slices.Contains(g.Roles[subject], role) {
			g.Roles[subject] = append(g.Roles[subject], role)
		}
	}
	return g, nil
}

// Of returns the roles of an identity, which is empty for an account with wallets only.
func (g Grants) Of(issuer, subject string) []string {
	if subject == "" || issuer != g.Issuer {
		return nil
	}
	return g.Roles[subject]
}
