package site

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/identity/identitytest"
	"github.com/vitrine/vitrine/kit/testkit"
)

// resetting is a service that resets the first connections after it has read the request, as a process does that is killed, and responds on
// later ones. requests counts those that it read.
func resetting(t *testing.T, resets int32) (address *url.URL, requests *atomic.Int32) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	requests = new(atomic.Int32)
	go func() {
		for n := int32(1); ; n++ {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				if _, err := http.ReadRequest(bufio.NewReader(c)); err != nil {
					return
				}
				requests.Add(1)
				if n <= resets {
					_ = c.(*net.TCPConn).SetLinger(0) // Close sends RST
					return
				}
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
			}()
		}
	}()
	return at(t, "http://"+l.Addr().String()), requests
}

// TestABrokenConnectionFailsNoRead: a read whose connection is reset is sent once more. A request with side effects isn't, because the service
// may have done it.
func TestABrokenConnectionFailsNoRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		method, path   string
		resets         int32
		status, served int32
	}{
		"a read":        {http.MethodGet, "/api/auth/login", 1, http.StatusOK, 2},
		"a read, twice": {http.MethodGet, "/api/auth/login", 2, http.StatusServiceUnavailable, 2},
		"a webhook":     {http.MethodPost, "/webhooks/stripe", 1, http.StatusServiceUnavailable, 1},
		"a removal":     {http.MethodDelete, "/upload", 1, http.StatusServiceUnavailable, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			target, requests := resetting(t, c.resets)
			r := httptest.NewRequest(c.method, c.path, http.NoBody)
			if c.method == http.MethodPost {
				r = httptest.NewRequest(c.method, c.path, strings.NewReader(`{}`))
			}
			w := httptest.NewRecorder()
			Pass(target, nil, testkit.Log(t)).ServeHTTP(w, r)
			if w.Code != int(c.status) || requests.Load() != c.served {
				t.Errorf("status = %d after %d requests, want %d after %d", w.Code, requests.Load(), c.status, c.served)
			}
		})
	}
	t.Run("a query of the data API", func(t *testing.T) {
		t.Parallel()
		target, requests := resetting(t, 1)
		w := httptest.NewRecorder()
		GraphQL(target, identitytest.New(t).Keys(t, "gateway"), NewResponses(testkit.Log(t)), func(*http.Request, int) {}, testkit.Log(t)).
			ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/graphql?query={works}", http.NoBody))
		if w.Code != http.StatusOK || requests.Load() != 2 {
			t.Errorf("status = %d after %d requests, want 200 after 2", w.Code, requests.Load())
		}
	})
}

// TestTheGatewayClosesIdleConnectionsFirst: our servers close a connection that they have not read from after 5 s, and the site's after 5 s of idling.
// A request that is sent at that moment is lost.
func TestTheGatewayClosesIdleConnectionsFirst(t *testing.T) {
	t.Parallel()
	closed := make(chan struct{}, 1)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateClosed {
			closed <- struct{}{}
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	Pass(at(t, s.URL), nil, testkit.Log(t)).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", http.NoBody))
	select {
	case <-closed:
	case <-time.After(20 * time.Second): // 90 s is net/http's own
		t.Error("the gateway still holds an idle connection after 20 s, want it closed after 3")
	}
	if got := newTransport(nil).IdleConnTimeout; got >= 5*time.Second {
		t.Errorf("idle timeout = %s, want less than the servers' 5 s", got)
	}
}
