package jose

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	gojose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/vitrine/vitrine/services/auth/internal/session"
)

const (
	// proofWindow is how far a browser's clock may be off before its proofs need a nonce. It is also how long ids of proofs are remembered.
	proofWindow = 5 * time.Minute
	maxProof    = 4 << 10
)

// Proofs verifies DPoP proofs for one origin.
type Proofs struct {
	origin *url.URL
	nonces *Keyring
}

// NewProofs returns a verifier of proofs for paths of origin, with nonces of a keyring.
func NewProofs(origin *url.URL, nonces *Keyring) *Proofs { return &Proofs{origin, nonces} }

type proofClaims struct {
	ID       string           `json:"jti"`
	Method   string           `json:"htm"`
	URL      string           `json:"htu"`
	IssuedAt *jwt.NumericDate `json:"iat"`
	Nonce    string           `json:"nonce"`
}

// Proof implements session.Signer by RFC 9449, sections 4.3, 8 and 9.
func (p *Proofs) Proof(ctx context.Context, proof, method, path string, now time.Time) (session.Proof, error) {
	out, c, err := p.proof(proof, method, path)
	if err != nil {
		return session.Proof{}, fmt.Errorf("%w: %w", session.ErrProof, err)
	}
	if c.Nonce != "" {
		// The server chose the nonce recently, so it is more reliable than the browser's clock.
		until, ok, err := p.nonces.nonceUntil(ctx, c.Nonce)
		if err != nil {
			return session.Proof{}, err
		}
		if ok {
			out.Until = until.Add(time.Second)
			return out, nil
		}
	} else if now.Sub(c.IssuedAt.Time()).Abs() <= proofWindow {
		out.Until = c.IssuedAt.Time().Add(proofWindow + time.Second)
		return out, nil
	}
	nonce, err := p.nonces.Nonce(ctx)
	if err != nil {
		return session.Proof{}, err
	}
	return session.Proof{}, &session.NonceError{Nonce: nonce}
}

// proof verifies everything except the time.
func (p *Proofs) proof(proof, method, path string) (session.Proof, proofClaims, error) {
	var c proofClaims
	refuse := func(why string) (session.Proof, proofClaims, error) { return session.Proof{}, c, errors.New(why) }
	if len(proof) > maxProof {
		return refuse("too long")
	}
	token, err := jwt.ParseSigned(proof, []gojose.SignatureAlgorithm{gojose.ES256})
	if err != nil {
		return session.Proof{}, c, err
	}
	// ParseSigned rejects a private or invalid key in the header.
	header := token.Headers[0]
	if typ, _ := header.ExtraHeaders[gojose.HeaderType].(string); typ != "dpop+jwt" {
		return refuse("typ is not dpop+jwt")
	}
	if header.JSONWebKey == nil {
		return refuse("no key in the header")
	}
	if key, ok := header.JSONWebKey.Key.(*ecdsa.PublicKey); !ok || key.Curve != elliptic.P256() {
		return refuse("not a P-256 key")
	}
	if err := token.Claims(header.JSONWebKey, &c); err != nil {
		return session.Proof{}, c, err
	}
	switch {
	case c.ID == "" || len(c.ID) > 200:
		return refuse("jti is empty or too long")
	case c.Method != method:
		return refuse("htm is another method")
	case !p.matches(c.URL, path):
		return refuse("htu is another address")
	case c.IssuedAt == nil:
		return refuse("no iat")
	}
	key, err := thumbprint(*header.JSONWebKey)
	return session.Proof{Key: key, ID: c.ID}, c, err
}

// matches compares addresses without query and fragment, as the RFC requires.
func (p *Proofs) matches(htu, path string) bool {
	u, err := url.Parse(htu)
	return err == nil && u.User == nil && strings.EqualFold(u.Scheme, p.origin.Scheme) &&
		strings.EqualFold(hostPort(u), hostPort(p.origin)) && u.EscapedPath() == path
}

func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" && strings.EqualFold(u.Scheme, "http") {
		port = "80"
	}
	if port == "" && strings.EqualFold(u.Scheme, "https") {
		port = "443"
	}
	return u.Hostname() + ":" + port
}
