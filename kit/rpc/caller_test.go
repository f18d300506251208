package rpc_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
)

// internal describes an RPC for these callers.
func internal(t *testing.T, names ...string) protoreflect.MethodDescriptor {
	t.Helper()
	options := &descriptorpb.MethodOptions{}
	list := options.ProtoReflect().NewField(callers.TypeDescriptor())
	for _, name := range names {
		list.List().Append(protoreflect.ValueOfString(name))
	}
	options.ProtoReflect().Set(callers.TypeDescriptor(), list)
	return methodWith(t, nil, 0, options)
}

// TestCallersAreChecked: an internal RPC is for its callers only, a public one for the gateway and for anonymous callers.
func TestCallersAreChecked(t *testing.T) {
	if got := rpc.CallersOf(internal(t, "checkout", "profiles")); !slices.Equal(got, []string{"checkout", "profiles"}) {
		t.Errorf("CallersOf() = %v, want [checkout profiles]", got)
	}
	if got := rpc.CallersOf(method(t, reads, 0)); got != nil {
		t.Errorf("CallersOf() of a public RPC = %v, want nil", got)
	}
	ada := &identity.Principal{Subject: "ada", SessionID: "s"}
	const denied, unknown = connect.CodePermissionDenied, connect.CodeUnauthenticated
	for name, c := range map[string]struct {
		rule   *annotations.HttpRule
		names  []string
		caller string
		person *identity.Principal
		code   connect.Code // 0 for success
		reason string
	}{
		"internal, its caller":               {nil, []string{"profiles", "checkout"}, "checkout", nil, 0, ""},
		"internal, another service":          {nil, []string{"profiles"}, "checkout", nil, denied, "caller_forbidden"},
		"internal, the gateway":              {nil, []string{"profiles"}, "gateway", nil, denied, "caller_forbidden"},
		"internal, a person":                 {nil, []string{"profiles"}, "gateway", ada, denied, "caller_forbidden"},
		"internal, the gateway is a caller":  {nil, []string{"gateway"}, "gateway", nil, 0, ""},
		"internal, for the gateway's person": {nil, []string{"gateway"}, "gateway", ada, denied, "caller_forbidden"},
		"internal, anonymous":                {nil, []string{"profiles"}, "", nil, unknown, "caller_unknown"},
		"public, the gateway":                {reads, nil, "gateway", nil, 0, ""},
		"public, a person":                   {reads, nil, "gateway", ada, 0, ""},
		"public, anonymous":                  {reads, nil, "", nil, 0, ""},
		"public, a service":                  {reads, nil, "checkout", nil, denied, "caller_forbidden"},
		"public and writes, a service":       {writes, nil, "checkout", nil, denied, "caller_forbidden"},
	} {
		t.Run(name, func(t *testing.T) {
			handled := false
			m := internal(t, c.names...)
			if c.rule != nil {
				m = method(t, c.rule, 0)
			}
			s, _ := serve(t, m, nil, &handled)
			ctx := t.Context()
			if c.caller != "" {
				token, err := s.fleet.Keys(t, c.caller).Sign("test", c.person)
				if err != nil {
					t.Fatal(err)
				}
				ctx = as(ctx, token)
			}
			_, err := plain(s).do(ctx, good())
			reason, _ := rpc.ReasonOf(err)
			if handled != (c.code == 0) || reason != c.reason || c.code != 0 && connect.CodeOf(err) != c.code {
				t.Errorf("error = %v, reason %q, handled %t, want code %v and reason %q", err, reason, handled, c.code, c.reason)
			}
		})
	}
}

// TestClockSkew: a correct token from a wrong clock makes the service unavailable; it doesn't end anybody's session.
func TestClockSkew(t *testing.T) {
	handled := false
	s, logged := serve(t, method(t, reads, 0), nil, &handled)
	private, err := identity.ParseKey(s.fleet.Private(t, identity.Gateway))
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := s.fleet.Keys(t, identity.Gateway).Sign("test", nil)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jwt.ParseSigned(fresh, []jose.SignatureAlgorithm{jose.EdDSA})
	if err != nil {
		t.Fatal(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: jose.JSONWebKey{Key: private, KeyID: parsed.Headers[0].KeyID}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for late, want := range map[time.Duration]connect.Code{3 * time.Minute: connect.CodeUnavailable, -3 * time.Minute: connect.CodeUnavailable, time.Hour: connect.CodeUnauthenticated} {
		at := time.Now().Add(-late)
		token, err := jwt.Signed(signer).Claims(jwt.Claims{
			Issuer: identity.Gateway, Audience: jwt.Audience{"test"}, IssuedAt: jwt.NewNumericDate(at), Expiry: jwt.NewNumericDate(at.Add(time.Minute)),
		}).Serialize()
		if err != nil {
			t.Fatal(err)
		}
		ctx := as(t.Context(), token)
		_, err = plain(s).do(ctx, good())
		reason, _ := rpc.ReasonOf(err)
		if connect.CodeOf(err) != want || (reason == "clock_skew") != (want == connect.CodeUnavailable) || handled {
			t.Errorf("signed %s late: error = %v, reason %q, handled = %t, want code %v, clock_skew only if unavailable, not handled", late, err, reason, handled, want)
		}
	}
	if !strings.Contains(logged.String(), `"reason":"clock_skew"`) {
		t.Errorf("log = %s, want the rejected call", logged)
	}
}
