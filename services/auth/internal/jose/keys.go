// Package jose signs access tokens, publishes the keys that verify them and verifies DPoP proofs.
package jose

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	gojose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/services/auth/internal/session"
	"github.com/vitrine/vitrine/services/auth/internal/signing"
)

const (
	// Audience is the audience of access tokens.
	Audience = "vitrine"
	// reload is how long keys are cached. A new key is published for longer than that before it signs.
	reload = time.Minute
)

// Keyring signs access tokens with the keys of a store.
type Keyring struct {
	store    signing.Store
	issuer   string
	lifetime time.Duration
	clock    clock.Clock

	mu      sync.Mutex
	loaded  time.Time
	keys    []signing.Key
	private map[string]gojose.JSONWebKey
}

// NewKeyring signs as issuer and replaces keys after lifetime.
func NewKeyring(store signing.Store, issuer string, lifetime time.Duration, c clock.Clock) *Keyring {
	return &Keyring{store: store, issuer: issuer, lifetime: lifetime, clock: c}
}

// Rotate creates the first key, adds a new one when the newest has reached its lifetime, and deletes keys whose tokens have expired. Call it
// at the start and periodically.
func (k *Keyring) Rotate(ctx context.Context) error { return k.rotate(ctx, k.lifetime) }

// Replace adds a key now. It signs once verifiers have it.
func (k *Keyring) Replace(ctx context.Context) error { return k.rotate(ctx, 0) }

func (k *Keyring) rotate(ctx context.Context, lifetime time.Duration) error {
	now := k.clock.Now()
	err := k.store.ReplaceKeys(ctx, func(keys []signing.Key) ([]signing.Key, error) {
		return signing.Rotated(keys, lifetime, now, func() (signing.Key, error) { return generate(now) })
	})
	k.mu.Lock()
	k.loaded = time.Time{}
	k.mu.Unlock()
	return err
}

func generate(now time.Time) (signing.Key, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return signing.Key{}, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return signing.Key{}, err
	}
	id, err := thumbprint(gojose.JSONWebKey{Key: key.Public()})
	return signing.Key{ID: id, DER: der, CreatedAt: now}, err
}

// thumbprint returns the SHA-256 thumbprint of RFC 7638.
func thumbprint(key gojose.JSONWebKey) (string, error) {
	sum, err := key.Thumbprint(crypto.SHA256)
	return base64.RawURLEncoding.EncodeToString(sum), err
}

// load returns the keys, oldest first. If the store is unavailable, it returns the keys in memory.
func (k *Keyring) load(ctx context.Context) ([]signing.Key, map[string]gojose.JSONWebKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if now := time.Now(); len(k.keys) == 0 || now.Sub(k.loaded) > reload {
		keys, err := k.store.SigningKeys(ctx)
		if err != nil && len(k.keys) == 0 {
			return nil, nil, err
		}
		if err == nil {
			private := make(map[string]gojose.JSONWebKey, len(keys))
			for _, key := range keys {
				parsed, err := x509.ParsePKCS8PrivateKey(key.DER)
				if err != nil {
					return nil, nil, fmt.Errorf("signing key %s: %w", key.ID, err)
				}
				private[key.ID] = gojose.JSONWebKey{Key: parsed, KeyID: key.ID, Use: "sig", Algorithm: string(gojose.ES256)}
			}
			k.keys, k.private, k.loaded = keys, private, now
		}
	}
	if len(k.keys) == 0 {
		return nil, nil, errors.New("no signing key yet")
	}
	return k.keys, k.private, nil
}

// accessClaims are the claims of an access token.
type accessClaims struct {
	jwt.Claims

	SessionID     string   `json:"sid"`
	Email         string   `json:"email,omitempty"`
	EmailVerified bool     `json:"email_verified"`
	Roles         []string `json:"roles"`
}

// Sign implements session.Signer.
func (k *Keyring) Sign(ctx context.Context, c session.Claims) (string, error) {
	keys, private, err := k.load(ctx)
	if err != nil {
		return "", err
	}
	key := private[signing.Current(keys, k.clock.Now()).ID]
	signer, err := gojose.NewSigner(gojose.SigningKey{Algorithm: gojose.ES256, Key: key}, new(gojose.SignerOptions).WithType("at+jwt"))
	if err != nil {
		return "", err
	}
	return jwt.Signed(signer).Claims(accessClaims{
		Claims: jwt.Claims{
			Issuer: k.issuer, Subject: c.Subject, Audience: jwt.Audience{Audience},
			IssuedAt: jwt.NewNumericDate(c.IssuedAt), Expiry: jwt.NewNumericDate(c.Expires),
		},
		SessionID: c.SessionID, Email: c.Email, EmailVerified: c.EmailVerified, Roles: append([]string{}, c.Roles...),
	}).Serialize()
}

// Public returns the JSON Web Key Set, including keys that don't sign yet or any more.
func (k *Keyring) Public(ctx context.Context) ([]byte, error) {
	keys, private, err := k.load(ctx)
	if err != nil {
		return nil, err
	}
	var set gojose.JSONWebKeySet
	for _, key := range keys {
		pair := private[key.ID]
		set.Keys = append(set.Keys, pair.Public())
	}
	return json.Marshal(set)
}
