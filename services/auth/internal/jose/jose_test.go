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

	"github.com/golang-jwt/jwt/v5"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/auth/internal/session"
	"github.com/vitrine/vitrine/services/auth/internal/session/sessiontest"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestSignAndPublish(t *testing.T) {
	t.Parallel()
	fake := clock.NewFake(noon)
	k := NewKeyring(sessiontest.NewMemory(nil), "https://shop.example", 24*time.Hour, fake)
	if _, err := k.Sign(t.Context(), session.Claims{}); err == nil {
		t.Error("signed without a key")
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
		t.Fatalf("%d keys", len(set))
	}
	var claims jwt.MapClaims
	parsed, err := jwt.NewParser(jwt.WithValidMethods([]string{"ES256"}), jwt.WithTimeFunc(fake.Now), jwt.WithAudience(Audience), jwt.WithIssuer("https://shop.example")).
		ParseWithClaims(token, &claims, func(t *jwt.Token) (any, error) { return set[t.Header["kid"].(string)].key() })
	if err != nil {
		t.Fatal(err)
	}
	if parsed.Header["typ"] != "at+jwt" || claims["sub"] != "a" || claims["sid"] != "s" || claims["email_verified"] != true || claims["email"] != "x@example.org" {
		t.Errorf("token = %v %v", parsed.Header, claims)
	}
	if roles, ok := claims["roles"].([]any); !ok || len(roles) != 0 {
		t.Errorf("roles = %v, want an empty list", claims["roles"])
	}
	first := parsed.Header["kid"]
	if err := k.Replace(t.Context()); err != nil {
		t.Fatal(err)
	}
	if set = published(t, k); len(set) != 2 {
		t.Fatalf("%d keys after a rotation", len(set))
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
			t.Errorf("after %s the new key signs: %t", after, !changed)
		}
	}
}

func published(t *testing.T, k *Keyring) map[string]jwk {
	t.Helper()
	b, err := k.Public(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), `"d"`) {
		t.Fatal("a private key is published")
	}
	var set struct{ Keys []jwk }
	if err := json.Unmarshal(b, &set); err != nil {
		t.Fatal(err)
	}
	out := map[string]jwk{}
	for _, j := range set.Keys {
		if j.thumbprint() != j.Kid {
			t.Errorf("kid %s is not the thumbprint", j.Kid)
		}
		out[j.Kid] = j
	}
	return out
}

// TestProof is the table of what a DPoP proof may not be.
func TestProof(t *testing.T) {
	t.Parallel()
	origin, _ := url.Parse("http://localhost:8080")
	p := NewProofs(origin)
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	other, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	const path = "/api/auth/tokens"
	make1 := func(change func(h map[string]any, c jwt.MapClaims)) string {
		j, _ := publicJWK(&key.PublicKey)
		t := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.MapClaims{"jti": "1", "htm": "GET", "htu": "http://localhost:8080" + path, "iat": noon.Unix()})
		t.Header["typ"], t.Header["jwk"] = "dpop+jwt", j
		change(t.Header, t.Claims.(jwt.MapClaims))
		s, _ := t.SignedString(key)
		return s
	}
	claim := func(name string, v any) string {
		return make1(func(_ map[string]any, c jwt.MapClaims) { c[name] = v })
	}
	head := func(name string, v any) string { return make1(func(h map[string]any, _ jwt.MapClaims) { h[name] = v }) }
	good := make1(func(map[string]any, jwt.MapClaims) {})
	otherJWK, _ := publicJWK(&other.PublicKey)
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
		"six minutes ago": {claim("iat", noon.Add(-6*time.Minute).Unix()), false}, "in six minutes": {claim("iat", noon.Add(6*time.Minute).Unix()), false},
		"no iat": {claim("iat", nil), false}, "no jti": {claim("jti", ""), false}, "long jti": {claim("jti", strings.Repeat("x", 201)), false},
		"other method": {claim("htm", "POST"), false}, "other path": {claim("htu", "http://localhost:8080/api/auth/session"), false},
		"other host": {claim("htu", "http://evil.example"+path), false}, "other port": {claim("htu", "http://localhost"+path), false}, "other scheme": {claim("htu", "https://localhost:8080"+path), false},
		"user in the address": {claim("htu", "http://x@localhost:8080"+path), false},
		"access token's typ":  {head("typ", "at+jwt"), false}, "no key": {head("jwk", nil), false}, "another key": {head("jwk", otherJWK), false},
		"private key":   {head("jwk", map[string]any{"kty": "EC", "crv": "P-256", "x": otherJWK.X, "y": otherJWK.Y, "d": "AA"}), false},
		"off the curve": {head("jwk", map[string]any{"kty": "EC", "crv": "P-256", "x": otherJWK.X, "y": otherJWK.X}), false},
		"other curve":   {head("jwk", map[string]any{"kty": "EC", "crv": "P-384", "x": otherJWK.X, "y": otherJWK.Y}), false},
		"hmac":          {hmac, false}, "none": {none, false}, "empty": {"", false}, "dots": {strings.Repeat(".", 1<<20), false}, "five kilobytes": {claim("pad", strings.Repeat("x", 5<<10)), false}, "cut": {good[:len(good)-2], false}, "longer": {good + "AA", false},
	} {
		got, err := p.Proof(c.proof, "GET", path, noon)
		if (err == nil) != c.ok || (err != nil && !errors.Is(err, session.ErrProof)) {
			t.Errorf("%s: %v", name, err)
		}
		if own, _ := publicJWK(&key.PublicKey); err == nil && (got.Key != own.thumbprint() || got.ID != "1") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestThumbprint holds a key and its RFC 7638 thumbprint as RFC 9449 prints them.
func TestThumbprint(t *testing.T) {
	t.Parallel()
	j := jwk{Kty: "EC", Crv: "P-256", X: "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs", Y: "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"}
	if got := j.thumbprint(); got != "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" {
		t.Errorf("thumbprint = %s", got)
	}
}
