package tracing

import (
	"context"
	"log/slog"
	"regexp"
	"slices"

	"go.opentelemetry.io/otel/propagation"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// RequestIDHeader is the header with the request id, between processes and to the caller.
const RequestIDHeader = "X-Request-Id"

// carriedID is the request id's name in headers that are stored with events and jobs.
const carriedID = "x-request-id"

// carriedOrigin is the name of the origin's trace context in the same headers.
const carriedOrigin = "origin-traceparent"

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

// Inject adds the trace context, the origin and the request id of ctx to headers that are stored with an event or a job.
func Inject(ctx context.Context, headers map[string]string) {
	if id := RequestID(ctx); id != "" {
		headers[carriedID] = id
	}
	if !Enabled() {
		return
	}
	propagator.Inject(ctx, propagation.MapCarrier(headers))
	if origin := originOf(ctx); origin.IsValid() {
		headers[carriedOrigin] = parent(origin)
	}
}

// Extract returns a ctx that continues the request whose headers Inject wrote.
func Extract(ctx context.Context, get func(name string) string) context.Context {
	ctx = WithRequestID(ctx, get(carriedID))
	if !Enabled() {
		return ctx
	}
	return propagator.Extract(withOrigin(ctx, get(carriedOrigin)), reader(get))
}

// Caused reports whether Extract has found a trace or an origin for the work of ctx. Other work, such as a poll, gets no span.
func Caused(ctx context.Context) bool {
	return trace.SpanContextFromContext(ctx).IsRemote() || originOf(ctx).IsValid()
}

type originKey struct{}

// Parent returns the recorded span of ctx as a W3C traceparent, or "". Stored with an order, it is the origin of the requests that continue the order.
func Parent(ctx context.Context) string {
	if !Recording(ctx) {
		return ""
	}
	return parent(trace.SpanContextFromContext(ctx))
}

// WithOrigin links the span of ctx to the span that Parent returned earlier. What the returned ctx starts, such as events and jobs, is linked to it, too.
func WithOrigin(ctx context.Context, traceparent string) context.Context {
	ctx = withOrigin(ctx, traceparent)
	origin := originOf(ctx)
	// A request changes an order several times.
	span, ok := trace.SpanFromContext(ctx).(sdk.ReadOnlySpan)
	if ok && linkable(origin, span.SpanContext()) && !slices.ContainsFunc(span.Links(), func(l sdk.Link) bool { return l.SpanContext.Equal(origin) }) {
		trace.SpanFromContext(ctx).AddLink(trace.Link{SpanContext: origin})
	}
	return ctx
}

func withOrigin(ctx context.Context, traceparent string) context.Context {
	if traceparent == "" || !Enabled() {
		return ctx
	}
	origin := propagator.Extract(context.Background(), propagation.MapCarrier{"traceparent": traceparent})
	return context.WithValue(ctx, originKey{}, trace.SpanContextFromContext(origin))
}

// originOf returns the origin of ctx, which is not valid if it has none.
func originOf(ctx context.Context) trace.SpanContext {
	origin, _ := ctx.Value(originKey{}).(trace.SpanContext)
	return origin
}

// linkable reports whether a link from a trace to an origin says something that the trace doesn't.
func linkable(origin, from trace.SpanContext) bool {
	return origin.IsValid() && origin.TraceID() != from.TraceID()
}

func parent(span trace.SpanContext) string {
	headers := propagation.MapCarrier{}
	propagator.Inject(trace.ContextWithSpanContext(context.Background(), span), headers)
	return headers["traceparent"]
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
