// Package ethrpc checks JSON-RPC calls before it forwards them to an Ethereum node. It forwards only methods that pages need, and never
// one that a node with unlocked accounts would sign.
package ethrpc

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/gateway/internal/body"
	"github.com/vitrine/vitrine/gateway/internal/problem"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/metrics"
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

// Methods that need their own checks or whose results can be kept.
const (
	methodChain         = "eth_chainId"
	methodNetwork       = "net_version"
	methodSoftware      = "web3_clientVersion"
	methodNewest        = "eth_blockNumber"
	methodCode          = "eth_getCode"
	methodSend          = "eth_sendRawTransaction"
	methodCall          = "eth_call"
	methodEstimate      = "eth_estimateGas"
	methodLogs          = "eth_getLogs"
	methodBlockByNumber = "eth_getBlockByNumber"
	methodBlockByHash   = "eth_getBlockByHash"
	methodTransaction   = "eth_getTransactionByHash"
	methodReceipt       = "eth_getTransactionReceipt"
)

// methods lists the methods that are available. Signing and filters belong to the visitor's wallet.
var methods = []string{
	methodChain, methodNetwork, methodSoftware, "net_listening", "eth_syncing", methodNewest, "eth_gasPrice", "eth_maxPriorityFeePerGas",
	"eth_feeHistory", "eth_getBalance", "eth_getTransactionCount", methodCode, "eth_getStorageAt", methodSend, methodCall, methodEstimate, methodLogs,
	methodBlockByNumber, methodBlockByHash, methodTransaction, methodReceipt,
	"eth_getBlockTransactionCountByNumber", "eth_getBlockTransactionCountByHash",
}

// software is the result of web3_clientVersion: which node there is, and in which version, concerns its operator only.
var software = jsontext.Value(`"Vitrine"`)

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
			return nil, fmt.Errorf("chain %s: not the address of a node", chain) // it may contain a key
		}
		out[id] = u
	}
	return out, nil
}

// Options of a proxy.
type Options struct {
	// Nodes are the addresses of the nodes by chain id.
	Nodes map[uint64]*url.URL
	// CallGas limits the gas that an eth_call or eth_estimateGas may name, which are work for the node and free for the caller. The node limits those that
	// name none.
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
	nodes        map[uint64]*node
	seconds      *prometheus.HistogramVec
	batchTimeout time.Duration

	mu sync.Mutex
	// lacks has a line for each node that lacks what it must have.
	lacks map[uint64]string
}

// New returns a proxy that forwards the allowed calls.
func New(o Options) *Proxy {
	ids := slices.Sorted(maps.Keys(o.Nodes))
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.FormatUint(id, 10)
	}
	seconds := metrics.Histogram("gateway_jsonrpc_seconds", "Duration of JSON-RPC calls for browsers.", "method", "outcome")
	nodes := make(map[uint64]*node, len(o.Nodes))
	for id, to := range o.Nodes {
		nodes[id] = newNode(to, transport(to, o.CallTimeout))
	}
	return &Proxy{Options: o, ids: strings.Join(words, ", "), nodes: nodes, seconds: seconds, batchTimeout: batchTimeout, lacks: map[uint64]string{}}
}

// response is the response to a call, with a result or an error.
type response struct{ id, result, fault jsontext.Value }

// append appends the response object.
func (r *response) append(dst []byte) []byte {
	dst = append(append(dst, `{"jsonrpc":"2.0","id":`...), r.id...)
	if r.fault != nil {
		dst = append(append(dst, `,"error":`...), r.fault...)
	} else {
		dst = append(append(dst, `,"result":`...), r.result...)
	}
	return append(dst, '}')
}

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseUint(r.PathValue("chainId"), 10, 64)
	node, ok := p.nodes[id]
	if err != nil || !ok {
		problem.Write(w, http.StatusNotFound, errorsv1.Reason_REASON_UNSUPPORTED_CHAIN,
			fmt.Sprintf("Unsupported chain id: %s. Supported chain ids are: %s.", r.PathValue("chainId"), p.ids), nil)
		return
	}
	if !isJSON(r.Header.Get("Content-Type")) {
		problem.Write(w, http.StatusUnsupportedMediaType, errorsv1.Reason_REASON_UNSUPPORTED_MEDIA_TYPE, "Send JSON-RPC as application/json.", nil)
		return
	}
	sent, err := body.Of(r)
	if err != nil {
		problem.Body(w, err)
		return
	}
	sent = bytes.TrimSpace(sent)
	if len(sent) == 0 || sent[0] != '[' {
		if res := p.one(r.Context(), node, sent); res != nil {
			respond(w, res.append(make([]byte, 0, len(res.id)+len(res.result)+len(res.fault)+len(`{"jsonrpc":"2.0","id":,"result":}`))))
		} else {
			w.WriteHeader(http.StatusNoContent)
		}
		return
	}
	p.batch(w, r, node, sent)
}

func isJSON(contentType string) bool {
	if contentType == "application/json" {
		return true
	}
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && kind == "application/json"
}

// batch responds to several calls.
func (p *Proxy) batch(w http.ResponseWriter, r *http.Request, node *node, body []byte) {
	batch, ok := array(body)
	if !ok {
		respond(w, failed(nil, codeParse, "parse error").append(nil))
		return
	}
	if len(batch) == 0 {
		respond(w, failed(nil, codeInvalid, "the batch is empty").append(nil))
		return
	}
	p.Spend(r, len(batch)-1)
	ctx, cancel := context.WithTimeout(r.Context(), p.batchTimeout)
	defer cancel()
	call := p.one
	if len(batch) > maxBatch {
		call = refused
	}
	var out []byte
	for _, raw := range batch {
		if res := call(ctx, node, raw); res != nil {
			out = res.append(append(out, ','))
		}
	}
	if len(out) == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	out[0] = '['
	respond(w, append(out, ']'))
}

// refused returns an error for each call of a batch that is too large, because clients match responses to calls by ID.
func refused(_ context.Context, _ *node, raw []byte) *response {
	c, fault := parse(raw)
	if fault != nil {
		return fault
	}
	if c.id == nil {
		return nil
	}
	return failed(c.id, codeInvalid, fmt.Sprintf("a batch holds at most %d calls", maxBatch))
}

// one checks a call and returns the response. A notification (without ID) gets no response and isn't forwarded.
func (p *Proxy) one(ctx context.Context, node *node, raw []byte) *response {
	began, name, outcome := time.Now(), "invalid", "refused"
	defer func() { p.seconds.WithLabelValues(name, outcome).Observe(time.Since(began).Seconds()) }()
	c, fault := parse(raw)
	if fault != nil {
		return fault
	}
	if c.id == nil {
		return nil
	}
	if slices.Contains(methods, c.method) {
		name = c.method
	}
	if res := check(c, p.CallGas); res != nil {
		return res
	}
	if c.method == methodSoftware {
		outcome = "ok"
		return &response{id: c.id, result: software}
	}
	ok, reply, err := true, reply{}, error(nil)
	if c.method == methodLogs {
		if ok, reply.fault, err = node.bound(ctx, c); err == nil && reply.fault == nil && !ok {
			return failed(c.id, codeParams, fmt.Sprintf("the filter must name a blockHash, or fromBlock and toBlock at most %d blocks apart", maxLogRange))
		}
	}
	outcome = "failed"
	if ok {
		reply, err = node.do(ctx, c)
		if err == nil && reply.fault != nil && tooMuchGas.MatchString(message(reply.fault)) && dropGas(c) {
			reply, err = node.do(ctx, c)
		}
	}
	if err != nil {
		p.Log.WarnContext(ctx, "the Ethereum node does not respond", "method", c.method, "error", err)
		return failed(c.id, codeUnavailable, "the node does not respond")
	}
	if outcome = "ok"; reply.fault != nil {
		outcome = "error" // from the node, for example because the call reverts
	}
	return &response{c.id, reply.result, reply.fault}
}

// All responses share the values of these headers.
var (
	jsonType = []string{"application/json"}
	noStore  = []string{"no-store"}
)

func respond(w http.ResponseWriter, body []byte) {
	h := w.Header()
	h["Content-Type"], h["Cache-Control"] = jsonType, noStore
	_, _ = w.Write(body) //nolint:gosec // no browser takes it for HTML: its type is JSON, and it isn't sniffed
}

func failed(id jsontext.Value, code int, message string) *response {
	if id == nil {
		id = jsontext.Value("null")
	}
	text, _ := jsontext.AppendQuote(nil, message) // it returns an error for invalid UTF-8 only, after writing replacements
	return &response{id: id, fault: fmt.Appendf(nil, `{"code":%d,"message":%s}`, code, text)}
}
