package rpc_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"connectrpc.com/connect/v2"
	"go.opentelemetry.io/otel/trace"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	pb "github.com/vitrine/vitrine/kit/internal/testproto"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/tracing"
)

// collect exports the spans of a test. The function that it returns ends that, and returns them.
func collect(t *testing.T) func() []*tracev1.Span {
	t.Helper()
	var mu sync.Mutex
	var spans []*tracev1.Span
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var data tracev1.TracesData // has the fields of an export request
		if err := proto.Unmarshal(body, &data); err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		for _, resource := range data.GetResourceSpans() {
			for _, scope := range resource.GetScopeSpans() {
				spans = append(spans, scope.GetSpans()...)
			}
		}
	}))
	t.Cleanup(collector.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	stop, err := tracing.Start(t.Context(), "test", "1", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return func() []*tracev1.Span {
		t.Helper()
		if err := stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		return spans
	}
}

// TestCallsAreTraced: a request that two services handle is one trace. A service's own span is an error only if the failure is its fault.
func TestCallsAreTraced(t *testing.T) {
	spans := collect(t)
	behind, _ := setup(t, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		return nil, rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "no such thing", nil)
	})
	front, _ := setup(t, func(ctx context.Context, _ *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		if _, err := asGateway(behind).do(ctx, good()); connect.CodeOf(err) != connect.CodeNotFound {
			t.Errorf("error = %v, want not_found", err)
		}
		panic("a bug")
	})
	// A poll of background work belongs to no trace.
	_, _ = asGateway(behind).do(t.Context(), good())
	ctx, root := tracing.Span(identity.With(t.Context(), &identity.Principal{Subject: "account-7"}), "a request", trace.SpanKindInternal)
	_, _ = asGateway(front).do(ctx, good())
	root.End()

	byID, own := map[string]*tracev1.Span{}, root.SpanContext().TraceID()
	for _, s := range spans() {
		if string(s.GetTraceId()) == string(own[:]) {
			byID[string(s.GetSpanId())] = s
		}
	}
	parents := map[string]bool{}
	for _, s := range byID {
		parents[string(s.GetParentSpanId())] = true
	}
	var last *tracev1.Span
	for id, s := range byID {
		if !parents[id] {
			last = s
		}
	}
	type step struct {
		name, kind, status string
		code               string
	}
	var got []step
	for s := last; s != nil; s = byID[string(s.GetParentSpanId())] {
		one := step{name: s.GetName(), kind: s.GetKind().String(), status: s.GetStatus().GetCode().String()}
		for _, a := range s.GetAttributes() {
			if a.GetKey() == "rpc.response.status_code" {
				one.code = a.GetValue().GetStringValue()
			}
		}
		got = append(got, one)
	}
	const name, server, client, ok, failed = "vitrine.test.v1.TestService/DoThing", "SPAN_KIND_SERVER", "SPAN_KIND_CLIENT", "STATUS_CODE_UNSET", "STATUS_CODE_ERROR"
	want := []step{
		{name, server, ok, "NOT_FOUND"},
		{name, client, failed, "NOT_FOUND"},
		{name, server, failed, "INTERNAL"},
		{name, client, failed, "INTERNAL"},
		{"a request", "SPAN_KIND_INTERNAL", ok, ""},
	}
	if !slices.Equal(got, want) || len(byID) != len(want) {
		t.Errorf("spans from the last service to the first = %v of %d, want %v", got, len(byID), want)
	}
}
