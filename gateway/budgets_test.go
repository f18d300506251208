package gateway

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/freshness"
	"github.com/vitrine/vitrine/kit/metrics"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/tracing"
)

// budgets are the allocations of one request through the gateway, and at most how many bytes they have, with its limits, admission, metrics and headers, and
// without the server that reads the request from its connection. Lower a number after a change that saves some. Raise one only with the reason in the
// commit.
var budgets = map[string]struct{ allocations, bytes uint64 }{
	"GraphQL forwarded":       {48, 5500},
	"GraphQL kept":            {14, 1100},
	"GraphQL kept, with zstd": {14, 1100},
	"JSON-RPC forwarded":      {53, 8100},
	"JSON-RPC kept":           {24, 3700},
}

// TestBudgets isn't parallel, because it counts the allocations of the whole process.
func TestBudgets(t *testing.T) { //nolint:paralleltest // see above
	if testkit.RaceDetector() {
		t.Skip("the race detector empties pools at random")
	}
	const query = `{"query":"{artworks{items{title}}}"}`
	upstream, requests := canned(t)
	svc := open(t, func(c *Config) {
		c.RPCURLs, c.CatalogURL, c.NATSURL = map[string]string{"31337": upstream}, upstream, testkit.NATS(t)
		c.RequestsPerMinute = 1 << 30
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- svc.responses.Run(ctx, svc.natsURL) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	mux, extras := http.NewServeMux(), svc.Extras()
	svc.Mount(mux)
	handler := tracing.Handler("gateway", extras.Edge.OwnRequest, metrics.HTTP("gateway", extras.Wrap(mux)))

	for _, c := range []struct{ name, path, body, header string }{
		{"GraphQL forwarded", "/graphql", query, "Idempotency-Key"},
		{"GraphQL kept", "/graphql", query, ""},
		{"GraphQL kept, with zstd", "/graphql", query, "Accept-Encoding"},
		{"JSON-RPC forwarded", "/rpc/31337", `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"0x5fbdb231","data":"0x18160ddd"},"latest"]}`, ""},
		{"JSON-RPC kept", "/rpc/31337", `{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}`, ""},
	} {
		body := strings.NewReader(c.body)
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, c.path, body)
		r.Header.Set("Content-Type", "application/json")
		if c.header != "" {
			r.Header.Set(c.header, "zstd")
		}
		w := &discard{header: http.Header{}}
		send := func() {
			_, _ = body.Seek(0, io.SeekStart)
			clear(w.header)
			w.status, w.written = 0, 0
			handler.ServeHTTP(w, r)
			if w.status != http.StatusOK && w.status != 0 || w.written == 0 {
				t.Fatalf("%s: status = %d with %d bytes, want 200 with a body", c.name, w.status, w.written)
			}
		}
		if kept := strings.HasPrefix(c.name, "GraphQL kept"); kept {
			testkit.Eventually(t, 20*time.Second, func() bool {
				before := requests.Load()
				send()
				return requests.Load() == before
			})
		}
		want := budgets[c.name]
		if n, bytes := testkit.Allocated(send); n != want.allocations || bytes > want.bytes || bytes+want.bytes/10 < want.bytes {
			t.Errorf("%s: %d allocations of %d bytes, want %d of at most %d: if they are needed, change the numbers in budgets", c.name, n, bytes, want.allocations, want.bytes)
		}
	}
}

// discard is a response whose body is only counted.
type discard struct {
	header          http.Header
	status, written int
}

func (d *discard) Header() http.Header { return d.header }

func (d *discard) WriteHeader(status int) { d.status = status }

func (d *discard) Write(b []byte) (int, error) {
	d.written += len(b)
	return len(b), nil
}

// SetReadDeadline is for http.ResponseController, as on a connection.
func (*discard) SetReadDeadline(time.Time) error { return nil }

// canned is a service and a node that responds to every request with the same bytes, and allocates nothing for it.
func canned(t *testing.T) (address string, requests *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	body := `{"jsonrpc":"2.0","id":1,"data":{},"result":"0x` + strings.Repeat("ab", 1000) + `"}`
	response := fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nVary: Accept\r\n%s: %s\r\nContent-Length: %d\r\n\r\n%s",
		freshness.Header, freshness.Freshness{Version: 1, For: time.Minute}, len(body), body)
	requests = new(atomic.Int64)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				in := bufio.NewReader(conn)
				for {
					if !skip(in) {
						return
					}
					requests.Add(1)
					if _, err := conn.Write(response); err != nil {
						return
					}
				}
			}()
		}
	}()
	return "http://" + l.Addr().String(), requests
}

// skip reads a request. It reports false at the end of the connection.
func skip(in *bufio.Reader) bool {
	length := 0
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return false
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			for _, digit := range bytes.TrimSpace(value) {
				length = 10*length + int(digit-'0')
			}
		}
		if len(bytes.TrimSpace(line)) == 0 {
			_, err := in.Discard(length)
			return err == nil
		}
	}
}
