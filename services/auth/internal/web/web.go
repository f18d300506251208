// Package web serves plain HTTP routes with redirects, cookies and documents: login at the
// identity provider, and the key set.
package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
)

// keySetAge is how long verifiers may cache the key set. New keys are published for longer than that before they sign.
const keySetAge = "public, max-age=300"

// Cookies has the cookie names of an origin.
type Cookies struct {
	// Secure is true if the public origin is https.
	Secure bool
}

// Browser is the name of the cookie that a login in progress is bound to.
func (c Cookies) Browser() string { return c.prefix() + "vitrine-login" }

// Holder is the name of the cookie that a one-time code is bound to.
func (c Cookies) Holder() string { return c.prefix() + "vitrine-code" }

func (c Cookies) prefix() string {
	if c.Secure {
		return "__Host-" // no other host and no plain http can set it
	}
	return ""
}

func (c Cookies) set(w http.ResponseWriter, name, value string, age time.Duration) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure wherever the public address is https
		Name: name, Value: value, Path: "/", MaxAge: int(age / time.Second),
		HttpOnly: true, Secure: c.Secure, SameSite: http.SameSiteLaxMode,
	})
}

// KeySet returns the JSON Web Key Set.
type KeySet interface {
	Public(ctx context.Context) ([]byte, error)
}

// Server serves the routes.
type Server struct {
	Service *login.Service
	Keys    KeySet
	Cookies Cookies
	Clock   clock.Clock
	Log     *slog.Logger
}

// Mount adds the routes.
func (s *Server) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/auth/login", s.login)
	mux.HandleFunc("GET /api/auth/callback", s.callback)
	mux.HandleFunc("POST /api/auth/backchannel-logout", s.backchannelLogout)
	mux.HandleFunc("GET /api/auth/.well-known/jwks.json", s.keys)
}

func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if isFromElsewhere(r) {
		// The provider may already know the person and skip its page, so a login must start with one of our buttons.
		path, language := s.Service.Destination(q.Get("redirect"))
		redirect(w, r, "/"+language+"/login/?"+url.Values{"redirect": {path}}.Encode())
		return
	}
	// Tabs share the cookie, so that each tab can finish its login.
	browser := cookie(r, s.Cookies.Browser())
	if len(browser) != 43 {
		browser, _ = id.Secret()
	}
	location, err := s.Service.Begin(r.Context(), browser, q.Get("redirect"), q.Get("screen") == "register", q.Get("fresh") == "1")
	if err != nil {
		s.fail(w, r, login.Attempt{Redirect: login.SafeRedirect(q.Get("redirect"))}, err)
		return
	}
	s.Cookies.set(w, s.Cookies.Browser(), browser, login.Lifetime)
	redirect(w, r, location)
}

// isFromElsewhere reports whether a page of another origin led here. Browsers report that (Fetch Metadata), even for links that other pages
// redirect; none means an address that a person entered. Old browsers report nothing.
func isFromElsewhere(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return false
	}
	return true
}

func (s *Server) callback(w http.ResponseWriter, r *http.Request) {
	q, browser := r.URL.Query(), cookie(r, s.Cookies.Browser())
	holder, _ := id.Secret()
	response := login.Response{State: q.Get("state"), Code: q.Get("code"), Issuer: q.Get("iss"), Error: q.Get("error")}
	a, code, err := s.Service.Finish(r.Context(), browser, holder, response)
	if again, ok := errors.AsType[*login.PromptError](err); ok {
		s.Cookies.set(w, s.Cookies.Browser(), browser, login.Lifetime)
		redirect(w, r, again.Location)
		return
	}
	if err != nil {
		s.fail(w, r, a, err)
		return
	}
	s.Cookies.set(w, s.Cookies.Holder(), holder, login.CodeLifetime)
	s.page(w, r, a, url.Values{"code": {code}, "redirect": {a.Redirect}})
}

// fail redirects to the login page with an error code that the page explains.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, a login.Attempt, err error) {
	code := "login_failed"
	var refused *login.RefusedError
	switch {
	case errors.As(err, &refused):
		if refused.Code == "access_denied" || refused.Code == "login_required" {
			code = refused.Code
		}
	case errors.Is(err, login.ErrState):
		code = "state_lost"
	case errors.Is(err, account.ErrProviderDown):
		code = "provider_unavailable"
	case errors.Is(err, account.ErrBlocked):
		code = "account_blocked"
	case errors.Is(err, account.ErrGone):
		code = "account_disabled"
	case errors.Is(err, login.ErrLogin):
	default:
		code = "internal"
	}
	s.Log.WarnContext(r.Context(), "login failed", "code", code, "error", err)
	v := url.Values{"error": {code}}
	if a.Redirect != "" && a.Redirect != "/" {
		v.Set("redirect", a.Redirect)
	}
	s.page(w, r, a, v)
}

// page redirects to the login page. The values are in the fragment, which browsers don't send to servers.
func (s *Server) page(w http.ResponseWriter, r *http.Request, a login.Attempt, v url.Values) {
	language := a.Language
	if language == "" {
		language = s.Service.DefaultLanguage()
	}
	redirect(w, r, "/"+language+"/login/#"+v.Encode())
}

func redirect(w http.ResponseWriter, r *http.Request, location string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, http.StatusFound) //nolint:gosec // a page of ours, or the provider's
}

func (s *Server) backchannelLogout(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "malformed", http.StatusBadRequest)
		return
	}
	switch err := s.Service.ProviderLogout(r.Context(), r.PostForm.Get("logout_token")); {
	case err == nil:
		w.WriteHeader(http.StatusOK)
	case errors.Is(err, account.ErrProviderDown):
		w.Header().Set("Retry-After", "5")
		http.Error(w, "the provider's keys are unavailable", http.StatusServiceUnavailable)
	case errors.Is(err, login.ErrLogin):
		s.Log.WarnContext(r.Context(), "refused a logout token", "error", err)
		http.Error(w, "invalid_request", http.StatusBadRequest)
	default:
		s.Log.ErrorContext(r.Context(), "back-channel logout", "error", err)
		http.Error(w, "internal", http.StatusInternalServerError)
	}
}

func (s *Server) keys(w http.ResponseWriter, r *http.Request) {
	set, err := s.Keys.Public(r.Context())
	if err != nil {
		s.Log.ErrorContext(r.Context(), "key set", "error", err)
		w.Header().Set("Retry-After", "1")
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", keySetAge)
	// The gateway has no database and reads the time from this header.
	w.Header().Set("Date", s.Clock.Now().UTC().Format(http.TimeFormat))
	_, _ = w.Write(set)
}

func cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}
