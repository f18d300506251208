package metrics

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/internal/response"
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
		status := http.StatusInternalServerError // of a handler that panics: it sends none, because the connection is cut
		defer func() {
			inFlight.Dec()
			seconds.WithLabelValues(service, route(r), method(r.Method), class(status)).Observe(time.Since(began).Seconds())
		}()
		res := response.Observe(w)
		next.ServeHTTP(res, r)
		status = res.Status()
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

// classes are the values of the label code.
var classes = [...]string{"0xx", "1xx", "2xx", "3xx", "4xx", "5xx", "6xx", "7xx", "8xx", "9xx"}

// class returns 2xx, 3xx, 4xx or 5xx.
func class(code int) string { return classes[code/100%len(classes)] }
