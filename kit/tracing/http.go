package tracing

import (
	"context"
	"net/http"
	"strings"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/vitrine/vitrine/kit/id"
)

// Edge reports whether a request at the public edge comes from one of our own processes, so that its trace and request
// id may be continued. A nil Edge means a port that only our own processes can reach.
type Edge func(*http.Request) bool

// Handler adds a request id to each request and, if traces are exported, a span; RPCs get theirs from kit/rpc. At the
// edge, requests from outside start a new trace and get a new id, and responses contain the id.
func Handler(service string, edge Edge, next http.Handler) http.Handler {
	h := next
	if Enabled() {
		options := append(common(propagator),
			otelhttp.WithFilter(func(r *http.Request) bool { return !Unmeasured(r) }),
			otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return spanName(r) }))
		if edge != nil {
			options = append(options, otelhttp.WithPublicEndpointFn(func(r *http.Request) bool { return !edge(r) }))
		}
		h = otelhttp.NewMiddleware(service, options...)(named(next))
	}
	var name any = service
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := &request{Context: r.Context(), service: name}
		if edge == nil || edge(r) {
			if given := r.Header.Get(RequestIDHeader); requestID.MatchString(given) {
				ctx.id = given
			}
		}
		if edge != nil {
			if RequestID(ctx) == "" {
				ctx.id = id.New()
			}
			w.Header().Set(RequestIDHeader, RequestID(ctx))
		}
		h.ServeHTTP(w, r.WithContext(ctx))
	})
}

// request is the context of a request. It carries several values at once, because each context.WithValue costs memory and time.
type request struct {
	context.Context

	service, id any // strings; id is nil for none
	route       string
}

type routeKey struct{}

// Value implements context.Context.
func (c *request) Value(key any) any {
	switch key.(type) {
	case serviceKey:
		return c.service
	case routeKey:
		return &c.route
	case requestKey:
		if c.id != nil {
			return c.id
		}
	}
	return c.Context.Value(key)
}

// SetRoute sets the route of a request whose mux passes copies of it on, or whose pattern is too general.
func SetRoute(ctx context.Context, route string) {
	if name, ok := ctx.Value(routeKey{}).(*string); ok {
		*name = route
	}
}

// Route returns the path of the route that matched a request, without the method, or "".
func Route(r *http.Request) string {
	if name, ok := r.Context().Value(routeKey{}).(*string); ok && *name != "" {
		return *name
	}
	if _, path, ok := strings.Cut(r.Pattern, " "); ok {
		return path
	}
	return r.Pattern
}

// Unmeasured reports whether a request is a probe, or an RPC, which kit/rpc measures.
func Unmeasured(r *http.Request) bool { return probe(r) || isRPC(r) }

// spanName returns the method and the route. It leaves out the address, which contains ids of orders and people.
func spanName(r *http.Request) string {
	return strings.TrimSpace(r.Method + " " + Route(r))
}

// named sets the name of a span once the route is known.
func named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		trace.SpanFromContext(r.Context()).SetName(spanName(r))
	})
}

func probe(r *http.Request) bool { return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" }

func isRPC(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Content-Type"), "application/grpc")
}

// Transport records calls to our own processes and forwards the trace and the request id.
func Transport(base http.RoundTripper) http.RoundTripper {
	return RequestIDs(outgoing(base, propagator))
}

// RequestIDs forwards the request id to our own processes.
func RequestIDs(base http.RoundTripper) http.RoundTripper { return passing{base} }

// Outside records calls to other companies' systems. It sends them neither the trace nor the request id.
func Outside(base http.RoundTripper) http.RoundTripper {
	return outgoing(base, propagation.NewCompositeTextMapPropagator())
}

func outgoing(base http.RoundTripper, p propagation.TextMapPropagator) http.RoundTripper {
	if base == nil {
		base = http.DefaultTransport
	}
	if !Enabled() {
		return base
	}
	// Polls of background work belong to no trace.
	return otelhttp.NewTransport(base, append(common(p), otelhttp.WithFilter(func(r *http.Request) bool { return Recording(r.Context()) }))...)
}

func common(p propagation.TextMapPropagator) []otelhttp.Option {
	return []otelhttp.Option{otelhttp.WithTracerProvider(Provider()), otelhttp.WithMeterProvider(noop.NewMeterProvider()), otelhttp.WithPropagators(p)}
}

// passing adds the request id to outgoing requests.
type passing struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (p passing) RoundTrip(r *http.Request) (*http.Response, error) {
	if id := RequestID(r.Context()); id != "" && r.Header.Get(RequestIDHeader) != id {
		r = r.Clone(r.Context())
		r.Header.Set(RequestIDHeader, id)
	}
	return p.next.RoundTrip(r)
}

// Propagator writes trace contexts for libraries of other protocols.
func Propagator() propagation.TextMapPropagator { return propagator }

// Forget removes the trace and the request id that an outside caller sent from a request that is forwarded.
func Forget(h http.Header) {
	for _, name := range []string{"Traceparent", "Tracestate", "Baggage", RequestIDHeader} {
		h.Del(name)
	}
}
