package rpc

import (
	"context"
	"errors"
	"slices"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
)

// callersOption lists the processes that may call an RPC.
const callersOption protoreflect.FullName = "vitrine.options.v1.callers"

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

// caller verifies a token and checks that its signer may call the RPC. Without a token the caller is anonymous and may call public
// RPCs. A token error is a deployment error and never means that a person has to log in, so its reasons differ from
// those of access tokens.
func (s *server) caller(ctx context.Context, spec connect.Spec, token string) (c identity.Caller, err error) {
	if token != "" {
		c, err = s.keys.Verify(token)
		switch {
		case errors.Is(err, identity.ErrClockSkew):
			return c, Error(connect.CodeUnavailable, errorsv1.Reason_REASON_CLOCK_SKEW, "This part of the shop is not available right now. Nothing was lost. Try again in a moment.", nil)
		case err != nil:
			s.log.WarnContext(ctx, "a call was refused", "procedure", spec.Procedure, "error", err)
			return c, Error(connect.CodeUnauthenticated, errorsv1.InternalReason_INTERNAL_REASON_CALLER_UNKNOWN, "the caller's token is not valid", nil)
		}
	}
	m, ok := spec.Schema.(protoreflect.MethodDescriptor)
	if !ok {
		return c, nil // a handler that was not generated from a contract
	}
	callers := CallersOf(m)
	switch {
	case len(callers) == 0 && (c.Service == "" || c.Service == identity.Gateway),
		c.Person == nil && slices.Contains(callers, c.Service):
		return c, nil
	case c.Service == "":
		return c, Error(connect.CodeUnauthenticated, errorsv1.InternalReason_INTERNAL_REASON_CALLER_UNKNOWN, "this call needs a caller's token", nil)
	}
	s.log.WarnContext(ctx, "a call was refused", "procedure", spec.Procedure, "caller", c.Service, "for_a_person", c.Person != nil)
	return c, Error(connect.CodePermissionDenied, errorsv1.InternalReason_INTERNAL_REASON_CALLER_FORBIDDEN, "the caller may not call this", nil)
}
