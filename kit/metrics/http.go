package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/felixge/httpsnoop"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/tracing"
)

// HTTP measures the requests of a service by route. Probes and RPCs are left out; kit/rpc measures those.
func HTTP(service string, next http.Handler) http.Handler {
	seconds := Histogram("vitrine_http_seconds", "Duration of HTTP requests.", "service", "route", "method", "code")
	inFlight := Register(prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "vitrine_http_in_flight", Help: "HTTP requests that are being handled."}, []string{"service"})).WithLabelValues(service)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if tracing.Unmeasured(r) {
			next.ServeHTTP(w, r)
			return
		}
		inFlight.Inc()
		began := time.Now()
		// A handler that panics sends no status, because the connection is cut.
		m := httpsnoop.Metrics{Code: http.StatusInternalServerError}
		defer func() {
			inFlight.Dec()
			seconds.WithLabelValues(service, route(r), method(r.Method), class(m.Code)).Observe(time.Since(began).Seconds())
		}()
		m = httpsnoop.CaptureMetrics(next, w, r)
	})
}

// route returns the pattern that matched the request.
func route(r *http.Request) string {
	if route := tracing.Route(r); route != "" {
		return route
	}
	return "none"
}

// method limits the values of the label: a caller can send any method.
func method(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	default:
		return "other"
	}
}

// class returns 2xx, 3xx, 4xx or 5xx.
func class(code int) string { return strconv.Itoa(code/100) + "xx" }
