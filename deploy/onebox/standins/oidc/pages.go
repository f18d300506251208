package oidc

import (
	"crypto/hmac"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"net/http"
	"net/mail"
	"strings"

	"github.com/zitadel/oidc/v3/pkg/op"

	"github.com/vitrine/vitrine/deploy/onebox/standins/page"
)

//go:embed form.html message.html
var templates embed.FS

var (
	formPage    = page.Parse(templates, "form.html")
	messagePage = page.Parse(templates, "message.html")
)

const (
	minPassword = 7
	// maxPassword is bcrypt's limit in bytes.
	maxPassword = 72
	maxForm     = 16 << 10
)

type form struct {
	Register              bool
	Request, Email, Error string
	EmailError, PassError string
	Accounts              []Account
}

type message struct {
	Title, Text, Token, Back, BackLabel string
}

func (p *Provider) pages(mux *http.ServeMux) {
	page.Fonts(mux)
	for _, what := range []string{"login", "register"} {
		register := what == "register"
		mux.HandleFunc("GET /"+what, func(w http.ResponseWriter, r *http.Request) { p.showForm(w, r, register) })
	}
	// The interceptor lets the callback know its own issuer.
	withIssuer := op.NewIssuerInterceptor(p.op.IssuerFromRequest)
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { p.foreign(w) }))
	mux.Handle("POST /login", own.Handler(withIssuer.HandlerFunc(p.login)))
	mux.Handle("POST /register", own.Handler(withIssuer.HandlerFunc(p.register)))
	mux.HandleFunc("GET /verify", p.showVerify)
	mux.Handle("POST /verify", own.Handler(http.HandlerFunc(p.verify)))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		p.say(w, http.StatusOK, message{Title: "Accounts of the gallery", Text: "This is the identity provider. Signing in begins in the gallery.", Back: p.o.PublicURL + "/en/login/", BackLabel: "Log in at the gallery"})
	})
}

func (p *Provider) say(w http.ResponseWriter, status int, m message) {
	page.Write(w, status, messagePage, m)
}

func (p *Provider) gone(w http.ResponseWriter) {
	p.say(w, http.StatusGone, message{Title: "This sign-in has ended", Text: "It was open for too long, or is finished already. Begin again in the gallery; nothing was changed.", Back: p.o.PublicURL + "/en/login/", BackLabel: "Log in at the gallery"})
}

// foreign rejects a form that this provider did not show to this browser.
func (p *Provider) foreign(w http.ResponseWriter) {
	p.say(w, http.StatusForbidden, message{Title: "This form did not come from here", Text: "Either another site sent it, or your browser keeps no cookies of this one. Nothing was changed. Allow cookies and begin again in the gallery.", Back: p.o.PublicURL + "/en/login/", BackLabel: "Log in at the gallery"})
}

// lost says that a sign-in has ended or could not be read.
func (p *Provider) lost(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, errGone) {
		p.gone(w)
		return
	}
	p.fail(w, r, err)
}

func (p *Provider) fail(w http.ResponseWriter, r *http.Request, err error) {
	p.o.Log.ErrorContext(r.Context(), "identity provider", "error", err)
	p.say(w, http.StatusInternalServerError, message{Title: "That did not work", Text: "The identity provider failed, and nothing was changed. Try again in a moment."})
}

// signInCookie returns the name and value of the cookie that ties a sign-in to the browser that was shown its form. Browsers don't send it
// with a form of another site.
func (p *Provider) signInCookie(requestID string) *http.Cookie {
	mac := hmac.New(sha256.New, p.secret[:])
	mac.Write([]byte("form:" + requestID))
	sum := hex.EncodeToString(mac.Sum(nil))
	return &http.Cookie{
		Name: "sign_in_" + sum[:12], Value: sum[12:], Path: "/", MaxAge: int(requestFor.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(p.o.Issuer, "https:"),
	}
}

func (p *Provider) bound(r *http.Request, requestID string) bool {
	want := p.signInCookie(requestID)
	got, err := r.Cookie(want.Name)
	return err == nil && hmac.Equal([]byte(got.Value), []byte(want.Value))
}

func (p *Provider) showForm(w http.ResponseWriter, r *http.Request, register bool) {
	a, err := p.store.find(r.Context(), r.URL.Query().Get("request"))
	if err != nil {
		p.lost(w, r, err)
		return
	}
	http.SetCookie(w, p.signInCookie(a.ID))
	if !register && a.wantsRegister() && r.URL.Query().Get("stay") == "" {
		register = true
	}
	page.Write(w, http.StatusOK, formPage, form{Register: register, Request: a.ID, Accounts: Accounts()})
}

// read parses the form, which must come from the browser that was shown it.
func (p *Provider) read(w http.ResponseWriter, r *http.Request, register bool) (f form, password string, ok bool) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	a, err := p.store.find(r.Context(), r.PostFormValue("request"))
	if err != nil {
		p.lost(w, r, err)
		return f, "", false
	}
	if !p.bound(r, a.ID) {
		p.foreign(w)
		return f, "", false
	}
	f = form{Register: register, Request: a.ID, Email: strings.TrimSpace(r.PostFormValue("email")), Accounts: Accounts()}
	return f, r.PostFormValue("password"), true
}

func (p *Provider) login(w http.ResponseWriter, r *http.Request) {
	f, password, ok := p.read(w, r, false)
	if !ok {
		return
	}
	u, err := p.store.users.login(r.Context(), f.Email, password)
	if errors.Is(err, errLogin) {
		f.Error = "This email address and password don't match. Check both, or register."
		page.Write(w, http.StatusUnauthorized, formPage, f)
		return
	}
	p.finish(w, r, f.Request, u, err)
}

func (p *Provider) register(w http.ResponseWriter, r *http.Request) {
	f, password, ok := p.read(w, r, true)
	if !ok {
		return
	}
	if parsed, err := mail.ParseAddress(f.Email); err != nil || parsed.Address != f.Email || len(f.Email) > 254 {
		f.EmailError = "Write a full email address, for example name@example.org."
	}
	switch {
	case len(password) < minPassword:
		f.PassError = "Use at least 7 characters."
	case len(password) > maxPassword:
		f.PassError = "Use at most 72 characters."
	}
	if f.EmailError != "" || f.PassError != "" {
		page.Write(w, http.StatusUnprocessableEntity, formPage, f)
		return
	}
	u, err := p.store.users.register(r.Context(), p.o, f.Email, password)
	if errors.Is(err, errTaken) {
		f.EmailError = "This address already has an account. Log in instead."
		page.Write(w, http.StatusConflict, formPage, f)
		return
	}
	p.finish(w, r, f.Request, u, err)
}

func (p *Provider) finish(w http.ResponseWriter, r *http.Request, requestID string, u *user, err error) {
	if err == nil {
		err = p.store.finish(r.Context(), requestID, u.ID)
	}
	if err != nil {
		p.lost(w, r, err)
		return
	}
	http.Redirect(w, r, op.AuthCallbackURL(p.op)(r.Context(), requestID), http.StatusSeeOther)
}

// showVerify requires a click, because mail scanners open links automatically.
func (p *Provider) showVerify(w http.ResponseWriter, r *http.Request) {
	p.say(w, http.StatusOK, message{Title: "Verify your email address", Text: "One click, and you can buy.", Token: r.URL.Query().Get("token")})
}

func (p *Provider) verify(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	err := p.store.users.verify(r.Context(), r.PostFormValue("token"))
	switch {
	case errors.Is(err, errUnknown):
		p.say(w, http.StatusGone, message{Title: "This link has expired", Text: "Ask for another one on your profile page.", Back: p.o.PublicURL + "/en/profile/", BackLabel: "Go to your profile"})
	case err != nil:
		p.fail(w, r, err)
	default:
		p.say(w, http.StatusOK, message{Title: "Your email address is verified", Text: "You can close this page, or go on in the gallery.", Back: p.o.PublicURL + "/en/profile/", BackLabel: "Go to your profile"})
	}
}

// withHint maps Auth0's parameter for registering to the standard's.
func withHint(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if q := r.URL.Query(); q.Get("screen_hint") == "signup" && q.Get("prompt") == "" {
			q.Set("prompt", promptCreate)
			r.URL.RawQuery = q.Encode()
		}
		next.ServeHTTP(w, r)
	})
}
