package bus

import (
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/metrics"
)

// eventMetrics are the metrics of a consumer.
type eventMetrics struct {
	seconds, lag *prometheus.HistogramVec
	pending      *prometheus.GaugeVec
}

func newEventMetrics() eventMetrics {
	return eventMetrics{
		seconds: metrics.Histogram("vitrine_event_seconds", "Duration of handling an event.", "service", "event", "outcome"),
		lag: metrics.Register(prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "vitrine_event_lag_seconds", Help: "Time from the broker's storing an event to its handling.",
			Buckets: []float64{0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800},
		}, []string{"service", "event"})),
		pending: metrics.Register(prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "vitrine_events_pending", Help: "Events behind the one that a consumer handled last.",
		}, []string{"service", "event"})),
	}
}

// observe records one delivery.
func (m eventMetrics) observe(service, event string, msg jetstream.Msg, began time.Time, err error) {
	outcome := "ok"
	if err != nil {
		outcome = "failed"
	}
	m.seconds.WithLabelValues(service, event, outcome).Observe(time.Since(began).Seconds())
	meta, bad := msg.Metadata()
	if bad != nil {
		return
	}
	m.pending.WithLabelValues(service, event).Set(float64(meta.NumPending))
	if err == nil {
		m.lag.WithLabelValues(service, event).Observe(time.Since(meta.Timestamp).Seconds())
	}
}
