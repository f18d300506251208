package rpc

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"

	"connectrpc.com/connect/v2"
)

// recoverPanics turns a panic into a logged internal error, so that one call can't end the process or skip its log line. It passes on
// http.ErrAbortHandler, with which a handler ends a connection on purpose.
func recoverPanics(next connect.ServerFunc) connect.ServerFunc {
	return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) (err error) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler { //nolint:errorlint // net/http compares it so
				panic(p)
			}
			logOf(ctx).ErrorContext(ctx, "panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			err = internalError()
		}()
		return next(ctx, spec, stream)
	}
}
