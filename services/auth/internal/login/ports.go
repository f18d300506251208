package login

import (
	"context"
	"errors"
	"time"

	"github.com/vitrine/vitrine/services/auth/internal/account"
)

var (
	// ErrLogin means that the provider's response is invalid. Final.
	ErrLogin = errors.New("the identity provider's response is invalid")
	// ErrState means that the login was started in another browser, or too long ago.
	ErrState = errors.New("the login was started in another browser or took too long")
)

// Store stores the tickets of logins.
type Store interface {
	account.Tickets
	// AccountOfIdentity returns the account of (issuer, subject), or account.ErrNotFound.
	AccountOfIdentity(ctx context.Context, issuer, subject string) (account.Account, error)
	// ProviderLogout ends all sessions of an account at the provider's request. It sets CredentialsChangedAt, unless there is a
	// TicketOwnLogout with the key own, which it deletes: then the logout started here. It stores used, or returns account.ErrExists and does nothing. All
	// of that is one transaction.
	ProviderLogout(ctx context.Context, accountID string, used account.Ticket, own string, now time.Time) error
}

// ProviderSession identifies a session at a provider. ID is empty if the provider doesn't identify its sessions.
type ProviderSession struct{ Issuer, ID string }

// LogoutToken means that the provider has logged a person out. ID is the token's own, Session the session that was ended.
type LogoutToken struct {
	Subject, ID string
	Session     ProviderSession
}

// Provider is the identity provider's OpenID Connect side. All calls return account.ErrProviderDown if it is
// unreachable.
type Provider interface {
	// AuthURL returns the address at which the browser logs in.
	AuthURL(ctx context.Context, l Attempt) (string, error)
	// Exchange turns the code of a callback into an identity. ErrLogin means that the response does
	// not verify.
	Exchange(ctx context.Context, code string, l Attempt) (account.Identity, error)
	// LogoutURL returns the address at which the browser ends the provider's session, empty if the
	// provider has none. idToken is from the login and identifies the session to end; it may be empty.
	// The session is the provider's, empty if the ID token doesn't identify it.
	LogoutURL(ctx context.Context, idToken string) (location string, session ProviderSession, err error)
	// LogoutToken verifies a back-channel logout token. ErrLogin means that it does not verify.
	LogoutToken(ctx context.Context, token string) (LogoutToken, error)
}
