package ethereum

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"

	"github.com/ethereum/go-ethereum/rpc"
)

// TestCallsToNodesAreMeasured by method and outcome, with the client that the watcher uses.
func TestCallsToNodesAreMeasured(t *testing.T) {
	t.Parallel()
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		switch {
		case strings.Contains(string(body), "eth_gasPrice"):
			w.WriteHeader(http.StatusTooManyRequests)
		case strings.HasPrefix(string(body), "["):
			_, _ = io.WriteString(w, `[{"jsonrpc":"2.0","id":2,"result":"0x1"},{"jsonrpc":"2.0","id":3,"result":"0x1"}]`)
		default:
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":"0x1"}`)
		}
	}))
	t.Cleanup(node.Close)
	own := newMeasured(http.DefaultTransport, 4711, "node.example")
	client, err := rpc.DialOptions(t.Context(), node.URL, rpc.WithHTTPClient(&http.Client{Transport: own}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	var result string
	if err := client.CallContext(t.Context(), &result, "eth_blockNumber"); err != nil {
		t.Fatal(err)
	}
	_ = client.BatchCallContext(t.Context(), []rpc.BatchElem{{Method: "eth_chainId", Result: &result}, {Method: "eth_chainId", Result: &result}})
	if err := client.CallContext(t.Context(), &result, "eth_gasPrice"); err == nil {
		t.Error("call with status 429: error = nil, want one")
	}
	for _, c := range []struct{ method, outcome string }{{"eth_blockNumber", "ok"}, {"batch", "ok"}, {"eth_gasPrice", "failed"}} {
		observer, err := own.seconds.GetMetricWithLabelValues("4711", "node.example", c.method, c.outcome)
		if err != nil {
			t.Fatal(err)
		}
		var m dto.Metric
		if err := observer.(prometheus.Metric).Write(&m); err != nil {
			t.Fatal(err)
		}
		if got := m.GetHistogram().GetSampleCount(); got != 1 {
			t.Errorf("%s, %s: %d calls, want 1", c.method, c.outcome, got)
		}
	}
}
