package rpc

import (
	"context"
	"strings"
	"time"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/metrics"
)

// measure records the duration and the code of each call.
func measure() connect.ServerInterceptor {
	seconds := metrics.Histogram("vitrine_rpc_seconds", "Duration of RPCs, at the service that handles them.", "procedure", "code")
	return func(next connect.ServerFunc) connect.ServerFunc {
		return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
			began := time.Now()
			err := next(ctx, spec, stream)
			seconds.WithLabelValues(strings.TrimPrefix(spec.Procedure, "/"), codeOf(err)).Observe(time.Since(began).Seconds())
			return err
		}
	}
}

// codeOf returns the name of an error's code, or "ok".
func codeOf(err error) string {
	if err == nil {
		return "ok"
	}
	return connect.CodeOf(err).String()
}
