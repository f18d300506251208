// Package rpc is the common part of Connect servers and clients: one error
// format, deadlines, validation, the caller's principal, retries of safe calls.
package rpc

import (
	"context"
	"errors"
	"fmt"

	"connectrpc.com/connect"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
)

const domain = "vitrine"

// Error returns a public error. reason is its stable code in snake_case, for clients and
// tests; message is for people, and details (field → message for
// invalid input) may be nil.
func Error(code connect.Code, reason, message string, details map[string]string) error {
	err := connect.NewError(code, errors.New(message))
	d, bad := connect.NewErrorDetail(&errdetails.ErrorInfo{Reason: reason, Domain: domain, Metadata: details})
	if bad == nil {
		err.AddDetail(d)
	}
	return err
}

// Unavailable returns an error of code unavailable that wraps the cause. The
// server logs the cause, and callers never see it.
func Unavailable(reason, message string, cause error) error {
	return fmt.Errorf("%w: %w", Error(connect.CodeUnavailable, reason, message, nil), cause)
}

// ReasonOf returns the reason and the details of an Error, also of one received from
// another service; "" if the error has none.
func ReasonOf(err error) (reason string, details map[string]string) {
	var ce *connect.Error
	if !errors.As(err, &ce) {
		return "", nil
	}
	for _, d := range ce.Details() {
		v, err := d.Value()
		if err != nil {
			continue
		}
		if info, ok := v.(*errdetails.ErrorInfo); ok {
			return info.GetReason(), info.GetMetadata()
		}
	}
	return "", nil
}

type idempotencyKey struct{}

// IdempotencyKeyHeader is the header with the caller's idempotency key.
const IdempotencyKeyHeader = "Idempotency-Key"

// LinkSecretHeader is the header with the secret of an emailed link. It isn't in the address, because proxies log addresses.
const LinkSecretHeader = "Approval-Secret"

// IdempotencyKey returns the Idempotency-Key of the request, or "".
func IdempotencyKey(ctx context.Context) string {
	key, _ := ctx.Value(idempotencyKey{}).(string)
	return key
}

// WithIdempotencyKey adds a key to ctx, for calls within a process.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, key)
}
