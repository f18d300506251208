package oidc

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	gojose "github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"

	"github.com/vitrine/vitrine/services/auth/internal/login"
)

const secret = "the client's secret, which a provider knows too"

// issuing serves a provider that exchanges any code for the ID token that next returns.
func issuing(t *testing.T, key *rsa.PrivateKey, next func(issuer string) string) (issuer string) {
	t.Helper()
	mux := http.NewServeMux()
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	reply := func(path string, v func() any) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(v())
		})
	}
	reply("/.well-known/openid-configuration", func() any {
		return map[string]string{"issuer": s.URL, "authorization_endpoint": s.URL + "/authorize", "token_endpoint": s.URL + "/token", "jwks_uri": s.URL + "/keys"}
	})
	reply("/keys", func() any {
		return gojose.JSONWebKeySet{Keys: []gojose.JSONWebKey{{Key: key.Public(), KeyID: "k", Use: "sig", Algorithm: "RS256"}}}
	})
	reply("/token", func() any {
		return map[string]any{"access_token": "a", "token_type": "Bearer", "expires_in": 60, "id_token": next(s.URL)}
	})
	return s.URL
}

// TestForgedIDTokens: an ID token counts only if the provider signed it recently, for us and for this login.
func TestForgedIDTokens(t *testing.T) {
	t.Parallel()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	set := func(name string, v any) func(jwt.MapClaims) { return func(c jwt.MapClaims) { c[name] = v } }
	same := func(jwt.MapClaims) {}
	for name, c := range map[string]struct {
		change func(jwt.MapClaims)
		method jwt.SigningMethod
		key    any
		ok     bool
	}{
		"good":             {same, jwt.SigningMethodRS256, key, true},
		"another key":      {same, jwt.SigningMethodRS256, other, false},
		"not signed":       {same, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, false},
		"our secret":       {same, jwt.SigningMethodHS256, []byte(secret), false},
		"another issuer":   {set("iss", "https://evil.example"), jwt.SigningMethodRS256, key, false},
		"another client":   {set("aud", "another"), jwt.SigningMethodRS256, key, false},
		"another login":    {set("nonce", "another"), jwt.SigningMethodRS256, key, false},
		"no login":         {func(c jwt.MapClaims) { delete(c, "nonce") }, jwt.SigningMethodRS256, key, false},
		"expired":          {set("exp", time.Now().Add(-time.Hour).Unix()), jwt.SigningMethodRS256, key, false},
		"no expiry":        {func(c jwt.MapClaims) { delete(c, "exp") }, jwt.SigningMethodRS256, key, false},
		"of the future":    {set("iat", time.Now().Add(time.Hour).Unix()), jwt.SigningMethodRS256, key, false},
		"nobody's subject": {set("sub", ""), jwt.SigningMethodRS256, key, false},
	} {
		t.Run(name, func(t *testing.T) {
			issuer := issuing(t, key, func(issuer string) string {
				claims := jwt.MapClaims{
					"iss": issuer, "aud": "vitrine", "sub": "s", "nonce": "n", "email": "a@example.org", "email_verified": true,
					"iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(),
				}
				c.change(claims)
				token := jwt.NewWithClaims(c.method, claims)
				token.Header["kid"] = "k"
				text, err := token.SignedString(c.key)
				if err != nil {
					t.Error(err)
				}
				return text
			})
			p := New(Settings{Issuer: issuer, ClientID: "vitrine", ClientSecret: secret, RedirectURL: "http://localhost/api/auth/callback"})
			who, err := p.Exchange(t.Context(), "code", login.Attempt{Nonce: "n", Verifier: "v"})
			if (err == nil) != c.ok || err != nil && !errors.Is(err, login.ErrLogin) || c.ok && who.Subject != "s" {
				t.Errorf("got %+v, %v; want success: %t", who, err, c.ok)
			}
		})
	}
}

// TestMetadataOfAnotherIssuer: a discovery document must name the issuer that the operator set.
func TestMetadataOfAnotherIssuer(t *testing.T) {
	t.Parallel()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	honest := issuing(t, key, func(string) string { return "" })
	document, err := http.Get(honest + "/.well-known/openid-configuration")
	if err != nil {
		t.Fatal(err)
	}
	defer document.Body.Close()
	var said map[string]string
	if err := json.NewDecoder(document.Body).Decode(&said); err != nil {
		t.Fatal(err)
	}
	for _, issuer := range []string{honest, honest + "/", "https://evil.example"} {
		posing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			said["issuer"] = issuer
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(said)
		}))
		t.Cleanup(posing.Close)
		p := New(Settings{Issuer: posing.URL, ClientID: "vitrine", RedirectURL: "http://localhost/api/auth/callback"})
		if location, err := p.AuthURL(t.Context(), login.Attempt{Nonce: "n"}); err == nil {
			t.Errorf("AuthURL with issuer %s = %s, want an error", issuer, location)
		}
	}
	p := New(Settings{Issuer: honest, ClientID: "vitrine", RedirectURL: "http://localhost/api/auth/callback"})
	if _, err := p.AuthURL(t.Context(), login.Attempt{Nonce: "n"}); err != nil {
		t.Error(err)
	}
}
