// Package session holds the rules of signing in: accounts and their wallets,
// sessions and their refresh tokens, one-time codes and nonces.
package session

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Account is who signs in. An account has an identity, wallets, or both.
type Account struct {
	ID string
	// Issuer and Subject are the key of the identity; both empty for an account
	// that signs in with wallets only.
	Issuer, Subject string
	// Email and EmailVerified are the provider's word when it was last heard.
	Email         string
	EmailVerified bool
	// CredentialsChangedAt is when password, address or wallets last changed; zero
	// when they never did.
	CredentialsChangedAt time.Time
	// PasswordChangedAt is the change of the password that sessions were ended for last; zero before the first. It is apart,
	// because a later wallet or address must not hide a change that nobody has noticed yet.
	PasswordChangedAt time.Time
	// Disabled accounts have no sessions: the provider has blocked the person, or deleted them.
	Disabled  bool
	CreatedAt time.Time
	// Version counts the events about the account.
	Version int64
	// Wallets are in the order of linking.
	Wallets []Wallet
}

// HasIdentity tells whether an identity provider stands behind the account.
func (a Account) HasIdentity() bool { return a.Subject != "" }

// Wallet is an address that an account has proved to control.
type Wallet struct {
	// Address is checksummed (EIP-55), which makes it canonical.
	Address string
	// Chain is where the contract at the address vouched for it first; zero while the wallet's own key has signed only.
	Chain    uint64
	LinkedAt time.Time
}

// Proved is the wallet, as it is known, after another proof. A contract is heard on the chain where it was heard first: at the same
// address of another chain there may be somebody else's. *MessageError.
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

// Identity is what a provider says of a person who signed in.
type Identity struct {
	Issuer, Subject string
	Email           string
	EmailVerified   bool
	// AuthenticatedAt is when the person last proved who they are; zero when the
	// provider does not say.
	AuthenticatedAt time.Time
}

// User is the provider's live record of a person.
type User struct {
	Email         string
	EmailVerified bool
	Blocked       bool
	// PasswordChangedAt is zero where it never was or is not known.
	PasswordChangedAt time.Time
}

// Grants are the roles that the operator gives to accounts. An account is known by issuer and subject: an email address can
// belong to several subjects, be reassigned, or be written in another letter case.
type Grants struct {
	// Issuer is the identity provider whose subjects are meant.
	Issuer string
	// Roles of each subject.
	Roles map[string][]string
}

// ParseGrants reads subject=role pairs for the subjects of an issuer.
func ParseGrants(issuer string, pairs []string) (Grants, error) {
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
		case strings.Contains(subject, "@") && !strings.Contains(subject, "|"):
			return Grants{}, fmt.Errorf("%q names an email address: use the account's subject at the identity provider, like auth0|5f7c8ec7", pair)
		}
		if !slices.Contains(g.Roles[subject], role) {
			g.Roles[subject] = append(g.Roles[subject], role)
		}
	}
	return g, nil
}

// Of returns the roles of an account.
func (g Grants) Of(a Account) []string {
	if !a.HasIdentity() || a.Issuer != g.Issuer {
		return nil
	}
	return g.Roles[a.Subject]
}
