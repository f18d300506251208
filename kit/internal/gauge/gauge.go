// Package gauge creates gauges whose values are read from a service's database.
package gauge

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/metrics"
)

// Every is how often they are read.
const Every = 15 * time.Second

// Of returns a gauge for a pool's database. Services in one process share the vector, and so do two
// calls with the same name.
func Of(pool *pgxpool.Pool, name, help string) prometheus.Gauge {
	vec := metrics.Register(prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{"database"}))
	return vec.WithLabelValues(pool.Config().ConnConfig.Database)
}
