package gateway

import (
	"bytes"
	"encoding/json"
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

// traffic is a kind of request. Its body differs with the number.
type traffic struct {
	name, path, reply string
	body              func(n int64) string
}

// graphQL returns a query of the data API, and a response like the one for so many artworks.
func graphQL(name, query string, artworks int) traffic {
	const fields = `id slug title category editionSize purchasePrice{amount currency} year media{sourceUrl} publishedAt artist{slug name}`
	const artwork = `{"id":"1000123","slug":"study-for-the-long-furrow-1000123","title":"Study for “The Long Furrow”","category":"on-paper-unique","editionSize":1,` +
		`"purchasePrice":{"amount":"245000","currency":"USD"},"year":1871,"media":[{"sourceUrl":"/assets/0123456789abcdef0123/original.jpg"}],` +
		`"publishedAt":"2026-03-01T10:00:00Z","artist":{"slug":"celestine-abara-duval-38","name":"Celestine Abara-Duval"}},`
	return traffic{
		name, "/graphql", `{"data":{"artworks":{"totalCount":69202,"items":[` + strings.TrimSuffix(strings.Repeat(artwork, artworks), ",") + `]}}}`,
		func(n int64) string {
			body, _ := json.Marshal(map[string]string{"query": fmt.Sprintf(query, n, fields)})
			return string(body)
		},
	}
}

// BenchmarkForward compares requests through the gateway, with all its limits and metrics, with a bare [httputil.ReverseProxy] and with no proxy, at
// one, 16 and 64 connections a processor. "forwarded" are requests that all differ; "repeated" is one request again and again, which the gateway keeps or,
// for calls of a node whose result changes, shares while it is in flight; forwarded/op says how many reached the upstream. "static" is a handler that only
// writes the same response. The processor time includes the client and the upstream.
func BenchmarkForward(b *testing.B) {
	var now atomic.Pointer[traffic]
	var served, n atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set(freshness.Header, freshness.Freshness{Version: 1, For: time.Minute}.String())
		_, _ = io.WriteString(w, now.Load().reply)
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
	// A server closes the body of a request once it responds. If the transport has not yet seen the body's end by then, the proxy loses the response.
	whole := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	})
	var same atomic.Pointer[http.Header]
	static := serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		maps.Copy(w.Header(), *same.Load())
		_, _ = io.WriteString(w, now.Load().reply)
	}))
	through := []struct {
		name, url string
		repeated  bool
	}{
		{"direct", server.URL, false}, {"ReverseProxy", serve(whole), false}, {"forwarded", gateway, false}, {"repeated", gateway, true}, {"static", static, true},
	}
	result := `{"jsonrpc":"2.0","id":1,"result":"0x` + strings.Repeat("ab", 480) + `"}`
	for _, connections := range []int{1, 16, 64} {
		for _, kind := range []traffic{
			{"JSON-RPC", "/rpc/31337", result, func(n int64) string {
				const call = `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"0x5fbdb2315678afecb367f032d93f642f64180aa3","data":"0x%064x"},"latest"]}`
				return fmt.Sprintf(call, n)
			}},
			{"JSON-RPC that can't change", "/rpc/31337", result, func(n int64) string {
				return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"eth_getCode","params":["0x%040x","latest"]}`, n)
			}},
			graphQL("list", `{artworks(page:%d){totalCount items{%s}}}`, 27),
			graphQL("detail", `{artwork(slug:"%d"){description medium %[2]s artist{bio otherArtworks(first:6){%[2]s}}}}`, 7),
			graphQL("search", `{artworks(filter:{search:"furrow %d"},sort:RELEVANCE){totalCount items{%s}}}`, 27),
		} {
			for _, by := range through {
				b.Run(fmt.Sprintf("%s/%s-%d", kind.name, by.name, connections), func(b *testing.B) {
					now.Store(&kind)
					client := upstream.New(&http.Transport{DialContext: http.DefaultTransport.(*http.Transport).DialContext}, time.Minute, 1<<20)
					defer client.CloseIdleConnections()
					send := func(body string) (header http.Header) {
						r, err := http.NewRequestWithContext(b.Context(), http.MethodPost, by.url+kind.path, strings.NewReader(body))
						if err != nil {
							b.Error(err)
							return nil
						}
						r.Header.Set("Content-Type", "application/json")
						res, err := client.RoundTrip(r)
						if err != nil || res.StatusCode != http.StatusOK || res.ContentLength < int64(len(kind.reply)) {
							b.Errorf("got %v, %v, want 200 with the reply, nil", res, err)
							return nil
						}
						return res.Header
					}
					if by.name == "repeated" { // the gateway keeps responses once it follows the catalog's events
						testkit.Eventually(b, 20*time.Second, func() bool {
							before := served.Load()
							header := send(kind.body(0))
							same.Store(&header)
							return kind.name == "JSON-RPC" || served.Load() == before
						})
					}
					b.ResetTimer()
					b.ReportAllocs()
					b.SetParallelism(connections)
					began, before := processor(b), served.Load()
					defer func() {
						b.ReportMetric(float64((processor(b)-began).Nanoseconds())/float64(b.N)/1000, "processor-µs/op")
						b.ReportMetric(float64(served.Load()-before)/float64(b.N), "forwarded/op")
					}()
					b.RunParallel(func(pb *testing.PB) {
						for pb.Next() {
							if by.repeated {
								send(kind.body(0))
							} else {
								send(kind.body(n.Add(1)))
							}
						}
					})
				})
			}
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
