package oidc

import (
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"net/http"
	"net/mail"
	"net/url"
	"strings"
	"time"

	"github.com/zitadel/oidc/v3/pkg/op"

	"github.com/vitrine/vitrine/deploy/onebox/standins/page"
	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/postgres"
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
	for _, what := range []string{"login", "register"} {
		register := what == "register"
		mux.HandleFunc("GET /"+what, func(w http.ResponseWriter, r *http.Request) { p.showForm(w, r, register) })
	}
	// The interceptor lets the callback know its own issuer.
	withIssuer := op.NewIssuerInterceptor(p.op.IssuerFromRequest)
	mux.Handle("POST /login", withIssuer.HandlerFunc(p.login))
	mux.Handle("POST /register", withIssuer.HandlerFunc(p.register))
	mux.HandleFunc("GET /verify", p.showVerify)
	mux.HandleFunc("POST /verify", p.verify)
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

func (p *Provider) showForm(w http.ResponseWriter, r *http.Request, register bool) {
	a, err := p.store.find(r.URL.Query().Get("request"))
	if err != nil {
		p.gone(w)
		return
	}
	if !register && a.wantsRegister() && r.URL.Query().Get("stay") == "" {
		register = true
	}
	page.Write(w, http.StatusOK, formPage, form{Register: register, Request: a.id, Accounts: Accounts()})
}

// read takes the form's fields; the request's id is unguessable and known to this browser alone, so it also keeps others
// from sending the form.
func (p *Provider) read(w http.ResponseWriter, r *http.Request, register bool) (f form, password string, ok bool) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	a, err := p.store.find(r.FormValue("request"))
	if err != nil {
		p.gone(w)
		return f, "", false
	}
	f = form{Register: register, Request: a.id, Email: strings.TrimSpace(r.FormValue("email")), Accounts: Accounts()}
	return f, r.FormValue("password"), true
}

func (p *Provider) login(w http.ResponseWriter, r *http.Request) {
	f, password, ok := p.read(w, r, false)
	if !ok {
		return
	}
	u, err := p.store.users.login(r.Context(), f.Email, password)
	if errors.Is(err, errLogin) {
		f.Error = "This email address and password do not belong together. Check both, or register."
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
		f.EmailError = "This address has an account already. Log in instead."
		page.Write(w, http.StatusConflict, formPage, f)
		return
	}
	p.finish(w, r, f.Request, u, err)
}

func (p *Provider) finish(w http.ResponseWriter, r *http.Request, requestID string, u *user, err error) {
	if err == nil {
		err = p.store.finish(requestID, u.ID)
	}
	switch {
	case errors.Is(err, errGone):
		p.gone(w)
	case err != nil:
		p.o.Log.ErrorContext(r.Context(), "identity provider", "err", err)
		p.say(w, http.StatusInternalServerError, message{Title: "That did not work", Text: "The identity provider failed. Try again in a moment."})
	default:
		http.Redirect(w, r, op.AuthCallbackURL(p.op)(r.Context(), requestID), http.StatusSeeOther)
	}
}

// showVerify asks for a click: mail scanners open links on their own.
func (p *Provider) showVerify(w http.ResponseWriter, r *http.Request) {
	p.say(w, http.StatusOK, message{Title: "Verify your email address", Text: "One click, and you can buy.", Token: r.URL.Query().Get("token")})
}

func (p *Provider) verify(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	err := p.store.users.verify(r.Context(), r.FormValue("token"))
	switch {
	case errors.Is(err, errUnknown):
		p.say(w, http.StatusGone, message{Title: "This link has expired", Text: "Ask for another one on your profile page.", Back: p.o.PublicURL + "/en/profile/", BackLabel: "Go to your profile"})
	case err != nil:
		p.o.Log.ErrorContext(r.Context(), "identity provider", "err", err)
		p.say(w, http.StatusInternalServerError, message{Title: "That did not work", Text: "Nothing was changed. Try again in a moment."})
	default:
		p.say(w, http.StatusOK, message{Title: "Your email address is verified", Text: "You can close this page, or go on in the gallery.", Back: p.o.PublicURL + "/en/profile/", BackLabel: "Go to your profile"})
	}
}

// ---- management ----

type record struct {
	UserID        string    `json:"user_id"`
	Email         string    `json:"email"`
	EmailVerified bool      `json:"email_verified"`
	CreatedAt     time.Time `json:"created_at"`
}

// management offers what Auth0's does: a token for the machine client, a person's record, the verification mail.
func (p *Provider) management(mux *http.ServeMux) {
	const lifetime = 24 * time.Hour
	issued, _ := id.Secret()
	mux.HandleFunc("POST /oauth/token", func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		f := credentials(r)
		if f.Get("grant_type") != "client_credentials" || f.Get("client_id") != ManagementClient ||
			subtle.ConstantTimeCompare([]byte(f.Get("client_secret")), []byte(p.o.ManagementSecret)) != 1 {
			reply(w, http.StatusUnauthorized, map[string]any{"error": "access_denied", "error_description": "Unauthorized"})
			return
		}
		reply(w, http.StatusOK, map[string]any{"access_token": issued, "token_type": "Bearer", "expires_in": int(lifetime.Seconds())})
	})
	guarded := func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			if subtle.ConstantTimeCompare([]byte(bearer), []byte(issued)) != 1 {
				reply(w, http.StatusUnauthorized, map[string]any{"statusCode": 401, "error": "Unauthorized", "message": "Invalid token"})
				return
			}
			next(w, r)
		}
	}
	mux.HandleFunc("GET /api/v2/users/{id}", guarded(func(w http.ResponseWriter, r *http.Request) {
		u, err := p.store.users.byID(r.Context(), r.PathValue("id"))
		if !p.known(w, r, err) {
			return
		}
		reply(w, http.StatusOK, record{u.ID, u.Email, u.EmailVerified, u.CreatedAt})
	}))
	mux.HandleFunc("POST /api/v2/jobs/verification-email", guarded(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			UserID string `json:"user_id"`
		}
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxForm)).Decode(&body); err != nil {
			reply(w, http.StatusBadRequest, map[string]any{"statusCode": 400, "error": "Bad Request", "message": "Payload validation error"})
			return
		}
		u, err := p.store.users.byID(r.Context(), body.UserID)
		if !p.known(w, r, err) {
			return
		}
		if err := p.store.users.askToVerify(r.Context(), p.o, u); !p.known(w, r, err) {
			return
		}
		reply(w, http.StatusCreated, map[string]any{"status": "pending", "type": "verification_email", "created_at": time.Now().UTC(), "id": "job_" + id.New()})
	}))
}

func (p *Provider) known(w http.ResponseWriter, r *http.Request, err error) bool {
	switch {
	case err == nil:
		return true
	case errors.Is(err, errUnknown):
		reply(w, http.StatusNotFound, map[string]any{"statusCode": 404, "error": "Not Found", "message": "The user does not exist.", "errorCode": "inexistent_user"})
	default:
		p.o.Log.ErrorContext(r.Context(), "identity provider", "err", err, "in_tx", postgres.InsideTx(r.Context(), p.pool))
		reply(w, http.StatusInternalServerError, map[string]any{"statusCode": 500, "error": "Internal Server Error", "message": "failed"})
	}
	return false
}

// credentials reads a token request as form or JSON, as Auth0 does.
func credentials(r *http.Request) url.Values {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		_ = r.ParseForm()
		if user, password, ok := r.BasicAuth(); ok {
			r.PostForm.Set("client_id", user)
			r.PostForm.Set("client_secret", password)
		}
		return r.PostForm
	}
	var body map[string]string
	_ = json.NewDecoder(r.Body).Decode(&body)
	out := url.Values{}
	for k, v := range body {
		out.Set(k, v)
	}
	return out
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
