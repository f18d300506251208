package oidc

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gojose "github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/login"
)

const secret = "the client's secret, which a provider knows too"

// stub is a provider that exchanges any code for an ID token. Its fields change what it responds with.
type stub struct {
	*Provider

	t      *testing.T
	issuer string
	clock  *clock.Fake
	reads  atomic.Int32 // of the discovery document

	mu       sync.Mutex
	document map[string]any
	key      *rsa.PrivateKey
	claims   jwt.MapClaims // added to those of the ID token; nil values are removed
	method   jwt.SigningMethod
	signer   any // instead of key
	pushed   url.Values
	replies  map[string]http.HandlerFunc // instead of those of the stub, by path
}

func newStub(t *testing.T) *stub {
	t.Helper()
	s := &stub{t: t, clock: clock.NewFake(time.Now().Truncate(time.Second)), key: ownKey(), method: jwt.SigningMethodRS256, replies: map[string]http.HandlerFunc{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		reply := s.replies[r.URL.Path]
		s.mu.Unlock()
		if reply == nil {
			reply = s.reply
		}
		reply(w, r)
	}))
	t.Cleanup(server.Close)
	s.issuer = server.URL
	s.document = map[string]any{
		"issuer": s.issuer, "authorization_endpoint": s.issuer + "/authorize", "token_endpoint": s.issuer + "/token", "jwks_uri": s.issuer + "/keys",
		"userinfo_endpoint": s.issuer + "/userinfo", "pushed_authorization_request_endpoint": s.issuer + "/par", "end_session_endpoint": s.issuer + "/logout",
	}
	s.Provider = New(Settings{
		Issuer: s.issuer, ClientID: "vitrine", ClientSecret: secret, RedirectURL: "http://localhost/api/auth/callback", HomeURL: "http://localhost/",
		Clock: s.clock, ClockTolerance: time.Minute,
	})
	return s
}

// ownKey is the key of every stub until it changes.
var ownKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, _ := rsa.GenerateKey(rand.Reader, 2048)
	return key
})

func newKey(t *testing.T) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (s *stub) reply(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out any
	switch r.URL.Path {
	case "/.well-known/openid-configuration":
		s.reads.Add(1)
		out = s.document
	case "/keys":
		out = map[string]any{"keys": []any{
			map[string]string{"kty": "from the future"}, gojose.JSONWebKey{Key: s.key.Public(), KeyID: "k", Use: "sig", Algorithm: "RS256"},
		}}
	case "/token", "/token2":
		out = map[string]any{"access_token": "a", "token_type": "Bearer", "expires_in": 60, "id_token": s.idToken()}
	case "/userinfo":
		out = map[string]any{"sub": "s", "email": "a@example.org", "email_verified": true}
	case "/par":
		_ = r.ParseForm()
		s.pushed = r.PostForm
		if id, password, ok := r.BasicAuth(); ok {
			s.pushed.Set("basic", id+":"+password)
		}
		w.WriteHeader(http.StatusCreated)
		out = map[string]any{"request_uri": "urn:request:1", "expires_in": 60}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(out)
}

// set changes the provider.
func (s *stub) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// says makes the provider reply to a path with a status and a body.
func (s *stub) says(path string, status int, contentType, body string) {
	s.set(func() {
		s.replies[path] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	})
}

func (s *stub) idToken() string {
	now := s.clock.Now()
	claims := jwt.MapClaims{
		"iss": s.issuer, "aud": "vitrine", "sub": "s", "nonce": "n", "email": "a@example.org", "email_verified": true,
		"iat": now.Unix(), "exp": now.Add(time.Minute).Unix(), "auth_time": now.Unix(),
	}
	maps.Copy(claims, s.claims)
	maps.DeleteFunc(claims, func(_ string, v any) bool { return v == nil })
	return s.sign(claims)
}

func (s *stub) sign(claims jwt.MapClaims) string {
	token := jwt.NewWithClaims(s.method, claims)
	token.Header["kid"] = "k"
	var signer any = s.key
	if s.signer != nil {
		signer = s.signer
	}
	text, err := token.SignedString(signer)
	if err != nil {
		s.t.Error(err)
	}
	return text
}

func (s *stub) exchange() (account.Identity, error) {
	return s.Exchange(s.t.Context(), login.Response{Code: "code"}, login.Attempt{Nonce: "n", Verifier: "v"})
}
