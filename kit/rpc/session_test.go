package rpc_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"connectrpc.com/connect/v2"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	pb "github.com/vitrine/vitrine/kit/internal/testproto"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
)

// option, stepUp, callers, areas and credential register the options of vitrine.options.v1, which kit reads by name because it imports no contracts.
var option, stepUp, callers, areas, credential = func() (_, _, _, _, _ protoreflect.ExtensionType) {
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: new("options.proto"), Package: new("vitrine.options.v1"), Syntax: new("proto3"),
		Dependency: []string{"google/protobuf/descriptor.proto"},
		EnumType: []*descriptorpb.EnumDescriptorProto{{Name: new("Session"), Value: []*descriptorpb.EnumValueDescriptorProto{
			{Name: new("SESSION_UNSPECIFIED"), Number: new(int32(0))},
			{Name: new("SESSION_ACTIVE"), Number: new(int32(1))},
			{Name: new("SESSION_ACTIVE_IF_PRESENT"), Number: new(int32(2))},
			{Name: new("SESSION_UNCHECKED"), Number: new(int32(3))},
		}}, {Name: new("Credential"), Value: []*descriptorpb.EnumValueDescriptorProto{
			{Name: new("CREDENTIAL_UNSPECIFIED"), Number: new(int32(0))},
			{Name: new("CREDENTIAL_USER"), Number: new(int32(user))},
			{Name: new("CREDENTIAL_OPEN"), Number: new(int32(open))},
			{Name: new("CREDENTIAL_REFRESH_TOKEN"), Number: new(int32(refreshToken))},
			{Name: new("CREDENTIAL_LINK"), Number: new(int32(link))},
			{Name: new("CREDENTIAL_LINK_AND_USER"), Number: new(int32(linkAndUser))},
		}}},
		Extension: []*descriptorpb.FieldDescriptorProto{{
			Name: new("session"), Number: new(int32(50401)), Extendee: new(".google.protobuf.MethodOptions"),
			Type: descriptorpb.FieldDescriptorProto_TYPE_ENUM.Enum(), TypeName: new(".vitrine.options.v1.Session"),
			Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
		}, {
			Name: new("step_up"), Number: new(int32(50402)), Extendee: new(".google.protobuf.MethodOptions"),
			Type: descriptorpb.FieldDescriptorProto_TYPE_BOOL.Enum(), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
		}, {
			Name: new("callers"), Number: new(int32(50403)), Extendee: new(".google.protobuf.MethodOptions"),
			Type: descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum(), Label: descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum(),
		}, {
			Name: new("areas"), Number: new(int32(50404)), Extendee: new(".google.protobuf.MethodOptions"),
			Type: descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum(), Label: descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum(),
		}, {
			Name: new("credential"), Number: new(int32(50405)), Extendee: new(".google.protobuf.MethodOptions"),
			Type: descriptorpb.FieldDescriptorProto_TYPE_ENUM.Enum(), TypeName: new(".vitrine.options.v1.Credential"),
			Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
		}},
	}, protoregistry.GlobalFiles)
	if err != nil {
		panic(err)
	}
	var types [5]protoreflect.ExtensionType
	for i := range types {
		types[i] = dynamicpb.NewExtensionType(file.Extensions().Get(i))
		if err := protoregistry.GlobalTypes.RegisterExtension(types[i]); err != nil {
			panic(err)
		}
	}
	return types[0], types[1], types[2], types[3], types[4]
}()

// The credentials of public RPCs.
const (
	user         protoreflect.EnumNumber = 1
	open         protoreflect.EnumNumber = 2
	refreshToken protoreflect.EnumNumber = 3
	link         protoreflect.EnumNumber = 4
	linkAndUser  protoreflect.EnumNumber = 5
)

// method describes an RPC without a login, with an HTTP rule, which may be nil, and a session option, 0 for none.
func method(t *testing.T, rule *annotations.HttpRule, session rpc.SessionRule) protoreflect.MethodDescriptor {
	t.Helper()
	options := &descriptorpb.MethodOptions{}
	proto.SetExtension(options, credential, open)
	return methodWith(t, rule, session, options)
}

func methodWith(t *testing.T, rule *annotations.HttpRule, session rpc.SessionRule, options *descriptorpb.MethodOptions) protoreflect.MethodDescriptor {
	t.Helper()
	if rule != nil {
		proto.SetExtension(options, annotations.E_Http, rule)
	}
	if session != 0 {
		proto.SetExtension(options, option, protoreflect.EnumNumber(session))
	}
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: new("service.proto"), Package: new("vitrine.test.v1"), Dependency: []string{"testproto.proto"},
		Service: []*descriptorpb.ServiceDescriptorProto{{Name: new("TestService"), Method: []*descriptorpb.MethodDescriptorProto{{
			Name: new("DoThing"), InputType: new(".vitrine.test.v1.DoThingRequest"), OutputType: new(".vitrine.test.v1.DoThingResponse"), Options: options,
		}}}},
	}, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	return file.Services().Get(0).Methods().Get(0)
}

var (
	reads  = &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: "/api/things"}}
	writes = &annotations.HttpRule{Pattern: &annotations.HttpRule_Post{Post: "/api/things"}}
)

// TestLogins: a public RPC without another credential is for people who logged in. Its handler has the caller without a check.
func TestLogins(t *testing.T) {
	for name, c := range map[string]struct {
		rule       *annotations.HttpRule
		credential protoreflect.EnumNumber
		want       bool
	}{
		"public":                  {reads, 0, true},
		"a user":                  {reads, user, true},
		"open":                    {reads, open, false},
		"a refresh token":         {reads, refreshToken, false},
		"a link":                  {reads, link, false},
		"a link and a user":       {reads, linkAndUser, true},
		"internal":                {nil, 0, false},
		"writes, without session": {writes, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			options := &descriptorpb.MethodOptions{}
			if c.credential != 0 {
				proto.SetExtension(options, credential, c.credential)
			}
			m := methodWith(t, c.rule, rpc.SessionUnchecked, options)
			if got := rpc.NeedsLogin(m); got != c.want {
				t.Errorf("NeedsLogin() = %t, want %t", got, c.want)
			}
			handled := false
			s, _ := serve(t, m, nil, &handled)
			_, err := plain(s).do(t.Context(), good())
			if handled == c.want || c.want && connect.CodeOf(err) != connect.CodeUnauthenticated {
				t.Errorf("anonymous: error = %v, handled %t, want unauthenticated = %t", err, handled, c.want)
			}
		})
	}
	s, logged := setup(t, func(ctx context.Context, _ *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		return &pb.DoThingResponse{Greeting: rpc.Caller(ctx).Subject}, nil
	})
	res, err := asGateway(s).do(identity.With(t.Context(), &identity.Principal{Subject: "ada"}), good())
	if err != nil || res.GetGreeting() != "ada" {
		t.Errorf("Caller() = %q, %v, want ada", res.GetGreeting(), err)
	}
	// A contract that forgets the login fails closed.
	if _, err := asGateway(s).do(t.Context(), good()); connect.CodeOf(err) != connect.CodeInternal || !strings.Contains(logged.String(), "needs no login") {
		t.Errorf("Caller() without a caller: error = %v, log %s, want internal, and the reason in the log", err, logged.String())
	}
}

func TestSessionRuleOf(t *testing.T) {
	for name, c := range map[string]struct {
		rule   *annotations.HttpRule
		option rpc.SessionRule
		want   rpc.SessionRule
	}{
		"public, reads":             {reads, 0, rpc.SessionUnchecked},
		"public, posts":             {writes, 0, rpc.SessionActive},
		"public, puts":              {&annotations.HttpRule{Pattern: &annotations.HttpRule_Put{Put: "/"}}, 0, rpc.SessionActive},
		"public, patches":           {&annotations.HttpRule{Pattern: &annotations.HttpRule_Patch{Patch: "/"}}, 0, rpc.SessionActive},
		"public, deletes":           {&annotations.HttpRule{Pattern: &annotations.HttpRule_Delete{Delete: "/"}}, 0, rpc.SessionActive},
		"public, its own method":    {&annotations.HttpRule{Pattern: &annotations.HttpRule_Custom{Custom: &annotations.CustomHttpPattern{Kind: "MOVE"}}}, 0, rpc.SessionActive},
		"internal":                  {nil, 0, rpc.SessionUnchecked},
		"reads, with an option":     {reads, rpc.SessionActive, rpc.SessionActive},
		"internal, with an option":  {nil, rpc.SessionActive, rpc.SessionActive},
		"writes, for anonymous too": {writes, rpc.SessionActiveIfPresent, rpc.SessionActiveIfPresent},
		"writes, unchecked":         {writes, rpc.SessionUnchecked, rpc.SessionUnchecked},
	} {
		t.Run(name, func(t *testing.T) {
			if got := rpc.SessionRuleOf(method(t, c.rule, c.option)); got != c.want {
				t.Errorf("rule %d, want %d", got, c.want)
			}
		})
	}
}

// TestOneLine: a string of a public write is one line, in NFC, and the error names its field. Reads and internal RPCs aren't checked.
func TestOneLine(t *testing.T) {
	for name, c := range map[string]struct {
		rule  *annotations.HttpRule
		text  string
		field string // of the error
	}{
		"a name":                  {writes, "Vera Molnár", ""},
		"a line break":            {writes, "Vera\nMolnár", "firstName"},
		"an override":             {writes, "Vera \u202eMolnár", "firstName"},
		"a read":                  {reads, "Vera\nMolnár", ""},
		"what services send each": {nil, "Vera\nMolnár", ""},
	} {
		t.Run(name, func(t *testing.T) {
			handled := false
			s, _ := serve(t, method(t, c.rule, rpc.SessionUnchecked), nil, &handled)
			_, err := plain(s).do(t.Context(), &pb.DoThingRequest{FirstName: c.text})
			reason, details := rpc.ReasonOf(err)
			if _, named := details[c.field]; handled != (c.field == "") || c.field != "" && (reason != "invalid" || !named || len(details) != 1) {
				t.Errorf("error = %v, reason %q, details %v, want an error about %q", err, reason, details, c.field)
			}
		})
	}
	req := &pb.DoThingRequest{FirstName: "Molna\u0301r"}
	if err := rpc.OneLine(connect.Spec{Schema: method(t, writes, 0)}, req); err != nil || req.GetFirstName() != "Moln\u00e1r" {
		t.Errorf("OneLine() = %v, %q, want NFC", err, req.GetFirstName())
	}
}

func TestSessionsAreChecked(t *testing.T) {
	ada := &identity.Principal{Subject: "ada", SessionID: "active"}
	for name, c := range map[string]struct {
		rule   *annotations.HttpRule
		option rpc.SessionRule
		as     *identity.Principal
		code   connect.Code // 0 for success
		reason string
		asked  string
	}{
		"active":                 {writes, 0, ada, 0, "", "active"},
		"ended":                  {writes, 0, &identity.Principal{Subject: "ada", SessionID: "ended"}, connect.CodeUnauthenticated, "session_gone", "ended"},
		"no session":             {writes, 0, &identity.Principal{Subject: "ada"}, connect.CodeUnauthenticated, "session_gone", ""},
		"anonymous":              {writes, 0, nil, connect.CodeUnauthenticated, "", ""},
		"not known":              {writes, 0, &identity.Principal{Subject: "ada", SessionID: "broken"}, connect.CodeUnavailable, "unavailable", "broken"},
		"reads":                  {reads, 0, &identity.Principal{Subject: "ada", SessionID: "ended"}, 0, "", ""},
		"reads, checked":         {reads, rpc.SessionActive, &identity.Principal{Subject: "ada", SessionID: "ended"}, connect.CodeUnauthenticated, "session_gone", "ended"},
		"if present, and absent": {writes, rpc.SessionActiveIfPresent, nil, 0, "", ""},
		"if present, active":     {writes, rpc.SessionActiveIfPresent, ada, 0, "", "active"},
		"if present, ended":      {writes, rpc.SessionActiveIfPresent, &identity.Principal{Subject: "ada", SessionID: "ended"}, connect.CodeUnauthenticated, "session_gone", "ended"},
		"writes, unchecked":      {writes, rpc.SessionUnchecked, &identity.Principal{Subject: "ada", SessionID: "ended"}, 0, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			asked, handled := "", false
			s, logged := serve(t, method(t, c.rule, c.option), func(_ context.Context, sessionID string) (rpc.Session, error) {
				asked = sessionID
				if sessionID == "broken" {
					return rpc.Session{}, errors.New("the disk is full")
				}
				return rpc.Session{Active: sessionID == "active"}, nil
			}, &handled)
			ctx := t.Context()
			if c.as != nil {
				ctx = as(ctx, s.fleet.Token(t, "test", c.as))
			}
			_, err := plain(s).do(ctx, good())
			reason, _ := rpc.ReasonOf(err)
			if (err == nil) != (c.code == 0) || err != nil && connect.CodeOf(err) != c.code || reason != c.reason || handled != (c.code == 0) || asked != c.asked {
				t.Errorf("error = %v, reason %q, handled %t, checked session %q, want code %v, reason %q and session %q", err, reason, handled, asked, c.code, c.reason, c.asked)
			}
			if c.code == connect.CodeUnavailable && (strings.Contains(err.Error(), "disk") || !strings.Contains(logged.String(), "the disk is full")) {
				t.Errorf("error = %v, log = %s, want the cause in the log only", err, logged.String())
			}
		})
	}
	// A handler that cannot check sessions refuses calls that need it.
	handled := false
	s, _ := serve(t, method(t, writes, 0), nil, &handled)
	ctx := as(t.Context(), s.fleet.Token(t, "test", ada))
	_, err := plain(s).do(ctx, good())
	if connect.CodeOf(err) != connect.CodeUnavailable || handled {
		t.Errorf("error without the sessions' service = %v, handled %t, want unavailable and false", err, handled)
	}
}

// TestCallerAccount: a handler gets the account that the check of the caller's session returned.
func TestCallerAccount(t *testing.T) {
	account := &rpc.Account{ID: "ada", Email: "ada@example.org", EmailVerified: true}
	stepped := &descriptorpb.MethodOptions{}
	proto.SetExtension(stepped, stepUp, true)
	for name, c := range map[string]struct {
		method  protoreflect.MethodDescriptor
		session rpc.Session
		want    *rpc.Account
	}{
		"a write":              {method(t, writes, 0), rpc.Session{Active: true, Account: account}, account},
		"a step-up":            {methodWith(t, writes, 0, stepped), rpc.Session{Active: true, RecentLogin: true, PasskeyConfirmed: true, Account: account}, account},
		"a read":               {method(t, reads, 0), rpc.Session{Active: true, Account: account}, nil},
		"without an account":   {method(t, writes, 0), rpc.Session{Active: true}, nil},
		"an unchecked session": {method(t, writes, rpc.SessionUnchecked), rpc.Session{Active: true, Account: account}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			fleet, mux := identitytest.New(t), http.NewServeMux()
			handlers := rpc.NewServer(testkit.Log(t), fleet.Keys(t, "test"), func(context.Context, string) (rpc.Session, error) { return c.session, nil })
			mount(mux, handlers, connect.Spec{Procedure: procedure, Schema: c.method}, func(ctx context.Context, _ *pb.DoThingRequest) (*pb.DoThingResponse, error) {
				if got, ok := rpc.CallerAccount(ctx); got != c.want || ok != (c.want != nil) {
					t.Errorf("CallerAccount() = %+v, %t, want %+v", got, ok, c.want)
				}
				return &pb.DoThingResponse{}, nil
			})
			s := httptest.NewServer(mux)
			t.Cleanup(s.Close)
			ctx := as(t.Context(), fleet.Token(t, "test", &identity.Principal{Subject: "ada", SessionID: "s"}))
			if _, err := plain(&server{s, t, fleet}).do(ctx, good()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestStepUp: an RPC with the option needs a recent login, and the passkey of an account that has one. It needs an active session
// whatever its session rule is.
func TestStepUp(t *testing.T) {
	options := &descriptorpb.MethodOptions{}
	proto.SetExtension(options, stepUp, true)
	if rpc.NeedsStepUp(method(t, writes, 0)) {
		t.Error("NeedsStepUp() of an RPC without the option = true, want false")
	}
	for name, c := range map[string]struct {
		state  rpc.Session
		code   connect.Code // 0 for success
		reason string
	}{
		"done":                       {rpc.Session{Active: true, RecentLogin: true, PasskeyConfirmed: true}, 0, ""},
		"an old login":               {rpc.Session{Active: true, PasskeyConfirmed: true}, connect.CodePermissionDenied, "recent_login_required"},
		"no passkey":                 {rpc.Session{Active: true, RecentLogin: true}, connect.CodePermissionDenied, "passkey_required"},
		"an ended session":           {rpc.Session{RecentLogin: true, PasskeyConfirmed: true}, connect.CodeUnauthenticated, "session_gone"},
		"an auth that knows nothing": {rpc.Session{Active: true}, connect.CodePermissionDenied, "recent_login_required"},
	} {
		t.Run(name, func(t *testing.T) {
			handled := false
			m := methodWith(t, writes, rpc.SessionUnchecked, proto.CloneOf(options))
			if !rpc.NeedsStepUp(m) {
				t.Fatal("NeedsStepUp() of an RPC with the option = false, want true")
			}
			s, _ := serve(t, m, func(context.Context, string) (rpc.Session, error) { return c.state, nil }, &handled)
			ctx := as(t.Context(), s.fleet.Token(t, "test", &identity.Principal{Subject: "ada", SessionID: "s"}))
			_, err := plain(s).do(ctx, good())
			reason, _ := rpc.ReasonOf(err)
			if handled != (c.code == 0) || reason != c.reason || c.code != 0 && connect.CodeOf(err) != c.code {
				t.Errorf("error = %v, reason %q, handled %t, want code %v and reason %q", err, reason, handled, c.code, c.reason)
			}
		})
	}
}

func serve(t *testing.T, m protoreflect.MethodDescriptor, sessions rpc.Sessions, handled *bool) (*server, *testkit.Buffer) {
	t.Helper()
	fleet := identitytest.New(t)
	l := new(testkit.Buffer)
	mux := http.NewServeMux()
	handlers := rpc.NewServer(slog.New(slog.NewJSONHandler(l, nil)), fleet.Keys(t, "test"), sessions)
	mount(mux, handlers, connect.Spec{Procedure: procedure, Schema: m}, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		*handled = true
		return &pb.DoThingResponse{}, nil
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return &server{s, t, fleet}, l
}
