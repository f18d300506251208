package session

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/MicahParks/jwkset"
	"github.com/golang-jwt/jwt/v5"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/clock/synced"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
)

const issuer = "https://gallery.example"

type minted struct {
	header map[string]any
	claims jwt.MapClaims
	method jwt.SigningMethod
	key    any
}

func setup(t *testing.T) (serve func(bearer, path string) (int, string, *identity.Principal), good func() minted) {
	t.Helper()
	v, good := signing(t)
	var seen *identity.Principal
	h := v.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen, _ = identity.From(r.Context())
		_, _ = io.WriteString(w, "passed")
	}))
	serve = func(bearer, path string) (int, string, *identity.Principal) {
		seen = nil
		r := httptest.NewRequest(http.MethodGet, path, nil)
		if bearer != "" {
			r.Header.Set("Authorization", bearer)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code, w.Body.String(), seen
	}
	return serve, good
}

// verifier returns a verifier with a token of the session s1.
func verifier(t *testing.T) (*Verifier, string) {
	t.Helper()
	v, good := signing(t)
	return v, good().token(t)
}

// signing returns a verifier and a function that signs tokens for it.
func signing(t *testing.T) (v *Verifier, good func() minted) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	jwk, err := jwkset.NewJWKFromKey(key.Public(), jwkset.JWKOptions{Metadata: jwkset.JWKMetadataOptions{KID: "k1", ALG: jwkset.AlgES256, USE: jwkset.UseSig}})
	if err != nil {
		t.Fatal(err)
	}
	set := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(jwkset.JWKSMarshal{Keys: []jwkset.JWKMarshal{jwk.Marshal()}})
	}))
	t.Cleanup(set.Close)
	v = NewVerifier(issuer, set.URL, ended(t), clock.System, nil, testkit.Log(t))
	good = func() minted {
		now := time.Now()
		return minted{
			header: map[string]any{"typ": "at+jwt", "kid": "k1"}, method: jwt.SigningMethodES256, key: key,
			claims: jwt.MapClaims{"iss": issuer, "aud": "vitrine", "sub": "a1", "sid": "s1", "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(), "email": "a@example.org", "email_verified": true, "roles": []string{"staff"}},
		}
	}
	return v, good
}

func (m minted) token(t *testing.T) string {
	t.Helper()
	tok := jwt.NewWithClaims(m.method, m.claims)
	maps.Copy(tok.Header, m.header)
	s, err := tok.SignedString(m.key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestGoodToken(t *testing.T) {
	t.Parallel()
	serve, good := setup(t)
	status, _, p := serve("Bearer "+good().token(t), "/api/checkouts")
	if status != 200 || p == nil || p.Subject != "a1" || p.SessionID != "s1" || !p.EmailVerified || !p.Has("staff") {
		t.Fatalf("%d %+v, want 200 and the principal a1", status, p)
	}
	// Clocks differ: tokens that are early or late by less than a minute pass.
	for claim, off := range map[string]time.Duration{"exp": -50 * time.Second, "iat": 50 * time.Second} {
		m := good()
		m.claims[claim] = time.Now().Add(off).Unix()
		if status, body, _ := serve("Bearer "+m.token(t), "/api/checkouts"); status != 200 {
			t.Errorf("%s %s from now: status = %d %s, want 200", claim, off, status, body)
		}
	}
	if status, _, p := serve("", "/api/checkouts"); status != 200 || p != nil {
		t.Errorf("anonymous: status = %d, principal %v, want 200 and none", status, p)
	}
	if status, _, p := serve("Bearer opaque-refresh-token", "/api/auth/tokens"); status != 200 || p != nil {
		t.Errorf("a refresh token on its own path: status = %d, principal %v, want 200 and none", status, p)
	}
}

func TestHostileTokens(t *testing.T) {
	t.Parallel()
	serve, good := setup(t)
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	// A set with the forger's own key, which tokens must not refer to.
	jwk, err := jwkset.NewJWKFromKey(other.Public(), jwkset.JWKOptions{Metadata: jwkset.JWKMetadataOptions{KID: "k2", ALG: jwkset.AlgES256, USE: jwkset.UseSig}})
	if err != nil {
		t.Fatal(err)
	}
	var requests atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		_ = json.NewEncoder(w).Encode(jwkset.JWKSMarshal{Keys: []jwkset.JWKMarshal{jwk.Marshal()}})
	}))
	t.Cleanup(elsewhere.Close)
	now := time.Now()
	with := func(change func(*minted)) string {
		m := good()
		change(&m)
		return "Bearer " + m.token(t)
	}
	valid := good().token(t)
	for name, c := range map[string]struct {
		bearer string
		status int
		code   string
	}{
		"late":                      {with(func(m *minted) { m.claims["exp"] = now.Add(-61 * time.Second).Unix() }), 403, "token_expired"},
		"issued in the future":      {with(func(m *minted) { m.claims["iat"] = now.Add(90 * time.Second).Unix() }), 503, "clock_skew"},
		"nine kilobytes":            {with(func(m *minted) { m.claims["pad"] = strings.Repeat("x", 9<<10) }), 401, "invalid_token"},
		"from the future":           {with(func(m *minted) { m.claims["nbf"] = now.Add(90 * time.Second).Unix() }), 401, "invalid_token"},
		"no expiry":                 {with(func(m *minted) { delete(m.claims, "exp") }), 401, "invalid_token"},
		"other issuer":              {with(func(m *minted) { m.claims["iss"] = "https://evil.example" }), 401, "invalid_token"},
		"other audience":            {with(func(m *minted) { m.claims["aud"] = "other" }), 401, "invalid_token"},
		"ID token as access":        {with(func(m *minted) { m.header["typ"] = "JWT" }), 401, "invalid_token"},
		"no session":                {with(func(m *minted) { delete(m.claims, "sid") }), 401, "invalid_token"},
		"alg none":                  {with(func(m *minted) { m.method, m.key = jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType }), 401, "invalid_token"},
		"HMAC with public name":     {with(func(m *minted) { m.method, m.key = jwt.SigningMethodHS256, []byte("k1") }), 401, "invalid_token"},
		"RSA":                       {with(func(m *minted) { m.method, m.key = jwt.SigningMethodRS256, rsaKey }), 401, "invalid_token"},
		"other key":                 {with(func(m *minted) { m.key = other }), 401, "invalid_token"},
		"unknown kid":               {with(func(m *minted) { m.header["kid"] = "../../etc/passwd" }), 401, "invalid_token"},
		"keys from another address": {with(func(m *minted) { m.header["jku"], m.header["kid"], m.key = elsewhere.URL, "k2", other }), 401, "invalid_token"},
		"a certificate chain from another address": {with(func(m *minted) { m.header["x5u"], m.key = elsewhere.URL, other }), 401, "invalid_token"},
		"its own key":        {with(func(m *minted) { m.header["jwk"], m.header["kid"], m.key = jwk.Marshal(), "k2", other }), 401, "invalid_token"},
		"late and forged":    {with(func(m *minted) { m.claims["exp"], m.key = now.Add(-time.Hour).Unix(), other }), 401, "invalid_token"},
		"truncated":          {"Bearer " + valid[:len(valid)-4], 401, "invalid_token"},
		"extended":           {"Bearer " + valid + "AAAA", 401, "invalid_token"},
		"a megabyte of dots": {"Bearer " + strings.Repeat(".", 1<<20), 401, "invalid_token"},
		"basic":              {"Basic " + base64.StdEncoding.EncodeToString([]byte("a:b")), 401, "invalid_token"},
		"empty":              {"Bearer ", 401, "invalid_token"},
	} {
		t.Run(name, func(t *testing.T) {
			status, body, p := serve(c.bearer, "/api/checkouts")
			if status != c.status || !strings.Contains(body, `"code":"`+c.code+`"`) || p != nil {
				t.Errorf("got %d %s, want %d %s", status, body, c.status, c.code)
			}
		})
	}
	if n := requests.Load(); n != 0 {
		t.Errorf("a URL named in a token was requested %d times, want 0", n)
	}
}

// TestUnavailableAuthIsCalledOnce: many callers with an unknown key would otherwise each wait for a timeout.
func TestUnavailableAuthIsCalledOnce(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		http.Error(w, "away", http.StatusBadGateway)
	}))
	t.Cleanup(away.Close)
	_, good := setup(t)
	v := NewVerifier(issuer, away.URL, ended(t), clock.System, nil, testkit.Log(t))
	token := good().token(t)
	for range 5 {
		if _, err := v.Verify(t.Context(), token); !errors.Is(err, errNoKeys) {
			t.Fatalf("got %v, want %v", err, errNoKeys)
		}
	}
	if n := requests.Load(); n != 1 {
		t.Errorf("requested keys %d times, want 1", n)
	}
	if err := v.refresh(t.Context()); err == nil || requests.Load() != 2 {
		t.Errorf("refresh: error = %v after %d requests, want an error after 2", err, requests.Load())
	}
}

// TestAWrongClock: a token from the future doesn't end a session, and the gateway takes auth's time.
func TestAWrongClock(t *testing.T) {
	t.Parallel()
	v, good := signing(t)
	const wrong = 10 * time.Minute
	slow := clock.Shifted(clock.System, -wrong)
	v.SetClock(slow)
	serve := func() *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/api/checkouts", nil)
		r.Header.Set("Authorization", "Bearer "+good().token(t))
		v.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).ServeHTTP(w, r)
		return w
	}
	before := testutil.ToFloat64(v.skewed)
	w := serve()
	if got := testutil.ToFloat64(v.skewed) - before; w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), `"clock_skew"`) || w.Header().Get("Retry-After") == "" || got < 1 {
		t.Errorf("%d %s %v, counted %v; want 503 clock_skew, counted once", w.Code, w.Body, w.Header(), got)
	}
	followed := synced.New("session-test", slow, v.ReadClock, testkit.Log(t))
	v.SetClock(followed)
	if err := followed.Measure(t.Context()); err != nil {
		t.Fatal(err)
	}
	if off := time.Since(followed.Now()).Abs(); off > 2*time.Second {
		t.Errorf("the gateway's time is off by %s, want at most 2 s", off)
	}
	if w := serve(); w.Code != http.StatusOK {
		t.Errorf("with auth's time: status = %d %s, want 200", w.Code, w.Body)
	}
}

// TestRefusedTokensAreLogged, with the reason and once a second, but never the token.
func TestRefusedTokensAreLogged(t *testing.T) {
	t.Parallel()
	v, good := signing(t)
	var lines bytes.Buffer
	v.log = slog.New(slog.NewJSONHandler(&lines, nil))
	call := func(token string) {
		r := httptest.NewRequest(http.MethodGet, "/api/checkouts", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		v.Wrap(http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), r)
	}
	call(good().token(t))
	m := good()
	m.claims["aud"] = "elsewhere"
	forged := m.token(t)
	for range 100 {
		call(forged)
	}
	if n := strings.Count(lines.String(), "an access token was refused"); n != 1 || !strings.Contains(lines.String(), "aud") || strings.Contains(lines.String(), forged) {
		t.Errorf("%d lines, want one that names aud without the token: %s", n, lines.String())
	}
}
