package testkit

import (
	"context"

	"connectrpc.com/connect/v2"
)

// WithHeader returns a ctx for one call of an RPC that sends a header besides those of ctx. It sends no empty one.
func WithHeader(ctx context.Context, name, value string) context.Context {
	if value == "" {
		return ctx
	}
	before, _ := connect.CallInfoForClientContext(ctx)
	ctx, call := connect.NewClientContext(ctx)
	if before != nil {
		for name, values := range before.RequestHeader().All() {
			call.RequestHeader().SetValues(name, values)
		}
	}
	call.RequestHeader().Set(name, value)
	return ctx
}
