package oidc

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/vitrine/vitrine/kit/id"
)

type record struct {
	UserID        string    `json:"user_id"`
	Email         string    `json:"email"`
	EmailVerified bool      `json:"email_verified"`
	CreatedAt     time.Time `json:"created_at"`
}

// management serves the part of Auth0's API that auth uses: a token for the machine client, a user's record and its
// deletion, the verification mail.
func (p *Provider) management(mux *http.ServeMux) {
	const lifetime = 24 * time.Hour
	// One token for all clients, the same after a restart.
	mac := hmac.New(sha256.New, p.secret[:])
	mac.Write([]byte("management:" + p.o.ManagementSecret))
	issued := hex.EncodeToString(mac.Sum(nil))
	mux.HandleFunc("POST /oauth/token", func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		f := credentials(r)
		if f.Get("grant_type") != "client_credentials" {
			// Codes and refresh tokens of users.
			p.faulty(p.op).ServeHTTP(w, r)
			return
		}
		if f.Get("client_id") != ManagementClient ||
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
	mux.HandleFunc("DELETE /api/v2/users/{id}", guarded(func(w http.ResponseWriter, r *http.Request) {
		// As at Auth0, deleting a user who doesn't exist is not an error.
		if err := p.store.users.remove(r.Context(), r.PathValue("id")); !p.known(w, r, err) {
			return
		}
		w.WriteHeader(http.StatusNoContent)
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
		if err := p.store.users.sendVerification(r.Context(), p.o, u); !p.known(w, r, err) {
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
		p.o.Log.ErrorContext(r.Context(), "identity provider", "error", err)
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
