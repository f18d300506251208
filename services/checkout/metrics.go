package checkout

import (
	"github.com/prometheus/client_golang/prometheus"

	kitmetrics "github.com/vitrine/vitrine/kit/metrics"
)

// metrics are the service's metrics.
type metrics struct {
	oldest, unresolved *prometheus.GaugeVec
	violations         prometheus.Gauge
	rounds             *prometheus.CounterVec
}

func newMetrics() metrics {
	return metrics{
		oldest: kitmetrics.Register(prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "checkout_oldest_unresolved_seconds", Help: "Age of the oldest work that waits, by kind.",
		}, []string{"kind"})),
		unresolved: kitmetrics.Register(prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "checkout_unresolved", Help: "Number of pending work items, by kind.",
		}, []string{"kind"})),
		violations: kitmetrics.Register(prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "checkout_invariant_violations", Help: "What must never happen, counted over the whole shop; 0.",
		})),
		rounds: kitmetrics.Register(prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "checkout_reconcile_rounds_total", Help: "Rounds of the reconcilers by work and outcome (ok, failed).",
		}, []string{"work", "outcome"})),
	}
}
