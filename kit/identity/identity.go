// Package identity identifies callers: the process that sends a request and the person it acts for. Each process signs its calls with its
// own key (Keys). The context of a request has the person (With, From).
package identity

import (
	"context"
	"slices"
	"strings"

	"connectrpc.com/connect/v2"
)

// Header is the metadata header with the caller's token.
const Header = "Vitrine-Principal"

// Gateway is the only process that may act for a person, because it verifies access tokens.
const Gateway = "gateway"

// Caller is the sender of a request.
type Caller struct {
	// Service is the process that signed the request.
	Service string
	// Person is the user that the gateway acts for. It is nil if the process acts for itself.
	Person *Principal
}

// Principal is a logged-in user.
type Principal struct {
	// Subject is the account's id, from the access token's claim `sub`.
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

type contextKey struct{}

// With puts the person into ctx. Nil removes them.
func With(ctx context.Context, p *Principal) context.Context {
	return context.WithValue(ctx, contextKey{}, p)
}

// From returns the person in ctx.
func From(ctx context.Context) (*Principal, bool) {
	p, ok := ctx.Value(contextKey{}).(*Principal)
	return p, ok && p != nil
}

// Require returns the person in ctx, or an unauthenticated error.
func Require(ctx context.Context) (*Principal, error) {
	p, ok := From(ctx)
	if !ok || p.Subject == "" {
		return nil, connect.NewError(connect.CodeUnauthenticated, "log in first")
	}
	return p, nil
}

// RequireArea returns the person in ctx if they have a role in one of the areas. Otherwise the error is unauthenticated (nobody is logged in)
// or permission denied.
func RequireArea(ctx context.Context, areas ...Area) (*Principal, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	if !p.May(areas...) {
		refused := AreaError{areas}
		return nil, connect.NewError(connect.CodePermissionDenied, refused.Error()).WithCause(refused)
	}
	return p, nil
}

// AreaError is the error for a person without a role in one of the areas.
type AreaError struct{ Areas []Area }

// Error implements error. The text is public.
func (e AreaError) Error() string {
	names := make([]string, len(e.Areas))
	for i, area := range e.Areas {
		names[i] = string(area)
	}
	return "This needs the role " + strings.Join(names, " or ") + "."
}
