package session

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
)

// Rules are the operator's settings.
type Rules struct {
	// StaffPasskey makes step-ups of accounts with roles require a passkey, even if the account has none.
	StaffPasskey bool
	// StepUpWindow is how long a login or a confirmation counts as recent.
	StepUpWindow time.Duration
}

// Service opens sessions, keeps them alive and ends them.
type Service struct {
	Accounts *account.Service
	Store    Store
	Signer   Signer
	Notices  Notices
	Rules    Rules
	Clock    clock.Clock
	Log      *slog.Logger
}

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
	// ticketHint stores the ID token of a session's login until the logout.
	ticketHint  = "id-token"
	ticketProof = "dpop"
	// TicketAlert is the "This wasn't me" link of an email about a login. Its data is the account's id. It outlives the sessions, so
	// that an attacker who logged in can't invalidate it.
	TicketAlert = "login-alert"
)

// Open starts a session for an account with the properties of sess and returns its tokens.
func (s *Service) Open(ctx context.Context, a account.Account, sess Session, c Caller, idToken string) (Tokens, error) {
	now := s.Clock.Now()
	if err := a.MayLogIn(); err != nil {
		return Tokens{}, err
	}
	refresh, hash := id.Secret()
	if sess.ID == "" {
		sess.ID = id.New()
	}
	sess.AccountID, sess.RotatedAt, sess.CreatedAt = a.ID, now, now
	sess.AuthenticatedAt = account.Past(sess.AuthenticatedAt, now)
	sess.UsedAt, sess.IdleUntil, sess.Until = now, now.Add(Idle), now.Add(Absolute)
	sess.seen(c)
	if err := s.Store.CreateSession(ctx, sess, Token{Hash: hash}, s.alert(a, sess)); err != nil {
		return Tokens{}, err
	}
	s.replace(ctx, c.Previous, sess, now)
	if idToken != "" {
		if _, err := s.Store.PutTicket(ctx, account.Ticket{
			Kind: ticketHint, Key: sess.ID, Data: []byte(idToken), Until: sess.Until, AccountID: a.ID, AuthenticatedAt: sess.AuthenticatedAt,
			ProviderSession: sess.ProviderSession,
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
	_, err := s.Store.UseToken(ctx, id.Hash(refresh), func(sess *Session, _ int) (*Token, error) {
		if sess.Key != "" && sess.Key != next.Key {
			return nil, ErrProof
		}
		sess.End(now, account.EndedReplaced)
		return nil, nil
	})
	if err != nil && !errors.Is(err, ErrProof) && !errors.Is(err, account.ErrNotFound) && !errors.Is(err, account.ErrGone) {
		s.Log.WarnContext(ctx, "the session before a login wasn't ended", "session", next.ID, "error", err)
	}
}

func (s *Service) access(ctx context.Context, a account.Account, sess Session) (string, error) {
	now := s.Clock.Now()
	expires := now.Add(AccessLifetime)
	if expires.After(sess.Until) {
		expires = sess.Until
	}
	return s.Signer.Sign(ctx, Claims{
		Subject: a.ID, SessionID: sess.ID, Email: a.Email, EmailVerified: a.EmailVerified,
		Roles: s.Accounts.Roles(a), IssuedAt: now, Expires: expires,
	})
}

// Prove returns the thumbprint of the caller's key, empty without a proof. Each proof is valid once. Errors: ErrProof, *NonceError.
func (s *Service) Prove(ctx context.Context, proof, method, path string) (string, error) {
	if proof == "" {
		return "", nil
	}
	now := s.Clock.Now()
	p, err := s.Signer.Proof(ctx, proof, method, path, now)
	if err != nil {
		return "", err
	}
	switch _, err := s.Store.PutTicket(ctx, account.Ticket{Kind: ticketProof, Key: p.Key + "." + p.ID, Until: p.Until}, now); {
	case errors.Is(err, account.ErrExists):
		return "", ErrProof
	case err != nil:
		return "", err
	}
	return p.Key, nil
}

// IDToken returns the provider's ID token of a session's login and deletes it; "" without one.
func (s *Service) IDToken(ctx context.Context, sessionID string) (string, error) {
	token, err := s.Store.TakeTicket(ctx, ticketHint, sessionID, s.Clock.Now())
	if errors.Is(err, account.ErrNotFound) {
		err = nil
	}
	return string(token), err
}

// State returns the current state of a session.
func (s *Service) State(ctx context.Context, sessionID string) (State, error) {
	sess, err := s.Store.Session(ctx, sessionID)
	if errors.Is(err, account.ErrNotFound) {
		return State{}, nil
	}
	if err != nil || !sess.Active(s.Clock.Now()) {
		return State{Session: sess}, err
	}
	// Reading the account detects a block or a new password within seconds.
	a, err := s.Accounts.Account(ctx, sess.AccountID)
	if err != nil && !errors.Is(err, account.ErrNotFound) || a.MayLogIn() != nil {
		return State{Session: sess}, err
	}
	if sess, err = s.Store.Session(ctx, sessionID); err != nil {
		return State{}, err
	}
	hasPasskey, err := s.Store.HasPasskey(ctx, sess.AccountID)
	if err != nil {
		return State{}, err
	}
	now := s.Clock.Now()
	state := State{
		Session: sess, Active: sess.Active(now), PasskeyConfirmed: now.Sub(sess.ConfirmedAt) <= s.Rules.StepUpWindow,
		RecentLogin: now.Sub(sess.AuthenticatedAt) <= s.Rules.StepUpWindow, HasPasskey: hasPasskey, Account: a,
	}
	if !state.HasPasskey {
		state.PasskeyConfirmed = !s.Rules.StaffPasskey || len(s.Accounts.Roles(a)) == 0
	}
	return state, nil
}

// LogFailure logs the reason of a failed login, but not the text of the error, which may identify a person. reason may be "" for errors of
// accounts and sessions.
func (s *Service) LogFailure(ctx context.Context, way, reason string, err error) {
	var nonce *NonceError
	if err == nil || errors.As(err, &nonce) { // the browser retries with the nonce
		return
	}
	switch {
	case reason != "":
	case errors.Is(err, account.ErrNotFound):
		reason = "code_invalid"
	case errors.Is(err, ErrProof):
		reason = "proof_invalid"
	case errors.Is(err, account.ErrBlocked):
		reason = "account_blocked"
	case errors.Is(err, account.ErrGone):
		reason = "account_disabled"
	case errors.Is(err, account.ErrProviderDown):
		reason = "unavailable"
	default:
		reason = "internal"
	}
	s.Log.WarnContext(ctx, "login failed", "with", way, "reason", reason)
}
