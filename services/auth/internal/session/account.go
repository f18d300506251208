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

// Grants gives roles to verified addresses. Keys are in lower case.
type Grants map[string][]string

// ParseGrants reads address=role pairs.
func ParseGrants(pairs []string) (Grants, error) {
	g := Grants{}
	for _, pair := range pairs {
		email, role, ok := strings.Cut(strings.TrimSpace(pair), "=")
		email, role = strings.ToLower(strings.TrimSpace(email)), strings.TrimSpace(role)
		if !ok || role == "" || !strings.Contains(email, "@") {
			return nil, fmt.Errorf("%q is not address=role", pair)
		}
		if !slices.Contains(g[email], role) {
			g[email] = append(g[email], role)
		}
	}
	return g, nil
}

// Roles are those of the account's address, when the provider has verified it.
func (g Grants) Roles(a Account) []string {
	if !a.HasIdentity() || !a.EmailVerified {
		return nil
	}
	return g[strings.ToLower(a.Email)]
}
