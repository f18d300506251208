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
		t.Error("two counters of one name")
	}
	defer func() {
		if recover() == nil {
			t.Error("a gauge got the name of a counter")
		}
	}()
	metrics.Register(prometheus.NewGauge(prometheus.GaugeOpts(opts)))
}
