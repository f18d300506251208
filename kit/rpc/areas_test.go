package rpc_test

import (
	"context"
	"testing"

	"connectrpc.com/connect/v2"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/rpc"
)

// ofStaff describes an RPC that belongs to these areas.
func ofStaff(t *testing.T, rule *annotations.HttpRule, names ...string) protoreflect.MethodDescriptor {
	t.Helper()
	options := &descriptorpb.MethodOptions{}
	list := options.ProtoReflect().NewField(areas.TypeDescriptor())
	for _, name := range names {
		list.List().Append(protoreflect.ValueOfString(name))
	}
	options.ProtoReflect().Set(areas.TypeDescriptor(), list)
	return methodWith(t, proto.CloneOf(rule), 0, options)
}

// TestAreasAreChecked: an RPC of staff is for callers with a role in one of its areas and an active session. The role is checked before the
// session.
func TestAreasAreChecked(t *testing.T) {
	if got := rpc.AreasOf(method(t, writes, 0)); got != nil {
		t.Errorf("areas of an RPC without the option = %v, want nil", got)
	}
	for name, c := range map[string]struct {
		roles  []string // nil for nobody
		ended  bool
		code   connect.Code // 0 for success
		reason string
	}{
		"nobody":                      {nil, false, connect.CodeUnauthenticated, ""},
		"a shopper":                   {[]string{}, false, connect.CodePermissionDenied, "forbidden"},
		"another area":                {[]string{"content"}, false, connect.CodePermissionDenied, "forbidden"},
		"another area, ended":         {[]string{"content"}, true, connect.CodePermissionDenied, "forbidden"},
		"the first area":              {[]string{"support"}, false, 0, ""},
		"the second area":             {[]string{"artist", "finance"}, false, 0, ""},
		"all areas":                   {[]string{"staff"}, false, 0, ""},
		"the area, but it ended":      {[]string{"support"}, true, connect.CodeUnauthenticated, "session_gone"},
		"admins aren't in every area": {[]string{"admin"}, false, connect.CodePermissionDenied, "forbidden"},
	} {
		t.Run(name, func(t *testing.T) {
			handled, asked := false, false
			s, _ := serve(t, ofStaff(t, reads, "support", "finance"), func(context.Context, string) (rpc.Session, error) {
				asked = true
				return rpc.Session{Active: !c.ended}, nil
			}, &handled)
			ctx := t.Context()
			if c.roles != nil {
				ctx = as(ctx, s.fleet.Token(t, "test", &identity.Principal{Subject: "ada", SessionID: "s", Roles: c.roles}))
			}
			_, err := plain(s).do(ctx, good())
			reason, _ := rpc.ReasonOf(err)
			if handled != (c.code == 0) || reason != c.reason || c.code != 0 && connect.CodeOf(err) != c.code {
				t.Errorf("error = %v, reason %q, handled %t, want code %v and reason %q", err, reason, handled, c.code, c.reason)
			}
			if want := c.code == 0 || c.ended && reason == "session_gone"; asked != want {
				t.Errorf("session was checked = %t, want %t", asked, want)
			}
		})
	}
}
