package rpc

import (
	"context"
	"log/slog"
	"time"

	"connectrpc.com/connect/v2"
)

// callLog is the log of one call. Its records have the procedure, and the account once the caller is verified.
type callLog struct{ *slog.Logger }

type callLogKey struct{}

// logOf returns the log of the call that ctx belongs to.
func logOf(ctx context.Context) *callLog {
	l, _ := ctx.Value(callLogKey{}).(*callLog)
	return l
}

// logCalls logs each call once, with its code, reason and duration, and without personal data other than the account's id. A successful call
// without side effects is logged at debug level.
func logCalls(log *slog.Logger) connect.ServerInterceptor {
	return func(next connect.ServerFunc) connect.ServerFunc {
		return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
			began := time.Now()
			l := &callLog{log.With("procedure", spec.Procedure)}
			err := next(context.WithValue(ctx, callLogKey{}, l), spec, stream)
			level := slog.LevelInfo
			if err == nil && spec.IdempotencyLevel == connect.IdempotencyNoSideEffects {
				level = slog.LevelDebug
			}
			reason, _ := ReasonOf(err)
			l.LogAttrs(ctx, level, "call", slog.String("code", codeOf(err)), slog.String("reason", reason), slog.Duration("duration", time.Since(began)))
			return err
		}
	}
}
