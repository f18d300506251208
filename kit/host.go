package kit

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/metrics"
	"github.com/vitrine/vitrine/kit/mtls"
	"github.com/vitrine/vitrine/kit/tracing"
	"github.com/vitrine/vitrine/kit/waiting"
)

const (
	// DrainTimeout is how long requests and background work may take to end, even if something they wait for hangs.
	DrainTimeout = 8 * time.Second
	// closeTimeout is how long connections may take to close. A database pool waits for unfinished work.
	closeTimeout = time.Second
	// maxGrace is the maximum of Listen.Grace.
	maxGrace          = 12 * time.Second
	readHeaderTimeout = 5 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 64 << 10
)

// Listen says where and how a host listens.
type Listen struct {
	// Addr is the service's address. ":0" picks a free port; Ready reports which.
	Addr string
	// InternalAddr serves /metrics (and the probes again); empty is none.
	InternalAddr string
	// Ready, if not nil, is called once with the resolved address, after the port
	// accepts connections.
	Ready func(addr string)
	// Grace is how long the host continues to serve after it has become unready, so
	// that load balancers notice, at most 12 seconds. Its responses ask callers to close their connections, so
	// that few are open when draining starts. With zero it stops immediately.
	Grace time.Duration
	// Drain replaces DrainTimeout and closeTimeout. Tests on a busy machine set it, so that they fail
	// only for work that never ends, not for slow work.
	Drain time.Duration
	// TLS, if not nil, makes Addr accept only callers with a certificate of a known authority. InternalAddr stays unencrypted.
	TLS *mtls.Certificates
	// TLSAddr, if not empty, is where TLS applies instead: it serves the same as Addr, which stays unencrypted.
	TLSAddr string
	// Reflection lets gRPC clients list the service's RPCs and messages.
	Reflection bool
}

// Host serves svc until ctx ends or svc.Run fails, then becomes unready, drains
// for at most DrainTimeout, closes svc and returns: without Grace within ten seconds,
// whatever hangs. It returns nil after an orderly end.
//
// Addr speaks HTTP/1.1 and unencrypted HTTP/2, or both over TLS. Besides the service's own routes it
// serves /healthz (the process lives), /readyz (it can serve) and the same readiness
// as grpc.health.v1.Health.
func Host(ctx context.Context, name string, l Listen, svc Service, log *slog.Logger) (err error) {
	defer func() { err = errors.Join(err, closeWithin(cmp.Or(l.Drain, closeTimeout), name, svc)) }()

	extras := svc.Extras()
	var ready atomic.Bool
	mux := http.NewServeMux()
	svc.Mount(mux)
	probes(mux, &ready, extras.Problems, func() []string { return waiting.Problems(ctx, false) })
	mountGRPC(mux, &ready, l.Reflection)

	ln, err := net.Listen("tcp", l.Addr)
	if err != nil {
		return fmt.Errorf("%s: ADDR: %w", name, err)
	}
	var handler http.Handler = mux
	if extras.Wrap != nil {
		handler = extras.Wrap(mux)
	}
	var own tracing.Edge
	if extras.Edge != nil {
		own = extras.Edge.OwnRequest
	}
	var stopping atomic.Bool
	handler = closing(&stopping, tracing.Handler(name, own, metrics.HTTP(name, handler)))
	servers := []*http.Server{newServer(handler, log)}
	listeners := []net.Listener{ln}
	if l.InternalAddr != "" {
		internal := http.NewServeMux()
		probes(internal, &ready, extras.Problems, func() []string { return waiting.Problems(ctx, true) })
		internal.Handle("GET /metrics", promhttp.Handler())
		iln, err := net.Listen("tcp", l.InternalAddr)
		if err != nil {
			_ = ln.Close()
			return fmt.Errorf("%s: INTERNAL_ADDR: %w", name, err)
		}
		servers = append(servers, newServer(internal, log))
		listeners = append(listeners, iln)
	}

	switch {
	case l.TLSAddr != "":
		tln, err := net.Listen("tcp", l.TLSAddr)
		if err != nil {
			for _, opened := range listeners {
				_ = opened.Close()
			}
			return fmt.Errorf("%s: TLS address: %w", name, err)
		}
		servers = append(servers, newServer(handler, log))
		listeners = append(listeners, tls.NewListener(tln, l.TLS.Server()))
	case l.TLS != nil:
		ln = tls.NewListener(ln, l.TLS.Server())
		listeners[0] = ln
	}

	// Requests outlive ctx: they are drained, not cut.
	runCtx, stopRun := context.WithCancel(tracing.WithService(ctx, name))
	defer stopRun()
	failed := make(chan error, len(servers))
	for i, s := range servers {
		background.Go(runCtx, func(ctx context.Context) error {
			err := background.Guard(ctx, func(context.Context) error { return s.Serve(listeners[i]) })
			if !errors.Is(err, http.ErrServerClosed) {
				failed <- fmt.Errorf("%s: serve: %w", name, err)
			}
			return nil
		})
	}
	ran := background.Go(runCtx, svc.Run)

	settle(ctx, extras.Settled)
	ready.Store(true)
	log.Info("serving", "addr", ln.Addr().String())
	if l.Ready != nil {
		l.Ready(ln.Addr().String())
	}

	var cause error
	running := true
	for waiting := true; waiting; {
		select {
		case <-ctx.Done():
			waiting = false
		case cause = <-failed:
			waiting = false
		case e := <-ran:
			running = false
			if e != nil && ctx.Err() == nil {
				cause, waiting = fmt.Errorf("%s: %w", name, e), false
			}
			// A service without background work returns nil immediately: continue to serve.
			ran = nil
		}
	}

	ready.Store(false)
	stopping.Store(true)
	log.Info("stopping")
	stopRun()
	if l.Grace > 0 && cause == nil {
		time.Sleep(min(l.Grace, maxGrace))
	}
	limit := cmp.Or(l.Drain, DrainTimeout)
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	for _, s := range servers {
		if err := s.Shutdown(drain); err != nil {
			log.Warn("requests were cut", "error", err)
			_ = s.Close()
		}
	}
	if running {
		select {
		case e := <-ran:
			if e != nil && !errors.Is(e, context.Canceled) {
				cause = errors.Join(cause, fmt.Errorf("%s: %w", name, e))
			}
		case <-drain.Done():
			cause = errors.Join(cause, fmt.Errorf("%s: background work did not end within %s", name, limit))
		}
	}
	return cause
}

// settleWithin is how long a service may take to connect before it becomes ready anyway, because a dependency may be down for a long time.
const settleWithin = 5 * time.Second

// settle waits for a service that connects in Run; settled is nil for any other.
func settle(ctx context.Context, settled <-chan struct{}) {
	if settled == nil {
		return
	}
	select {
	case <-settled:
	case <-time.After(settleWithin):
	case <-ctx.Done():
	}
}

// closing asks callers to close their connections while the host stops: HTTP/1.1 callers with a header, HTTP/2 callers
// with GOAWAY, which net/http sends for the same header. Otherwise a request may be on its way on a connection that
// is about to be closed, and callers can't retry every request.
func closing(stopping *atomic.Bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if stopping.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// closeWithin closes a service, and returns an error if that takes longer than limit.
func closeWithin(limit time.Duration, name string, svc Service) error {
	closed := background.Go(context.Background(), func(context.Context) error { return svc.Close() })
	select {
	case err := <-closed:
		return err
	case <-time.After(limit):
		return fmt.Errorf("%s: connections did not close within %s", name, limit)
	}
}

func newServer(h http.Handler, log *slog.Logger) *http.Server {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	// No WriteTimeout or ReadTimeout: they would cut streams. Handlers have deadlines.
	return &http.Server{
		Handler:           LogPanics(h, log),
		Protocols:         p,
		ReadHeaderTimeout: readHeaderTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// LogPanics logs a panic of h as an error, with its stack, and then aborts the
// response. net/http's own log of a panic would contain the caller's address.
func LogPanics(h http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p != http.ErrAbortHandler { //nolint:errorlint // net/http compares it so
				log.ErrorContext(r.Context(), "panic", "route", r.Pattern, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			}
			panic(http.ErrAbortHandler)
		}()
		h.ServeHTTP(w, r)
	})
}

// starting serves probes at the internal address while a service opens, so that /readyz lists what it waits for. It does nothing without an address.
func starting(ctx context.Context, addr string, log *slog.Logger) (stop func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("INTERNAL_ADDR: %w", err)
	}
	mux := http.NewServeMux()
	probes(mux, new(atomic.Bool), nil, func() []string { return waiting.Problems(ctx, true) })
	s := newServer(mux, log)
	served := background.Go(ctx, func(context.Context) error { return s.Serve(l) })
	return func() { _ = s.Close(); <-served }, nil //nolint:errcheck // it was closed
}

// probes serves /healthz and /readyz. problems, which may be nil, lists what doesn't work in a process that is ready, and waits what it waits for: with
// the causes at the internal address only, because they contain addresses, and the gateway repeats lines of the chainwatcher to everyone.
func probes(mux *http.ServeMux, ready *atomic.Bool, problems func(context.Context) []string, waits func() []string) {
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if !ready.Load() {
			w.Header().Set("Retry-After", "1")
			http.Error(w, strings.Join(append([]string{"not ready"}, waits()...), "\n"), http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "ok\n")
		lines := waits()
		if problems != nil {
			lines = append(lines, problems(r.Context())...)
		}
		for _, line := range lines {
			_, _ = io.WriteString(w, "degraded: "+line+"\n")
		}
	})
}

// healthcheck requests GET /readyz of a service on this machine and returns an error unless it is ready.
func healthcheck(ctx context.Context, addr string) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	client := &http.Client{CheckRedirect: httpclient.RefuseRedirects}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s", res.Status)
	}
	return nil
}
