package rpc

import (
	"context"

	"connectrpc.com/connect/v2"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
)

// IdempotencyKeyHeader is the header with the caller's idempotency key.
const IdempotencyKeyHeader = "Idempotency-Key"

// maxKey is the maximum length of an idempotency key.
const maxKey = 200

type idempotencyKey struct{}

// IdempotencyKey returns the Idempotency-Key of the request, or "".
func IdempotencyKey(ctx context.Context) string {
	key, _ := ctx.Value(idempotencyKey{}).(string)
	return key
}

// withIdempotencyKey adds a key to ctx, for calls within a process.
func withIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, key)
}

// keepIdempotencyKey puts the caller's key into the context. Package idempotency stores the reply under it, in the handler's transaction,
// and refuses calls that need a key and have none.
func keepIdempotencyKey(next connect.ServerFunc) connect.ServerFunc {
	return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
		if key := RequestHeader(ctx, IdempotencyKeyHeader); key != "" {
			if len(key) > maxKey {
				return Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_MALFORMED, "Idempotency-Key is longer than 200 characters", nil)
			}
			ctx = withIdempotencyKey(ctx, key)
		}
		return next(ctx, spec, stream)
	}
}
