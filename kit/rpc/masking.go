package rpc

import (
	"cmp"
	"context"
	"errors"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/postgres"
)

// maskErrors passes on errors that are meant for the caller, and replaces and logs all others. Their texts may contain secrets or personal
// data.
func maskErrors(next connect.ServerFunc) connect.ServerFunc {
	return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
		return public(ctx, next(ctx, spec, stream))
	}
}

// unavailable is implemented by errors of a dependency other than the database, such as blob.UnavailableError. The method names it, for logs.
type unavailable interface {
	error
	Unavailable() string
}

// public returns the error that the caller gets.
func public(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	log := logOf(ctx)
	if ce, ok := errors.AsType[*connect.Error](err); ok {
		reason, _ := ReasonOf(ce)
		switch code := ce.Code(); {
		case reason != "":
			// The cause is for operators, not for the caller.
			if code == connect.CodeUnavailable && err != error(ce) { //nolint:errorlint // wrapped means: with a cause
				log.WarnContext(ctx, "a service is unavailable", "error", err)
			}
			return own(ce)
		case ce.IsRemote():
			// This is another service's error that no adapter translated.
			if code == connect.CodeUnavailable || code == connect.CodeDeadlineExceeded {
				log.WarnContext(ctx, "a service is unavailable", "error", err)
				return Error(connect.CodeUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "temporarily unavailable", nil)
			}
		case code != connect.CodeUnknown && code != connect.CodeInternal && code != connect.CodeDataLoss:
			return ce
		}
	}
	what := ""
	if part, ok := errors.AsType[unavailable](err); ok {
		what = part.Unavailable()
	}
	switch {
	case errors.Is(err, context.Canceled):
		return connect.NewError(connect.CodeCanceled, "cancelled")
	case errors.Is(err, context.DeadlineExceeded):
		log.WarnContext(ctx, "deadline exceeded", "error", err)
		return connect.NewError(connect.CodeDeadlineExceeded, "took too long")
	case what != "" || postgres.IsTemporary(err):
		log.WarnContext(ctx, cmp.Or(what, "the database")+" is unavailable", "error", err)
		return Error(connect.CodeUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "temporarily unavailable", nil)
	}
	log.ErrorContext(ctx, "internal error", "error", err)
	return internalError()
}

// own returns another service's error as this service's own, because Connect sends no others.
func own(err *connect.Error) *connect.Error {
	if !err.IsRemote() {
		return err
	}
	out := connect.NewError(err.Code(), err.Message())
	for _, d := range err.Details() {
		out = out.WithDetail(d)
	}
	return out
}

func internalError() error {
	return Error(connect.CodeInternal, errorsv1.Reason_REASON_INTERNAL, "something went wrong", nil)
}
