// Package identity carries who calls: in the context of a request, and sealed in
// a header between services on the private network.
package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit"
)

// Header carries a sealed principal from one service to the next.
const Header = "Vitrine-Principal"

// RoleService is the role of a service that calls on its own behalf.
const RoleService = "service"

// lifetime bounds how long a sealed principal that leaked is good for. It is
// longer than any request.
const lifetime = 60 * time.Second

var (
	// ErrSeal says that a header was not made with the key, or is not readable.
	ErrSeal = errors.New("principal seal is invalid")
	// ErrExpired says that a sealed principal is older than a minute.
	ErrExpired = errors.New("principal seal has expired")
)

// Principal is who calls.
type Principal struct {
	// Subject is the account's id, the `sub` of the access token.
	Subject       string   `json:"sub"`
	SessionID     string   `json:"sid,omitempty"`
	Email         string   `json:"email,omitempty"`
	EmailVerified bool     `json:"email_verified,omitempty"`
	Roles         []string `json:"roles,omitempty"`
	// IP is the visitor's address as the gateway saw it.
	IP string `json:"ip,omitempty"`
}

// Has reports whether the principal has a role.
func (p *Principal) Has(role string) bool { return p != nil && slices.Contains(p.Roles, role) }

// Service is the principal of a service that calls on its own behalf.
func Service() *Principal { return &Principal{Subject: "service", Roles: []string{RoleService}} }

// AsService makes calls under ctx those of the service itself. Use it for a call to an internal
// procedure (RequireService) while serving a person, whose principal would otherwise be sent.
func AsService(ctx context.Context) context.Context { return With(ctx, Service()) }

// RequireService rejects callers other than services: unauthenticated without a principal, permission
// denied for a person.
func RequireService(ctx context.Context) error {
	_, err := RequireRole(ctx, RoleService)
	return err
}

type contextKey struct{}

// With puts the principal into ctx. Nil removes it.
func With(ctx context.Context, p *Principal) context.Context {
	return context.WithValue(ctx, contextKey{}, p)
}

// From returns the principal of ctx.
func From(ctx context.Context) (*Principal, bool) {
	p, ok := ctx.Value(contextKey{}).(*Principal)
	return p, ok && p != nil
}

// Require returns the calling person, or an unauthenticated error. A service calling on its own behalf
// is not a person.
func Require(ctx context.Context) (*Principal, error) {
	p, ok := From(ctx)
	if !ok || p.Subject == "" || p.Has(RoleService) {
		return nil, connect.NewError(connect.CodeUnauthenticated, errors.New("log in first"))
	}
	return p, nil
}

// RequireRole returns the principal if it has the role. Otherwise the error is unauthenticated (no
// principal) or permission denied.
func RequireRole(ctx context.Context, role string) (*Principal, error) {
	p, ok := From(ctx)
	if !ok {
		return nil, connect.NewError(connect.CodeUnauthenticated, errors.New("log in first"))
	}
	if !p.Has(role) {
		return nil, connect.NewError(connect.CodePermissionDenied, errors.New("this needs the role "+role))
	}
	return p, nil
}

type sealed struct {
	Principal
	Expires int64 `json:"exp"` // Unix seconds
}

// Seal makes the header's value: base64url(json) "." base64url(HMAC-SHA256). It
// is good for a minute.
func Seal(key kit.Secret, p *Principal) string { return sealAt(key, p, time.Now()) }

func sealAt(key kit.Secret, p *Principal, now time.Time) string {
	body, err := json.Marshal(sealed{*p, now.Add(lifetime).Unix()})
	if err != nil { // strings and booleans only: cannot fail
		panic(err)
	}
	text := base64.RawURLEncoding.EncodeToString(body)
	return text + "." + base64.RawURLEncoding.EncodeToString(sum(key, text))
}

// Unseal is the principal of a header's value. ErrSeal and ErrExpired are final:
// the caller has to seal again.
func Unseal(key kit.Secret, header string) (*Principal, error) {
	return unsealAt(key, header, time.Now())
}

func unsealAt(key kit.Secret, header string, now time.Time) (*Principal, error) {
	text, mac, ok := strings.Cut(header, ".")
	if !ok || key == "" {
		return nil, ErrSeal
	}
	got, err := base64.RawURLEncoding.DecodeString(mac)
	if err != nil || !hmac.Equal(got, sum(key, text)) {
		return nil, ErrSeal
	}
	body, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, ErrSeal
	}
	var s sealed
	if err := json.Unmarshal(body, &s); err != nil {
		return nil, ErrSeal
	}
	if now.Unix() > s.Expires {
		return nil, ErrExpired
	}
	return &s.Principal, nil
}

func sum(key kit.Secret, text string) []byte {
	m := hmac.New(sha256.New, []byte(key))
	m.Write([]byte("vitrine-principal\x00"))
	m.Write([]byte(text))
	return m.Sum(nil)
}
