package jose

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/vitrine/vitrine/services/auth/internal/session"
)

const (
	// proofWindow is how far a browser's clock may be off, and so how long the ids of
	// proofs have to be remembered.
	proofWindow = 5 * time.Minute
	maxProof    = 4 << 10
)

// Proofs verifies DPoP proofs for one origin.
type Proofs struct{ origin *url.URL }

// NewProofs accepts proofs for paths of origin.
func NewProofs(origin *url.URL) *Proofs { return &Proofs{origin} }

type proofClaims struct {
	ID       string           `json:"jti"`
	Method   string           `json:"htm"`
	URL      string           `json:"htu"`
	IssuedAt *jwt.NumericDate `json:"iat"`
}

func (proofClaims) GetExpirationTime() (*jwt.NumericDate, error) { return nil, nil }
func (c proofClaims) GetIssuedAt() (*jwt.NumericDate, error)     { return c.IssuedAt, nil }
func (proofClaims) GetNotBefore() (*jwt.NumericDate, error)      { return nil, nil }
func (proofClaims) GetIssuer() (string, error)                   { return "", nil }
func (proofClaims) GetSubject() (string, error)                  { return "", nil }
func (proofClaims) GetAudience() (jwt.ClaimStrings, error)       { return nil, nil }

// Proof implements session.Proofs by RFC 9449, section 4.3.
func (p *Proofs) Proof(proof, method, path string, now time.Time) (session.Proof, error) {
	out, err := p.proof(proof, method, path, now)
	if err != nil {
		return session.Proof{}, fmt.Errorf("%w: %w", session.ErrProof, err)
	}
	return out, nil
}

func (p *Proofs) proof(proof, method, path string, now time.Time) (session.Proof, error) {
	if len(proof) > maxProof || strings.Count(proof, ".") != 2 {
		return session.Proof{}, jwt.ErrTokenMalformed
	}
	var key jwk
	var c proofClaims
	// The times are checked below, against our clock and both ways.
	parser := jwt.NewParser(jwt.WithValidMethods([]string{"ES256"}), jwt.WithStrictDecoding(), jwt.WithoutClaimsValidation())
	_, err := parser.ParseWithClaims(proof, &c, func(t *jwt.Token) (any, error) {
		if typ, _ := t.Header["typ"].(string); typ != "dpop+jwt" {
			return nil, errors.New("typ is not dpop+jwt")
		}
		raw, ok := t.Header["jwk"].(map[string]any)
		if !ok {
			return nil, errors.New("no key in the header")
		}
		if _, private := raw["d"]; private {
			return nil, errors.New("a private key in the header")
		}
		b, err := json.Marshal(raw)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(b, &key); err != nil {
			return nil, err
		}
		return key.key()
	})
	switch {
	case err != nil:
		return session.Proof{}, err
	case c.ID == "" || len(c.ID) > 200:
		return session.Proof{}, errors.New("jti is not usable")
	case c.Method != method:
		return session.Proof{}, errors.New("htm is another method")
	case !p.is(c.URL, path):
		return session.Proof{}, errors.New("htu is another address")
	case c.IssuedAt == nil || now.Sub(c.IssuedAt.Time).Abs() > proofWindow:
		return session.Proof{}, errors.New("iat is not now")
	}
	return session.Proof{Key: key.thumbprint(), ID: c.ID, Until: c.IssuedAt.Add(proofWindow + time.Second)}, nil
}

// is compares without query and fragment, as the RFC asks.
func (p *Proofs) is(htu, path string) bool {
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
