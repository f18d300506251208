package rpc

import (
	"context"
	"time"

	"connectrpc.com/connect/v2"
)

// DefaultDeadline limits a unary call whose caller set no deadline.
const DefaultDeadline = 10 * time.Second

// limitServed gives a unary call without a deadline the default one, so that none holds its transaction forever.
func limitServed(next connect.ServerFunc) connect.ServerFunc {
	return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
		if spec.StreamType != connect.StreamTypeUnary {
			return next(ctx, spec, stream)
		}
		ctx, cancel := withDeadline(ctx)
		defer cancel()
		return next(ctx, spec, stream)
	}
}

func withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, DefaultDeadline)
}
