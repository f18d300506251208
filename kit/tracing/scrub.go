package tracing

import (
	"context"
	"slices"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"

	"github.com/vitrine/vitrine/kit/report"
)

// personal are attributes that libraries set and that may identify a person or contain a secret: addresses contain ids, API keys
// and secrets of links.
var personal = []attribute.Key{
	"client.address", "client.port", "network.peer.address", "network.peer.port", "user_agent.original",
	"url.full", "url.path", "url.query", "db.query.parameters",
}

// texts are attributes and event fields that quote errors.
var texts = []attribute.Key{"exception.message", "error.message", "rpc.response.message"}

// scrubbed exports spans without personal data.
type scrubbed struct{ sdk.SpanExporter }

// ExportSpans implements sdk.SpanExporter.
func (s scrubbed) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	clean := make([]sdk.ReadOnlySpan, len(spans))
	for i, span := range spans {
		clean[i] = impersonal{span}
	}
	return s.SpanExporter.ExportSpans(ctx, clean)
}

type impersonal struct{ sdk.ReadOnlySpan }

// Attributes implements sdk.ReadOnlySpan.
func (s impersonal) Attributes() []attribute.KeyValue { return scrub(s.ReadOnlySpan.Attributes()) }

// Events implements sdk.ReadOnlySpan.
func (s impersonal) Events() []sdk.Event {
	events := slices.Clone(s.ReadOnlySpan.Events())
	for i := range events {
		events[i].Attributes = scrub(events[i].Attributes)
	}
	return events
}

// Status implements sdk.ReadOnlySpan.
func (s impersonal) Status() sdk.Status {
	status := s.ReadOnlySpan.Status()
	status.Description = report.Scrub(status.Description)
	return status
}

func scrub(all []attribute.KeyValue) []attribute.KeyValue {
	out := make([]attribute.KeyValue, 0, len(all))
	for _, attr := range all {
		switch {
		case slices.Contains(personal, attr.Key):
		case slices.Contains(texts, attr.Key):
			out = append(out, attr.Key.String(report.Scrub(attr.Value.AsString())))
		default:
			out = append(out, attr)
		}
	}
	return out
}
