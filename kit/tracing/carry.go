package tracing

import (
	"context"
	"log/slog"
	"regexp"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// RequestIDHeader is the header with the request id, between processes and to the caller.
const RequestIDHeader = "X-Request-Id"

// carriedID is the request id's name in headers that are stored with events and jobs.
const carriedID = "x-request-id"

// propagator writes and reads W3C trace contexts. It leaves out baggage, which could contain personal data.
var propagator = propagation.TraceContext{}

type requestKey struct{}

var requestID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// WithRequestID returns a ctx with a request id, or ctx itself if the id is not valid.
func WithRequestID(ctx context.Context, id string) context.Context {
	if !requestID.MatchString(id) {
		return ctx
	}
	return context.WithValue(ctx, requestKey{}, id)
}

// RequestID returns the id of the request that caused the work of ctx, or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// Inject adds the trace context and the request id of ctx to headers that are stored with an event or a job.
func Inject(ctx context.Context, headers map[string]string) {
	if id := RequestID(ctx); id != "" {
		headers[carriedID] = id
	}
	if Enabled() {
		propagator.Inject(ctx, propagation.MapCarrier(headers))
	}
}

// Extract returns a ctx that continues the request whose headers Inject wrote.
func Extract(ctx context.Context, get func(name string) string) context.Context {
	ctx = WithRequestID(ctx, get(carriedID))
	if !Enabled() {
		return ctx
	}
	return propagator.Extract(ctx, reader(get))
}

// reader reads headers from a function.
type reader func(string) string

// Get implements propagation.TextMapCarrier.
func (r reader) Get(name string) string { return r(name) }

// Set implements propagation.TextMapCarrier.
func (reader) Set(string, string) {}

// Keys implements propagation.TextMapCarrier.
func (reader) Keys() []string { return nil }

// LogHandler adds trace_id and request_id of the context to each record.
func LogHandler(next slog.Handler) slog.Handler { return logs{next} }

type logs struct{ slog.Handler }

// Handle implements slog.Handler.
func (l logs) Handle(ctx context.Context, r slog.Record) error {
	span := trace.SpanContextFromContext(ctx)
	id := RequestID(ctx)
	if span.HasTraceID() || id != "" {
		r = r.Clone()
	}
	if span.HasTraceID() {
		r.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	if id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	return l.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (l logs) WithAttrs(attrs []slog.Attr) slog.Handler { return logs{l.Handler.WithAttrs(attrs)} }

// WithGroup implements slog.Handler.
func (l logs) WithGroup(name string) slog.Handler { return logs{l.Handler.WithGroup(name)} }
