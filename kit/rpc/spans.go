package rpc

import (
	"context"

	"connectrpc.com/connect"
	"connectrpc.com/otelconnect"

	"github.com/vitrine/vitrine/kit/tracing"
)

// spans returns the interceptor that records calls, or nil if traces are off. Its options record neither the
// caller's address nor a header, which may be personal.
func spans(client bool) []connect.Interceptor {
	if !tracing.Enabled() {
		return nil
	}
	options := []otelconnect.Option{
		otelconnect.WithTracerProvider(tracing.Provider()), otelconnect.WithPropagator(tracing.Propagator()), otelconnect.WithoutMetrics(),
		// Services are called only by the gateway and by each other.
		otelconnect.WithTrustRemote(),
	}
	if client {
		// Polls of background work don't belong to a trace.
		options = append(options, otelconnect.WithFilter(func(ctx context.Context, _ connect.Spec) bool { return tracing.Recording(ctx) }))
	}
	i, err := otelconnect.NewInterceptor(options...)
	if err != nil {
		return nil // only metrics instruments can fail
	}
	return []connect.Interceptor{i}
}
