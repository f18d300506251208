package session

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
)

// Deps are the service's dependencies.
type Deps struct {
	Accounts   Accounts
	Wallets    Wallets
	Sessions   Sessions
	Own        AccountSessions
	Desk       Desk
	Tickets    Tickets
	Provider   Provider
	Directory  Directory // nil: the provider has no management interface
	Signer     Signer
	Proofs     Proofs
	Passkeys   Passkeys
	Ceremonies Ceremonies
	Ethereum   Ethereum
	Notices    Notices
	Clock      clock.Clock
	Log        *slog.Logger
}

// Rules are the operator's settings.
type Rules struct {
	// PublicURL is the origin that browsers see.
	PublicURL *url.URL
	// Chains lists the chains from which a wallet may log in.
	Chains []uint64
	Grants Grants
	// Languages of the site; the first is the default.
	Languages []string
	// StaffPasskey makes step-ups of accounts with roles require a passkey, even if the account has none.
	StaffPasskey bool
	// StepUpWindow is how long a login or a confirmation counts as recent.
	StepUpWindow time.Duration
}

// Service logs people in and keeps them logged in.
type Service struct {
	Deps
	rules Rules
}

// New creates the service.
func New(d Deps, r Rules) *Service { return &Service{Deps: d, rules: r} }

// Tokens are the tokens of a browser.
type Tokens struct{ Access, Refresh string }

// Caller is what is known about the calling browser.
type Caller struct {
	// Proof is the DPoP header, empty without one.
	Proof         string
	UserAgent, IP string
	// Previous is the refresh token of the session that the browser had before a login, empty without one.
	Previous string
}

// Kinds of tickets.
const (
	ticketLogin = "login"
	ticketCode  = "code"
	// ticketUsed stores the session of a used code, ticketReused records that a code was used again.
	ticketUsed   = "used-code"
	ticketReused = "reused-code"
	// ticketHint stores the ID token of a session's login until the logout.
	ticketHint   = "id-token"
	ticketNonce  = "siwe"
	ticketProof  = "dpop"
	ticketMail   = "mail"
	ticketLogout = "logout_token"
	// TicketOwnLogout records that a session at the provider ends because the person logged out here.
	TicketOwnLogout = "own-logout"
	// A passkey that is being created, and a confirmation in progress, by session.
	ticketPasskey      = "passkey"
	ticketConfirmation = "confirmation"
	// TicketAlert is the "This wasn't me" link of an email about a login. Its data is the account's id. It outlives the sessions, so
	// that an attacker who logged in can't invalidate it.
	TicketAlert = "login-alert"
)

// open starts a session for an account with the properties of sess and returns its tokens.
func (s *Service) open(ctx context.Context, a Account, sess Session, c Caller, idToken string) (Tokens, error) {
	now := s.Clock.Now()
	if err := a.mayLogIn(); err != nil {
		return Tokens{}, err
	}
	refresh, hash := id.Secret()
	if sess.ID == "" {
		sess.ID = id.New()
	}
	sess.AccountID, sess.RotatedAt, sess.CreatedAt = a.ID, now, now
	sess.AuthenticatedAt = past(sess.AuthenticatedAt, now)
	sess.UsedAt, sess.IdleUntil, sess.Until = now, now.Add(Idle), now.Add(Absolute)
	sess.seen(c)
	if err := s.Sessions.CreateSession(ctx, sess, Token{Hash: hash}, s.alert(a, sess)); err != nil {
		return Tokens{}, err
	}
	s.replace(ctx, c.Previous, sess, now)
	if idToken != "" {
		if _, err := s.Tickets.PutTicket(ctx, Ticket{
			Kind: ticketHint, Key: sess.ID, Data: []byte(idToken), Until: sess.Until, AccountID: a.ID, AuthenticatedAt: sess.AuthenticatedAt,
		}, now); err != nil {
			return Tokens{}, err
		}
	}
	access, err := s.access(ctx, a, sess)
	if err != nil {
		return Tokens{}, err
	}
	way := "provider"
	if sess.Wallet != "" {
		way = "wallet"
	}
	s.Log.InfoContext(ctx, "logged in", "account", a.ID, "session", sess.ID, "with", way)
	return Tokens{Access: access, Refresh: refresh}, nil
}

// replace ends the session of the refresh token that the same browser had before next: if it is bound to the same key as next, or
// unbound. It ignores other tokens. If the session can't be ended now, it ends when it is idle.
func (s *Service) replace(ctx context.Context, refresh string, next Session, now time.Time) {
	if refresh == "" {
		return
	}
	_, err := s.Sessions.UseToken(ctx, id.Hash(refresh), func(sess *Session, _ int) (*Token, error) {
		if sess.Key != "" && sess.Key != next.Key {
			return nil, ErrProof
		}
		sess.End(now, EndedReplaced)
		return nil, nil
	})
	if err != nil && !errors.Is(err, ErrProof) && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrGone) {
		s.Log.WarnContext(ctx, "the session before a login wasn't ended", "session", next.ID, "error", err)
	}
}

// past returns t, or now if the provider's clock is ahead of ours.
func past(authenticated, now time.Time) time.Time {
	if authenticated.After(now) {
		return now
	}
	return authenticated
}

func (s *Service) access(ctx context.Context, a Account, sess Session) (string, error) {
	now := s.Clock.Now()
	expires := now.Add(AccessLifetime)
	if expires.After(sess.Until) {
		expires = sess.Until
	}
	return s.Signer.Sign(ctx, Claims{
		Subject: a.ID, SessionID: sess.ID, Email: a.Email, EmailVerified: a.EmailVerified,
		Roles: s.Roles(a), IssuedAt: now, Expires: expires,
	})
}

// prove returns the thumbprint of the caller's key, empty without a proof. Each proof is valid once. Errors: ErrProof, *NonceError.
func (s *Service) prove(ctx context.Context, proof, method, path string) (string, error) {
	if proof == "" {
		return "", nil
	}
	now := s.Clock.Now()
	p, err := s.Proofs.Proof(ctx, proof, method, path, now)
	if err != nil {
		return "", err
	}
	switch _, err := s.Tickets.PutTicket(ctx, Ticket{Kind: ticketProof, Key: p.Key + "." + p.ID, Until: p.Until}, now); {
	case errors.Is(err, ErrExists):
		return "", ErrProof
	case err != nil:
		return "", err
	}
	return p.Key, nil
}

// Account returns the live account: the provider's current record if it is reachable, otherwise the last stored
// one.
func (s *Service) Account(ctx context.Context, accountID string) (Account, error) {
	a, err := s.Accounts.Account(ctx, accountID)
	if err != nil {
		return Account{}, err
	}
	return s.refreshed(ctx, a)
}

// Roles returns the roles of an account.
func (s *Service) Roles(a Account) []string { return s.rules.Grants.Of(a.Issuer, a.Subject) }

// refreshed reads the account from the provider and stores changes. A changed password, a block, or
// a deleted identity ends sessions. A changed address starts the waits after changed credentials.
func (s *Service) refreshed(ctx context.Context, a Account) (Account, error) {
	if !a.HasIdentity() || s.Directory == nil {
		return a, nil
	}
	u, err := s.Directory.User(ctx, a.Subject)
	if errors.Is(err, ErrNotFound) {
		u, err = User{Blocked: true}, nil // deleted
	}
	if err != nil {
		if ctx.Err() != nil {
			return a, ctx.Err()
		}
		// The stored record is the provider's response of the last login or check.
		s.Log.WarnContext(ctx, "identity is not live", "account", a.ID, "error", err)
		return a, nil
	}
	if u.Email == "" { // an empty record is not a change
		u.Email, u.EmailVerified = a.Email, a.EmailVerified
	}
	changed := u.PasswordChangedAt.Truncate(time.Microsecond) // as it is stored
	moved := changed.After(a.CreatedAt) && changed.After(a.PasswordChangedAt)
	if u.Email == a.Email && u.EmailVerified == a.EmailVerified && u.Blocked == a.Disabled && !moved {
		return a, nil
	}
	now := s.Clock.Now()
	// End sessions before storing the account, because the stored change means that the sessions were ended.
	switch {
	case u.Blocked:
		// No login is in the future, so this ends all sessions.
		err = s.Sessions.EndSessions(ctx, a.ID, EndedDisabled, now.Add(time.Second), now)
	case moved:
		// The time of a login has a resolution of a second.
		err = s.Sessions.EndSessions(ctx, a.ID, EndedCredentials, changed.Truncate(time.Second), now)
	}
	if err != nil {
		return a, err
	}
	return s.Accounts.UpdateAccount(ctx, a.ID, now, func(a *Account) error {
		if u.Email != a.Email && a.Email != "" {
			a.CredentialsChangedAt = now
		}
		if moved {
			a.PasswordChangedAt = changed
			if changed.After(a.CredentialsChangedAt) {
				a.CredentialsChangedAt = changed
			}
		}
		a.Email, a.EmailVerified, a.Disabled = u.Email, u.EmailVerified, u.Blocked
		return nil
	})
}

// State returns the current state of a session.
func (s *Service) State(ctx context.Context, sessionID string) (State, error) {
	sess, err := s.Sessions.Session(ctx, sessionID)
	if errors.Is(err, ErrNotFound) {
		return State{}, nil
	}
	if err != nil || !sess.Active(s.Clock.Now()) {
		return State{Session: sess}, err
	}
	// Reading the account detects a block or a new password within seconds.
	a, err := s.Account(ctx, sess.AccountID)
	if err != nil && !errors.Is(err, ErrNotFound) || a.mayLogIn() != nil {
		return State{Session: sess}, err
	}
	if sess, err = s.Sessions.Session(ctx, sessionID); err != nil {
		return State{}, err
	}
	passkeys, _, err := s.Passkeys.Passkeys(ctx, sess.AccountID)
	if err != nil {
		return State{}, err
	}
	now := s.Clock.Now()
	state := State{
		Session: sess, Active: sess.Active(now), PasskeyConfirmed: now.Sub(sess.ConfirmedAt) <= s.rules.StepUpWindow,
		RecentLogin: now.Sub(sess.AuthenticatedAt) <= s.rules.StepUpWindow, HasPasskey: len(passkeys) > 0,
	}
	if !state.HasPasskey {
		state.PasskeyConfirmed = !s.rules.StaffPasskey || len(s.Roles(a)) == 0
	}
	return state, nil
}

func clip(s string, n int) string {
	if len(s) > n {
		s = s[:n]
	}
	return s
}
