package ethrpc

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit"
)

// setup runs the proxy before a node that writes down what reaches it.
func setup(t *testing.T) (call func(chain, body string) (int, string), reached func() []string) {
	t.Helper()
	var mu sync.Mutex
	var methods []string
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
			t.Error(err)
		}
		mu.Lock()
		methods = append(methods, req.Method)
		mu.Unlock()
		if req.Method == "eth_call" {
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"execution reverted","data":"0x7c946ed7"}}`)
			return
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":"0x7a69"}`)
	}))
	t.Cleanup(node.Close)
	nodes, err := ParseNodes(map[string]string{"31337": node.URL, "1": node.URL})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/rpc/{chainId}", New(nodes, nothing, testkit.Log(t)))
	call = func(chain, body string) (int, string) {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/rpc/"+chain, strings.NewReader(body)))
		return w.Code, w.Body.String()
	}
	return call, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return methods
	}
}

// nothing is spent.
func nothing(*http.Request, int) {}

const someone = `"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"`

// logs asks for logs by a filter with the members.
func logs(members string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{` + members + `}]}`
}

func TestScreen(t *testing.T) {
	t.Parallel()
	call, reached := setup(t)
	long := strings.Repeat("0", 2*maxRawTx+4)
	for name, c := range map[string]struct{ body, want string }{
		"passes and keeps the caller's id": {`{"jsonrpc":"2.0","id":"a","method":"eth_chainId","params":[]}`, `{"jsonrpc":"2.0","id":"a","result":"0x7a69"}`},
		"no params":                        {`{"jsonrpc":"2.0","id":7,"method":"eth_blockNumber"}`, `{"jsonrpc":"2.0","id":7,"result":"0x7a69"}`},
		"a node's error keeps its data":    {`{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{}]}`, `"data":"0x7c946ed7"`},
		"forbidden method":                 {`{"jsonrpc":"2.0","id":1,"method":"eth_accounts","params":[]}`, `"code":-32601`},
		"signing":                          {`{"jsonrpc":"2.0","id":1,"method":"personal_sign","params":[]}`, `"code":-32601`},
		"unlocked accounts":                {`{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[{}]}`, `"code":-32601`},
		"filters":                          {`{"jsonrpc":"2.0","id":1,"method":"eth_newFilter","params":[{}]}`, `"code":-32601`},
		"other letter case":                {`{"jsonrpc":"2.0","id":1,"method":"ETH_CHAINID","params":[]}`, `"code":-32601`},
		"repeated method":                  {`{"jsonrpc":"2.0","id":1,"method":"eth_chainId","method":"eth_accounts","params":[]}`, `"code":-32600`},
		"member in other letter case":      {`{"jsonrpc":"2.0","id":1,"method":"eth_chainId","Method":"eth_accounts"}`, `"code":-32600`},
		"id object":                        {`{"jsonrpc":"2.0","id":{},"method":"eth_chainId"}`, `"code":-32600`},
		"id float":                         {`{"jsonrpc":"2.0","id":1.5,"method":"eth_chainId"}`, `"code":-32600`},
		"id null":                          {`{"jsonrpc":"2.0","id":null,"method":"eth_chainId"}`, `{"jsonrpc":"2.0","id":null,"result":"0x7a69"}`},
		"no version":                       {`{"id":1,"method":"eth_chainId"}`, `"code":-32600`},
		"params object":                    {`{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":{}}`, `"code":-32602`},
		"not JSON":                         {`{`, `"code":-32700`},
		"empty":                            {``, `"code":-32700`},
		"two values":                       {`{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}{}`, `"code":-32700`},
		"empty batch":                      {`[]`, `"code":-32600`},
		"batch too large":                  {`[` + strings.Repeat(`{},`, 20) + `{}]`, `"code":-32600`},
		"batch with one bad":               {`[{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"jsonrpc":"2.0","id":2,"method":"eth_sign"}]`, `[{"jsonrpc":"2.0","id":1,"result":"0x7a69"},{"jsonrpc":"2.0","id":2,"error":{"code":-32601`},
		"logs without address":             {`{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x1","toBlock":"0x2"}]}`, `"code":-32602`},
		"logs without bounds":              {`{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"address":"0x1","fromBlock":"earliest"}]}`, `"code":-32602`},
		"logs too wide":                    {`{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"address":"0x1","fromBlock":"0x1","toBlock":"0xf4240"}]}`, `"code":-32602`},
		"logs backwards":                   {`{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"address":"0x1","fromBlock":"0x2","toBlock":"0x1"}]}`, `"code":-32602`},
		"logs bounded":                     {logs(`"address":` + someone + `,"fromBlock":"0x1","toBlock":"0x3e8"`), `"result"`},
		"logs of several":                  {logs(`"address":[` + someone + `,` + someone + `],"topics":[null,["0x1"]],"fromBlock":"0x1","toBlock":"0x1"`), `"result"`},
		"logs of a block":                  {logs(`"address":` + someone + `,"blockHash":"0x` + strings.Repeat("ab", 32) + `"`), `"result"`},
		// A node takes the last of two members, in any letter case, and null for none.
		"logs with two starts":            {logs(`"address":` + someone + `,"fromBlock":"0x1","toBlock":"0x2","fromBlock":"0x0"`), `"code":-32602`},
		"logs with a start in capitals":   {logs(`"address":` + someone + `,"fromBlock":"0xf4240","toBlock":"0xf4241","FromBlock":"0x0"`), `"code":-32602`},
		"logs with an address taken back": {logs(`"address":` + someone + `,"fromBlock":"0x1","toBlock":"0x2","Address":null`), `"code":-32602`},
		"logs of no block's hash":         {logs(`"address":` + someone + `,"blockHash":null,"fromBlock":"0x0","toBlock":"latest"`), `"code":-32602`},
		"logs of a block and a range":     {logs(`"address":` + someone + `,"blockHash":"0x` + strings.Repeat("ab", 32) + `","fromBlock":"0x0"`), `"code":-32602`},
		"logs of an empty list":           {logs(`"address":[ ],"fromBlock":"0x1","toBlock":"0x2"`), `"code":-32602`},
		"logs of nobody in a list":        {logs(`"address":[null],"fromBlock":"0x1","toBlock":"0x2"`), `"code":-32602`},
		"huge transaction":                {`{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x` + long + `"]}`, `"code":-32602`},
	} {
		if status, got := call("31337", c.body); status != http.StatusOK || !strings.Contains(got, c.want) {
			t.Errorf("%s: %d %s, want %s", name, status, got, c.want)
		}
	}
	if status, got := call("31337", `{"jsonrpc":"2.0","method":"eth_chainId"}`); status != http.StatusNoContent || got != "" {
		t.Errorf("notification: %d %q", status, got)
	}
	for _, m := range reached() {
		switch m {
		case "eth_chainId", "eth_blockNumber", "eth_call", "eth_getLogs":
		default:
			t.Errorf("%s reached the node", m)
		}
	}
}

func TestUnsupportedChain(t *testing.T) {
	t.Parallel()
	call, _ := setup(t)
	for _, chain := range []string{"5", "-1", "x", "99999999999999999999"} {
		status, got := call(chain, `{}`)
		want := `{"error":{"code":"unsupported_chain","message":"Unsupported chain id: ` + chain + `. Supported chain ids are: 1, 31337.","details":{}}}`
		if status != http.StatusNotFound || got != want {
			t.Errorf("%s: %d %s", chain, status, got)
		}
	}
}

// TestABatchCostsItsCalls: a caller who may ask 600 times a minute does not ask a node 12,000 times.
func TestABatchCostsItsCalls(t *testing.T) {
	t.Parallel()
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":"0x1"}`)
	}))
	t.Cleanup(node.Close)
	nodes, err := ParseNodes(map[string]string{"1": node.URL})
	if err != nil {
		t.Fatal(err)
	}
	const call = `{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}`
	for body, want := range map[string]int{
		call:                   0, // the request itself is counted before
		"[" + call + "]":       0,
		"[" + call + ",{}]":    1, // what is refused costs as much
		"[{},{}," + call + "]": 2,
		"[" + strings.Repeat(call+",", 19) + call + "]": 19,
	} {
		more := 0
		mux := http.NewServeMux()
		mux.Handle("/rpc/{chainId}", New(nodes, func(_ *http.Request, n int) { more += n }, testkit.Log(t)))
		mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/rpc/1", strings.NewReader(body)))
		if more != want {
			t.Errorf("%s cost %d more, want %d", body, more, want)
		}
	}
}

// TestABatchEndsInTime: a node that hangs is not asked with what is left of a batch once all of it has taken too long.
func TestABatchEndsInTime(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	var asked atomic.Int64
	node := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked.Add(1)
		<-ended
	}))
	t.Cleanup(node.Close)
	t.Cleanup(func() { close(ended) })
	nodes, err := ParseNodes(map[string]string{"1": node.URL})
	if err != nil {
		t.Fatal(err)
	}
	p := New(nodes, nothing, testkit.Log(t))
	p.allCalls = 100 * time.Millisecond
	mux := http.NewServeMux()
	mux.Handle("/rpc/{chainId}", p)
	const calls = 6
	batch := "[" + strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},`, calls-1) + `{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}]`
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/rpc/1", strings.NewReader(batch)))
	if n := strings.Count(w.Body.String(), `"code":-32603`); w.Code != http.StatusOK || n != calls {
		t.Errorf("%d, %d of %d calls are answered", w.Code, n, calls)
	}
	if n := asked.Load(); n > 1 {
		t.Errorf("the node was asked %d times", n)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		req, fault := parse(raw)
		if (req == nil) == (fault == nil) {
			t.Fatal("neither a call nor a fault")
		}
		// What passes must be read the same by the node: written anew, it parses to itself.
		if req == nil || req.ID == nil {
			return
		}
		out, err := json.Marshal(req)
		if err != nil {
			t.Fatal(err)
		}
		again, fault := parse(out)
		if fault != nil || again.Method != req.Method {
			t.Fatalf("%s became %s", raw, out)
		}
	})
}
