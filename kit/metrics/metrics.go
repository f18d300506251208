// Package metrics registers a service's metrics.
package metrics

import (
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// Register adds a collector to the process's metrics, and returns the existing one if another service
// of the process, or an earlier test, has registered the same. It panics if the existing one has another
// type, because two metrics with one name are a programming error.
func Register[C prometheus.Collector](c C) C {
	err := prometheus.Register(c)
	if err == nil {
		return c
	}
	if have, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
		if same, ok := have.ExistingCollector.(C); ok {
			return same
		}
	}
	panic(fmt.Errorf("metrics: %w", err))
}

// durations are the buckets of histograms of calls, in seconds. The SLOs in deploy/observability use 0.25, 0.5, 1 and 2.5.
var durations = []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}

// Histogram registers a histogram of durations in seconds. Every label must have a bounded set of values: names from the code or
// the contracts, never values from a request.
func Histogram(name, help string, labels ...string) *prometheus.HistogramVec {
	return Register(prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: durations}, labels))
}
