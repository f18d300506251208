package rpc

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
)

// Session is the state of a session at the time of a call.
type Session struct {
	// Active: it exists, has not ended and has not expired.
	Active bool
	// RecentLogin: the person logged in recently.
	RecentLogin bool
	// PasskeyConfirmed: the person confirmed with a passkey recently, or the account has no passkey.
	PasskeyConfirmed bool
}

// Sessions returns the state of a session, the zero state for an unknown one. An error means that the state can't be determined now.
type Sessions func(ctx context.Context, sessionID string) (Session, error)

// SessionsFrom checks sessions with check, the method CheckSession of a client of auth's AccountService. kit imports no
// contracts, so it finds the request's field by its name, and panics if it doesn't exist.
func SessionsFrom[Req, Res any, ReqP interface {
	*Req
	proto.Message
}, ResP interface {
	*Res
	GetActive() bool
	GetRecentLogin() bool
	GetPasskeyConfirmed() bool
}](check func(context.Context, *connect.Request[Req]) (*connect.Response[Res], error)) Sessions {
	field := ReqP(new(Req)).ProtoReflect().Descriptor().Fields().ByName("session_id")
	if field == nil {
		panic(fmt.Sprintf("rpc: %T has no session_id", new(Req)))
	}
	return func(ctx context.Context, sessionID string) (Session, error) {
		req := new(Req)
		ReqP(req).ProtoReflect().Set(field, protoreflect.ValueOfString(sessionID))
		res, err := check(ctx, connect.NewRequest(req))
		switch connect.CodeOf(err) {
		case connect.CodeNotFound, connect.CodeInvalidArgument:
			return Session{}, nil // the session doesn't exist
		}
		if err != nil {
			return Session{}, err
		}
		state := ResP(res.Msg)
		return Session{Active: state.GetActive(), RecentLogin: state.GetRecentLogin(), PasskeyConfirmed: state.GetPasskeyConfirmed()}, nil
	}
}

// Require returns the caller if their session is active. Its errors are public: unauthenticated without a caller or with
// the reason session_gone, unavailable if sessions cannot be checked. With a nil Sessions it is always unavailable.
func (s Sessions) Require(ctx context.Context) (*identity.Principal, error) {
	p, _, err := s.require(ctx)
	return p, err
}

// RequireStepUp returns the caller if their session is active and they have proved recently that they are its owner. Its
// errors are those of Require, and permission_denied with the reason recent_login_required or passkey_required.
func (s Sessions) RequireStepUp(ctx context.Context) (*identity.Principal, error) {
	p, state, err := s.require(ctx)
	switch {
	case err != nil:
		return nil, err
	case !state.RecentLogin:
		return nil, Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_RECENT_LOGIN_REQUIRED, "Please confirm it's you: log in again, then repeat this.", nil)
	case !state.PasskeyConfirmed:
		return nil, Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_PASSKEY_REQUIRED, "Please confirm it's you with your passkey, then repeat this.", nil)
	}
	return p, nil
}

func (s Sessions) require(ctx context.Context) (*identity.Principal, Session, error) {
	p, err := identity.Require(ctx)
	if err != nil {
		return nil, Session{}, err
	}
	const unchecked = "We can't check your session right now. Try again in a moment."
	if s == nil {
		return nil, Session{}, Error(connect.CodeUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, unchecked, nil)
	}
	var state Session
	if p.SessionID != "" {
		if state, err = s(ctx, p.SessionID); err != nil {
			return nil, Session{}, Unavailable(errorsv1.Reason_REASON_UNAVAILABLE, unchecked, fmt.Errorf("sessions: %w", err))
		}
	}
	if !state.Active {
		return nil, Session{}, Error(connect.CodeUnauthenticated, errorsv1.Reason_REASON_SESSION_GONE, "Your session has ended. Log in again.", nil)
	}
	return p, state, nil
}

// SessionRule says how to check the session of an RPC's callers. The values are those of vitrine.options.v1.Session.
type SessionRule protoreflect.EnumNumber

// The rules. The zero value means the RPC's default.
const (
	SessionActive          SessionRule = 1
	SessionActiveIfPresent SessionRule = 2
	SessionUnchecked       SessionRule = 3
)

// The options of RPCs: the rule instead of the default, the areas of staff, and whether the RPC needs a step-up.
const (
	sessionOption protoreflect.FullName = "vitrine.options.v1.session"
	areasOption   protoreflect.FullName = "vitrine.options.v1.areas"
	stepUpOption  protoreflect.FullName = "vitrine.options.v1.step_up"
)

// SessionRuleOf returns the rule of an RPC: the one in its option, or else SessionActive for an RPC of staff, because the role in an access
// token may be minutes old, and for a public RPC that writes, which has an HTTP method other than GET. For any other it returns
// SessionUnchecked.
func SessionRuleOf(m protoreflect.MethodDescriptor) SessionRule {
	if option, ok := optionOf(m, sessionOption); ok {
		return SessionRule(option.Enum())
	}
	if method := HTTPMethod(m); method != "" && method != http.MethodGet || len(AreasOf(m)) > 0 {
		return SessionActive
	}
	return SessionUnchecked
}

// NeedsStepUp reports whether an RPC needs a recent login, and a recent confirmation with a passkey if the account has one.
func NeedsStepUp(m protoreflect.MethodDescriptor) bool {
	option, ok := optionOf(m, stepUpOption)
	return ok && option.Bool()
}

// AreasOf returns the areas of staff that an RPC belongs to, or none if the RPC isn't only for staff.
func AreasOf(m protoreflect.MethodDescriptor) []identity.Area {
	option, ok := optionOf(m, areasOption)
	if !ok {
		return nil
	}
	var areas []identity.Area
	for i := range option.List().Len() {
		areas = append(areas, identity.Area(option.List().Get(i).String()))
	}
	return areas
}

// optionOf returns an option of an RPC. If a program doesn't contain the option's contract, none of its RPCs set it.
func optionOf(m protoreflect.MethodDescriptor, name protoreflect.FullName) (protoreflect.Value, bool) {
	option, err := protoregistry.GlobalTypes.FindExtensionByName(name)
	if err != nil || !m.Options().ProtoReflect().Has(option.TypeDescriptor()) {
		return protoreflect.Value{}, false
	}
	return m.Options().ProtoReflect().Get(option.TypeDescriptor()), true
}

// HTTPMethod returns the HTTP method of a public RPC, or "" for an RPC that only services call.
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
	if areas := AreasOf(m); len(areas) > 0 {
		if err := inAreas(ctx, areas); err != nil {
			return err
		}
	}
	if NeedsStepUp(m) {
		_, err := s.RequireStepUp(ctx)
		return err
	}
	switch SessionRuleOf(m) {
	case SessionActiveIfPresent:
		if _, ok := identity.From(ctx); !ok {
			return nil
		}
	case SessionActive:
	default:
		return nil
	}
	_, err := s.Require(ctx)
	return err
}

// inAreas rejects callers without a role in one of the areas, before anything else is checked or read.
func inAreas(ctx context.Context, areas []identity.Area) error {
	_, err := identity.RequireArea(ctx, areas...)
	if refused, ok := errors.AsType[identity.AreaError](err); ok {
		return Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, refused.Error(), nil)
	}
	return err
}
