package postgres

import (
	"context"
	"encoding/json"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/signing"
)

// causeOf returns the trace and the request id of ctx for a row.
func causeOf(ctx context.Context) ([]byte, error) {
	headers := map[string]string{}
	tracing.Inject(ctx, headers)
	return json.Marshal(headers)
}

// step records a step of a transaction in the trace of the request that queued it.
func step(ctx context.Context, t signing.Transaction, status signing.TxStatus) (context.Context, func()) {
	var headers map[string]string
	if json.Unmarshal(t.Cause, &headers) != nil {
		return ctx, func() {}
	}
	ctx = tracing.Extract(ctx, func(name string) string { return headers[name] })
	if !tracing.Caused(ctx) {
		return ctx, func() {}
	}
	ctx, span := tracing.Span(ctx, string(t.Kind)+" "+string(status), trace.SpanKindInternal, attribute.Int64("vitrine.chain", int64(t.ChainID)))
	return ctx, func() { span.End() }
}
