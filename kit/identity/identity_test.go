package identity_test

import (
	"testing"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/identity"
)

func TestRequire(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	if _, err := identity.Require(ctx); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("got %v, want code %v", err, connect.CodeUnauthenticated)
	}
	person := identity.With(ctx, &identity.Principal{Subject: "u1", Roles: []string{"staff"}})
	if p, err := identity.Require(person); err != nil || p.Subject != "u1" {
		t.Errorf("Require = %v, %v; want the principal u1", p, err)
	}
	if _, err := identity.RequireArea(person, identity.Content); err != nil {
		t.Error(err)
	}
	if _, err := identity.RequireArea(person, identity.Admin); connect.CodeOf(err) != connect.CodePermissionDenied {
		t.Errorf("got %v, want code %v", err, connect.CodePermissionDenied)
	}
	if _, err := identity.RequireArea(ctx, identity.Content); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Errorf("got %v, want code %v", err, connect.CodeUnauthenticated)
	}
	if _, ok := identity.From(identity.With(person, nil)); ok {
		t.Error("From() after the principal's removal = true, want false")
	}
}
