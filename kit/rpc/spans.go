package rpc

import (
	"context"

	"connectrpc.com/connect"
	"connectrpc.com/otelconnect"

	"github.com/vitrine/vitrine/kit/tracing"
)

// spans returns the interceptor that records calls, or nothing if traces are off. Its options name neither the
// caller's address nor a header, which may be personal.
func spans(client bool) []connect.Interceptor {
	if !tracing.Enabled() {
		return nil
	}
	options := []otelconnect.Option{
		otelconnect.WithTracerProvider(tracing.Provider()), otelconnect.WithPropagator(tracing.Propagator()), otelconnect.WithoutMetrics(),
		// Services are called by the gateway and by each other.
		otelconnect.WithTrustRemote(),
	}
	if client {
		// Polls of background work belong to no trace.
		options = append(options, otelconnect.WithFilter(func(ctx context.Context, _ connect.Spec) bool { return tracing.Recording(ctx) }))
	}
	i, err := otelconnect.NewInterceptor(options...)
	if err != nil {
		return nil // only instruments of metrics can fail
	}
	return []connect.Interceptor{i}
}
