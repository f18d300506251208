// Package admission refuses requests before a process is overloaded, so that the requests it admits still finish in time.
//
// The limit of concurrent requests adapts to their durations (failsafe-go's adaptive limiter, after TCP Vegas): it falls while responses get
// slower and rises otherwise. Requests above the limit wait for a moment or get 503 with Retry-After.
package admission

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/failsafe-go/failsafe-go/adaptivelimiter"
	"github.com/failsafe-go/failsafe-go/priority"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/internal/response"
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

// classes describes the priorities.
var classes = [...]struct {
	name  string
	level priority.Priority
	// wait is how long a request waits for a permit.
	wait time.Duration
	// least requests are always admitted, however slow they are, because a slow machine is not an overloaded one. Reads need few: each one that
	// runs delays a payment on the same processor.
	least uint
	// queue is the number of waiting requests, in multiples of the limit, at which the first are refused. At twice that, all are.
	queue float64
}{
	Bulk:  {"bulk", priority.Low, 3 * time.Second, 10, 3},
	Reads: {"reads", priority.Medium, 3 * time.Second, 4, 10},
	Holds: {"holds", priority.High, 5 * time.Second, 10, 3},
	Money: {"money", priority.VeryHigh, 5 * time.Second, 10, 3},
}

// String returns the name of the priority in metrics.
func (p Priority) String() string { return classes[p].name }

const (
	mostLimit = 1000
	// The limits of a service are higher than the gateway's, which apply first.
	leastBehind = 64
	firstBehind = 128
	queueBehind = 3
	// waitBehind is how long a call waits for a permit. The calls that hold permits may themselves wait for this one, so the wait must end.
	waitBehind = 2 * time.Second
	// headroom is how far the limit may exceed the number of running requests. With more, a sudden crowd would be admitted before the limit
	// falls.
	headroom = 2
	// yieldFor is how long an admitted request of a lower priority waits for running payments.
	yieldFor = 50 * time.Millisecond
	// calibrateEvery is how often the gate chooses which priorities to refuse.
	calibrateEvery = 100 * time.Millisecond
	// retryAfter is the Retry-After value of refused requests, in seconds.
	retryAfter = 2
)

// Gate admits requests by priority. Each priority has its own limit, so that payments don't queue behind a crowd of reads. Which
// priorities are refused depends on the number of waiting requests in all of them. While requests of a priority queue, those that are
// admitted wait for running payments, which would otherwise share the processor with them.
type Gate struct {
	limiters    [len(classes)]adaptivelimiter.PriorityLimiter[any]
	prioritizer priority.Prioritizer
	calibrated  atomic.Int64
	money       running
	yieldFor    time.Duration
	counted     counted
}

// running counts requests and reports when none is left.
type running struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // closed when n becomes 0
}

func (r *running) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n++; r.n == 1 {
		r.none = make(chan struct{})
	}
}

func (r *running) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n--; r.n == 0 {
		close(r.none)
	}
}

// wait returns when no request runs, after d, or when ctx ends.
func (r *running) wait(ctx context.Context, d time.Duration) {
	r.mu.Lock()
	n, none := r.n, r.none
	r.mu.Unlock()
	if n == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	select {
	case <-none:
	case <-ctx.Done():
	}
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

func (c counted) limiter(p string, least, first uint, queue float64) adaptivelimiter.Builder[any] {
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
	g := &Gate{prioritizer: adaptivelimiter.NewPrioritizer(), yieldFor: yieldFor, counted: count(service)}
	for p, c := range classes {
		g.limiters[p] = g.counted.limiter(c.name, c.least, 2*c.least, c.queue).BuildPrioritized(g.prioritizer)
	}
	return g
}

// Wrap admits the requests of next. The others get Retry-After and the response of refuse. A request counts until its response begins,
// because how fast a client reads says nothing about this process.
func (g *Gate) Wrap(p Priority, refuse, next http.Handler) http.Handler {
	c := classes[p]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.calibrate()
		if p == Money {
			g.money.begin()
			defer g.money.end()
		}
		ctx := priority.ContextWithPriority(r.Context(), c.level)
		permit, err := g.limiters[p].AcquirePermitWithMaxWait(ctx, c.wait)
		if err == nil && p != Money && g.limiters[p].Queued() > 0 {
			g.money.wait(r.Context(), g.yieldFor)
		}
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
	limiter := counted.limiter("all", leastBehind, firstBehind, queueBehind).Build()
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
	held := true
	release := func() {
		switch {
		case !held:
		case r.Context().Err() != nil: // a caller who leaves early doesn't show how long the request would have taken
			permit.Drop()
		default:
			permit.Record()
		}
		held = false
	}
	defer release()
	observed := response.Observe(w)
	observed.OnBegin(release)
	next.ServeHTTP(observed, r)
}
