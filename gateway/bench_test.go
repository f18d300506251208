package gateway

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/upstream"
	"github.com/vitrine/vitrine/kit/freshness"
	"github.com/vitrine/vitrine/kit/metrics"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/tracing"
)

// BenchmarkForward compares requests through the gateway, with all its limits and metrics, with a bare [httputil.ReverseProxy] and with no proxy, at
// one and at sixteen connections a processor. Every request is forwarded, except that "kept" is one query again and again, and "static" a handler that
// only writes the same response. The processor time includes the client and the upstream.
func BenchmarkForward(b *testing.B) {
	reply := `{"jsonrpc":"2.0","id":1,"result":"0x` + strings.Repeat("ab", 480) + `"}`
	var served atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set(freshness.Header, freshness.Freshness{Version: 1, For: time.Minute}.String())
		_, _ = io.WriteString(w, reply)
	}))
	b.Cleanup(server.Close)
	to, err := url.Parse(server.URL)
	if err != nil {
		b.Fatal(err)
	}
	svc := open(b, func(cfg *Config) {
		cfg.RPCURLs, cfg.CatalogURL = map[string]string{"31337": server.URL}, server.URL
		cfg.RequestsPerMinute, cfg.NATSURL = 1<<30, testkit.NATS(b)
	})
	go func() { _ = svc.responses.Run(b.Context(), svc.natsURL) }()
	mux, extras := http.NewServeMux(), svc.Extras()
	svc.Mount(mux)
	serve := func(h http.Handler) string {
		s := httptest.NewServer(h)
		b.Cleanup(s.Close)
		return s.URL
	}
	gateway := serve(tracing.Handler("gateway", extras.Edge.OwnRequest, metrics.HTTP("gateway", extras.Wrap(mux))))
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.Transport = &http.Transport{MaxIdleConnsPerHost: 256}
	var same atomic.Pointer[http.Header]
	static := serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		maps.Copy(w.Header(), *same.Load())
		_, _ = io.WriteString(w, reply)
	}))
	var n atomic.Int64
	for _, connections := range []int{1, 16} {
		for _, c := range []struct{ name, url string }{
			{"direct", server.URL},
			{"ReverseProxy", serve(proxy)},
			{"JSON-RPC", gateway + "/rpc/31337"},
			{"GraphQL", gateway + "/graphql"},
			{"kept", gateway + "/graphql"},
			{"static", static},
		} {
			b.Run(fmt.Sprintf("%s-%d", c.name, connections), func(b *testing.B) {
				client := upstream.New(&http.Transport{DialContext: http.DefaultTransport.(*http.Transport).DialContext}, time.Minute, 1<<20)
				defer client.CloseIdleConnections()
				send := func(body string) (header http.Header) {
					r, err := http.NewRequestWithContext(b.Context(), http.MethodPost, c.url, strings.NewReader(body))
					if err != nil {
						b.Error(err)
						return nil
					}
					r.Header.Set("Content-Type", "application/json")
					res, err := client.RoundTrip(r)
					if err != nil || res.StatusCode != http.StatusOK || res.ContentLength < int64(len(reply)) {
						b.Errorf("got %v, %v, want 200 with the reply, nil", res, err)
						return nil
					}
					return res.Header
				}
				if c.name == "kept" {
					testkit.Eventually(b, 20*time.Second, func() bool {
						before := served.Load()
						header := send("{}")
						same.Store(&header)
						return served.Load() == before
					})
				}
				b.ResetTimer()
				b.ReportAllocs()
				b.SetParallelism(connections)
				began := processor(b)
				defer func() {
					b.ReportMetric(float64((processor(b)-began).Nanoseconds())/float64(b.N)/1000, "processor-µs/op")
				}()
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						if c.name == "kept" || c.name == "static" {
							send("{}")
							continue
						}
						const call = `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"0x5fbdb2315678afecb367f032d93f642f64180aa3","data":"0x%064x"},"latest"]}`
						send(fmt.Sprintf(call, n.Add(1)))
					}
				})
			})
		}
	}
}

// processor returns the time that this process has used the processors for.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
