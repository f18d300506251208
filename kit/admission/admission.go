// Package admission refuses requests before a process is overloaded, so that the requests it admits still finish in time.
//
// The limit of concurrent requests adapts to their durations (failsafe-go's adaptive limiter, after TCP Vegas): it falls while responses get
// slower and rises otherwise. Requests above the limit wait for a moment or get 503 with Retry-After.
package admission

import (
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/failsafe-go/failsafe-go/adaptivelimiter"
	"github.com/failsafe-go/failsafe-go/priority"
	"github.com/felixge/httpsnoop"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/metrics"
)

// Priority is the order in which requests are admitted. The zero value is Bulk.
type Priority int

// The priorities, lowest first.
const (
	// Bulk is for requests that can wait: files, recordings.
	Bulk Priority = iota
	// Reads is for pages and what they show.
	Reads
	// Holds is for requests that reserve an edition before the payment.
	Holds
	// Money is for requests that can't wait: payments, approvals, and the login that they need.
	Money
)

// classes describes the priorities. wait is how long a request waits for a permit.
var classes = [...]struct {
	name  string
	level priority.Priority
	wait  time.Duration
}{
	Bulk:  {"bulk", priority.Low, 3 * time.Second},
	Reads: {"reads", priority.Medium, 3 * time.Second},
	Holds: {"holds", priority.High, 5 * time.Second},
	Money: {"money", priority.VeryHigh, 5 * time.Second},
}

// String returns the name of the priority in metrics.
func (p Priority) String() string { return classes[p].name }

const (
	// leastLimit requests are always admitted, however slow they are, because a slow machine is not an overloaded one.
	leastLimit = 10
	firstLimit = 20
	mostLimit  = 1000
	// The limits of a service are higher than the gateway's, which apply first.
	leastBehind = 64
	firstBehind = 128
	// waitBehind is how long a call waits for a permit. The calls that hold permits may themselves wait for this one, so the wait must end.
	waitBehind = 2 * time.Second
	// headroom is how far the limit may exceed the number of running requests. With more, a sudden crowd would be admitted before the limit
	// falls.
	headroom = 2
	// queue is the number of waiting requests, in multiples of the limit, at which the first are refused. At twice that, all are.
	queue = 3
	// calibrateEvery is how often the gate chooses which priorities to refuse.
	calibrateEvery = 100 * time.Millisecond
	// retryAfter is the Retry-After value of refused requests, in seconds.
	retryAfter = 2
)

// Gate admits requests by priority. Each priority has its own limit, so that payments don't queue behind a crowd of reads. Which
// priorities are refused depends on the number of waiting requests in all of them.
type Gate struct {
	limiters    [len(classes)]adaptivelimiter.PriorityLimiter[any]
	prioritizer priority.Prioritizer
	calibrated  atomic.Int64
	counted     counted
}

// counted are the metrics of a process.
type counted struct {
	service  string
	requests *prometheus.CounterVec
	limit    *prometheus.GaugeVec
}

func count(service string) counted {
	return counted{
		service: service,
		requests: metrics.Register(prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "vitrine_admission_total", Help: "Requests by priority, and whether they were admitted or refused because the process was overloaded.",
		}, []string{"service", "priority", "outcome"})),
		limit: metrics.Register(prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "vitrine_admission_limit", Help: "Requests that may run at once, as their durations suggest.",
		}, []string{"service", "priority"})),
	}
}

func (c counted) limiter(p string, least, first uint) adaptivelimiter.Builder[any] {
	gauge := c.limit.WithLabelValues(c.service, p)
	gauge.Set(float64(first))
	return adaptivelimiter.NewBuilder[any]().WithLimits(least, mostLimit, first).WithMaxLimitFactor(headroom).
		WithRecentWindow(250*time.Millisecond, 10*time.Second, 20).WithBaselineWindow(200).WithQueueing(queue, 2*queue).
		OnLimitChanged(func(e adaptivelimiter.LimitChangedEvent) { gauge.Set(float64(e.NewLimit)) })
}

// serve counts a request and handles it if it has a permit. A request whose client left while it waited counts as neither admitted nor
// refused.
func (c counted) serve(w http.ResponseWriter, r *http.Request, p string, permit adaptivelimiter.Permit, err error, refuse, next http.Handler) {
	switch {
	case err == nil:
		c.requests.WithLabelValues(c.service, p, "admitted").Inc()
		hold(w, r, permit, next)
	case r.Context().Err() == nil:
		c.requests.WithLabelValues(c.service, p, "refused").Inc()
		w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
		refuse.ServeHTTP(w, r)
	}
}

// NewGate returns the gate of a process.
func NewGate(service string) *Gate {
	g := &Gate{prioritizer: adaptivelimiter.NewPrioritizer(), counted: count(service)}
	for p, c := range classes {
		g.limiters[p] = g.counted.limiter(c.name, leastLimit, firstLimit).BuildPrioritized(g.prioritizer)
	}
	return g
}

// Wrap admits the requests of next. The others get Retry-After and the response of refuse. A request counts until its response begins,
// because how fast a client reads says nothing about this process.
func (g *Gate) Wrap(p Priority, refuse, next http.Handler) http.Handler {
	c := classes[p]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.calibrate()
		ctx := priority.ContextWithPriority(r.Context(), c.level)
		permit, err := g.limiters[p].AcquirePermitWithMaxWait(ctx, c.wait)
		g.counted.serve(w, r, c.name, permit, err, refuse, next)
	})
}

// calibrate chooses which priorities to refuse, if calibrateEvery has passed.
func (g *Gate) calibrate() {
	last, now := g.calibrated.Load(), time.Now().UnixNano()
	if now-last >= int64(calibrateEvery) && g.calibrated.CompareAndSwap(last, now) {
		g.prioritizer.Calibrate()
	}
}

// Limit admits the requests of a service behind the gateway, which has already chosen by priority. It doesn't count probes.
func Limit(service string, next http.Handler) http.Handler {
	counted := count(service)
	limiter := counted.limiter("all", leastBehind, firstBehind).Build()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" {
			next.ServeHTTP(w, r)
			return
		}
		permit, err := limiter.AcquirePermitWithMaxWait(r.Context(), waitBehind)
		counted.serve(w, r, "all", permit, err, http.HandlerFunc(unavailable), next)
	})
}

// unavailable is Unavailable for gRPC and Connect clients too, which read it from the status.
func unavailable(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "overloaded, try again in a moment", http.StatusServiceUnavailable)
}

// hold keeps the permit until the response begins.
func hold(w http.ResponseWriter, r *http.Request, permit adaptivelimiter.Permit, next http.Handler) {
	// A caller who leaves early doesn't show how long the request would have taken.
	release := sync.OnceFunc(func() {
		if r.Context().Err() != nil {
			permit.Drop()
			return
		}
		permit.Record()
	})
	defer release()
	next.ServeHTTP(httpsnoop.Wrap(w, httpsnoop.Hooks{
		WriteHeader: func(write httpsnoop.WriteHeaderFunc) httpsnoop.WriteHeaderFunc {
			return func(code int) {
				write(code)
				if code >= http.StatusOK {
					release()
				}
			}
		},
		Write: func(write httpsnoop.WriteFunc) httpsnoop.WriteFunc {
			return func(b []byte) (int, error) {
				n, err := write(b)
				release()
				return n, err
			}
		},
	}), r)
}
