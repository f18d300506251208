// Package jose signs access tokens, publishes the keys that verify them and
// verifies DPoP proofs.
package jose

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

const (
	// Audience is who access tokens are for.
	Audience = "vitrine"
	// reload is how long keys are kept in memory. Shorter than the lead of a new key.
	reload = time.Minute
)

// Keyring signs with the keys of a store.
type Keyring struct {
	store    session.Keys
	issuer   string
	lifetime time.Duration
	clock    clock.Clock

	mu     sync.Mutex
	loaded time.Time
	keys   []session.SigningKey
	parsed map[string]*ecdsa.PrivateKey
}

// NewKeyring signs as issuer and replaces keys after lifetime.
func NewKeyring(store session.Keys, issuer string, lifetime time.Duration, c clock.Clock) *Keyring {
	return &Keyring{store: store, issuer: issuer, lifetime: lifetime, clock: c}
}

// Rotate makes the first key, adds one when the newest has reached its lifetime, and
// drops those that nothing refers to any more. Call it at the start and now and then.
func (k *Keyring) Rotate(ctx context.Context) error { return k.rotate(ctx, k.lifetime) }

// Replace adds a key now. It signs as soon as verifiers know it.
func (k *Keyring) Replace(ctx context.Context) error { return k.rotate(ctx, 0) }

func (k *Keyring) rotate(ctx context.Context, lifetime time.Duration) error {
	now := k.clock.Now()
	err := k.store.ReplaceKeys(ctx, func(keys []session.SigningKey) ([]session.SigningKey, error) {
		return session.Rotated(keys, lifetime, now, func() (session.SigningKey, error) { return generate(now) })
	})
	k.mu.Lock()
	k.loaded = time.Time{}
	k.mu.Unlock()
	return err
}

func generate(now time.Time) (session.SigningKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return session.SigningKey{}, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return session.SigningKey{}, err
	}
	j, err := publicJWK(&key.PublicKey)
	if err != nil {
		return session.SigningKey{}, err
	}
	return session.SigningKey{ID: j.thumbprint(), DER: der, CreatedAt: now}, nil
}

// load answers the keys, oldest first; a store that is away leaves the ones in memory.
func (k *Keyring) load(ctx context.Context) ([]session.SigningKey, map[string]*ecdsa.PrivateKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if now := time.Now(); len(k.keys) == 0 || now.Sub(k.loaded) > reload {
		keys, err := k.store.SigningKeys(ctx)
		if err != nil && len(k.keys) == 0 {
			return nil, nil, err
		}
		if err == nil {
			parsed := make(map[string]*ecdsa.PrivateKey, len(keys))
			for _, key := range keys {
				p, err := x509.ParsePKCS8PrivateKey(key.DER)
				if err != nil {
					return nil, nil, fmt.Errorf("signing key %s: %w", key.ID, err)
				}
				ec, ok := p.(*ecdsa.PrivateKey)
				if !ok {
					return nil, nil, fmt.Errorf("signing key %s is no elliptic curve key", key.ID)
				}
				parsed[key.ID] = ec
			}
			k.keys, k.parsed, k.loaded = keys, parsed, now
		}
	}
	if len(k.keys) == 0 {
		return nil, nil, errors.New("there is no signing key yet")
	}
	return k.keys, k.parsed, nil
}

// accessClaims is what verifiers read.
type accessClaims struct {
	jwt.RegisteredClaims
	SessionID     string   `json:"sid"`
	Email         string   `json:"email,omitempty"`
	EmailVerified bool     `json:"email_verified"`
	Roles         []string `json:"roles"`
}

// Sign implements session.Signer.
func (k *Keyring) Sign(ctx context.Context, c session.Claims) (string, error) {
	keys, parsed, err := k.load(ctx)
	if err != nil {
		return "", err
	}
	key := session.Signing(keys, k.clock.Now())
	roles := c.Roles
	if roles == nil {
		roles = []string{}
	}
	t := jwt.NewWithClaims(jwt.SigningMethodES256, accessClaims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: k.issuer, Subject: c.Subject, Audience: jwt.ClaimStrings{Audience},
			IssuedAt: jwt.NewNumericDate(c.IssuedAt), ExpiresAt: jwt.NewNumericDate(c.Expires),
		},
		SessionID: c.SessionID, Email: c.Email, EmailVerified: c.EmailVerified, Roles: roles,
	})
	t.Header["typ"] = "at+jwt"
	t.Header["kid"] = key.ID
	return t.SignedString(parsed[key.ID])
}

// Public is the JSON Web Key Set of all keys, those that do not sign yet or any more
// included.
func (k *Keyring) Public(ctx context.Context) ([]byte, error) {
	keys, parsed, err := k.load(ctx)
	if err != nil {
		return nil, err
	}
	set := struct {
		Keys []jwk `json:"keys"`
	}{}
	for _, key := range keys {
		j, err := publicJWK(&parsed[key.ID].PublicKey)
		if err != nil {
			return nil, err
		}
		j.Kid, j.Use, j.Alg = key.ID, "sig", "ES256"
		set.Keys = append(set.Keys, j)
	}
	return json.Marshal(set)
}

// jwk is a P-256 public key.
type jwk struct {
	Kty string `json:"kty"`
	Crv string `json:"crv"`
	X   string `json:"x"`
	Y   string `json:"y"`
	Kid string `json:"kid,omitempty"`
	Use string `json:"use,omitempty"`
	Alg string `json:"alg,omitempty"`
}

func publicJWK(key *ecdsa.PublicKey) (jwk, error) {
	point, err := key.Bytes() // 0x04, x, y
	if err != nil {
		return jwk{}, err
	}
	b64 := base64.RawURLEncoding
	return jwk{Kty: "EC", Crv: "P-256", X: b64.EncodeToString(point[1:33]), Y: b64.EncodeToString(point[33:])}, nil
}

// key answers the public key; points that are not on the curve are refused.
func (j jwk) key() (*ecdsa.PublicKey, error) {
	x, errX := base64.RawURLEncoding.Strict().DecodeString(j.X)
	y, errY := base64.RawURLEncoding.Strict().DecodeString(j.Y)
	if j.Kty != "EC" || j.Crv != "P-256" || errX != nil || errY != nil || len(x) != 32 || len(y) != 32 {
		return nil, errors.New("not a P-256 key")
	}
	return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), append(append([]byte{4}, x...), y...))
}

// thumbprint is RFC 7638's: SHA-256 over the required members in order.
func (j jwk) thumbprint() string {
	sum := sha256.Sum256(fmt.Appendf(nil, `{"crv":%q,"kty":%q,"x":%q,"y":%q}`, j.Crv, j.Kty, j.X, j.Y))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
