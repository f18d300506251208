package rpc

import (
	"errors"
	"fmt"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connectproto"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
)

const domain = "vitrine"

// Error returns a public error. reason is its stable code in snake_case, for clients and
// tests; message is for people, and details (field → message for
// invalid input) may be nil.
func Error(code connect.Code, reason, message string, details map[string]string) error {
	err := connect.NewError(code, message)
	d, bad := connectproto.NewErrorDetail(&errdetails.ErrorInfo{Reason: reason, Domain: domain, Metadata: details})
	if bad != nil {
		return err
	}
	return err.WithDetail(d)
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
		v, err := connectproto.UnmarshalErrorDetail(d)
		if err != nil {
			continue
		}
		if info, ok := v.(*errdetails.ErrorInfo); ok {
			return info.GetReason(), info.GetMetadata()
		}
	}
	return "", nil
}
