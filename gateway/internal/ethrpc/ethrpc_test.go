package ethrpc

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/vitrine/vitrine/gateway/internal/route"
	"github.com/vitrine/vitrine/kit/testkit"
)

// setup runs the proxy in front of a node that records what reaches it.
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
	mux.Handle("/rpc/{chainId}", route.LimitBody(512<<10, proxy(t, nodes)))
	call = func(chain, body string) (int, string) {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, post("/rpc/"+chain, strings.NewReader(body)))
		return w.Code, w.Body.String()
	}
	return call, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return methods
	}
}

// post is a request as a page sends it.
func post(path string, body io.Reader) *http.Request {
	r := httptest.NewRequest(http.MethodPost, path, body)
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	return r
}

// TestOnlyJSONIsRead: another site's form can send other types without a preflight request.
func TestOnlyJSONIsRead(t *testing.T) {
	t.Parallel()
	nodes, err := ParseNodes(map[string]string{"1": "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/rpc/{chainId}", proxy(t, nodes))
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"} {
		r := post("/rpc/1", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}`))
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		if w.Code != http.StatusUnsupportedMediaType {
			t.Errorf("%q: %d %s, want 415", kind, w.Code, w.Body)
		}
	}
}

// TestCallsAreCapped: the gas that a call names is at most the limit, the node limits others, and calls can't override the chain's state.
func TestCallsAreCapped(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"eth_call", "eth_estimateGas"} {
		for params, want := range map[string]string{
			`[{"to":"0x1","gas":"0xffffffffff"},"latest"]`:      `{"to":"0x1","gas":"0x2faf080"}`,
			`[{"gas":"0xffffffffff", "to":"0x1"},"latest"]`:     `{"gas":"0x2faf080","to":"0x1"}`,
			`[{"to":"0x1","gas":"0x5208"},"latest"]`:            `{"to":"0x1","gas":"0x5208"}`,
			`[{"to":"0x1"}]`:                                    `{"to":"0x1"}`,
			`[{}]`:                                              `{}`,
			`[{"to":"0x1","gas":null}]`:                         `{"to":"0x1"}`,
			`[{"gas":null}]`:                                    `{}`,
			`[{"chain":"mainnet","to":"0x1","hardfork":"x"}]`:   `{"to":"0x1"}`,
			`[{"to":"0x1","common":{"a":[1]},"networkId":"1"}]`: `{"to":"0x1"}`,
			`[{"to":"0x1"},"latest",{"0x1":{"code":"0x60"}}]`:   "state overrides",
			`[{"to":"0x1"},"latest",{},{"number":"0x1"}]`:       "state overrides",
			`[{"to":"0x1","Gas":"0xffffffffff"},"latest"]`:      `member \"Gas\"`,
			`[{"to":"0x1","authorizationList":[]},"latest"]`:    `member \"authorizationList\"`,
			`[{"to":"0x1","gas":5},"latest"]`:                   "a number in hex",
			`[]`:                                                "takes a transaction and a block",
		} {
			req, fault := parse([]byte(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`))
			if fault != nil {
				t.Fatalf("%s %s isn't read: %v, want nil", method, params, fault)
			}
			got := check(req, 50_000_000)
			switch {
			case want[0] != '{' && (got == nil || !strings.Contains(string(got.fault), want)):
				t.Errorf("%s %s: %v, want %s", method, params, got, want)
			case want[0] == '{' && (got != nil || string(req.params[0]) != want):
				t.Errorf("%s %s: %s, %v, want %s", method, params, req.params[0], got, want)
			}
		}
	}
}

// proxy has no rate limit.
func proxy(t *testing.T, nodes map[uint64]*url.URL) *Proxy {
	t.Helper()
	return New(Options{Nodes: nodes, CallGas: 50_000_000, CallTimeout: 5 * time.Second, Spend: func(*http.Request, int) {}, Log: testkit.Log(t)})
}

const someone = `"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"`

// logs requests logs with a filter.
func logs(members string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{` + members + `}]}`
}

// several returns n addresses.
func several(n int) string { return "[" + strings.Repeat(someone+",", n-1) + someone + "]" }

// batch returns a batch of n calls, each of which passes alone.
func batch(n int) string {
	const call = `{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}`
	return "[" + strings.Repeat(call+",", n-1) + call + "]"
}

// transaction returns a transaction of n bytes.
func transaction(n int) string {
	return `{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x` + strings.Repeat("00", n) + `"]}`
}

// Refusals of batches and filters.
const (
	tooMany     = `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a batch holds at most 100 calls"}}`
	unaddressed = `"error":{"code":-32602,"message":"the filter must name an address, or at most 20"}`
	unbounded   = `"error":{"code":-32602,"message":"the filter must name a blockHash, or fromBlock and toBlock at most 1000 blocks apart"}`
)

func TestScreen(t *testing.T) {
	t.Parallel()
	call, reached := setup(t)
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
		"an unknown member":                {`{"jsonrpc":"2.0","extra":1,"id":7,"method":"eth_chainId"}`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32600`},
		"an unknown member and no id":      {`{"jsonrpc":"2.0","extra":1,"id":{},"method":"eth_chainId"}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600`},
		"no method":                        {`{"jsonrpc":"2.0","id":"a"}`, `{"jsonrpc":"2.0","id":"a","error":{"code":-32600`},
		"wrong params":                     {`{"jsonrpc":"2.0","id":"a","method":"eth_call","params":[]}`, `{"jsonrpc":"2.0","id":"a","error":{"code":-32602`},
		"the software":                     {`{"jsonrpc":"2.0","id":1,"method":"web3_clientVersion"}`, `{"jsonrpc":"2.0","id":1,"result":"Vitrine"}`},
		"an escaped method":                {`{"jsonrpc":"2.0","id":1,"method":"eth_\u0063hainId"}`, `"result":"0x7a69"`},
		"empty batch":                      {`[]`, `"code":-32600`},
		"batch of the largest":             {batch(100), `[{"jsonrpc":"2.0","id":1,"result":"0x7a69"},{"jsonrpc":"2.0","id":1,`},
		"batch too large":                  {batch(101), `[` + strings.Repeat(tooMany+",", 100) + tooMany + `]`},
		"batch with one bad":               {`[{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"jsonrpc":"2.0","id":2,"method":"eth_sign"}]`, `[{"jsonrpc":"2.0","id":1,"result":"0x7a69"},{"jsonrpc":"2.0","id":2,"error":{"code":-32601`},
		"logs without address":             {logs(`"fromBlock":"0x1","toBlock":"0x2"`), unaddressed},
		"logs of half an address":          {logs(`"address":"0x1","fromBlock":"0x1","toBlock":"0x2"`), unaddressed},
		"logs of twenty":                   {logs(`"address":` + several(20) + `,"fromBlock":"0x1","toBlock":"0x2"`), `"result"`},
		"logs of twenty-one":               {logs(`"address":` + several(21) + `,"fromBlock":"0x1","toBlock":"0x2"`), unaddressed},
		"logs without bounds":              {logs(`"address":` + someone), `"result"`},
		"logs without an end":              {logs(`"address":` + someone + `,"fromBlock":"0x1"`), unbounded},
		"logs from a tag":                  {logs(`"address":` + someone + `,"fromBlock":"earliest","toBlock":"0x2"`), `"result"`},
		"logs to a tag":                    {logs(`"address":` + someone + `,"fromBlock":"0x1","toBlock":"latest"`), unbounded},
		"logs to a word":                   {logs(`"address":` + someone + `,"fromBlock":"0x1","toBlock":"Latest"`), `"error":{"code":-32602,"message":"fromBlock and toBlock are numbers`},
		"logs from a number in decimal":    {logs(`"address":` + someone + `,"fromBlock":1,"toBlock":"0x1"`), `"error":{"code":-32602,"message":"fromBlock and toBlock are numbers`},
		"logs of 1001 blocks":              {logs(`"address":` + someone + `,"fromBlock":"0x1","toBlock":"0x3e9"`), unbounded},
		"logs of a million":                {logs(`"address":` + someone + `,"fromBlock":"0x1","toBlock":"0xf4240"`), unbounded},
		"logs backwards":                   {logs(`"address":` + someone + `,"fromBlock":"0x2","toBlock":"0x1"`), unbounded},
		"logs of 1000 blocks":              {logs(`"address":` + someone + `,"fromBlock":"0x1","toBlock":"0x3e8"`), `"result"`},
		"logs of several":                  {logs(`"address":[` + someone + `,` + someone + `],"topics":[null,["0x1"]],"fromBlock":"0x1","toBlock":"0x1"`), `"result"`},
		"logs of a block":                  {logs(`"address":` + someone + `,"blockHash":"0x` + strings.Repeat("ab", 32) + `"`), `"result"`},
		// A node uses the last of duplicate members, in any letter case, and treats null as absent.
		"logs with two starts":             {logs(`"address":` + someone + `,"fromBlock":"0x1","toBlock":"0x2","fromBlock":"0x0"`), `member \"fromBlock\" is repeated or unknown`},
		"logs with a start in capitals":    {logs(`"address":` + someone + `,"fromBlock":"0xf4240","toBlock":"0xf4241","FromBlock":"0x0"`), `member \"FromBlock\" is repeated or unknown`},
		"logs with an overridden address":  {logs(`"address":` + someone + `,"fromBlock":"0x1","toBlock":"0x2","Address":null`), `member \"Address\" is repeated or unknown`},
		"logs of no block's hash":          {logs(`"address":` + someone + `,"blockHash":null`), `"message":"blockHash is a block's hash`},
		"logs of no hash and a range":      {logs(`"address":` + someone + `,"blockHash":null,"fromBlock":"0x0","toBlock":"latest"`), `"message":"blockHash is a block's hash`},
		"logs of a block and a range":      {logs(`"address":` + someone + `,"blockHash":"0x` + strings.Repeat("ab", 32) + `","fromBlock":"0x0"`), `"message":"blockHash is a block's hash`},
		"logs of an empty list":            {logs(`"address":[ ],"fromBlock":"0x1","toBlock":"0x2"`), unaddressed},
		"logs of a null address in a list": {logs(`"address":[null],"fromBlock":"0x1","toBlock":"0x2"`), unaddressed},
		"the largest transaction":          {transaction(128 << 10), `"result"`},
		"huge transaction":                 {transaction(128<<10 + 1), `"error":{"code":-32602,"message":"send one signed transaction of at most 128 KB"}`},
	} {
		t.Run(name, func(t *testing.T) {
			if status, got := call("31337", c.body); status != http.StatusOK || !strings.Contains(got, c.want) {
				t.Errorf("got %d %s, want %s", status, got, c.want)
			}
		})
	}
	large := `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"data":"0x` + strings.Repeat("00", 256<<10) + `"}]}`
	if status, got := call("31337", large); status != http.StatusRequestEntityTooLarge || !strings.Contains(got, `"code":"body_too_large"`) {
		t.Errorf("body over the limit: status = %d %s, want 413, body_too_large", status, got)
	}
	if status, got := call("31337", `{"jsonrpc":"2.0","method":"eth_chainId"}`); status != http.StatusNoContent || got != "" {
		t.Errorf("notification: status = %d %q, want 204 without a body", status, got)
	}
	for _, m := range reached() {
		switch m {
		case "eth_chainId", "eth_blockNumber", "eth_call", "eth_getLogs", "eth_sendRawTransaction", "eth_getBlockByNumber": // the last for final blocks
		default:
			t.Errorf("%s reached the node, want only allowed methods", m)
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
			t.Errorf("%s: %d %s, want 404 %s", chain, status, got, want)
		}
	}
}

// TestABatchCostsItsCalls: each call of a batch counts, so 600 requests a minute can't become 60,000 calls to a node.
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
		"[" + strings.Repeat(call+",", 99) + call + "]": 99,
	} {
		more := 0
		mux := http.NewServeMux()
		mux.Handle("/rpc/{chainId}", New(Options{Nodes: nodes, CallGas: 50_000_000, CallTimeout: time.Second, Spend: func(_ *http.Request, n int) { more += n }, Log: testkit.Log(t)}))
		mux.ServeHTTP(httptest.NewRecorder(), post("/rpc/1", strings.NewReader(body)))
		if more != want {
			t.Errorf("%s cost %d, want %d", body, more, want)
		}
	}
}

// TestABatchEndsInTime: once a batch exceeds its time, its remaining calls aren't sent to a node that hangs.
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
	p := proxy(t, nodes)
	p.batchTimeout = 100 * time.Millisecond
	mux := http.NewServeMux()
	mux.Handle("/rpc/{chainId}", p)
	const calls = 6
	batch := "[" + strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},`, calls-1) + `{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}]`
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, post("/rpc/1", strings.NewReader(batch)))
	if n := strings.Count(w.Body.String(), `"code":-32002`); w.Code != http.StatusOK || n != calls {
		t.Errorf("status = %d, %d calls have a response, want 200 and all %d", w.Code, n, calls)
	}
	if n := asked.Load(); n > 1 {
		t.Errorf("the node was called %d times, want at most 1", n)
	}
}
