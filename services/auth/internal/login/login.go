// Package login implements logging in and out at the identity provider (OpenID Connect), and the one-time codes that pages turn into sessions.
package login

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Rules are the operator's settings.
type Rules struct {
	// PublicURL is the origin that browsers see.
	PublicURL *url.URL
	// Languages of the site; the first is the default.
	Languages []string
	// ClockTolerance is how far the provider's clock may be behind ours.
	ClockTolerance time.Duration
}

// Service logs people in and out at the identity provider.
type Service struct {
	Sessions *session.Service
	Accounts *account.Service
	Store    Store
	Provider Provider
	Rules    Rules
	Clock    clock.Clock
	Log      *slog.Logger
}

const (
	// CodeLifetime is how long the page has to fetch its tokens.
	CodeLifetime = time.Minute
	// ownLogoutLifetime is how long the provider's report of a logout is attributed to a logout that started here.
	ownLogoutLifetime = 10 * time.Minute
	// codeMemory is how long a second use of a code still ends the session that the first one opened.
	codeMemory = time.Hour
	// Lifetime is how long a person may stay at the identity provider.
	Lifetime = session.FirstLogin
)

// Kinds of tickets.
const (
	ticketLogin = "login"
	ticketCode  = "code"
	// ticketUsed stores the session of a used code, ticketReused records that a code was used again.
	ticketUsed   = "used-code"
	ticketReused = "reused-code"
	ticketLogout = "logout_token"
	// TicketOwnLogout records that a session at the provider ends because the person logged out here.
	TicketOwnLogout = "own-logout"
)

// Attempt is a login in progress at the identity provider.
type Attempt struct {
	State, Nonce, Verifier string
	// Redirect is a path of our own origin.
	Redirect string
	Language string
	// Register requests the provider's registration page, Fresh a new login even if the provider still
	// has a session for the browser. Prompt requests that, too, but also accepts a login of unknown time.
	Register, Fresh, Prompt bool
	// Browser is the hash of the cookie that the attempt is bound to.
	Browser string
	Begun   time.Time
}

// Begin starts a login and returns the address for the browser. browser is the secret of the caller's
// cookie. Error: account.ErrProviderDown.
func (s *Service) Begin(ctx context.Context, browser, redirect string, register, fresh bool) (string, error) {
	return s.begin(ctx, Attempt{Redirect: SafeRedirect(redirect), Register: register, Fresh: fresh, Browser: account.TicketKey(browser)})
}

func (s *Service) begin(ctx context.Context, a Attempt) (string, error) {
	now := s.Clock.Now()
	a.Begun = now
	a.Language = language(a.Redirect, s.Rules.Languages, s.DefaultLanguage())
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
	if _, err := s.Store.PutTicket(ctx, account.Ticket{Kind: ticketLogin, Key: account.TicketKey(a.State), Data: data, Until: now.Add(Lifetime)}, now); err != nil {
		return "", err
	}
	return location, nil
}

// Destination returns the path where a login leads and the language of the pages there.
func (s *Service) Destination(redirect string) (path, lang string) {
	path = SafeRedirect(redirect)
	return path, language(path, s.Rules.Languages, s.DefaultLanguage())
}

// DefaultLanguage returns the site's default language.
func (s *Service) DefaultLanguage() string {
	if len(s.Rules.Languages) == 0 {
		return "en"
	}
	return s.Rules.Languages[0]
}

// Finish completes a login with the parameters of the callback. It returns the code for the page,
// bound to holder, the secret of another cookie. Errors: ErrState, account.ErrProviderDown, ErrLogin, *RefusedError, *PromptError, account.ErrGone
// for a disabled account, account.ErrBlocked for a blocked one. If the attempt is known, it is returned with errors too.
func (s *Service) Finish(ctx context.Context, browser, holder string, r Response) (Attempt, string, error) {
	now := s.Clock.Now()
	// Only an attempt of this browser may decide the redirect, because anyone can forge the parameters.
	a, err := s.attempt(ctx, browser, r.State, now)
	if err != nil {
		return a, "", err
	}
	who, err := s.Provider.Exchange(ctx, r, a)
	if err != nil {
		return a, "", err
	}
	if a.Fresh && who.AuthenticatedAt.Before(a.Begun.Add(-s.Rules.ClockTolerance)) {
		if behind := -who.ClockAhead; behind > s.Rules.ClockTolerance {
			return a, "", fmt.Errorf("%w: a fresh login was requested, and the provider's clock is %s behind ours (OIDC_CLOCK_TOLERANCE is %s)", ErrLogin, behind.Round(time.Second), s.Rules.ClockTolerance)
		}
		return a, "", fmt.Errorf("%w: a fresh login was requested, and the provider doesn't confirm it by auth_time", ErrLogin)
	}
	found, err := s.Accounts.Store.EnsureIdentity(ctx, who, now)
	if err != nil {
		return a, "", err
	}
	if err := s.afterLogout(ctx, found, who, a); err != nil {
		return a, "", err
	}
	if found, err = s.Accounts.Live(ctx, found); err != nil {
		return a, "", err
	}
	if err := found.MayLogIn(); err != nil {
		return a, "", err
	}
	data, err := json.Marshal(grant{found.ID, account.TicketKey(holder), who.AuthenticatedAt, who.IDToken, who.Session})
	if err != nil {
		return a, "", err
	}
	plain, _ := id.Secret()
	_, err = s.Store.PutTicket(ctx, account.Ticket{
		Kind: ticketCode, Key: account.TicketKey(plain), Data: data, Until: now.Add(CodeLifetime),
		AccountID: found.ID, AuthenticatedAt: account.Past(who.AuthenticatedAt, now), ProviderSession: who.Session,
	}, now)
	return a, plain, err
}

// afterLogout returns a *PromptError if the person logged out here after they last logged in at a provider without a logout. Otherwise the next
// person at that computer would be logged in without a password.
func (s *Service) afterLogout(ctx context.Context, found account.Account, who account.Identity, a Attempt) error {
	if !who.SessionStays || a.Fresh || a.Prompt {
		return nil
	}
	// The provider's times have no fractions of a second. In doubt, the login was before the logout.
	out, err := s.Store.LoggedOutSince(ctx, found.ID, who.Session, who.AuthenticatedAt.Add(-who.ClockAhead-time.Second))
	if err != nil || !out {
		return err
	}
	location, err := s.begin(ctx, Attempt{Redirect: a.Redirect, Prompt: true, Browser: a.Browser})
	if err != nil {
		return err
	}
	return &PromptError{Location: location}
}

func (s *Service) attempt(ctx context.Context, browser, state string, now time.Time) (Attempt, error) {
	var a Attempt
	if browser == "" || state == "" {
		return a, ErrState
	}
	data, err := s.Store.TakeTicket(ctx, ticketLogin, account.TicketKey(state), now)
	if errors.Is(err, account.ErrNotFound) {
		return a, ErrState
	}
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return a, err
	}
	if !same(a.Browser, account.TicketKey(browser)) {
		return Attempt{}, ErrState
	}
	return a, nil
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
