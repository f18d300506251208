package jobs

import (
	"context"
	"encoding/json"

	"github.com/riverqueue/river/rivertype"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/vitrine/vitrine/kit/tracing"
)

// causeOf returns the trace and the request id of ctx as metadata of a job, or nil.
func causeOf(ctx context.Context) ([]byte, error) {
	headers := map[string]string{}
	tracing.Inject(ctx, headers)
	if len(headers) == 0 {
		return nil, nil
	}
	return json.Marshal(headers)
}

// continued returns a ctx that continues the request that added a job. Runs without one, such as periodic work, get no
// span.
func continued(ctx context.Context, job *rivertype.JobRow) (context.Context, func(error)) {
	// River keeps its own metadata in the same object, with values of other types.
	var metadata map[string]any
	if json.Unmarshal(job.Metadata, &metadata) != nil {
		return ctx, func(error) {}
	}
	ctx = tracing.Extract(ctx, func(name string) string {
		value, _ := metadata[name].(string)
		return value
	})
	if !tracing.Caused(ctx) {
		return ctx, func(error) {}
	}
	ctx, span := tracing.Span(ctx, "job "+job.Kind, trace.SpanKindConsumer)
	return ctx, func(err error) {
		if err != nil {
			span.RecordError(err)
			span.SetStatus(codes.Error, err.Error())
		}
		span.End()
	}
}
