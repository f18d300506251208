package postgres

import (
	"sync"
	"weak"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/metrics"
)

// pools collects metrics of the process's pools. It keeps none of them alive.
type pools struct {
	mu    sync.Mutex
	all   []weak.Pointer[pgxpool.Pool]
	conns *prometheus.Desc
	waits *prometheus.Desc
	time  *prometheus.Desc
}

var measured = sync.OnceValue(func() *pools {
	return metrics.Register(&pools{
		conns: prometheus.NewDesc("vitrine_pool_connections", "Connections of the pool: used, idle, and the most that it may have.", []string{"database", "state"}, nil),
		waits: prometheus.NewDesc("vitrine_pool_waits_total", "How often work had to wait for a free connection.", []string{"database"}, nil),
		time:  prometheus.NewDesc("vitrine_pool_wait_seconds_total", "How long work waited for connections.", []string{"database"}, nil),
	})
})

func (p *pools) add(pool *pgxpool.Pool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, weak.Make(pool))
}

// Describe implements prometheus.Collector.
func (p *pools) Describe(out chan<- *prometheus.Desc) { out <- p.conns; out <- p.waits; out <- p.time }

// Collect implements prometheus.Collector. Several pools of one database are added up.
func (p *pools) Collect(out chan<- prometheus.Metric) {
	type sum struct{ used, idle, most, waits, time float64 }
	sums := map[string]sum{}
	p.mu.Lock()
	alive := p.all[:0]
	for _, reference := range p.all {
		pool := reference.Value()
		if pool == nil {
			continue
		}
		alive = append(alive, reference)
		stat, name := pool.Stat(), pool.Config().ConnConfig.Database
		s := sums[name]
		s.used += float64(stat.AcquiredConns())
		s.idle += float64(stat.IdleConns())
		s.most += float64(stat.MaxConns())
		s.waits += float64(stat.EmptyAcquireCount())
		s.time += stat.EmptyAcquireWaitTime().Seconds()
		sums[name] = s
	}
	p.all = alive
	p.mu.Unlock()
	for name, s := range sums {
		out <- prometheus.MustNewConstMetric(p.conns, prometheus.GaugeValue, s.used, name, "used")
		out <- prometheus.MustNewConstMetric(p.conns, prometheus.GaugeValue, s.idle, name, "idle")
		out <- prometheus.MustNewConstMetric(p.conns, prometheus.GaugeValue, s.most, name, "max")
		out <- prometheus.MustNewConstMetric(p.waits, prometheus.CounterValue, s.waits, name)
		out <- prometheus.MustNewConstMetric(p.time, prometheus.CounterValue, s.time, name)
	}
}
