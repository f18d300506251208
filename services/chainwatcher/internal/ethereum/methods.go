package ethereum

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/kit/background"
)

const blockReceipts = "eth_getBlockReceipts"

// Method is a JSON-RPC method that is called at nodes.
type Method struct {
	Name string
	// Without says what happens if a node doesn't have it; empty for a method that nodes must have.
	Without string
	// ask are parameters with which a call changes nothing and may fail.
	ask []any
}

// Methods returns all methods that the service calls. docs/operating/nodes.md has the same list.
func Methods() []Method {
	nowhere, call := common.Hash{}, map[string]any{"to": common.Address{}}
	ofNowhere := rpc.BlockNumberOrHashWithHash(nowhere, false)
	return []Method{
		{Name: "eth_chainId", ask: []any{}},
		{Name: "eth_getBlockByNumber", ask: []any{"latest", false}},
		{Name: "eth_getBlockByHash", ask: []any{nowhere, false}},
		{Name: blockReceipts, Without: "receipts are read by transaction, which takes more calls", ask: []any{ofNowhere}},
		{Name: "eth_getTransactionReceipt", ask: []any{nowhere}},
		{Name: "eth_getLogs", ask: []any{map[string]any{"blockHash": nowhere, "address": common.Address{}}}},
		{Name: "eth_getCode", ask: []any{common.Address{}, "latest"}},
		{Name: "eth_getBalance", ask: []any{common.Address{}, "latest"}},
		{Name: "eth_getTransactionCount", ask: []any{common.Address{}, "latest"}},
		{Name: "eth_call", ask: []any{call, "latest"}},
		{Name: "eth_estimateGas", ask: []any{call}},
		{Name: "eth_gasPrice", ask: []any{}},
		{Name: "eth_maxPriorityFeePerGas", ask: []any{}},
		{Name: "eth_sendRawTransaction", ask: []any{"0x"}},
	}
}

// Missing calls every node for each method, and returns a sentence for each node that lacks any. It names a node by its
// position in rpcUrls, because the public sees the sentence. A node that doesn't respond lacks nothing.
func (n *Node) Missing(ctx context.Context) []string {
	lacks := make([]string, len(n.peers))
	asked := make([]<-chan error, len(n.peers))
	for i, p := range n.peers {
		asked[i] = background.Go(ctx, func(ctx context.Context) error {
			lacks[i] = p.missing(ctx)
			return nil
		})
	}
	var found []string
	for i := range n.peers {
		if <-asked[i] != nil { // a response made a library panic
			lacks[i] = "sends responses that can't be read"
		}
		if lacks[i] != "" {
			found = append(found, fmt.Sprintf("chain %d: node %d of %d in rpcUrls %s", n.chainID, i+1, len(n.peers), lacks[i]))
		}
	}
	return found
}

// missing returns what the node lacks, or nothing.
func (p *peer) missing(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	methods := Methods()
	calls := make([]rpc.BatchElem, len(methods))
	for i, m := range methods {
		calls[i] = rpc.BatchElem{Method: m.Name, Args: m.ask, Result: new(json.RawMessage)}
	}
	if err := p.batch(ctx, calls); err != nil {
		if errors.Is(err, errNoBatch) {
			return "refuses several calls in one request"
		}
		return ""
	}
	p.mu.Lock()
	p.refused = 0
	p.mu.Unlock()
	var names []string
	for i, m := range methods {
		switch lacks := unsupported(calls[i].Error, m.Name); {
		case m.Name == blockReceipts:
			p.withoutBlockReceipts.Store(lacks)
		case lacks && m.Without == "":
			names = append(names, m.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "doesn't have " + strings.Join(names, ", ")
}
