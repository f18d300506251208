package jose

import (
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
	// proofWindow is how far a browser's clock may be off, and so how long ids of proofs are remembered.
	proofWindow = 5 * time.Minute
	maxProof    = 4 << 10
)

// Proofs verifies DPoP proofs for one origin.
type Proofs struct{ origin *url.URL }

// NewProofs verifies proofs for paths of origin.
func NewProofs(origin *url.URL) *Proofs { return &Proofs{origin} }

type proofClaims struct {
	ID       string           `json:"jti"`
	Method   string           `json:"htm"`
	URL      string           `json:"htu"`
	IssuedAt *jwt.NumericDate `json:"iat"`
}

// Proof implements session.Proofs by RFC 9449, section 4.3.
func (p *Proofs) Proof(proof, method, path string, now time.Time) (session.Proof, error) {
	out, err := p.proof(proof, method, path, now)
	if err != nil {
		return session.Proof{}, fmt.Errorf("%w: %w", session.ErrProof, err)
	}
	return out, nil
}

func (p *Proofs) proof(proof, method, path string, now time.Time) (session.Proof, error) {
	if len(proof) > maxProof {
		return session.Proof{}, errors.New("too long")
	}
	token, err := jwt.ParseSigned(proof, []gojose.SignatureAlgorithm{gojose.ES256})
	if err != nil {
		return session.Proof{}, err
	}
	// ParseSigned refuses a private or invalid key in the header.
	header := token.Headers[0]
	if typ, _ := header.ExtraHeaders[gojose.HeaderType].(string); typ != "dpop+jwt" {
		return session.Proof{}, errors.New("typ is not dpop+jwt")
	}
	if header.JSONWebKey == nil {
		return session.Proof{}, errors.New("no key in the header")
	}
	if key, ok := header.JSONWebKey.Key.(*ecdsa.PublicKey); !ok || key.Curve != elliptic.P256() {
		return session.Proof{}, errors.New("not a P-256 key")
	}
	var c proofClaims
	if err := token.Claims(header.JSONWebKey, &c); err != nil {
		return session.Proof{}, err
	}
	switch {
	case c.ID == "" || len(c.ID) > 200:
		return session.Proof{}, errors.New("jti is empty or too long")
	case c.Method != method:
		return session.Proof{}, errors.New("htm is another method")
	case !p.matches(c.URL, path):
		return session.Proof{}, errors.New("htu is another address")
	case c.IssuedAt == nil || now.Sub(c.IssuedAt.Time()).Abs() > proofWindow:
		return session.Proof{}, errors.New("iat is not now")
	}
	key, err := thumbprint(*header.JSONWebKey)
	return session.Proof{Key: key, ID: c.ID, Until: c.IssuedAt.Time().Add(proofWindow + time.Second)}, err
}

// matches compares without query and fragment, as the RFC requires.
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
