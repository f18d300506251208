package oidc

import (
	"errors"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/vitrine/vitrine/services/auth/internal/login"
)

// TestForgedIDTokens: an ID token counts only if the provider signed it recently, for us and for this login.
func TestForgedIDTokens(t *testing.T) {
	t.Parallel()
	other := newKey(t)
	s := newStub(t)
	now := s.clock.Now()
	for name, c := range map[string]struct {
		claims jwt.MapClaims
		method jwt.SigningMethod
		key    any
		ok     bool
	}{
		"good":                    {ok: true},
		"another key":             {key: other},
		"not signed":              {method: jwt.SigningMethodNone, key: jwt.UnsafeAllowNoneSignatureType},
		"our secret":              {method: jwt.SigningMethodHS256, key: []byte(secret)},
		"another issuer":          {claims: jwt.MapClaims{"iss": "https://evil.example"}},
		"another client":          {claims: jwt.MapClaims{"aud": "another"}},
		"another authorized one":  {claims: jwt.MapClaims{"azp": "another"}},
		"another login":           {claims: jwt.MapClaims{"nonce": "another"}},
		"no login":                {claims: jwt.MapClaims{"nonce": nil}},
		"of another access token": {claims: jwt.MapClaims{"at_hash": "x"}},
		"expired":                 {claims: jwt.MapClaims{"exp": now.Add(-time.Hour).Unix()}},
		"no expiry":               {claims: jwt.MapClaims{"exp": nil}},
		"no time":                 {claims: jwt.MapClaims{"iat": nil}},
		"of the future":           {claims: jwt.MapClaims{"iat": now.Add(time.Hour).Unix()}},
		"nobody's subject":        {claims: jwt.MapClaims{"sub": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			s.clock.Advance(documentPause) // so that the provider is read again after the previous case
			s.set(func() {
				s.claims, s.method, s.signer = c.claims, jwt.SigningMethodRS256, c.key
				if c.method != nil {
					s.method = c.method
				}
			})
			who, err := s.exchange()
			if (err == nil) != c.ok || err != nil && !errors.Is(err, login.ErrLogin) || c.ok && who.Subject != "s" {
				t.Errorf("got %+v, %v; want success: %t", who, err, c.ok)
			}
		})
	}
}

// TestMetadataOfAnotherIssuer: a discovery document must name the issuer that the operator set.
func TestMetadataOfAnotherIssuer(t *testing.T) {
	t.Parallel()
	honest := newStub(t)
	for _, issuer := range []string{honest.issuer, "/", "https://evil.example"} {
		posing := newStub(t)
		posing.set(func() {
			if issuer == "/" {
				issuer = posing.issuer + "/"
			}
			posing.document["issuer"] = issuer
		})
		if location, err := posing.AuthURL(t.Context(), login.Attempt{Nonce: "n"}); err == nil {
			t.Errorf("AuthURL with issuer %s = %s, want an error", issuer, location)
		}
	}
	if _, err := honest.AuthURL(t.Context(), login.Attempt{Nonce: "n"}); err != nil {
		t.Error(err)
	}
}
