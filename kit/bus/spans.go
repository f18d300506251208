package bus

import (
	"context"
	"maps"

	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/vitrine/vitrine/kit/tracing"
)

var system = attribute.String("messaging.system", "nats")

// publishing starts a span in the trace of the request that caused an event. It also returns the headers to
// send.
func publishing(ctx context.Context, m Message) (map[string]string, trace.Span) {
	cause := tracing.Extract(ctx, func(name string) string { return m.Headers[name] })
	if !tracing.Caused(cause) {
		return m.Headers, noop.Span{}
	}
	cause, span := tracing.Span(cause, "publish "+m.Subject, trace.SpanKindProducer, system, attribute.String("messaging.destination.name", m.Subject))
	headers := maps.Clone(m.Headers)
	tracing.Inject(cause, headers)
	return headers, span
}

// handling continues the trace and the request id of a delivered event.
func handling(ctx context.Context, h handler, msg jetstream.Msg, try int) (context.Context, trace.Span) {
	ctx = tracing.Extract(ctx, msg.Headers().Get)
	if !tracing.Caused(ctx) {
		return ctx, noop.Span{}
	}
	return tracing.Span(ctx, "process "+h.subject, trace.SpanKindConsumer, system,
		attribute.String("messaging.destination.name", h.subject), attribute.String("messaging.consumer.group.name", h.durable), attribute.Int("vitrine.try", try))
}

// handled ends the span of an event.
func handled(span trace.Span, err error) {
	if err != nil {
		span.RecordError(err)
		span.SetStatus(codes.Error, err.Error())
	}
	span.End()
}
