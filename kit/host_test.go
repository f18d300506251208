package kit

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"
)

// stuck is a service whose request, background work and connections wait for something that never responds, such as a chain's node.
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
			t.Error("error = nil, want what did not end")
		}
	case <-time.After(15 * time.Second):
	}
	if took := time.Since(began); took >= 10*time.Second {
		t.Errorf("stopping took %s, want less than 10s", took)
	}
}
