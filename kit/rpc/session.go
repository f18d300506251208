package rpc

import (
	"context"
	"fmt"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/vitrine/vitrine/kit/identity"
)

// Sessions reports whether a session is active: it exists, has not ended and has not expired. Its error means that this is
// not known at the moment.
type Sessions func(ctx context.Context, sessionID string) (active bool, err error)

// SessionsFrom checks sessions with check, the method CheckSession of a client of auth's AccountService. kit imports no
// contracts, so it finds the request's field by its name, and panics if it doesn't exist.
func SessionsFrom[Req, Res any, ReqP interface {
	*Req
	proto.Message
}, ResP interface {
	*Res
	GetActive() bool
}](check func(context.Context, *connect.Request[Req]) (*connect.Response[Res], error)) Sessions {
	field := ReqP(new(Req)).ProtoReflect().Descriptor().Fields().ByName("session_id")
	if field == nil {
		panic(fmt.Sprintf("rpc: %T has no session_id", new(Req)))
	}
	return func(ctx context.Context, sessionID string) (bool, error) {
		req := new(Req)
		ReqP(req).ProtoReflect().Set(field, protoreflect.ValueOfString(sessionID))
		res, err := check(identity.AsService(ctx), connect.NewRequest(req))
		switch connect.CodeOf(err) {
		case connect.CodeNotFound, connect.CodeInvalidArgument:
			return false, nil // auth knows no such session
		}
		if err != nil {
			return false, err
		}
		return ResP(res.Msg).GetActive(), nil
	}
}

// Require returns the caller if their session is active. Its errors are public: unauthenticated without a caller or with
// the reason session_gone, unavailable if sessions cannot be checked. A nil Sessions cannot check any.
func (s Sessions) Require(ctx context.Context) (*identity.Principal, error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, err
	}
	const unchecked = "We can't check your session right now. Try again in a moment."
	if s == nil {
		return nil, Error(connect.CodeUnavailable, "unavailable", unchecked, nil)
	}
	active := false
	if p.SessionID != "" {
		if active, err = s(ctx, p.SessionID); err != nil {
			return nil, Unavailable("unavailable", unchecked, fmt.Errorf("sessions: %w", err))
		}
	}
	if !active {
		return nil, Error(connect.CodeUnauthenticated, "session_gone", "Your session has ended. Log in again.", nil)
	}
	return p, nil
}

// SessionRule says how the session of an RPC's callers is checked. The values are those of vitrine.options.v1.Session.
type SessionRule protoreflect.EnumNumber

// The rules. The zero value stands for the default of an RPC.
const (
	SessionActive          SessionRule = 1
	SessionActiveIfPresent SessionRule = 2
	SessionUnchecked       SessionRule = 3
)

// sessionOption is the option of RPCs that names another rule than the default.
const sessionOption protoreflect.FullName = "vitrine.options.v1.session"

// SessionRuleOf returns the rule of an RPC: what its option says, or SessionActive for a public RPC that writes, which has
// an HTTP method other than GET, and SessionUnchecked for any other.
func SessionRuleOf(m protoreflect.MethodDescriptor) SessionRule {
	// A program without the option's contract has no RPC that sets it.
	if option, err := protoregistry.GlobalTypes.FindExtensionByName(sessionOption); err == nil {
		if rule := SessionRule(m.Options().ProtoReflect().Get(option.TypeDescriptor()).Enum()); rule != 0 {
			return rule
		}
	}
	if method := HTTPMethod(m); method != "" && method != http.MethodGet {
		return SessionActive
	}
	return SessionUnchecked
}

// HTTPMethod is the HTTP method of a public RPC, and "" for an RPC that only services call.
func HTTPMethod(m protoreflect.MethodDescriptor) string {
	rule, ok := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
	if !ok || rule == nil {
		return ""
	}
	switch rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		return http.MethodGet
	case *annotations.HttpRule_Put:
		return http.MethodPut
	case *annotations.HttpRule_Post:
		return http.MethodPost
	case *annotations.HttpRule_Delete:
		return http.MethodDelete
	case *annotations.HttpRule_Patch:
		return http.MethodPatch
	}
	return rule.GetCustom().GetKind()
}

// check applies the rule of the RPC that spec describes.
func (s Sessions) check(ctx context.Context, spec connect.Spec) error {
	m, ok := spec.Schema.(protoreflect.MethodDescriptor)
	if !ok {
		return nil // a handler that was not generated from a contract
	}
	switch SessionRuleOf(m) {
	case SessionActiveIfPresent:
		if p, ok := identity.From(ctx); !ok || p.Has(identity.RoleService) {
			return nil
		}
	case SessionActive:
	default:
		return nil
	}
	_, err := s.Require(ctx)
	return err
}
