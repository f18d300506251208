package metrics_test

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/metrics"
)

func TestTheSameNameIsOneCollector(t *testing.T) {
	t.Parallel()
	opts := prometheus.CounterOpts{Name: "kit_metrics_test_total", Help: "Of this test."}
	if metrics.Register(prometheus.NewCounter(opts)) != metrics.Register(prometheus.NewCounter(opts)) {
		t.Error("registering the same counter twice returned different collectors, want the first one")
	}
	defer func() {
		if recover() == nil {
			t.Error("registering a gauge with a counter's name succeeded, want a panic")
		}
	}()
	metrics.Register(prometheus.NewGauge(prometheus.GaugeOpts(opts)))
}
