package ethrpc

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/kit/testkit/repository"
)

// onChain runs a proxy for chain 31337 in front of a node, of which respond returns the member with the result or the error.
func onChain(t *testing.T, respond func(method string, params []json.RawMessage) string) *Proxy {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req struct {
			Method string            `json:"method"`
			Params []json.RawMessage `json:"params"`
		}
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
			t.Error(err)
		}
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,%s}`, respond(req.Method, req.Params))
	}))
	t.Cleanup(server.Close)
	nodes, err := ParseNodes(map[string]string{"31337": server.URL})
	if err != nil {
		t.Fatal(err)
	}
	return proxy(t, nodes)
}

// complete responds as a node that has everything.
func complete(method string, _ []json.RawMessage) string {
	switch method {
	case methodChain:
		return `"result":"0x7a69"`
	case methodBlockByNumber:
		return `"result":{"number":"0x1"}`
	case methodSend:
		return `"error":{"code":-32602,"message":"invalid argument 0: empty typed transaction bytes"}`
	case methodCall:
		return `"error":{"code":3,"message":"execution reverted"}`
	}
	return `"result":null`
}

// TestMissingMethodsAreNamed: a node is asked for all methods and tags. It may lack those that few programs need.
func TestMissingMethodsAreNamed(t *testing.T) {
	t.Parallel()
	const begin = "chain 31337: the node in ETH_RPC_URLS "
	refuses := func(message string, methods ...string) func(string, []json.RawMessage) string {
		return func(method string, params []json.RawMessage) string {
			if slices.Contains(methods, method) {
				return `"error":{"code":-32000,"message":"` + message + `"}`
			}
			return complete(method, params)
		}
	}
	for name, c := range map[string]struct {
		node func(string, []json.RawMessage) string
		want []string
	}{
		"complete":          {complete, nil},
		"without some":      {refuses("the method is not supported", methodLogs, "eth_feeHistory"), []string{begin + "doesn't have eth_feeHistory, eth_getLogs"}},
		"without rare ones": {refuses("the method is not supported", "net_listening", "eth_getStorageAt"), nil},
		"too busy":          {refuses("daily request limit reached", methodLogs), nil},
		"of another chain":  {func(string, []json.RawMessage) string { return `"result":"0x1"` }, []string{begin + "serves another chain"}},
		"without latest":    {refuses("header not found", methodBlockByNumber), []string{begin + "doesn't have latest"}},
		"not JSON-RPC":      {func(string, []json.RawMessage) string { return "" }, []string{begin + "does not respond to eth_chainId"}},
		"without final ones": {func(method string, params []json.RawMessage) string {
			if len(params) > 0 && strings.Contains(string(params[0]), "finalized") {
				return `"error":{"code":-39001,"message":"finalized block not found"}`
			}
			return complete(method, params)
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := onChain(t, c.node)
			if ok := p.complete(t.Context(), 31337, p.nodes[31337]); ok != (c.want == nil) {
				t.Errorf("complete = %t, want %t", ok, c.want == nil)
			}
			if got := p.Problems(t.Context()); !slices.Equal(got, c.want) {
				t.Errorf("problems = %q, want %q", got, c.want)
			}
		})
	}
}

// TestNodesAreCheckedAtTheStart: Run checks, and readiness has what is missing until the node has it.
func TestNodesAreCheckedAtTheStart(t *testing.T) {
	t.Parallel()
	p := onChain(t, func(method string, params []json.RawMessage) string {
		if method == methodLogs {
			return `"error":{"code":-32601,"message":"no"}`
		}
		return complete(method, params)
	})
	ctx, ended := t.Context(), make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	t.Cleanup(func() { <-ended })
	testkit.Eventually(t, 20*time.Second, func() bool { return len(p.Problems(ctx)) == 1 })
}

// TestNeedsAreDocumented: operators' list is complete, and all forwarded methods are checked.
func TestNeedsAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(repository.Path("docs/operating/nodes.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## At `/rpc`\n")
	var got, want, checked []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*) \\|$").FindAllStringSubmatch(section, -1) {
		got = append(got, row[1]+": "+row[2])
	}
	for _, need := range Needs() {
		without := "required"
		if need.Without != "" {
			without = need.Without
		}
		want = append(want, need.Name+": "+without)
		checked = append(checked, need.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("docs/operating/nodes.md lists %q, want %q", got, want)
	}
	for _, method := range methods {
		if method != methodSoftware && !slices.Contains(checked, method) {
			t.Errorf("nodes aren't asked for %s", method)
		}
	}
}

// TestARefusedGasIsDropped: a node whose own maximum is below the limit, and which refuses a call instead of lowering its gas, gets it again without gas.
func TestARefusedGasIsDropped(t *testing.T) {
	t.Parallel()
	const most = 16_777_216
	for name, refusal := range map[string]string{
		"Hardhat, EIP-7825": "Transaction gas limit is 50000000 and exceeds transaction gas cap of 16777216",
		"Hardhat, block":    "Transaction gas limit is 50000000 and exceeds block gas limit of 30000000",
		"revm":              "transaction gas limit (50000000) is greater than the cap (16777216)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			var sent []string
			p := onChain(t, func(_ string, params []json.RawMessage) string {
				mu.Lock()
				sent = append(sent, string(params[0]))
				mu.Unlock()
				var tx struct{ Gas string }
				if err := json.Unmarshal(params[0], &tx); err != nil {
					t.Error(err)
				}
				if gas, err := number([]byte(`"` + tx.Gas + `"`)); err == nil && gas > most {
					return `"error":{"code":-32603,"message":"` + refusal + `"}`
				}
				return `"result":"0x2a"`
			})
			for method, want := range map[string][]string{
				"eth_call":        {`{"to":"0x1","gas":"0x2faf080"}`, `{"to":"0x1"}`},
				"eth_estimateGas": {`{"to":"0x1","gas":"0x2faf080"}`, `{"to":"0x1"}`},
			} {
				mu.Lock()
				sent = nil
				mu.Unlock()
				res := p.one(t.Context(), p.nodes[31337], []byte(`{"jsonrpc":"2.0","id":7,"method":"`+method+`","params":[{"to":"0x1","gas":"0xffffffff"},"latest"]}`))
				if string(res.result) != `"0x2a"` || string(res.id) != "7" || !slices.Equal(sent, want) {
					t.Errorf("%s: %s, %s; sent %q, want 0x2a and %q", method, res.result, res.fault, sent, want)
				}
			}
		})
	}
	t.Run("other errors", func(t *testing.T) {
		t.Parallel()
		for _, other := range []string{"execution reverted", "intrinsic gas too low", "out of gas", "gas required exceeds allowance (50000000)"} {
			var calls atomic.Int32
			p := onChain(t, func(string, []json.RawMessage) string {
				calls.Add(1)
				return `"error":{"code":-32000,"message":"` + other + `"}`
			})
			if res := p.one(t.Context(), p.nodes[31337], []byte(`{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"0x1","gas":"0xffffff"},"latest"]}`)); calls.Load() != 1 || res.fault == nil {
				t.Errorf("%s: %d calls, want one and its error", other, calls.Load())
			}
		}
	})
}
