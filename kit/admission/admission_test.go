package admission

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connecthttp"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/vitrine/vitrine/kit/testkit"
)

var refused = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })

// backend processes some requests concurrently, each for a while; the others queue, as they do for a database.
func backend(workers int, each time.Duration) http.Handler {
	slots := make(chan struct{}, workers)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case slots <- struct{}{}:
		case <-r.Context().Done():
			return
		}
		time.Sleep(each/2 + rand.N(each))
		<-slots
		w.WriteHeader(http.StatusOK)
	})
}

// result is the outcome of a load.
type result struct {
	ok, refused int
	took        []time.Duration // of the successful ones
}

func (r result) p99() time.Duration {
	slices.Sort(r.took)
	return r.took[len(r.took)*99/100]
}

// load sends requests at a rate, whether or not earlier ones have ended, as visitors do. A visitor leaves after three seconds.
func load(t *testing.T, h http.Handler, perSecond int, d time.Duration) *result {
	t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	out := &result{}
	ticker := time.NewTicker(time.Second / time.Duration(perSecond))
	defer ticker.Stop()
	for end := time.Now().Add(d); time.Now().Before(end); <-ticker.C {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			w, began := httptest.NewRecorder(), time.Now()
			w.Code = 0
			h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case w.Code == http.StatusServiceUnavailable:
				out.refused++
			case w.Code == http.StatusOK && ctx.Err() == nil:
				out.ok++
				out.took = append(out.took, time.Since(began))
			}
		})
	}
	all.Wait()
	return out
}

// TestThreeTimesTheCapacity tests scenario T29 against a backend of a known capacity: goodput and the latency of payments hold, and
// afterwards everything is as before. Figures are compared with each other, so that the machine's speed doesn't matter.
func TestThreeTimesTheCapacity(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	const workers, each = 8, 40 * time.Millisecond
	const capacity = int(workers * time.Second / each) // 200 a second
	run := func(reads int, d time.Duration, h, money http.Handler) (r, m *result) {
		var both sync.WaitGroup
		both.Go(func() { r = load(t, h, reads, d) })
		both.Go(func() { m = load(t, money, capacity/10, d) })
		both.Wait()
		return r, m
	}
	behind := backend(workers, each)
	gate := NewGate("test")
	reads, money := gate.Wrap(Reads, refused, behind), gate.Wrap(Money, refused, behind)

	before, moneyBefore := run(capacity*7/10, 3*time.Second, reads, money)
	if before.refused > 0 || moneyBefore.refused > 0 {
		t.Errorf("at 80 %% of capacity %d reads and %d payments were rejected, want none", before.refused, moneyBefore.refused)
	}
	const d = 8 * time.Second
	over, moneyOver := run(3*capacity, d, reads, money)
	goodput := float64(over.ok+moneyOver.ok) / float64(capacity) / d.Seconds()
	slower := float64(moneyOver.p99()) / float64(moneyBefore.p99())
	t.Logf("at three times the capacity: goodput %.0f %% of it, %d of %d reads refused; payments: %d refused, p99 %.1f times as long",
		100*goodput, over.refused, over.refused+over.ok, moneyOver.refused, slower)
	if goodput < 0.7 {
		t.Errorf("goodput at three times capacity = %.0f %% of capacity, want at least 70 %%", 100*goodput)
	}
	if moneyOver.refused > 0 {
		t.Errorf("%d payments were rejected at three times capacity, want none", moneyOver.refused)
	}
	after, moneyAfter := run(capacity*7/10, 3*time.Second, reads, money)
	if after.refused > 0 || moneyAfter.refused > 0 {
		t.Errorf("after the overload %d reads and %d payments were rejected, want none", after.refused, moneyAfter.refused)
	}

	// The same without admission control: everything queues up.
	bare, moneyBare := run(3*capacity, d, behind, behind)
	t.Logf("without admission control: goodput %.0f %%, payments p99 %v (%v with)",
		100*float64(bare.ok+moneyBare.ok)/float64(capacity)/d.Seconds(), moneyBare.p99(), moneyOver.p99())
	if moneyOver.p99() >= moneyBare.p99() {
		t.Errorf("p99 of payments under overload = %v, want less than the %v without admission control", moneyOver.p99(), moneyBare.p99())
	}
}

func TestAServiceRefusesAboveItsLimit(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	h := Limit("test", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { <-release }))
	var all sync.WaitGroup
	codes := make(chan *httptest.ResponseRecorder, 2*firstBehind)
	for range 2 * firstBehind {
		all.Go(func() {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/x", nil))
			codes <- w
		})
	}
	// Requests up to the first limit run, the others wait until they time out.
	for range firstBehind {
		w := <-codes
		if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
			t.Fatalf("above the limit: status = %d, Retry-After %q, want 503 and a time", w.Code, w.Header().Get("Retry-After"))
		}
	}
	// Probes are not counted.
	probe := make(chan struct{})
	go func() {
		defer close(probe)
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/readyz", nil))
	}()
	close(release)
	<-probe
	all.Wait()
	close(codes)
	for w := range codes {
		if w.Code != http.StatusOK {
			t.Fatalf("status = %d within the limit, want 200", w.Code)
		}
	}
}

// TestCancelledCallsAreNotRejected: a caller who leaves while waiting isn't an overload, and doesn't raise its alarm.
func TestCancelledCallsAreNotRejected(t *testing.T) {
	t.Parallel()
	const service = "test-leaving"
	release := make(chan struct{})
	h := Limit(service, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	var all sync.WaitGroup
	for range firstBehind {
		all.Go(func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/x", nil)) })
	}
	requests := count(service).requests
	for testutil.ToFloat64(requests.WithLabelValues(service, "all", "admitted")) < firstBehind {
		time.Sleep(time.Millisecond)
	}
	ctx, leave := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer leave()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodPost, "/x", nil))
	if n := testutil.ToFloat64(requests.WithLabelValues(service, "all", "refused")); n != 0 {
		t.Errorf("%v cancelled calls are counted as rejected, want 0", n)
	}
	close(release)
	all.Wait()
}

// TestClientsSeeUnavailable: the refusal has no body that gRPC or Connect know. Their clients read the status.
func TestClientsSeeUnavailable(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(http.HandlerFunc(unavailable))
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetHTTP1(true)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	t.Cleanup(s.Close)
	p := new(http.Protocols)
	p.SetUnencryptedHTTP2(true)
	client := &http.Client{Transport: &http.Transport{Protocols: p}}
	for name, options := range map[string][]connecthttp.Option{"gRPC": {connecthttp.WithGRPC()}, "Connect": nil} {
		call := connect.NewClient(connecthttp.NewTransport(client, s.URL, options...))
		if err := call.CallUnary(t.Context(), connect.Spec{Procedure: "/x.Service/Call"}, &emptypb.Empty{}, &emptypb.Empty{}); connect.CodeOf(err) != connect.CodeUnavailable {
			t.Errorf("%s: %v, want unavailable", name, err)
		}
	}
}

func TestAPermitIsHeldUntilTheResponseStarts(t *testing.T) {
	t.Parallel()
	gate := NewGate("test")
	reading := make(chan struct{})
	// Clients that read slowly: many more than the limit.
	h := gate.Wrap(Bulk, refused, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		<-reading
	}))
	var all sync.WaitGroup
	codes := make(chan int, 8*classes[Bulk].least)
	for range 8 * classes[Bulk].least {
		all.Go(func() {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
			codes <- w.Code
		})
	}
	time.Sleep(100 * time.Millisecond)
	close(reading)
	all.Wait()
	close(codes)
	for code := range codes {
		if code != http.StatusOK {
			t.Fatalf("status = %d while slow readers wait, want 200", code)
		}
	}
}

// TestQueuedReadsWaitForPayments: a read that leaves the queue starts only after the payment that runs.
func TestQueuedReadsWaitForPayments(t *testing.T) {
	t.Parallel()
	gate := NewGate("test")
	gate.yieldFor = time.Minute
	steps, paid := make(chan string, 100), make(chan struct{})
	release := make(chan struct{})
	reads := gate.Wrap(Reads, refused, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		steps <- "read"
		<-release
	}))
	money := gate.Wrap(Money, refused, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		steps <- "payment"
		<-paid
		steps <- "paid"
	}))
	var all sync.WaitGroup
	serve := func(h http.Handler) {
		all.Go(func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil)) })
	}
	want := func(step string) {
		t.Helper()
		if got := <-steps; got != step {
			t.Fatalf("next step = %q, want %q", got, step)
		}
	}
	first := 2 * int(classes[Reads].least)
	for range first {
		serve(reads)
		want("read")
	}
	for range 3 {
		serve(reads)
	}
	for gate.limiters[Reads].Queued() < 3 {
		time.Sleep(time.Millisecond)
	}
	serve(money)
	want("payment")
	release <- struct{}{}
	// The first of the three has the permit now, and waits.
	for gate.limiters[Reads].Queued() > 2 {
		time.Sleep(time.Millisecond)
	}
	close(paid)
	want("paid")
	close(release)
	for range 3 {
		want("read")
	}
	all.Wait()
}

func TestWaitingForPaymentsEnds(t *testing.T) {
	t.Parallel()
	var r running
	r.wait(t.Context(), time.Hour) // nothing runs
	r.begin()
	r.wait(t.Context(), time.Millisecond)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r.wait(ctx, time.Hour)
	r.end()
	r.wait(t.Context(), time.Hour)
}

func TestPrioritiesHaveNames(t *testing.T) {
	t.Parallel()
	if got := fmt.Sprint(Bulk, Reads, Holds, Money); got != "bulk reads holds money" {
		t.Errorf("priorities = %q, want bulk reads holds money", got)
	}
}
