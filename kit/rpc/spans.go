package rpc

import (
	"context"
	"errors"
	"io"
	"strings"

	"connectrpc.com/connect/v2"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/vitrine/vitrine/kit/tracing"
)

// traceServed records each call in the trace of its caller, while traces are on. Neither the caller's address nor a header becomes an
// attribute, because both may be personal. otelconnect does the same, and links Connect's version 1 into every program.
func traceServed(next connect.ServerFunc) connect.ServerFunc {
	return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
		if !tracing.Enabled() {
			return next(ctx, spec, stream)
		}
		if !trace.SpanContextFromContext(ctx).IsValid() {
			ctx = tracing.Extract(ctx, func(name string) string { return RequestHeader(ctx, name) })
		}
		ctx, span := startSpan(ctx, spec, trace.SpanKindServer)
		defer span.End() // also if the handler panics to end the connection
		err := next(ctx, spec, stream)
		endSpan(span, err, serviceFailed(err))
		return err
	}
}

// traceSent records each call to another service as one span, with all its attempts, and sends the trace along. A call outside of a trace, such
// as a poll of background work, isn't recorded.
func traceSent(next connect.ClientFunc) connect.ClientFunc {
	return func(ctx context.Context, spec connect.Spec) (connect.ClientStream, error) {
		if !tracing.Recording(ctx) {
			return next(ctx, spec)
		}
		ctx, span := startSpan(ctx, spec, trace.SpanKindClient)
		if call, ok := connect.CallInfoForClientContext(ctx); ok {
			headers := map[string]string{}
			tracing.Inject(ctx, headers)
			for name, value := range headers {
				call.RequestHeader().Set(name, value)
			}
		}
		stream, err := next(ctx, spec)
		if err != nil {
			endSpan(span, err, true)
			return nil, err
		}
		// A stream that its caller abandons ends with its context.
		stop := context.AfterFunc(ctx, func() { span.End() })
		return tracedStream{stream, span, stop}, nil
	}
}

// tracedStream ends a span with the call.
type tracedStream struct {
	connect.ClientStream

	span trace.Span
	stop func() bool
}

// Receive implements connect.ClientStream.
func (s tracedStream) Receive(message any) error {
	err := s.ClientStream.Receive(message)
	switch {
	case errors.Is(err, io.EOF):
		s.end(nil)
	case err != nil:
		s.end(err)
	}
	return err
}

// Close implements connect.ClientStream.
func (s tracedStream) Close() error {
	s.end(nil)
	return s.ClientStream.Close()
}

func (s tracedStream) end(err error) {
	s.stop()
	endSpan(s.span, err, err != nil)
}

func startSpan(ctx context.Context, spec connect.Spec, kind trace.SpanKind) (context.Context, trace.Span) {
	method := strings.TrimPrefix(spec.Procedure, "/")
	return tracing.Span(ctx, method, kind, attribute.String("rpc.system.name", "grpc"), attribute.String("rpc.method", method))
}

// endSpan records the result of a call and ends its span, unless it has ended. failed marks the span as an error.
func endSpan(span trace.Span, err error, failed bool) {
	code := "OK"
	if err != nil {
		code = strings.ToUpper(connect.CodeOf(err).String())
		span.SetAttributes(attribute.String("error.type", code))
	}
	if failed {
		span.SetStatus(codes.Error, err.Error())
	}
	span.SetAttributes(attribute.String("rpc.response.status_code", code))
	span.End()
}

// serviceFailed reports whether an error is the service's fault, not the caller's.
func serviceFailed(err error) bool {
	switch connect.CodeOf(err) {
	case connect.CodeUnknown, connect.CodeDeadlineExceeded, connect.CodeUnimplemented, connect.CodeInternal, connect.CodeUnavailable, connect.CodeDataLoss:
		return err != nil
	default:
		return false
	}
}
