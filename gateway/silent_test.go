package gateway

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
)

// line is a network between the gateway and a service. A cut connection stays open but transfers nothing.
type line struct {
	listener net.Listener
	to       string
	reset    atomic.Int32 // how many of the next connections are reset when they open

	mu   sync.Mutex
	both []net.Conn
	dead map[net.Conn]bool
}

func newLine(t *testing.T, to string) *line {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &line{listener: l, to: to, dead: map[net.Conn]bool{}}
	t.Cleanup(func() {
		_ = l.Close()
		n.mu.Lock()
		defer n.mu.Unlock()
		for _, c := range n.both {
			_ = c.Close()
		}
	})
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			if n.reset.Add(-1) >= 0 {
				_ = near.(*net.TCPConn).SetLinger(0)
				_ = near.Close()
				continue
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				_ = near.Close()
				continue
			}
			n.mu.Lock()
			n.both = append(n.both, near, far)
			n.mu.Unlock()
			go n.carry(near, far)
			go n.carry(far, near)
		}
	}()
	return n
}

func (n *line) carry(from, to net.Conn) {
	buf := make([]byte, 4096)
	for {
		k, err := from.Read(buf)
		n.mu.Lock()
		dead := n.dead[from]
		n.mu.Unlock()
		if dead {
			k = 0
		}
		if _, failed := to.Write(buf[:k]); failed != nil || err != nil {
			_, _ = from.Close(), to.Close()
			return
		}
	}
}

func (n *line) cut() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range n.both {
		n.dead[c] = true
	}
}

// TestAVanishedServiceIsRedialled: its host is gone and another one has its address. The connection was never closed.
func TestAVanishedServiceIsRedialled(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	t.Cleanup(s.Close)
	n := newLine(t, s.Listener.Addr().String())
	h := handler(t, func(c *Config) { c.CheckoutURL = "http://" + n.listener.Addr().String() })
	responds := func() bool { return get(h, http.MethodGet, "/api/invariants").StatusCode == http.StatusNotFound }
	testkit.Eventually(t, 10*time.Second, responds)
	n.cut()
	began := time.Now()
	testkit.Eventually(t, 40*time.Second, responds)
	t.Logf("responds again after %s", time.Since(began))
}
