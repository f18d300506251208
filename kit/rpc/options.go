package rpc

import (
	"net/http"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/vitrine/vitrine/kit/identity"
)

// SessionRule says how to check the session of an RPC's callers. The values are those of vitrine.options.v1.Session.
type SessionRule protoreflect.EnumNumber

// The rules. The zero value means the RPC's default.
const (
	SessionActive          SessionRule = 1
	SessionActiveIfPresent SessionRule = 2
	SessionUnchecked       SessionRule = 3
)

// The options of RPCs that the interceptors apply.
const (
	sessionOption    protoreflect.FullName = "vitrine.options.v1.session"
	areasOption      protoreflect.FullName = "vitrine.options.v1.areas"
	stepUpOption     protoreflect.FullName = "vitrine.options.v1.step_up"
	callersOption    protoreflect.FullName = "vitrine.options.v1.callers"
	credentialOption protoreflect.FullName = "vitrine.options.v1.credential"
)

// The credentials in vitrine.options.v1.Credential that include an access token.
const (
	credentialDefault     protoreflect.EnumNumber = 0
	credentialUser        protoreflect.EnumNumber = 1
	credentialLinkAndUser protoreflect.EnumNumber = 5
)

// NeedsLogin reports whether an RPC is only for people who logged in: the RPCs of staff, and public RPCs, unless their credential is another one
// than an access token.
func NeedsLogin(m protoreflect.MethodDescriptor) bool {
	if len(AreasOf(m)) > 0 || NeedsStepUp(m) || SessionRuleOf(m) == SessionActive {
		return true
	}
	credential := credentialDefault
	if option, ok := optionOf(m, credentialOption); ok {
		credential = option.Enum()
	}
	return HTTPMethod(m) != "" && (credential == credentialDefault || credential == credentialUser || credential == credentialLinkAndUser)
}

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

// CallersOf returns the processes that may call an internal RPC on their own behalf. A public RPC, which only the gateway calls, has none.
func CallersOf(m protoreflect.MethodDescriptor) []string {
	option, ok := optionOf(m, callersOption)
	if !ok {
		return nil
	}
	names := make([]string, option.List().Len())
	for i := range names {
		names[i] = option.List().Get(i).String()
	}
	return names
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
