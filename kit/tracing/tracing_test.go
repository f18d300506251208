package tracing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
)

// record exports the spans of a test to memory, as they would leave the process.
func record(t *testing.T) *tracetest.InMemoryExporter {
	t.Helper()
	out := tracetest.NewInMemoryExporter()
	stop := export("test", "1", sdk.NewSimpleSpanProcessor(scrubbed{out}))
	t.Cleanup(func() { _ = stop(context.Background()) })
	return out
}

func TestOffByDefault(t *testing.T) {
	for _, c := range []struct {
		name, env, value string
		on               bool
	}{
		{"nothing set", "OTEL_TRACES_EXPORTER", "", false},
		{"an endpoint", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318", true},
		{"an exporter", "OTEL_TRACES_EXPORTER", "otlp", true},
		{"none", "OTEL_TRACES_EXPORTER", "none", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv(c.env, c.value)
			stop, err := Start(t.Context(), "test", "1", slog.New(slog.DiscardHandler))
			if err != nil || Enabled() != c.on {
				t.Errorf("enabled %v, want %v; error %v", Enabled(), c.on, err)
			}
			if err := stop(t.Context()); err != nil || Enabled() {
				t.Errorf("after the end: enabled = %t, error = %v, want false and nil", Enabled(), err)
			}
		})
	}
	for name, value := range map[string]string{"OTEL_TRACES_EXPORTER": "zipkin", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
			t.Setenv(name, value)
			if _, err := Start(t.Context(), "test", "1", slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("error %v, want one that names %s", err, name)
			}
		})
	}
}

// TestOneTraceThroughHeaders sends a request through the edge, a service and an event. All spans are of one trace, each names its
// service, and every process knows the request id.
func TestOneTraceThroughHeaders(t *testing.T) {
	spans := record(t)
	stored := map[string]string{}
	ids := map[string]string{}
	inner := http.NewServeMux()
	inner.HandleFunc("POST /things/{id}", func(_ http.ResponseWriter, r *http.Request) {
		Inject(r.Context(), stored)
		ids["service"] = RequestID(r.Context())
	})
	service := httptest.NewServer(Handler("service", nil, inner))
	defer service.Close()
	edge := httptest.NewServer(Handler("edge", func(*http.Request) bool { return false }, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := http.NewRequestWithContext(r.Context(), http.MethodPost, service.URL+"/things/secret-of-ana@example.org?key=1", nil)
		if err != nil {
			t.Error(err)
		}
		res, err := Transport(nil).RoundTrip(out)
		if err != nil {
			t.Error(err)
			return
		}
		_ = res.Body.Close()
		w.WriteHeader(http.StatusAccepted)
	})))
	defer edge.Close()

	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, edge.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	const strange = "0af7651916cd43dd8448eb211c80319c"
	req.Header.Set("Traceparent", "00-"+strange+"-b7ad6b7169203331-01")
	req.Header.Set(RequestIDHeader, "chosen-by-a-stranger")
	req.Header.Set("User-Agent", "ana@example.org")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	id := res.Header.Get(RequestIDHeader)
	if id == "" || id == "chosen-by-a-stranger" || ids["service"] != id || stored["x-request-id"] != id {
		t.Errorf("request id = %q, at the service %q, in the event %q, want one new id everywhere", id, ids["service"], stored["x-request-id"])
	}

	ctx := Extract(WithService(context.Background(), "consumer"), func(name string) string { return stored[name] })
	_, span := Span(ctx, "process", trace.SpanKindConsumer)
	span.RecordError(errors.New("mail to ana@example.org bounced"))
	span.SetStatus(codes.Error, "no such mailbox: ana@example.org")
	span.SetAttributes(attribute.String("client.address", "203.0.113.7"))
	span.End()

	services, traces := map[string]bool{}, map[string]bool{}
	for _, s := range spans.GetSpans() {
		for _, a := range s.Resource.Attributes() {
			if a.Key == "service.name" {
				services[a.Value.AsString()] = true
			}
		}
		traces[s.SpanContext.TraceID().String()] = true
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"ana@example.org", "secret-of", "203.0.113.7", "127.0.0.1:"} {
			if strings.Contains(string(text), secret) {
				t.Errorf("span %s = %s, want no %q in it", s.Name, text, secret)
			}
		}
	}
	if len(traces) != 1 || traces[strange] {
		t.Errorf("traces = %v, want one, not the caller's", traces)
	}
	for _, want := range []string{"edge", "service", "consumer"} {
		if !services[want] {
			t.Errorf("services %v have no span of %s", services, want)
		}
	}
	if !strings.Contains(names(spans), "POST /things/{id}") {
		t.Errorf("spans %s, want one named by its route", names(spans))
	}
}

// TestOrdersLinkToTheirHold: a webhook and what follows from it are one trace, which links to the request that made the hold: once where it
// begins and once in each process. Work without a trace begins one, with the link.
func TestOrdersLinkToTheirHold(t *testing.T) {
	spans := record(t)
	_, hold := Span(t.Context(), "hold", trace.SpanKindServer)
	holdCtx := trace.ContextWithSpan(t.Context(), hold)
	stored := Parent(holdCtx)
	WithOrigin(holdCtx, stored)
	hold.End()

	send := func(ctx context.Context, name string) {
		headers := map[string]string{}
		Inject(WithOrigin(WithOrigin(ctx, stored), stored), headers)
		ctx = Extract(WithService(context.Background(), "consumer"), func(key string) string { return headers[key] })
		if !Caused(ctx) {
			t.Errorf("%s caused nothing, want an event with an origin", name)
		}
		ctx, process := Span(ctx, name, trace.SpanKindConsumer)
		_, inside := Span(ctx, "inside", trace.SpanKindInternal)
		inside.End()
		process.End()
	}
	ctx, webhook := Span(t.Context(), "webhook", trace.SpanKindServer)
	send(ctx, "process of a webhook")
	webhook.End()
	send(t.Context(), "process of a poll")
	if stored := Parent(t.Context()); stored != "" {
		t.Errorf("traceparent of a poll = %q, want none", stored)
	}
	if Caused(WithOrigin(t.Context(), "not a traceparent")) {
		t.Error("an invalid traceparent is an origin, want none")
	}

	links, traces := map[string]int{}, map[string]trace.TraceID{}
	for _, s := range spans.GetSpans() {
		traces[s.Name] = s.SpanContext.TraceID()
		for _, l := range s.Links {
			if l.SpanContext.SpanID() == hold.SpanContext().SpanID() {
				links[s.Name]++
			}
		}
	}
	if want := map[string]int{"webhook": 1, "process of a webhook": 1, "process of a poll": 1}; !maps.Equal(links, want) {
		t.Errorf("links to the hold = %v, want %v", links, want)
	}
	if traces["webhook"] != traces["process of a webhook"] || traces["webhook"] == traces["hold"] || traces["process of a poll"] == traces["hold"] {
		t.Errorf("traces = %v, want one of the hold, one of the webhook, one of the poll", traces)
	}
}

func names(spans *tracetest.InMemoryExporter) string {
	var all []string
	for _, s := range spans.GetSpans() {
		all = append(all, s.Name)
	}
	return strings.Join(all, ", ")
}

func TestLogsNameTheRequest(t *testing.T) {
	record(t)
	var out bytes.Buffer
	log := slog.New(LogHandler(slog.NewJSONHandler(&out, nil))).With("service", "checkout")
	ctx, span := Span(WithRequestID(t.Context(), "r-1"), "work", trace.SpanKindInternal)
	log.InfoContext(ctx, "call")
	span.End()
	var line map[string]string
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatal(err)
	}
	if line["request_id"] != "r-1" || line["trace_id"] != span.SpanContext().TraceID().String() || line["service"] != "checkout" {
		t.Errorf("log line = %v, want the request's id, its trace and the service", line)
	}
	out.Reset()
	log.InfoContext(t.Context(), "start")
	if strings.Contains(out.String(), "request_id") || strings.Contains(out.String(), "trace_id") {
		t.Errorf("log line outside of a request = %s, want no request id and no trace id", &out)
	}
}

func TestRequestIDsAreBounded(t *testing.T) {
	for _, bad := range []string{"", "a b", "a\nb", strings.Repeat("a", 65), `"`} {
		if id := RequestID(WithRequestID(t.Context(), bad)); id != "" {
			t.Errorf("%q was accepted as %q, want none", bad, id)
		}
	}
}
