package ethereum

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/metrics"
)

// measured measures the calls to one node, by JSON-RPC method.
type measured struct {
	next        http.RoundTripper
	seconds     *prometheus.HistogramVec
	chain, node string
}

func newMeasured(next http.RoundTripper, chainID uint32, node string) measured {
	return measured{
		next: next, chain: strconv.FormatUint(uint64(chainID), 10), node: node,
		seconds: metrics.Histogram("chainwatcher_node_seconds", "Duration of calls to Ethereum nodes.", "chain", "node", "method", "outcome"),
	}
}

// RoundTrip implements http.RoundTripper. A node that responds with an error of JSON-RPC has responded.
func (m measured) RoundTrip(r *http.Request) (*http.Response, error) {
	began, method := time.Now(), methodOf(r)
	res, err := m.next.RoundTrip(r)
	outcome := "ok"
	if err != nil || res.StatusCode/100 != 2 {
		outcome = "failed"
	}
	m.seconds.WithLabelValues(m.chain, m.node, method, outcome).Observe(time.Since(began).Seconds())
	return res, err
}

// methodOf reads the method from a copy of the body: "batch" for several calls. We choose all methods, so there are few values.
func methodOf(r *http.Request) string {
	if r.GetBody == nil {
		return "other"
	}
	body, err := r.GetBody()
	if err != nil {
		return "other"
	}
	defer func() { _ = body.Close() }()
	text, err := io.ReadAll(body)
	var call struct {
		Method string `json:"method"`
	}
	switch {
	case err != nil:
		return "other"
	case bytes.HasPrefix(text, []byte("[")):
		return "batch"
	case json.Unmarshal(text, &call) != nil || call.Method == "":
		return "other"
	}
	return call.Method
}
