// Package tracing follows a request through the processes: by its trace (OpenTelemetry) and by its request id.
//
// Traces are off unless the standard OTEL_* variables name an exporter. Then nothing is added to servers, clients and
// databases. A span belongs to the service of its context, which kit.Host sets, so that several services in one process
// stay apart. Spans contain no personal data: see scrubbed.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/embedded"
	"go.opentelemetry.io/otel/trace/noop"
)

// scope is the instrumentation scope of spans that no library creates.
const scope = "github.com/vitrine/vitrine/kit/tracing"

// exporting is the state that Start creates. All services of a process share one queue of spans.
type exporting struct {
	spans     sdk.SpanProcessor
	process   string
	resource  func(service string) *resource.Resource
	providers sync.Map // service → *sdk.TracerProvider
}

var current atomic.Pointer[exporting]

// Start exports spans from now on if the environment enables it; call it before a service opens. process is the name of
// spans outside of any service, version the build's. stop sends the remaining spans. The error is an unsupported setting.
func Start(ctx context.Context, process, version string, log *slog.Logger) (stop func(context.Context) error, err error) {
	stop = func(context.Context) error { return nil }
	on, err := wanted()
	if err != nil || !on {
		return stop, err
	}
	client, err := collectorClient()
	if err != nil {
		return stop, err
	}
	out, err := otlptracehttp.New(ctx, otlptracehttp.WithHTTPClient(client))
	if err != nil {
		return stop, fmt.Errorf("traces: %w", err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("cannot export traces", "error", err) }))
	return export(process, version, sdk.NewBatchSpanProcessor(scrubbed{out})), nil
}

// export sends all spans of the process to a processor.
func export(process, version string, spans sdk.SpanProcessor) (stop func(context.Context) error) {
	e := &exporting{spans: spans, process: process, resource: func(service string) *resource.Resource {
		// An error means that OTEL_RESOURCE_ATTRIBUTES is partly invalid. The valid part is used.
		r, _ := resource.New(context.Background(), resource.WithTelemetrySDK(), resource.WithAttributes(
			attribute.String("service.name", service), attribute.String("service.namespace", "vitrine"), attribute.String("service.version", version),
		), resource.WithFromEnv())
		return r
	}}
	current.Store(e)
	return func(ctx context.Context) error {
		current.CompareAndSwap(e, nil)
		return spans.Shutdown(ctx)
	}
}

// wanted reports whether the environment enables traces.
func wanted() (bool, error) {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") {
		return false, nil
	}
	switch exporter := os.Getenv("OTEL_TRACES_EXPORTER"); exporter {
	case "none":
		return false, nil
	case "":
		if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
			return false, nil
		}
	case "otlp":
	default:
		return false, fmt.Errorf("OTEL_TRACES_EXPORTER: %q is neither otlp nor none", exporter)
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"} {
		if protocol := os.Getenv(name); protocol != "" && protocol != "http/protobuf" {
			return false, errors.New(name + " must be http/protobuf, which collectors accept on port 4318")
		}
	}
	return true, nil
}

// Enabled reports whether spans are exported.
func Enabled() bool { return current.Load() != nil }

type serviceKey struct{}

// WithService returns a ctx whose spans belong to a service.
func WithService(ctx context.Context, service string) context.Context {
	return context.WithValue(ctx, serviceKey{}, service)
}

// Provider returns the tracer provider for libraries. Spans belong to the service of the ctx they are started with.
func Provider() trace.TracerProvider { return provider{} }

type provider struct{ embedded.TracerProvider }

// Tracer implements trace.TracerProvider.
func (provider) Tracer(name string, options ...trace.TracerOption) trace.Tracer {
	return tracer{name: name, options: options}
}

type tracer struct {
	embedded.Tracer

	name    string
	options []trace.TracerOption
}

// Start implements trace.Tracer.
func (t tracer) Start(ctx context.Context, name string, options ...trace.SpanStartOption) (context.Context, trace.Span) {
	return providerOf(ctx).Tracer(t.name, t.options...).Start(ctx, name, options...) //nolint:spancheck // the caller ends it
}

func providerOf(ctx context.Context) trace.TracerProvider {
	e := current.Load()
	if e == nil {
		return noop.NewTracerProvider()
	}
	service, ok := ctx.Value(serviceKey{}).(string)
	if !ok {
		service = e.process
	}
	if p, ok := e.providers.Load(service); ok {
		return p.(*sdk.TracerProvider)
	}
	p, _ := e.providers.LoadOrStore(service, sdk.NewTracerProvider(sdk.WithSpanProcessor(e.spans), sdk.WithResource(e.resource(service))))
	return p.(*sdk.TracerProvider)
}

// Span starts a span. Name and attributes must come from the code or the schema, never from a person. The first span of a process in a trace
// links to the origin of ctx.
func Span(ctx context.Context, name string, kind trace.SpanKind, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	options := []trace.SpanStartOption{trace.WithSpanKind(kind), trace.WithAttributes(attributes...)}
	before, origin := trace.SpanContextFromContext(ctx), originOf(ctx)
	if first := !before.IsValid() || before.IsRemote(); first && linkable(origin, before) {
		options = append(options, trace.WithLinks(trace.Link{SpanContext: origin}))
	}
	return provider{}.Tracer(scope).Start(ctx, name, options...) //nolint:spancheck // the caller ends it
}

// Recording reports whether the work of ctx is recorded.
func Recording(ctx context.Context) bool { return trace.SpanFromContext(ctx).IsRecording() }
