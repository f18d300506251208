package kit

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/waiting"
)

// stuck is a service whose requests, background work and connections wait for something that never responds, such as a chain's node.
type stuck struct {
	requested, never chan struct{}
}

func (s *stuck) Mount(mux *http.ServeMux) {
	mux.HandleFunc("/wait", func(http.ResponseWriter, *http.Request) {
		close(s.requested)
		<-s.never
	})
}

func (s *stuck) Run(context.Context) error { <-s.never; return nil }

func (s *stuck) Close() error { <-s.never; return nil }

func (s *stuck) Extras() Extras { return Extras{} }

func TestHostStopsWithinTenSecondsIfEverythingHangs(t *testing.T) {
	t.Parallel()
	s := &stuck{make(chan struct{}), make(chan struct{})}
	t.Cleanup(func() { close(s.never) })
	ctx, stop := context.WithCancel(t.Context())
	addr, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- Host(ctx, "stuck", Listen{Addr: "127.0.0.1:0", Ready: func(a string) { addr <- a }}, s, slog.New(slog.DiscardHandler))
	}()
	address := <-addr
	go func() {
		if res, err := http.Get("http://" + address + "/wait"); err == nil { //nolint:noctx // the test's own server
			_ = res.Body.Close()
		}
	}()
	<-s.requested
	began := time.Now()
	stop()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("error = nil, want the name of the component that didn't stop")
		}
	case <-time.After(15 * time.Second):
	}
	if took := time.Since(began); took >= 10*time.Second {
		t.Errorf("stopping took %s, want less than 10s", took)
	}
}

// connecting is a service that connects while it runs.
type connecting struct {
	plain

	connected chan struct{}
}

func (c connecting) Extras() Extras { return Extras{Settled: c.connected} }

// TestReadyOnceConnected: the port is open and the process is not ready until its service has connected.
func TestReadyOnceConnected(t *testing.T) {
	t.Parallel()
	address := testkit.FreeAddress(t)
	ctx, stop := context.WithCancel(t.Context())
	s, ended := connecting{connected: make(chan struct{})}, make(chan error, 1)
	go func() { ended <- Host(ctx, "connecting", Listen{Addr: address}, s, slog.New(slog.DiscardHandler)) }()
	status := func() int {
		res, err := http.Get("http://" + address + "/readyz") //nolint:noctx // the test's own server
		if err != nil {
			return 0
		}
		_ = res.Body.Close()
		return res.StatusCode
	}
	testkit.Eventually(t, 3*time.Second, func() bool { return status() == http.StatusServiceUnavailable })
	close(s.connected)
	testkit.Eventually(t, 3*time.Second, func() bool { return status() == http.StatusOK })
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// plain responds to everything.
type plain struct{}

func (plain) Mount(mux *http.ServeMux) {
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") })
}

func (plain) Run(ctx context.Context) error { <-ctx.Done(); return nil }

func (plain) Close() error { return nil }

func (plain) Extras() Extras { return Extras{} }

// TestConnectionsCloseDuringGrace checks that a stopping host closes idle connections while it still serves, with both versions of HTTP.
// Otherwise a request that is sent while the connection closes is lost.
func TestConnectionsCloseDuringGrace(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	addr, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- Host(ctx, "plain", Listen{Addr: "127.0.0.1:0", Ready: func(a string) { addr <- a }, Grace: maxGrace}, plain{}, slog.New(slog.DiscardHandler))
	}()
	address := "http://" + <-addr
	type caller struct {
		name   string
		client *http.Client
	}
	var callers []caller
	for _, name := range []string{"HTTP/1.1", "HTTP/2"} {
		protocols := new(http.Protocols)
		protocols.SetHTTP1(name == "HTTP/1.1")
		protocols.SetUnencryptedHTTP2(name == "HTTP/2")
		callers = append(callers, caller{name, &http.Client{Transport: &http.Transport{Protocols: protocols}}})
	}
	// call reports the status and whether the connection had been used before.
	call := func(c caller, path string) (status int, reused bool) {
		t.Helper()
		trace := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { reused = i.Reused }})
		req, err := http.NewRequestWithContext(trace, http.MethodPost, address+path, strings.NewReader("a body"))
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.client.Do(req)
		if err != nil {
			t.Fatalf("%s: Do() error = %v, want nil", c.name, err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		return res.StatusCode, reused
	}
	for _, c := range callers {
		call(c, "/")
		if _, reused := call(c, "/"); !reused {
			t.Errorf("%s: a running host closed the connection, want it reused", c.name)
		}
	}
	stop()
	ready := func() bool {
		res, err := http.Get(address + "/readyz") //nolint:noctx // the test's own server
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK
	}
	for ready() {
		time.Sleep(time.Millisecond)
	}
	for _, c := range callers {
		call(c, "/") // on the open connection, which is then closed
		for deadline := time.Now().Add(5 * time.Second); ; {
			status, reused := call(c, "/")
			if status != http.StatusOK {
				t.Errorf("%s: status %d during the grace, want 200", c.name, status)
			}
			if !reused {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: a stopping host kept the connection open, want it closed", c.name)
			}
		}
	}
}

// TestReadinessWhileAServiceOpens: until the service is open, the internal address says what the process waits for, and the log has one line about it.
func TestReadinessWhileAServiceOpens(t *testing.T) {
	keyed(t)
	address := testkit.FreeAddress(t)
	t.Setenv("LIMIT", "1")
	t.Setenv("ADDR", "127.0.0.1:0")
	t.Setenv("INTERNAL_ADDR", address)
	get := func(path string) (int, string) {
		res, err := http.Get("http://" + address + path) //nolint:noctx // the test's own server
		if err != nil {
			return 0, ""
		}
		defer func() { _ = res.Body.Close() }()
		body, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(body)
	}
	ctx, stop := context.WithCancel(t.Context())
	opened, ended := make(chan struct{}), make(chan int, 1)
	open := func(ctx context.Context, _ settings, log *slog.Logger) (plain, error) {
		broker := waiting.For(ctx, log, "the broker", "NATS_URL", "nats://auth:hush@127.0.0.1:4222")
		broker.Report(errors.New("connection refused"))
		<-opened
		broker.Report(nil)
		waiting.For(ctx, log, "Redis", "REDIS_URL", "redis://redis").Report(errors.New("no route"))
		return plain{}, nil
	}
	go func() { ended <- run(ctx, "x", settings{}, open, nil, nil) }()
	testkit.Eventually(t, 5*time.Second, func() bool {
		status, body := get("/readyz")
		return status == http.StatusServiceUnavailable && body == "not ready\nwaiting for the broker: connection refused\n"
	})
	if status, _ := get("/healthz"); status != http.StatusOK {
		t.Errorf("GET /healthz while opening: status = %d, want 200", status)
	}
	close(opened)
	testkit.Eventually(t, 5*time.Second, func() bool {
		status, body := get("/readyz")
		return status == http.StatusOK && body == "ok\ndegraded: waiting for Redis: no route\n"
	})
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("run() = %d, want 0", code)
	}
}
