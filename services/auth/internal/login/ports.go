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

// RefusedError means that the provider responded with an error code.
type RefusedError struct{ Code string }

func (e *RefusedError) Error() string { return "the identity provider refused: " + e.Code }

// PromptError means that the provider must request the password first: Location is where the browser logs in again.
type PromptError struct{ Location string }

func (*PromptError) Error() string {
	return "the person logged out and must log in at the provider again"
}

// Response are the parameters of a callback.
type Response struct {
	State, Code string
	// Issuer names the provider (RFC 9207); empty if it doesn't send that.
	Issuer string
	// Error is the code of an error; empty for none.
	Error string
}

// Store stores the tickets of logins.
type Store interface {
	account.Tickets
	// AccountOfIdentity returns the account of (issuer, subject), or account.ErrNotFound.
	AccountOfIdentity(ctx context.Context, issuer, subject string) (account.Account, error)
	// AccountOfProviderSession returns the id of the account that logged in from a session at the provider, or account.ErrNotFound.
	AccountOfProviderSession(ctx context.Context, providerSession string) (string, error)
	// LoggedOutSince reports whether the owner of an account logged out, after since, of the last session that came from a session at the provider.
	LoggedOutSince(ctx context.Context, accountID, providerSession string, since time.Time) (bool, error)
	// ProviderLogout ends the sessions of an account that came from a session at the provider or from an unknown one, all if providerSession is
	// empty. It sets CredentialsChangedAt, unless there is a TicketOwnLogout with the key providerSession, which it deletes: then the logout
	// started here. It stores used, or returns account.ErrExists and does nothing. All of that is one transaction.
	ProviderLogout(ctx context.Context, accountID string, used account.Ticket, providerSession string, now time.Time) error
}

// LogoutToken means that the provider has logged a person out. ID is the token's own.
type LogoutToken struct {
	Issuer, ID string
	// Subject is the person, and Session the session that was ended (account.ProviderSession). One of them may be empty.
	Subject, Session string
}

// Provider is the identity provider's OpenID Connect side. All calls return account.ErrProviderDown if it is
// unreachable.
type Provider interface {
	// AuthURL returns the address at which the browser logs in.
	AuthURL(ctx context.Context, l Attempt) (string, error)
	// Exchange turns the code of a callback into an identity. ErrLogin means that the response does
	// not verify, *RefusedError that it is an error.
	Exchange(ctx context.Context, r Response, l Attempt) (account.Identity, error)
	// LogoutURL returns the address at which the browser ends the provider's session, empty if the
	// provider has none. idToken is from the login and identifies the session to end; it may be empty.
	// The session is the provider's (account.ProviderSession).
	LogoutURL(ctx context.Context, idToken string) (location, session string, err error)
	// LogoutToken verifies a back-channel logout token. ErrLogin means that it does not verify.
	LogoutToken(ctx context.Context, token string) (LogoutToken, error)
}
