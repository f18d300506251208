package session

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/kit/id"
)

// Attempt is a login in progress at the identity provider.
type Attempt struct {
	State, Nonce, Verifier string
	// Redirect is a path of our own origin.
	Redirect string
	Language string
	// Register requests the provider's registration page, Fresh a new login even if the provider still
	// has a session for the browser.
	Register, Fresh bool
	// Browser is the hash of the cookie that the attempt is bound to.
	Browser string
	Begun   time.Time
}

// Begin starts a login and returns the address for the browser. browser is the secret of the caller's
// cookie. Error: ErrProviderDown.
func (s *Service) Begin(ctx context.Context, browser, redirect string, register, fresh bool) (string, error) {
	now := s.Clock.Now()
	a := Attempt{
		Redirect: SafeRedirect(redirect), Register: register, Fresh: fresh, Browser: hashed(browser), Begun: now,
	}
	a.Language = language(a.Redirect, s.rules.Languages, s.DefaultLanguage())
	a.State, _ = id.Secret()
	a.Nonce, _ = id.Secret()
	a.Verifier, _ = id.Secret()
	location, err := s.Provider.AuthURL(ctx, a)
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(a)
	if err != nil {
		return "", err
	}
	if _, err := s.Tickets.PutTicket(ctx, Ticket{Kind: ticketLogin, Key: hashed(a.State), Data: data, Until: now.Add(LoginLifetime)}, now); err != nil {
		return "", err
	}
	return location, nil
}

// Destination returns the path where a login leads and the language of the pages there.
func (s *Service) Destination(redirect string) (path, lang string) {
	path = SafeRedirect(redirect)
	return path, language(path, s.rules.Languages, s.DefaultLanguage())
}

// DefaultLanguage returns the site's default language.
func (s *Service) DefaultLanguage() string {
	if len(s.rules.Languages) == 0 {
		return "en"
	}
	return s.rules.Languages[0]
}

// grant is the data behind a one-time code.
type grant struct {
	AccountID     string
	Holder        string
	Authenticated time.Time
	IDToken       string
}

// Finish completes a login with the parameters of the callback. It returns the code for the page,
// bound to holder, the secret of another cookie. Errors: ErrState, ErrProviderDown, ErrLogin, ErrGone
// for a disabled account, ErrBlocked for a blocked one. If the attempt is known, it is returned with errors too.
func (s *Service) Finish(ctx context.Context, browser, holder, state, code string) (Attempt, string, error) {
	now := s.Clock.Now()
	a, err := s.attempt(ctx, browser, state, now)
	if err != nil {
		return a, "", err
	}
	who, err := s.Provider.Exchange(ctx, code, a)
	if err != nil {
		return a, "", err
	}
	if a.Fresh && who.AuthenticatedAt.Before(a.Begun.Add(-skew)) {
		return a, "", fmt.Errorf("%w: a fresh login was asked for, and the provider does not say that it was one", ErrLogin)
	}
	account, err := s.Accounts.EnsureIdentity(ctx, who, now)
	if err != nil {
		return a, "", err
	}
	if account, err = s.refreshed(ctx, account); err != nil {
		return a, "", err
	}
	if err := account.mayLogIn(); err != nil {
		return a, "", err
	}
	data, err := json.Marshal(grant{account.ID, hashed(holder), who.AuthenticatedAt, who.IDToken})
	if err != nil {
		return a, "", err
	}
	plain, _ := id.Secret()
	_, err = s.Tickets.PutTicket(ctx, Ticket{
		Kind: ticketCode, Key: hashed(plain), Data: data, Until: now.Add(CodeLifetime),
		AccountID: account.ID, AuthenticatedAt: past(who.AuthenticatedAt, now),
	}, now)
	return a, plain, err
}

// Abandon cancels an attempt that the provider rejected and returns it, for its destination.
// Error: ErrState.
func (s *Service) Abandon(ctx context.Context, browser, state string) (Attempt, error) {
	return s.attempt(ctx, browser, state, s.Clock.Now())
}

func (s *Service) attempt(ctx context.Context, browser, state string, now time.Time) (Attempt, error) {
	var a Attempt
	if browser == "" || state == "" {
		return a, ErrState
	}
	data, err := s.Tickets.TakeTicket(ctx, ticketLogin, hashed(state), now)
	if errors.Is(err, ErrNotFound) {
		return a, ErrState
	}
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return a, err
	}
	if !same(a.Browser, hashed(browser)) {
		return Attempt{}, ErrState
	}
	return a, nil
}

// Exchange turns the page's code into tokens. It returns ErrNotFound for a code that is unknown, used,
// expired, from another browser, or of an account whose sessions were ended since, and ErrProof. A second
// use of a code ends the session that the first one opened.
func (s *Service) Exchange(ctx context.Context, holder, code string, c Caller) (tokens Tokens, err error) {
	defer func() { s.logFailure(ctx, "code", err) }()
	key, err := s.prove(ctx, c.Proof, "POST", "/api/auth/session")
	if err != nil {
		return Tokens{}, err
	}
	data, err := s.Tickets.TakeTicket(ctx, ticketCode, hashed(code), s.Clock.Now())
	if errors.Is(err, ErrNotFound) {
		return Tokens{}, s.codeReused(ctx, code)
	}
	if err != nil {
		return Tokens{}, err
	}
	var g grant
	if err := json.Unmarshal(data, &g); err != nil {
		return Tokens{}, err
	}
	if holder == "" || !same(g.Holder, hashed(holder)) {
		return Tokens{}, ErrNotFound
	}
	a, err := s.Accounts.Account(ctx, g.AccountID)
	if err != nil {
		return Tokens{}, err
	}
	sess := Session{ID: id.New(), Key: key, AuthenticatedAt: g.Authenticated}
	if tokens, err = s.open(ctx, a, sess, c, g.IDToken); err != nil {
		return Tokens{}, err
	}
	return tokens, s.codeUsed(ctx, code, a, sess)
}

// codeUsed records which session a code opened. If the code was used again in the meantime, it ends the session and returns ErrNotFound.
func (s *Service) codeUsed(ctx context.Context, code string, a Account, sess Session) error {
	now := s.Clock.Now()
	if _, err := s.Tickets.PutTicket(ctx, Ticket{
		Kind: ticketUsed, Key: hashed(code), Data: []byte(sess.ID), Until: now.Add(CodeMemory),
		AccountID: a.ID, AuthenticatedAt: past(sess.AuthenticatedAt, now),
	}, now); err != nil {
		return err
	}
	switch _, err := s.Tickets.TakeTicket(ctx, ticketReused, hashed(code), now); {
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	return s.endReused(ctx, sess.ID, now)
}

// codeReused ends the session of a code that was already used, and returns ErrNotFound. Both uses write before they read, so that with
// concurrent uses one of them finds the other.
func (s *Service) codeReused(ctx context.Context, code string) error {
	now := s.Clock.Now()
	_, err := s.Tickets.PutTicket(ctx, Ticket{Kind: ticketReused, Key: hashed(code), Until: now.Add(CodeLifetime)}, now)
	if err != nil && !errors.Is(err, ErrExists) {
		return err
	}
	sessionID, err := s.Tickets.TakeTicket(ctx, ticketUsed, hashed(code), now)
	if err != nil {
		return err
	}
	return s.endReused(ctx, string(sessionID), now)
}

func (s *Service) endReused(ctx context.Context, sessionID string, now time.Time) error {
	s.Log.WarnContext(ctx, "a login's code was used twice", "session", sessionID)
	if err := s.Sessions.EndSession(ctx, sessionID, EndedReuse, now); err != nil {
		return err
	}
	return ErrNotFound
}

// logFailure logs the reason of a failed login, but not the text of the error, which may identify a person.
func (s *Service) logFailure(ctx context.Context, way string, err error) {
	var nonce *NonceError
	if err == nil || errors.As(err, &nonce) { // the browser retries with the nonce
		return
	}
	reason := "internal"
	var message *MessageError
	switch {
	case errors.Is(err, ErrNotFound):
		reason = "code_invalid"
	case errors.Is(err, ErrProof):
		reason = "proof_invalid"
	case errors.Is(err, ErrSignature), errors.As(err, &message):
		reason = "signature_invalid"
	case errors.Is(err, ErrBlocked):
		reason = "account_blocked"
	case errors.Is(err, ErrGone):
		reason = "account_disabled"
	case errors.Is(err, ErrProviderDown), errors.Is(err, ErrChainDown):
		reason = "unavailable"
	}
	s.Log.WarnContext(ctx, "login failed", "with", way, "reason", reason)
}

// Refresh returns the next tokens for a refresh token. Errors: ErrGone, ErrReused (the session is now
// ended), ErrProof.
func (s *Service) Refresh(ctx context.Context, refresh string, c Caller) (Tokens, error) {
	key, err := s.prove(ctx, c.Proof, "GET", "/api/auth/tokens")
	if err != nil {
		return Tokens{}, err
	}
	now := s.Clock.Now()
	next, reused := refresh, false
	sess, err := s.Sessions.UseToken(ctx, id.Hash(refresh), func(sess *Session, generation int) (*Token, error) {
		reused = false
		next = refresh
		rotate, err := sess.Use(generation, key, now)
		if errors.Is(err, ErrReused) {
			reused = true
			return nil, nil // store the end of the session
		}
		if err != nil {
			return nil, err
		}
		sess.seen(c)
		if !rotate {
			return nil, nil
		}
		plain, hash := id.Secret()
		next = plain
		return &Token{Hash: hash, Generation: sess.Generation}, nil
	})
	if errors.Is(err, ErrNotFound) {
		return Tokens{}, ErrGone
	}
	if err != nil {
		return Tokens{}, err
	}
	a, err := s.Accounts.Account(ctx, sess.AccountID)
	if err != nil {
		return Tokens{}, err
	}
	if reused {
		s.Log.WarnContext(ctx, "a refresh token was used twice", "account", a.ID, "session", sess.ID)
		return Tokens{}, errors.Join(ErrReused, s.Notices.SessionReused(ctx, a, sess))
	}
	if a, err = s.refreshed(ctx, a); err != nil {
		return Tokens{}, err
	}
	if after, err := s.Sessions.Session(ctx, sess.ID); err != nil || !after.Active(now) || a.mayLogIn() != nil {
		return Tokens{}, errors.Join(ErrGone, err)
	}
	access, err := s.access(ctx, a, sess)
	return Tokens{Access: access, Refresh: next}, err
}

// Logout ends a session and returns the browser's next address. external is whether that is another
// site. It works while the provider is down.
func (s *Service) Logout(ctx context.Context, accountID, sessionID string) (location string, external bool, err error) {
	home := s.rules.PublicURL.JoinPath("/").String()
	if err := s.Sessions.EndSession(ctx, sessionID, EndedLogout, s.Clock.Now()); err != nil {
		return "", false, err
	}
	a, err := s.Accounts.Account(ctx, accountID)
	if err != nil || !a.HasIdentity() {
		if errors.Is(err, ErrNotFound) {
			err = nil
		}
		return home, false, err
	}
	idToken, err := s.Tickets.TakeTicket(ctx, ticketHint, sessionID, s.Clock.Now())
	if err != nil && !errors.Is(err, ErrNotFound) {
		return "", false, err
	}
	location, ending, err := s.Provider.LogoutURL(ctx, string(idToken))
	if err != nil {
		s.Log.WarnContext(ctx, "logging out without the provider", "error", err)
		location = ""
	}
	if location == "" {
		return home, false, nil
	}
	if ending.ID != "" {
		now := s.Clock.Now()
		_, err = s.Tickets.PutTicket(ctx, Ticket{Kind: TicketOwnLogout, Key: ending.key(), Until: now.Add(OwnLogoutLifetime)}, now)
		if errors.Is(err, ErrExists) { // another session here came from the same one there
			err = nil
		}
	}
	return location, true, err
}

func (p ProviderSession) key() string { return hashed(p.Issuer + "\x00" + p.ID) }

// ProviderLogout ends the sessions of an account at the provider's request (OpenID Connect
// back-channel logout). A logout that didn't start here counts as a change of credentials: providers log a person out everywhere
// when the password is reset, and don't report why. It returns ErrLogin for an invalid token, or one that was already used.
func (s *Service) ProviderLogout(ctx context.Context, token string) error {
	l, err := s.Provider.LogoutToken(ctx, token)
	if err != nil {
		return err
	}
	a, err := s.Accounts.AccountOfIdentity(ctx, l.Session.Issuer, l.Subject)
	if errors.Is(err, ErrNotFound) {
		return nil // not an account of ours
	}
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	used := Ticket{Kind: ticketLogout, Key: hashed(l.Session.Issuer + "\x00" + l.ID), Until: now.Add(time.Hour)}
	if err = s.Own.ProviderLogout(ctx, a.ID, used, l.Session.key(), now); errors.Is(err, ErrExists) {
		return ErrLogin
	}
	return err
}

func hashed(secret string) string { return hex.EncodeToString(id.Hash(secret)) }

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
