package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
)

// nodeFault is the fault of a node.
type nodeFault string

const (
	honest nodeFault = ""
	// lying nodes report no logs and no blocks' receipts, failed receipts of transactions, unused accounts and empty results of calls.
	lying nodeFault = "lying"
	// lagging nodes stay at the block that they had when the fault began.
	lagging nodeFault = "lagging"
	// inventing nodes add an invented payment to each block with events of our contracts, in its logs and in its receipts.
	inventing nodeFault = "inventing"
	// stalled nodes have new blocks, but none becomes final.
	stalled nodeFault = "stalled"
)

// node is an Ethereum node for the chainwatcher: a JSON-RPC proxy in front of the chain that can have a fault.
type node struct {
	url    string
	chain  *rpc.Client
	server *http.Server

	mu                sync.Mutex
	target            string
	fault             nodeFault
	latest, finalized hexutil.Uint64 // of a lagging or stalled node
	changed           int            // responses that the fault changed
	invented          map[string]any // the fields of the log that an inventing node adds
}

func newNode(ctx context.Context, target string) (*node, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", local(0))
	if err != nil {
		return nil, err
	}
	n := &node{url: "http://" + l.Addr().String(), target: target}
	if n.chain, err = rpc.DialContext(ctx, target); err != nil {
		return nil, err
	}
	n.server = &http.Server{Handler: http.HandlerFunc(n.serve), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = n.server.Serve(l) }()
	return n, nil
}

func (n *node) stop() {
	_ = n.server.Close()
	n.chain.Close()
}

// set starts or ends a fault.
func (n *node) set(ctx context.Context, fault nodeFault) error {
	var latest, finalized struct{ Number hexutil.Uint64 }
	if err := n.chain.CallContext(ctx, &latest, "eth_getBlockByNumber", "latest", false); err != nil {
		return err
	}
	if err := n.chain.CallContext(ctx, &finalized, "eth_getBlockByNumber", "finalized", false); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.fault, n.latest, n.finalized = fault, latest.Number, finalized.Number
	return nil
}

// invent makes the node show a payment that nobody made.
func (n *node) invent(ctx context.Context, log map[string]any) error {
	n.mu.Lock()
	n.invented = log
	n.mu.Unlock()
	return n.set(ctx, inventing)
}

// follow makes the node show another chain.
func (n *node) follow(target string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.target = target
}

func (n *node) wrongReplies() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.changed
}

type rpcCall struct {
	Version string            `json:"jsonrpc"`
	ID      json.RawMessage   `json:"id"`
	Method  string            `json:"method"`
	Params  []json.RawMessage `json:"params"`
}

type rpcResult struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

func (n *node) serve(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(io.LimitReader(req.Body, 10<<20))
	if err != nil {
		return
	}
	var calls []rpcCall
	batch := bytes.HasPrefix(bytes.TrimSpace(body), []byte("["))
	if !batch {
		body = slices.Concat([]byte("["), body, []byte("]"))
	}
	if err := json.Unmarshal(body, &calls); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	n.mu.Lock()
	target, fault, latest, finalized, invented := n.target, n.fault, n.latest, n.finalized, n.invented
	n.mu.Unlock()
	changed := 0
	for i := range calls {
		if calls[i].rewrite(fault, latest, finalized) {
			changed++
		}
	}
	results, err := forward(req.Context(), target, calls)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	methods := map[string]string{}
	for _, c := range calls {
		methods[string(c.ID)] = c.Method
	}
	for i := range results {
		method := methods[string(results[i].ID)]
		if results[i].change(method, fault, latest) || fault == inventing && results[i].invent(method, invented) {
			changed++
		}
	}
	n.mu.Lock()
	n.changed += changed
	n.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if batch {
		_ = json.NewEncoder(w).Encode(results)
	} else if len(results) > 0 {
		_ = json.NewEncoder(w).Encode(results[0])
	}
}

// rewrite makes a call see an older chain. It reports whether it changed the call.
func (c *rpcCall) rewrite(fault nodeFault, latest, finalized hexutil.Uint64) bool {
	if fault != lagging && fault != stalled {
		return false
	}
	changed := false
	for i, p := range c.Params {
		var tag string
		if json.Unmarshal(p, &tag) != nil {
			continue
		}
		to := tag
		switch {
		case tag == "finalized" || tag == "safe":
			to = finalized.String()
		case fault == stalled:
		case tag == "latest" || tag == "pending":
			to = latest.String()
		case c.Method == "eth_getBlockByNumber" && i == 0 && number(tag) > uint64(latest):
			to = "0xffffffffff" // a block that doesn't exist
		}
		if to != tag {
			c.Params[i], _ = json.Marshal(to)
			changed = true
		}
	}
	return changed
}

func number(tag string) uint64 {
	n, err := hexutil.DecodeUint64(tag)
	if err != nil {
		return 0
	}
	return n
}

// change replaces the result of a call. It reports whether it did.
func (r *rpcResult) change(method string, fault nodeFault, latest hexutil.Uint64) bool {
	if r.Error != nil {
		return false
	}
	was := string(r.Result)
	if fault == lagging && method == "eth_blockNumber" {
		r.Result = json.RawMessage(`"` + latest.String() + `"`)
	}
	if fault != lying {
		return string(r.Result) != was
	}
	switch method {
	case "eth_getLogs", "eth_getBlockReceipts":
		r.Result = json.RawMessage("[]")
	case "eth_getTransactionReceipt":
		r.Result = json.RawMessage(strings.Replace(was, `"status":"0x1"`, `"status":"0x0"`, 1))
	case "eth_getTransactionCount":
		r.Result = json.RawMessage(`"0x0"`)
	case "eth_call":
		r.Result = json.RawMessage(`"0x` + strings.Repeat("0", 64) + `"`)
	}
	return string(r.Result) != was
}

// invent adds a log to the result of a call about logs or receipts, if it has one already. It reports whether it did.
func (r *rpcResult) invent(method string, log map[string]any) bool {
	var list, logs []map[string]any
	if method != "eth_getLogs" && method != "eth_getBlockReceipts" || json.Unmarshal(r.Result, &list) != nil || len(list) == 0 {
		return false
	}
	logs = list
	if method == "eth_getBlockReceipts" {
		text, err := json.Marshal(list[len(list)-1]["logs"])
		if err != nil || json.Unmarshal(text, &logs) != nil || len(logs) == 0 {
			return false
		}
	}
	one := maps.Clone(logs[len(logs)-1])
	maps.Copy(one, log)
	if logs = append(logs, one); method == "eth_getLogs" {
		list = logs
	} else {
		list[len(list)-1]["logs"] = logs
	}
	var err error
	r.Result, err = json.Marshal(list)
	return err == nil
}

func forward(ctx context.Context, target string, calls []rpcCall) (results []rpcResult, err error) {
	body, err := json.Marshal(calls)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	return results, json.NewDecoder(res.Body).Decode(&results)
}

// startNodes gives the chainwatcher three nodes of the chain and restarts it. end restores its only node.
func (r *rig) startNodes(ctx context.Context) (nodes []*node, end func(), err error) {
	var urls []string
	for range 3 {
		n, err := newNode(ctx, r.chain.URL())
		if err != nil {
			return nil, nil, err
		}
		nodes, urls = append(nodes, n), append(urls, n.url)
	}
	chains, err := json.Marshal([]map[string]any{{
		"chainId": standins.ChainID, "name": "Local chain", "currencySymbol": "ETH", "rpcUrls": urls, "pollInterval": "500ms", "finalityTimeout": stallLimit.String(),
	}})
	if err != nil {
		return nil, nil, err
	}
	r.restart("chainwatcher", []string{"CHAINS=" + string(chains)})
	end = func() {
		r.restart("chainwatcher", nil)
		for _, n := range nodes {
			n.stop()
		}
	}
	if err := r.ready(time.Minute); err != nil {
		end()
		return nil, nil, fmt.Errorf("three nodes: %w", err)
	}
	return nodes, end, nil
}

// rotateFaults gives one node after the other a fault, each for a while, until ctx ends. Two of three are always honest.
func rotateFaults(ctx context.Context, nodes []*node, every time.Duration) error {
	for turn := 0; ; turn++ {
		n, fault := nodes[turn%len(nodes)], []nodeFault{lying, lagging}[turn%2]
		if n.set(ctx, fault) != nil { // the end of the load cancels the call
			return ctx.Err()
		}
		on := wait(ctx, every)
		if err := n.set(context.WithoutCancel(ctx), honest); err != nil {
			return err
		}
		if !on {
			return nil
		}
	}
}
