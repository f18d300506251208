package rpc

import (
	"context"
	"errors"
	"slices"

	"connectrpc.com/connect/v2"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
)

// verifyCaller verifies the token of the process that calls, refuses callers that the RPC isn't for (CallersOf), and puts the person that
// the gateway acts for into the context.
func verifyCaller(keys *identity.Keys) connect.ServerInterceptor {
	return func(next connect.ServerFunc) connect.ServerFunc {
		return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
			caller, err := callerOf(ctx, keys, spec)
			if err != nil {
				return err
			}
			if caller.Person != nil {
				ctx = identity.With(ctx, caller.Person)
				log := logOf(ctx)
				log.Logger = log.With("account", caller.Person.Subject)
			}
			return next(ctx, spec, stream)
		}
	}
}

// callerOf returns the verified caller. Without a token the caller is anonymous and may call public RPCs. A token error is a deployment
// error and never means that a person has to log in, so its reasons differ from those of access tokens.
func callerOf(ctx context.Context, keys *identity.Keys, spec connect.Spec) (c identity.Caller, err error) {
	if token := RequestHeader(ctx, identity.Header); token != "" {
		c, err = keys.Verify(token)
		switch {
		case errors.Is(err, identity.ErrClockSkew):
			return c, Error(connect.CodeUnavailable, errorsv1.Reason_REASON_CLOCK_SKEW, "This part of the shop is not available right now. Nothing was lost. Try again in a moment.", nil)
		case err != nil:
			logOf(ctx).WarnContext(ctx, "a call was refused", "error", err)
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
	logOf(ctx).WarnContext(ctx, "a call was refused", "caller", c.Service, "for_a_person", c.Person != nil)
	return c, Error(connect.CodePermissionDenied, errorsv1.InternalReason_INTERNAL_REASON_CALLER_FORBIDDEN, "the caller may not call this", nil)
}
