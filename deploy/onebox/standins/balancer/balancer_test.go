package balancer

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestSwallow(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go io.Copy(c, c)
		}
	}()
	w, err := New(t.Context(), "127.0.0.1:0", "127.0.0.1:1", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	open := func() net.Conn {
		c, err := new(net.Dialer).DialContext(t.Context(), "tcp", w.Addr())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	responds := func(c net.Conn, within time.Duration) bool {
		fmt.Fprintln(c, "hello")
		if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(c).ReadString('\n')
		if err == io.EOF {
			t.Error("the connection was closed, want it dropped silently")
		}
		return line == "hello\n"
	}
	before := open()
	if !responds(before, 5*time.Second) {
		t.Fatal("no connection although one backend is up, want one")
	}
	w.DropConnections(true)
	during := open()
	if responds(before, 50*time.Millisecond) || responds(during, 50*time.Millisecond) {
		t.Error("data arrived through the dropped connection, want none")
	}
	w.DropConnections(false)
	if responds(before, 50*time.Millisecond) || responds(during, 50*time.Millisecond) {
		t.Error("dropped data arrived later, want none")
	}
	if !responds(open(), 5*time.Second) {
		t.Error("no new connection, want one")
	}
}

// TestFollow checks that new connections go to the backend that is ready, and to any if none is.
func TestFollow(t *testing.T) {
	type backend struct {
		*httptest.Server

		ready  atomic.Bool
		served atomic.Int64
	}
	start := func() *backend {
		b := &backend{}
		b.ready.Store(true)
		b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/readyz" {
				b.served.Add(1)
			} else if !b.ready.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		}))
		t.Cleanup(b.Close)
		return b
	}
	first, second := start(), start()
	w, err := New(t.Context(), "127.0.0.1:0", strings.TrimPrefix(first.URL, "http://"), strings.TrimPrefix(second.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Stop()
	go w.Follow(t.Context())
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	// only reports whether ten requests in a row were served by the given backends.
	only := func(want ...*backend) bool {
		first.served.Store(0)
		second.served.Store(0)
		for range 10 {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+w.Addr()+"/", nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
		}
		var total int64
		for _, b := range want {
			if b.served.Load() == 0 {
				return false
			}
			total += b.served.Load()
		}
		return total == 10
	}
	eventually := func(what string, want ...*backend) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); !only(want...); {
			if time.Now().After(deadline) {
				t.Fatal(what)
			}
		}
	}
	eventually("both replicas are ready, but one gets all connections", first, second)
	first.ready.Store(false)
	eventually("a replica that is not ready gets connections", second)
	second.ready.Store(false)
	eventually("no replica is ready, but only one is tried", first, second)
	first.ready.Store(true)
	eventually("the replica that is ready again gets no connections", first)
}
