package identity

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/metrics"
	"github.com/vitrine/vitrine/kit/mtls"
)

const (
	// lifetime limits the use of a leaked token. It is longer than any request.
	lifetime = 60 * time.Second
	// leeway is the tolerated difference between two clocks.
	leeway = 10 * time.Second
	// skewWindow is the largest time difference that is reported as a clock error instead of an expired token.
	skewWindow = 10 * time.Minute
	// rereadEvery limits how long a removed key stays valid.
	rereadEvery = time.Second
)

var (
	// ErrToken means that a token isn't valid: a wrong signature, key, issuer or audience, or a service that claims to act for a person.
	ErrToken = errors.New("caller's token is invalid")
	// ErrExpired means that a token expired long ago.
	ErrExpired = errors.New("caller's token has expired")
	// ErrClockSkew means that a token is valid except for its time, which is minutes off, so the caller's clock or ours is wrong.
	ErrClockSkew = errors.New("caller's token is minutes too old or too new: the clocks differ")
)

// Keys signs the calls of one process, and verifies the calls to it. Its methods are safe for concurrent use.
type Keys struct {
	service string
	signer  jose.Signer
	file    string
	log     *slog.Logger
	now     func() time.Time
	skewed  *prometheus.CounterVec
	// certificates are nil if calls are not encrypted.
	certificates *mtls.Certificates

	mu      sync.Mutex
	known   map[string]publicKey // by thumbprint
	content []byte               // of the file, as last read
	read    time.Time
}

// claims are the content of a token.
type claims struct {
	jwt.Claims

	Person *Principal `json:"person,omitempty"`
}

// Open reads the private key of service (see ParseKey) and the file with the public keys of all processes: a JSON object with a JSON
// Web Key Set per process. The file must contain the process's own public key. It is read again while the process runs, so keys are
// added and removed without a restart.
func Open(service, privateKey, file string, log *slog.Logger) (*Keys, error) {
	private, err := ParseKey(privateKey)
	if err != nil {
		return nil, err
	}
	own, err := publicJWK(private)
	if err != nil {
		return nil, err
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: jose.JSONWebKey{Key: private, KeyID: own.KeyID}}, nil)
	if err != nil {
		return nil, fmt.Errorf("service key: %w", err)
	}
	k := &Keys{
		service: service, signer: signer, file: file, log: log, now: time.Now,
		skewed: ClockSkew(),
	}
	if k.content, err = os.ReadFile(file); err != nil {
		return nil, fmt.Errorf("public keys: %w", err)
	}
	if k.known, err = parsePublic(k.content); err != nil {
		return nil, fmt.Errorf("public keys: %s: %w", file, err)
	}
	k.read = k.now()
	if k.known[own.KeyID].service != service {
		return nil, fmt.Errorf("public keys: %s doesn't list the public key of this process for %q: add it everywhere before a process starts with it", file, service)
	}
	return k, nil
}

// SetClock sets the clock that tokens are signed and verified with. Call it before the first use.
func (k *Keys) SetClock(now func() time.Time) { k.now = now }

// SetCertificates sets the certificates for calls to https:// addresses. Call it before the first use.
func (k *Keys) SetCertificates(c *mtls.Certificates) { k.certificates = c }

// Certificates returns the certificates of the process, or nil if it has none.
func (k *Keys) Certificates() *mtls.Certificates { return k.certificates }

// ClockSkew counts calls that are rejected because clocks differ, by the process that signed their tokens.
func ClockSkew() *prometheus.CounterVec {
	return metrics.Register(prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "vitrine_clock_skew_total", Help: "Calls refused because the clocks of the caller and of this process differ.",
	}, []string{"caller"}))
}

// Service is the name of the process.
func (k *Keys) Service() string { return k.service }

// Sign returns a token for a call to audience, valid for a minute. The process acts for itself if person is nil; only the gateway may
// act for a person.
func (k *Keys) Sign(audience string, person *Principal) (string, error) {
	if person != nil && k.service != Gateway {
		return "", fmt.Errorf("identity: %s can't act for a person", k.service)
	}
	now := k.now()
	return jwt.Signed(k.signer).Claims(claims{
		Claims: jwt.Claims{
			Issuer: k.service, Audience: jwt.Audience{audience}, IssuedAt: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(now.Add(lifetime)),
		},
		Person: person,
	}).Serialize()
}

// Verify returns the caller that signed a token for this process. It returns ErrToken, ErrExpired or ErrClockSkew otherwise.
func (k *Keys) Verify(token string) (Caller, error) {
	parsed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.EdDSA})
	if err != nil {
		return Caller{}, fmt.Errorf("%w: not a token", ErrToken)
	}
	key, ok := k.find(parsed.Headers[0].KeyID)
	if !ok {
		return Caller{}, fmt.Errorf("%w: unknown key %q", ErrToken, parsed.Headers[0].KeyID)
	}
	var c claims
	if err := parsed.Claims(key.key, &c); err != nil {
		return Caller{}, fmt.Errorf("%w: %w", ErrToken, err)
	}
	switch {
	case c.Issuer != key.service:
		return Caller{}, fmt.Errorf("%w: issued by %q with the key of %s", ErrToken, c.Issuer, key.service)
	case !c.Audience.Contains(k.service):
		return Caller{}, fmt.Errorf("%w: for %q instead of %s", ErrToken, c.Audience, k.service)
	case c.Person != nil && key.service != Gateway:
		return Caller{}, fmt.Errorf("%w: %s can't act for a person", ErrToken, key.service)
	case c.IssuedAt == nil || c.Expiry == nil || c.Expiry.Time().Sub(c.IssuedAt.Time()) > lifetime:
		return Caller{}, fmt.Errorf("%w: valid for more than %s", ErrToken, lifetime)
	}
	now := k.now()
	switch off := max(c.IssuedAt.Time().Sub(now), now.Sub(c.Expiry.Time())); {
	case off > skewWindow:
		return Caller{}, ErrExpired
	case off > leeway:
		k.skewed.WithLabelValues(key.service).Inc()
		k.log.Warn("a call was refused because clocks differ", "caller", key.service, "off_by", off)
		return Caller{}, ErrClockSkew
	}
	return Caller{Service: key.service, Person: c.Person}, nil
}

// find returns a public key. It reads the file again if the key is unknown or the last read is rereadEvery ago.
func (k *Keys) find(id string) (publicKey, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	key, ok := k.known[id]
	if now := k.now(); !ok || now.Sub(k.read).Abs() >= rereadEvery {
		k.read = now
		k.reread()
		key, ok = k.known[id]
	}
	return key, ok
}

// reread reads the file again. If that fails, it keeps the current keys.
func (k *Keys) reread() {
	content, err := os.ReadFile(k.file)
	if err == nil && bytes.Equal(content, k.content) {
		return
	}
	var known map[string]publicKey
	if err == nil {
		known, err = parsePublic(content)
	}
	if err != nil {
		k.log.Error("cannot read the public keys again, the current ones stay valid", "file", k.file, "error", err)
		k.content = content // report the same content only once
		return
	}
	k.known, k.content = known, content
	k.log.Info("public keys were read again", "file", k.file, "keys", len(known))
}

type publicKey struct {
	service string
	key     ed25519.PublicKey
}
