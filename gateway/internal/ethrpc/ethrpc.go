// Package ethrpc checks JSON-RPC calls before it forwards them to an Ethereum node. It forwards only methods that pages need, and never
// one that a node with unlocked accounts would sign.
package ethrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/metrics"
	"github.com/vitrine/vitrine/kit/tracing"
)

const (
	maxRawTx = 128 << 10
	// maxBatch is the default batch size of wallet libraries such as ethers.
	maxBatch    = 100
	maxResponse = 4 << 20
	// maxLogRange limits the blocks of one eth_getLogs, which must also name an address.
	maxLogRange     = 1000
	maxLogAddresses = 20
	// batchTimeout is shared by all calls of a batch: with a timeout each, a node that hangs would hold the request for minutes.
	batchTimeout = 15 * time.Second
)

// JSON-RPC 2.0 error codes (section 5.1).
const (
	codeParse   = -32700
	codeInvalid = -32600
	codeMethod  = -32601
	codeParams  = -32602
	// codeUnavailable is EIP-1474's "resource unavailable". Clients read the usual -32603 for a failed eth_call as a revert, and would
	// report that a token doesn't exist while the node is down.
	codeUnavailable = -32002
)

// methods lists the methods that are forwarded. Signing and filters belong to the visitor's wallet.
var methods = []string{
	"eth_chainId", "net_version", "eth_blockNumber", "eth_gasPrice", "eth_maxPriorityFeePerGas", "eth_feeHistory", "eth_getBalance",
	"eth_getTransactionCount", "eth_getCode", "eth_getStorageAt", "eth_sendRawTransaction", "eth_call", "eth_estimateGas", "eth_getLogs",
	"eth_getBlockByNumber", "eth_getBlockByHash", "eth_getTransactionByHash", "eth_getTransactionReceipt",
}

// ParseNodes parses the nodes' addresses by chain ID. It returns an error that names the first invalid chain ID or address.
func ParseNodes(urls map[string]string) (map[uint64]*url.URL, error) {
	out := map[uint64]*url.URL{}
	for chain, address := range urls {
		id, err := strconv.ParseUint(chain, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("%q is not a chain id", chain)
		}
		u, err := url.Parse(address)
		if err != nil || u.Host == "" {
			return nil, fmt.Errorf("%q is not the address of a node", address)
		}
		out[id] = u
	}
	return out, nil
}

// Options of a proxy.
type Options struct {
	// Nodes are the addresses of the nodes by chain id.
	Nodes map[uint64]*url.URL
	// CallGas limits the gas of one eth_call or eth_estimateGas, which are work for the node and free for the caller. It is also set in
	// calls without gas, because some nodes don't limit those.
	CallGas uint64
	// CallTimeout limits the wait for the node's response to one call.
	CallTimeout time.Duration
	// Spend counts additional requests for a caller, so that a batch counts as many as its calls.
	Spend func(r *http.Request, more int)
	Log   *slog.Logger
}

// Proxy serves POST /rpc/{chainId}.
type Proxy struct {
	Options
	ids          string
	client       *http.Client
	seconds      *prometheus.HistogramVec
	batchTimeout time.Duration
}

// New returns a proxy that forwards the allowed calls.
func New(o Options) *Proxy {
	ids := slices.Sorted(maps.Keys(o.Nodes))
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.FormatUint(id, 10)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	seconds := metrics.Histogram("gateway_jsonrpc_seconds", "Duration of JSON-RPC calls for browsers.", "method", "outcome")
	client := &http.Client{Transport: tracing.Outside(transport), CheckRedirect: httpclient.RefuseRedirects, Timeout: o.CallTimeout}
	return &Proxy{o, strings.Join(words, ", "), client, seconds, batchTimeout}
}

type request struct {
	Version string            `json:"jsonrpc"`
	ID      json.RawMessage   `json:"id,omitempty"`
	Method  string            `json:"method"`
	Params  []json.RawMessage `json:"params"`
}

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

type rpcError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseUint(r.PathValue("chainId"), 10, 64)
	node, ok := p.Nodes[id]
	if err != nil || !ok {
		problem.Write(w, http.StatusNotFound, errorsv1.Reason_REASON_UNSUPPORTED_CHAIN,
			fmt.Sprintf("Unsupported chain id: %s. Supported chain ids are: %s.", r.PathValue("chainId"), p.ids), nil)
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		problem.Write(w, http.StatusUnsupportedMediaType, errorsv1.Reason_REASON_UNSUPPORTED_MEDIA_TYPE, "Send JSON-RPC as application/json.", nil)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		problem.Body(w, err)
		return
	}
	body = bytes.TrimSpace(body)
	if len(body) == 0 || body[0] != '[' {
		if res := p.one(r.Context(), node, body); res != nil {
			respond(w, res)
		} else {
			w.WriteHeader(http.StatusNoContent)
		}
		return
	}
	var batch []json.RawMessage
	if err := json.Unmarshal(body, &batch); err != nil {
		respond(w, failed(nil, codeParse, "parse error"))
		return
	}
	if len(batch) == 0 {
		respond(w, failed(nil, codeInvalid, "the batch is empty"))
		return
	}
	p.Spend(r, len(batch)-1)
	ctx, cancel := context.WithTimeout(r.Context(), p.batchTimeout)
	defer cancel()
	call := p.one
	if len(batch) > maxBatch {
		call = refused
	}
	out := make([]*response, 0, len(batch))
	for _, raw := range batch {
		if res := call(ctx, node, raw); res != nil {
			out = append(out, res)
		}
	}
	if len(out) == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	respond(w, out)
}

// refused returns an error for each call of a batch that is too large, because clients match responses to calls by ID.
func refused(_ context.Context, _ *url.URL, raw []byte) *response {
	req, fault := parse(raw)
	if fault != nil {
		return fault
	}
	if req.ID == nil {
		return nil
	}
	return failed(req.ID, codeInvalid, fmt.Sprintf("a batch holds at most %d calls", maxBatch))
}

// one checks a call and forwards it. It encodes the parsed call again, so that the node reads exactly what was checked. A notification
// (without ID) gets no response and isn't forwarded.
func (p *Proxy) one(ctx context.Context, node *url.URL, raw []byte) *response {
	began, name, outcome := time.Now(), "invalid", "refused"
	defer func() { p.seconds.WithLabelValues(name, outcome).Observe(time.Since(began).Seconds()) }()
	req, fault := parse(raw)
	if fault != nil {
		return fault
	}
	if req.ID == nil {
		return nil
	}
	if slices.Contains(methods, req.Method) {
		name = req.Method
	}
	if res := check(req, p.CallGas); res != nil {
		return res
	}
	outcome = "failed"
	out, err := p.forward(ctx, node, req)
	if err != nil {
		p.Log.WarnContext(ctx, "the Ethereum node does not respond", "method", req.Method, "error", err)
		return failed(req.ID, codeUnavailable, "the node does not respond")
	}
	if outcome = "ok"; out.Error != nil {
		outcome = "error" // from the node, for example because the call reverts
	}
	out.ID = req.ID
	return out
}

func (p *Proxy) forward(ctx context.Context, node *url.URL, req *request) (*response, error) {
	call := *req
	call.ID = json.RawMessage("1")
	body, err := json.Marshal(call)
	if err != nil {
		return nil, err
	}
	out, err := http.NewRequestWithContext(ctx, http.MethodPost, node.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	out.Header.Set("Content-Type", "application/json")
	res, err := p.client.Do(out)
	if err != nil {
		return nil, errors.New("no connection") // The error contains the node's address, which may contain a key: keep it out of logs.
	}
	defer res.Body.Close()
	var reply response
	if err := json.NewDecoder(io.LimitReader(res.Body, maxResponse)).Decode(&reply); err != nil {
		return nil, fmt.Errorf("status %d: %w", res.StatusCode, err)
	}
	if reply.Error == nil && reply.Result == nil {
		reply.Result = json.RawMessage("null")
	}
	reply.Version = "2.0"
	return &reply, nil
}

func respond(w http.ResponseWriter, v any) {
	out, err := json.Marshal(v)
	if err != nil {
		problem.Write(w, http.StatusInternalServerError, errorsv1.Reason_REASON_INTERNAL, "Something went wrong on our side.", nil)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(out)
}

func failed(id json.RawMessage, code int, message string) *response {
	if id == nil {
		id = json.RawMessage("null")
	}
	return &response{Version: "2.0", ID: id, Error: &rpcError{Code: code, Message: message}}
}
