package jose

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	gojose "github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/session"
	"github.com/vitrine/vitrine/services/auth/internal/signing"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// keys returns an empty store of keys, used as the service's user.
func keys(t *testing.T) signing.Store {
	t.Helper()
	pool := testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, func(ctx context.Context, url string) error {
		return testkit.MigrateForService(ctx, url, postgres.Migrations)
	})))
	return postgres.New(pool, nil)
}

func TestSignAndPublish(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	k := NewKeyring(keys(t), "https://shop.example", 24*time.Hour, fake)
	if _, err := k.Sign(t.Context(), session.Claims{}); err == nil {
		t.Error("signing without a key succeeded, want an error")
	}
	if err := k.Rotate(t.Context()); err != nil {
		t.Fatal(err)
	}
	token, err := k.Sign(t.Context(), session.Claims{Subject: "a", SessionID: "s", Email: "x@example.org", EmailVerified: true, IssuedAt: noon, Expires: noon.Add(5 * time.Minute)})
	if err != nil {
		t.Fatal(err)
	}
	set := published(t, k)
	if len(set) != 1 {
		t.Fatalf("%d keys, want 1", len(set))
	}
	var claims jwt.MapClaims
	parsed, err := jwt.NewParser(jwt.WithValidMethods([]string{"ES256"}), jwt.WithTimeFunc(fake.Now), jwt.WithAudience(Audience), jwt.WithIssuer("https://shop.example")).
		ParseWithClaims(token, &claims, func(t *jwt.Token) (any, error) { return set[t.Header["kid"].(string)].Key, nil })
	if err != nil {
		t.Fatal(err)
	}
	if parsed.Header["typ"] != "at+jwt" || claims["sub"] != "a" || claims["sid"] != "s" || claims["email_verified"] != true || claims["email"] != "x@example.org" {
		t.Errorf("token = %v %v, want at+jwt for a in session s with the verified x@example.org", parsed.Header, claims)
	}
	if roles, ok := claims["roles"].([]any); !ok || len(roles) != 0 {
		t.Errorf("roles = %v, want an empty list", claims["roles"])
	}
	first := parsed.Header["kid"]
	fake.Advance(time.Second) // keys are ordered by the time at which they were made
	if err := k.Replace(t.Context()); err != nil {
		t.Fatal(err)
	}
	if set = published(t, k); len(set) != 2 {
		t.Fatalf("%d keys after a rotation, want 2", len(set))
	}
	for after, changed := range map[time.Duration]bool{0: false, 20 * time.Minute: true} {
		fake.Set(noon.Add(after))
		token, err := k.Sign(context.Background(), session.Claims{Subject: "a"})
		if err != nil {
			t.Fatal(err)
		}
		parsed, _, err := jwt.NewParser().ParseUnverified(token, jwt.MapClaims{})
		if err != nil {
			t.Fatal(err)
		}
		if (parsed.Header["kid"] != first) != changed {
			t.Errorf("after %s the new key signs = %t, want %t", after, !changed, changed)
		}
	}
}

func published(t *testing.T, k *Keyring) map[string]gojose.JSONWebKey {
	t.Helper()
	b, err := k.Public(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), `"d"`) {
		t.Fatalf("published keys = %s, want no private one", b)
	}
	var set gojose.JSONWebKeySet
	if err := json.Unmarshal(b, &set); err != nil {
		t.Fatal(err)
	}
	out := map[string]gojose.JSONWebKey{}
	for _, key := range set.Keys {
		if id, err := thumbprint(key); err != nil || id != key.KeyID || key.Use != "sig" || key.Algorithm != "ES256" {
			t.Errorf("kid %s, want %s (%v): %+v", key.KeyID, id, err, key)
		}
		out[key.KeyID] = key
	}
	return out
}

// publicKey returns the members of a public key.
func publicKey(t *testing.T, key *ecdsa.PrivateKey) map[string]any {
	t.Helper()
	b, err := json.Marshal(gojose.JSONWebKey{Key: key.Public()})
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestProof tries valid and invalid DPoP proofs.
func TestProof(t *testing.T) {
	t.Parallel()
	origin, _ := url.Parse("http://localhost:8080")
	fake := clock.NewFake(noon)
	nonces := NewKeyring(keys(t), "http://localhost:8080", 24*time.Hour, fake)
	if err := nonces.Rotate(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := NewProofs(origin, nonces)
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	other, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	const path = "/api/auth/tokens"
	own, otherJWK := publicKey(t, key), publicKey(t, other)
	ownThumbprint, _ := thumbprint(gojose.JSONWebKey{Key: key.Public()})
	make1 := func(change func(h map[string]any, c jwt.MapClaims)) string {
		t := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.MapClaims{"jti": "1", "htm": "GET", "htu": "http://localhost:8080" + path, "iat": noon.Unix()})
		t.Header["typ"], t.Header["jwk"] = "dpop+jwt", own
		change(t.Header, t.Claims.(jwt.MapClaims))
		s, _ := t.SignedString(key)
		return s
	}
	claim := func(name string, v any) string {
		return make1(func(_ map[string]any, c jwt.MapClaims) { c[name] = v })
	}
	head := func(name string, v any) string { return make1(func(h map[string]any, _ jwt.MapClaims) { h[name] = v }) }
	good := make1(func(map[string]any, jwt.MapClaims) {})
	hmac := func() string {
		t := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"jti": "1", "htm": "GET", "htu": "http://localhost:8080" + path, "iat": noon.Unix()})
		t.Header["typ"] = "dpop+jwt"
		s, _ := t.SignedString([]byte("x"))
		return s
	}()
	none := func() string {
		t := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{})
		s, _ := t.SignedString(jwt.UnsafeAllowNoneSignatureType)
		return s
	}()
	for name, c := range map[string]struct {
		proof string
		ok    bool
	}{
		"good": {good, true}, "query is ignored": {claim("htu", "http://localhost:8080"+path+"?x=1#y"), true}, "letter case of the host": {claim("htu", "HTTP://LOCALHOST:8080"+path), true},
		"four minutes ago": {claim("iat", noon.Add(-4*time.Minute).Unix()), true}, "in four minutes": {claim("iat", noon.Add(4*time.Minute).Unix()), true},
		"no iat": {claim("iat", nil), false}, "no jti": {claim("jti", ""), false}, "long jti": {claim("jti", strings.Repeat("x", 201)), false},
		"other method": {claim("htm", "POST"), false}, "other path": {claim("htu", "http://localhost:8080/api/auth/session"), false},
		"other host": {claim("htu", "http://evil.example"+path), false}, "other port": {claim("htu", "http://localhost"+path), false}, "other scheme": {claim("htu", "https://localhost:8080"+path), false},
		"user in the address": {claim("htu", "http://x@localhost:8080"+path), false},
		"access token's typ":  {head("typ", "at+jwt"), false}, "no key": {head("jwk", nil), false}, "another key": {head("jwk", otherJWK), false},
		"private key":   {head("jwk", map[string]any{"kty": "EC", "crv": "P-256", "x": otherJWK["x"], "y": otherJWK["y"], "d": "AA"}), false},
		"off the curve": {head("jwk", map[string]any{"kty": "EC", "crv": "P-256", "x": otherJWK["x"], "y": otherJWK["x"]}), false},
		"other curve":   {head("jwk", map[string]any{"kty": "EC", "crv": "P-384", "x": otherJWK["x"], "y": otherJWK["y"]}), false},
		"hmac":          {hmac, false}, "none": {none, false}, "empty": {"", false}, "dots": {strings.Repeat(".", 1<<20), false}, "five kilobytes": {claim("pad", strings.Repeat("x", 5<<10)), false}, "cut": {good[:len(good)-2], false}, "longer": {good + "AA", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := p.Proof(t.Context(), c.proof, "GET", path, noon)
			if (err == nil) != c.ok || (err != nil && !errors.Is(err, session.ErrProof)) {
				t.Errorf("got %v, want success: %t", err, c.ok)
			}
			if err == nil && (got.Key != ownThumbprint || got.ID != "1") {
				t.Errorf("got %+v, want proof 1 by the caller's key", got)
			}
		})
	}
}

// TestNonce: with the server's nonce the time of a proof doesn't count, without one it has to be now. RFC 9449, sections 8 and 9.
func TestNonce(t *testing.T) {
	t.Parallel()
	origin, _ := url.Parse("http://localhost:8080")
	fake, store := clock.NewFake(noon), keys(t)
	keyring := func() *Keyring { return NewKeyring(store, "http://localhost:8080", 24*time.Hour, fake) }
	first := keyring()
	if err := first.Rotate(t.Context()); err != nil {
		t.Fatal(err)
	}
	replica := NewProofs(origin, keyring()) // has the same keys
	stranger := NewKeyring(keys(t), "http://localhost:8080", 24*time.Hour, fake)
	if err := stranger.Rotate(t.Context()); err != nil {
		t.Fatal(err)
	}
	foreign, err := stranger.Nonce(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	nonce, err := first.Nonce(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	changed := []byte(nonce)
	changed[3] ^= 1 // a letter of its end
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	const path = "/api/auth/tokens"
	proof := func(t *testing.T, iat time.Time, nonce any) string {
		t.Helper()
		claims := jwt.MapClaims{"jti": "1", "htm": "GET", "htu": "http://localhost:8080" + path, "iat": iat.Unix()}
		if nonce != nil {
			claims["nonce"] = nonce
		}
		made := jwt.NewWithClaims(jwt.SigningMethodES256, claims)
		made.Header["typ"], made.Header["jwk"] = "dpop+jwt", publicKey(t, key)
		s, err := made.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for name, c := range map[string]struct {
		iat   time.Time
		nonce any
		after time.Duration
		ok    bool
	}{
		"an hour ago, without a nonce": {iat: noon.Add(-time.Hour)},
		"in an hour, without a nonce":  {iat: noon.Add(time.Hour)},
		"six minutes ago, without one": {iat: noon.Add(-6 * time.Minute)},
		"an hour ago":                  {iat: noon.Add(-time.Hour), nonce: nonce, ok: true},
		"in an hour":                   {iat: noon.Add(time.Hour), nonce: nonce, ok: true},
		"just before the nonce ends":   {iat: noon, nonce: nonce, after: nonceLifetime - time.Second, ok: true},
		"after the nonce ended":        {iat: noon.Add(nonceLifetime), nonce: nonce, after: nonceLifetime},
		"a nonce of another key":       {iat: noon, nonce: foreign},
		"a nonce with a changed end":   {iat: noon, nonce: string(changed)},
		"a nonce of the caller's":      {iat: noon, nonce: "nonce"},
		"a nonce that is no base64":    {iat: noon, nonce: "%%%"},
		"an empty nonce is no nonce":   {iat: noon, nonce: "", ok: true},
		"an empty nonce, an hour ago":  {iat: noon.Add(-time.Hour), nonce: ""},
	} {
		t.Run(name, func(t *testing.T) {
			fake.Set(noon.Add(c.after))
			got, err := replica.Proof(t.Context(), proof(t, c.iat, c.nonce), "GET", path, fake.Now())
			if c.ok {
				// The id of a proof is remembered for as long as the proof is accepted.
				if err != nil || c.nonce == nonce && !got.Until.After(noon.Add(nonceLifetime)) {
					t.Errorf("Proof() = %+v, %v, want nil, and a renewed nonce", got, err)
				}
				return
			}
			wanted, ok := errors.AsType[*session.NonceError](err)
			if !ok || errors.Is(err, session.ErrProof) {
				t.Errorf("got %v, want a NonceError", err)
				return
			}
			if _, err := replica.Proof(t.Context(), proof(t, c.iat, wanted.Nonce), "GET", path, fake.Now()); err != nil {
				t.Errorf("with the nonce of the error: error = %v, want nil", err)
			}
		})
	}
	fake.Set(noon)
	if _, err := replica.Proof(t.Context(), proof(t, noon, 7), "GET", path, noon); !errors.Is(err, session.ErrProof) {
		t.Errorf("a nonce that is a number: %v, want %v", err, session.ErrProof)
	}
	// A nonce survives the rotation of the keys.
	if err := first.Replace(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := NewProofs(origin, keyring()).Proof(t.Context(), proof(t, noon.Add(time.Hour), nonce), "GET", path, noon); err != nil {
		t.Errorf("after a rotation: error = %v, want nil", err)
	}
}

// TestThumbprint compares with the example of RFC 9449.
func TestThumbprint(t *testing.T) {
	t.Parallel()
	var key gojose.JSONWebKey
	err := json.Unmarshal([]byte(`{"kty": "EC", "crv": "P-256", "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs", "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"}`), &key)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := thumbprint(key); err != nil || got != "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" {
		t.Errorf("thumbprint() = %s, %v, want 0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I", got, err)
	}
}
