// Package ethrpc screens JSON-RPC on its way to an Ethereum node: only what a page needs passes, and never a call that
// a node with unlocked accounts would sign.
package ethrpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/problem"
)

const (
	maxBody   = 512 << 10
	maxRawTx  = 128 << 10
	maxBatch  = 20
	maxAnswer = 4 << 20
	// maxLogRange bounds eth_getLogs, which must name an address.
	maxLogRange     = 1000
	maxLogAddresses = 20
	// maxGas caps the gas of eth_call and eth_estimateGas, which cost the node work and their caller nothing.
	maxGas = 50_000_000
	// deadline bounds one call, allCalls a batch of them, which a node that hangs would keep for as many deadlines.
	deadline = 5 * time.Second
	allCalls = 15 * time.Second
)

// JSON-RPC 2.0 error codes (section 5.1).
const (
	codeParse    = -32700
	codeInvalid  = -32600
	codeMethod   = -32601
	codeParams   = -32602
	codeInternal = -32603
)

// methods are all that pass. What signs or watches belongs to the visitor's wallet.
var methods = []string{
	"eth_chainId", "net_version", "eth_blockNumber", "eth_gasPrice", "eth_maxPriorityFeePerGas", "eth_feeHistory", "eth_getBalance",
	"eth_getTransactionCount", "eth_getCode", "eth_getStorageAt", "eth_sendRawTransaction", "eth_call", "eth_estimateGas", "eth_getLogs",
	"eth_getBlockByNumber", "eth_getBlockByHash", "eth_getTransactionByHash", "eth_getTransactionReceipt",
}

// ParseNodes checks the nodes' addresses by chain id.
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

// Proxy answers POST /rpc/{chainId}.
type Proxy struct {
	nodes  map[uint64]*url.URL
	ids    string
	client *http.Client
	spend  func(r *http.Request, more int)
	log    *slog.Logger
	// allCalls is the constant's, but for tests.
	allCalls time.Duration
}

// New passes screened calls to the nodes, keyed by chain id. spend is told how many more calls than one a request holds: a batch
// costs its caller as much as its calls would one by one.
func New(nodes map[uint64]*url.URL, spend func(r *http.Request, more int), log *slog.Logger) *Proxy {
	ids := make([]uint64, 0, len(nodes))
	for id := range nodes {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = strconv.FormatUint(id, 10)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	return &Proxy{nodes, strings.Join(words, ", "), &http.Client{Transport: transport, Timeout: deadline}, spend, log, allCalls}
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
	node, ok := p.nodes[id]
	if err != nil || !ok {
		problem.Write(w, http.StatusNotFound, "unsupported_chain",
			fmt.Sprintf("Unsupported chain id: %s. Supported chain ids are: %s.", r.PathValue("chainId"), p.ids), nil)
		return
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		problem.Write(w, http.StatusMethodNotAllowed, "method_not_allowed", "Send JSON-RPC with POST.", nil)
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		problem.Write(w, http.StatusUnsupportedMediaType, "unsupported_media_type", "Send JSON-RPC as application/json.", nil)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		answer(w, failed(nil, codeInvalid, "request too large"))
		return
	}
	body = bytes.TrimSpace(body)
	if len(body) == 0 || body[0] != '[' {
		if res := p.one(r.Context(), node, body); res != nil {
			answer(w, res)
		} else {
			w.WriteHeader(http.StatusNoContent)
		}
		return
	}
	var batch []json.RawMessage
	if err := json.Unmarshal(body, &batch); err != nil {
		answer(w, failed(nil, codeParse, "parse error"))
		return
	}
	if len(batch) == 0 || len(batch) > maxBatch {
		answer(w, failed(nil, codeInvalid, fmt.Sprintf("a batch holds 1 to %d calls", maxBatch)))
		return
	}
	p.spend(r, len(batch)-1)
	ctx, cancel := context.WithTimeout(r.Context(), p.allCalls)
	defer cancel()
	out := make([]*response, 0, len(batch))
	for _, call := range batch {
		if res := p.one(ctx, node, call); res != nil {
			out = append(out, res)
		}
	}
	if len(out) == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	answer(w, out)
}

// one screens a call and asks the node with it, written anew from what was understood: what the screen read is what the
// node reads. A notification (no id) has no answer and is not passed on.
func (p *Proxy) one(ctx context.Context, node *url.URL, raw []byte) *response {
	req, fault := parse(raw)
	if fault != nil {
		return fault
	}
	if req.ID == nil {
		return nil
	}
	if res := screen(req); res != nil {
		return res
	}
	out, err := p.ask(ctx, node, req)
	if err != nil {
		p.log.WarnContext(ctx, "node did not answer", "method", req.Method, "error", err)
		return failed(req.ID, codeInternal, "the node did not answer")
	}
	out.ID = req.ID
	return out
}

func (p *Proxy) ask(ctx context.Context, node *url.URL, req *request) (*response, error) {
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
		return nil, errors.New("no connection") // The address of a node may hold a key: keep it out of the logs.
	}
	defer res.Body.Close()
	var reply response
	if err := json.NewDecoder(io.LimitReader(res.Body, maxAnswer)).Decode(&reply); err != nil {
		return nil, fmt.Errorf("status %d: %w", res.StatusCode, err)
	}
	if reply.Error == nil && reply.Result == nil {
		reply.Result = json.RawMessage("null")
	}
	reply.Version = "2.0"
	return &reply, nil
}

func answer(w http.ResponseWriter, v any) {
	out, err := json.Marshal(v)
	if err != nil {
		problem.Write(w, http.StatusInternalServerError, "internal", "Something went wrong on our side.", nil)
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
