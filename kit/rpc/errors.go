package rpc

import (
	"errors"
	"fmt"
	"strings"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connectproto"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/reflect/protoreflect"
)

const domain = "vitrine"

// Reason is a value of an enum Reason or InternalReason in a reasons.proto, where its comment says when it is sent.
type Reason interface{ protoreflect.Enum }

// Word returns a reason as it is sent: the name of its value without the prefix, in lower case.
func Word(r Reason) string {
	_, name, _ := strings.Cut(string(r.Descriptor().Values().ByNumber(r.Number()).Name()), "REASON_")
	return strings.ToLower(name)
}

// Error returns a public error. reason is for clients and tests, message is for people, and details (field → message for
// invalid input) may be nil.
func Error(code connect.Code, reason Reason, message string, details map[string]string) error {
	err := connect.NewError(code, message)
	d, bad := connectproto.NewErrorDetail(&errdetails.ErrorInfo{Reason: Word(reason), Domain: domain, Metadata: details})
	if bad != nil {
		return err
	}
	return err.WithDetail(d)
}

// Unavailable returns an error of code unavailable that wraps the cause. The
// server logs the cause, and callers never see it.
func Unavailable(reason Reason, message string, cause error) error {
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

// HasReason reports whether err is an Error with the reason, also one received from another service.
func HasReason(err error, reason Reason) bool {
	word, _ := ReasonOf(err)
	return word == Word(reason)
}
