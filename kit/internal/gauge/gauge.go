// Package gauge makes gauges that say what is in a service's database.
package gauge

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// Every is how often they are read.
const Every = 15 * time.Second

// Of is the gauge of a pool's database. The services of one process share the vector, and so do two that ask for the same one.
func Of(pool *pgxpool.Pool, name, help string) prometheus.Gauge {
	vec := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{"database"})
	if err := prometheus.Register(vec); err != nil {
		if have, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
			if v, ok := have.ExistingCollector.(*prometheus.GaugeVec); ok {
				vec = v
			}
		}
	}
	return vec.WithLabelValues(pool.Config().ConnConfig.Database)
}
