package identity_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/testkit"
)

func TestTokensArrive(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	gateway, checkout, auth := fleet.Keys(t, identity.Gateway), fleet.Keys(t, "checkout"), fleet.Keys(t, "auth")
	person := &identity.Principal{Subject: "u1", SessionID: "s1", Email: "a@example.org", EmailVerified: true, Roles: []string{"staff"}, IP: "192.0.2.1"}

	token, err := gateway.Sign("auth", person)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := auth.Verify(token); err != nil || got.Service != identity.Gateway || !reflect.DeepEqual(got.Person, person) {
		t.Errorf("Verify() of the gateway's token = %+v, %v, want the gateway with the person", got, err)
	}
	if token, err = checkout.Sign("auth", nil); err != nil {
		t.Fatal(err)
	}
	if got, err := auth.Verify(token); err != nil || got != (identity.Caller{Service: "checkout"}) {
		t.Errorf("Verify() of checkout's token = %+v, %v, want checkout without a person", got, err)
	}
	if _, err := checkout.Sign("auth", person); err == nil {
		t.Error("checkout signed a token for a user, want an error")
	}
}

// TestForgedTokens: a thief of checkout's key can sign any claims, and can only act as checkout.
func TestForgedTokens(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	auth, stolen := fleet.Keys(t, "auth"), private(t, fleet.Private(t, "checkout"))
	strange := private(t, identitytest.New(t).Private(t, identity.Gateway))
	now := time.Now()
	good := map[string]any{"iss": "checkout", "aud": "auth", "iat": now.Unix(), "exp": now.Add(identity.Lifetime).Unix()}
	with := func(changes map[string]any) map[string]any {
		c := map[string]any{}
		for _, from := range []map[string]any{good, changes} {
			for k, v := range from {
				if c[k] = v; v == nil {
					delete(c, k)
				}
			}
		}
		return c
	}
	if _, err := auth.Verify(sign(t, stolen, jose.EdDSA, good)); err != nil {
		t.Fatalf("a correct token: error = %v, want nil", err)
	}
	person := map[string]any{"sub": "u1", "sid": "s1", "roles": []string{"staff"}}
	for name, token := range map[string]string{
		"as a person":         sign(t, stolen, jose.EdDSA, with(map[string]any{"person": person})),
		"as the gateway":      sign(t, stolen, jose.EdDSA, with(map[string]any{"iss": identity.Gateway, "person": person})),
		"as another service":  sign(t, stolen, jose.EdDSA, with(map[string]any{"iss": "profiles"})),
		"for another service": sign(t, stolen, jose.EdDSA, with(map[string]any{"aud": "catalog"})),
		"for no service":      sign(t, stolen, jose.EdDSA, with(map[string]any{"aud": nil})),
		"without an expiry":   sign(t, stolen, jose.EdDSA, with(map[string]any{"exp": nil})),
		"without a time":      sign(t, stolen, jose.EdDSA, with(map[string]any{"iat": nil})),
		"for an hour":         sign(t, stolen, jose.EdDSA, with(map[string]any{"exp": now.Add(time.Hour).Unix()})),
		"an unknown key":      sign(t, strange, jose.EdDSA, with(map[string]any{"iss": identity.Gateway, "person": person})),
		"another algorithm":   sign(t, []byte("0123456789abcdef0123456789abcdef"), jose.HS256, good),
		"no signature":        strings.TrimSuffix(sign(t, stolen, jose.EdDSA, good), "A") + "!",
		"not a token":         "x.y",
		"empty":               "",
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := auth.Verify(token); !errors.Is(err, identity.ErrToken) || got != (identity.Caller{}) {
				t.Errorf("got %+v, %v; want no caller and ErrToken", got, err)
			}
		})
	}
}

func TestTimeOfATokens(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	caller, auth := fleet.Keys(t, "skewed"), fleet.Keys(t, "auth")
	token, err := caller.Sign("auth", nil)
	if err != nil {
		t.Fatal(err)
	}
	signed := time.Now().Truncate(time.Second)
	skewed := 0
	for _, c := range []struct {
		name string
		at   time.Duration // after it was signed
		want error
	}{
		{"at once", 0, nil},
		{"at its end", identity.Lifetime, nil},
		{"a little after its end", identity.Lifetime + identity.Leeway, nil},
		{"from a clock that is slow", identity.Lifetime + identity.Leeway + 2*time.Second, identity.ErrClockSkew},
		{"from a clock that is very slow", identity.Lifetime + identity.SkewWindow, identity.ErrClockSkew},
		{"old", identity.Lifetime + identity.SkewWindow + 2*time.Second, identity.ErrExpired},
		{"a little before its time", -identity.Leeway, nil},
		{"from a clock that is fast", -identity.Leeway - 2*time.Second, identity.ErrClockSkew},
		{"from the far future", -identity.SkewWindow - 2*time.Second, identity.ErrExpired},
	} {
		t.Run(c.name, func(t *testing.T) {
			auth.SetClock(func() time.Time { return signed.Add(c.at) })
			if _, err := auth.Verify(token); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if errors.Is(c.want, identity.ErrClockSkew) {
				skewed++
			}
		})
	}
	if got := testutil.ToFloat64(auth.Skewed("skewed")); got != float64(skewed) {
		t.Errorf("%v calls counted, want %d", got, skewed)
	}
}

// TestRotation replaces the gateway's key as docs/operating describes it while calls are made without a pause: none is refused, and the
// old key stops being valid within a second of its removal.
func TestRotation(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	auth := fleet.Keys(t, "auth")
	var caller atomic.Pointer[identity.Keys]
	old := fleet.Keys(t, identity.Gateway)
	caller.Store(old)
	var calls atomic.Int64
	stop := make(chan struct{})
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				token, err := caller.Load().Sign("auth", &identity.Principal{Subject: "u1"})
				if err == nil {
					_, err = auth.Verify(token)
				}
				if err != nil {
					t.Error(err)
					return
				}
				calls.Add(1)
			}
		})
	}
	await := func(more int64) {
		until := calls.Load() + more
		testkit.Eventually(t, 10*time.Second, func() bool { return calls.Load() >= until || t.Failed() })
	}
	await(100)
	next, err := identity.NewKey()
	if err == nil {
		err = identity.AddPublic(fleet.File, identity.Gateway, next)
	}
	if err != nil {
		t.Fatal(err)
	}
	await(100)
	replacement, err := identity.Open(identity.Gateway, next, fleet.File, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	caller.Store(replacement)
	await(100)
	remove(t, fleet.File, identity.Gateway, 0)
	testkit.Eventually(t, 5*time.Second, func() bool {
		token, err := old.Sign("auth", nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = auth.Verify(token)
		return errors.Is(err, identity.ErrToken)
	})
	await(100)
	close(stop)
	running.Wait()
	if _, err := identity.Open(identity.Gateway, fleet.Private(t, identity.Gateway), fleet.File, testkit.Log(t)); err == nil || !strings.Contains(err.Error(), "doesn't list the public key") {
		t.Errorf("start with an unpublished key: error = %v, want one that says it isn't listed", err)
	}
}

// TestABrokenFileChangesNothing: keys stay valid while the file can't be read.
func TestABrokenFileChangesNothing(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	checkout, auth := fleet.Keys(t, "checkout"), fleet.Keys(t, "auth")
	token, err := checkout.Sign("auth", nil)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for _, content := range []string{"", "{", `{"checkout":{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}}`} {
		if err := os.WriteFile(fleet.File, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		now = now.Add(2 * identity.RereadEvery)
		auth.SetClock(func() time.Time { return now })
		if _, err := auth.Verify(token); err != nil {
			t.Errorf("Verify() after the file became %q: error = %v, want nil", content, err)
		}
	}
	if err := os.Remove(fleet.File); err != nil {
		t.Fatal(err)
	}
	now = now.Add(2 * identity.RereadEvery)
	if _, err := auth.Verify(token); err != nil {
		t.Errorf("Verify() after the file was deleted: error = %v, want nil", err)
	}
	if _, err := identity.Open("auth", fleet.Private(t, "auth"), fleet.File, testkit.Log(t)); err == nil {
		t.Error("start without the key file succeeded, want an error")
	}
}

func TestParseKey(t *testing.T) {
	t.Parallel()
	key, err := identity.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	der, err := base64.StdEncoding.DecodeString(key)
	if err != nil {
		t.Fatal(err)
	}
	armored := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	for _, text := range []string{key, key + "\n", armored, strings.TrimSpace(armored)} {
		if got, err := identity.ParseKey(text); err != nil || !got.Equal(private(t, key)) {
			t.Errorf("%q: %v, want the key", text, err)
		}
	}
	for _, text := range []string{"", "x", key[4:], strings.Repeat("0123456789abcdef", 4)} {
		if _, err := identity.ParseKey(text); err == nil || text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v, want an error that doesn't contain the text", text, err)
		}
	}
}

// TestPublicKeysFile: a file never holds a private key, and a key belongs to one process.
func TestPublicKeysFile(t *testing.T) {
	t.Parallel()
	fleet := identitytest.New(t)
	key := fleet.Private(t, "checkout")
	before, err := os.ReadFile(fleet.File)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(before, []byte(`"d"`)) {
		t.Errorf("public keys = %s, want no private one", before)
	}
	if err := identity.AddPublic(fleet.File, "checkout", key); err != nil {
		t.Fatal(err)
	}
	if err := identity.AddPublic(fleet.File, "auth", key); err == nil {
		t.Error("adding checkout's key for auth succeeded, want an error")
	}
	if after, err := os.ReadFile(fleet.File); err != nil || !bytes.Equal(after, before) {
		t.Errorf("file = %s, %v, want it unchanged: %s", after, err, before)
	}
}

func private(t *testing.T, text string) ed25519.PrivateKey {
	t.Helper()
	key, err := identity.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// sign writes a token with any claims, under the thumbprint of the key.
func sign(t *testing.T, key any, algorithm jose.SignatureAlgorithm, claims map[string]any) string {
	t.Helper()
	jwk := jose.JSONWebKey{Key: key}
	if p, ok := key.(ed25519.PrivateKey); ok {
		jwk.KeyID = identity.Thumbprint(t, p)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: jwk}, nil)
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// remove removes a key from a file of public keys.
func remove(t *testing.T, file, service string, i int) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var sets map[string]jose.JSONWebKeySet
	if err := json.Unmarshal(content, &sets); err != nil {
		t.Fatal(err)
	}
	set := sets[service]
	set.Keys = append(set.Keys[:i:i], set.Keys[i+1:]...)
	sets[service] = set
	if content, err = json.Marshal(sets); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file+".new", content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
}
