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
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"
)

// script responds to calls by method, and counts them.
type script struct {
	mu      sync.Mutex
	results map[string]string
	calls   map[string]int
	params  map[string]string // of the last call
}

func scripted(t *testing.T, results map[string]string) (*script, func(body string) string) {
	t.Helper()
	s := &script{results: results, calls: map[string]int{}, params: map[string]string{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req struct {
			Method string            `json:"method"`
			Params []json.RawMessage `json:"params"`
		}
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
			t.Error(err)
		}
		name := req.Method
		if len(req.Params) > 0 && (string(req.Params[0]) == `"finalized"` || string(req.Params[0]) == `"safe"`) {
			name = strings.Trim(string(req.Params[0]), `"`)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.calls[name]++
		if len(req.Params) > 0 {
			s.params[name] = string(req.Params[0])
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":`+s.results[name]+`}`)
	}))
	t.Cleanup(server.Close)
	nodes, err := ParseNodes(map[string]string{"1": server.URL})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/rpc/{chainId}", proxy(t, nodes))
	return s, func(body string) string {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, post("/rpc/1", strings.NewReader(body)))
		return w.Body.String()
	}
}

func (s *script) count(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[method]
}

func (s *script) set(method, result string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results[method] = result
}

func request(method, params string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":[` + params + `]}`
}

// TestResultsThatCannotChangeAreKept: the node gets one call for them, and each call for what can change.
func TestResultsThatCannotChangeAreKept(t *testing.T) {
	t.Parallel()
	const hash = `"0xaa"`
	for name, c := range map[string]struct {
		method, params, result string
		want                   int
	}{
		"chain":                         {"eth_chainId", ``, `"0x1"`, 1},
		"network":                       {"net_version", ``, `"1"`, 1},
		"code of a contract":            {"eth_getCode", hash + `,"latest"`, `"0x6080"`, 1},
		"no code":                       {"eth_getCode", hash + `,"latest"`, `"0x"`, 2},
		"code of an account":            {"eth_getCode", hash + `,"latest"`, `"0xef0100aabb"`, 2},
		"final block":                   {"eth_getBlockByNumber", `"0x64",false`, `{"number":"0x64"}`, 1},
		"block that isn't final":        {"eth_getBlockByNumber", `"0x65",false`, `{"number":"0x65"}`, 2},
		"newest block":                  {"eth_getBlockByNumber", `"latest",false`, `{"number":"0x64"}`, 2},
		"missing block":                 {"eth_getBlockByNumber", `"0x64",false`, `null`, 2},
		"final block by hash":           {"eth_getBlockByHash", hash + `,false`, `{"number":"0x64"}`, 1},
		"block by hash":                 {"eth_getBlockByHash", hash + `,false`, `{"number":"0x65"}`, 2},
		"final transaction":             {"eth_getTransactionByHash", hash, `{"blockNumber":"0x1"}`, 1},
		"waiting transaction":           {"eth_getTransactionByHash", hash, `{"blockNumber":null}`, 2},
		"final receipt":                 {"eth_getTransactionReceipt", hash, `{"blockNumber":"0x64"}`, 1},
		"receipt":                       {"eth_getTransactionReceipt", hash, `{"blockNumber":"0x65"}`, 2},
		"no receipt yet":                {"eth_getTransactionReceipt", hash, `null`, 2},
		"logs of final blocks":          {"eth_getLogs", `{"address":` + someone + `,"fromBlock":"0x1","toBlock":"0x64"}`, `[]`, 1},
		"logs up to one that isn't":     {"eth_getLogs", `{"address":` + someone + `,"fromBlock":"0x1","toBlock":"0x65"}`, `[]`, 2},
		"logs of a block by its hash":   {"eth_getLogs", `{"address":` + someone + `,"blockHash":"0x` + strings.Repeat("ab", 32) + `"}`, `[]`, 2},
		"call":                          {"eth_call", `{"to":` + someone + `},"0x1"`, `"0x"`, 2},
		"balance":                       {"eth_getBalance", hash + `,"0x1"`, `"0x0"`, 2},
		"result too large to be useful": {"eth_getBlockByNumber", `"0x64",true`, `{"number":"0x64","x":"` + strings.Repeat("a", keptBytes/16) + `"}`, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, call := scripted(t, map[string]string{c.method: c.result, "finalized": `{"number":"0x64"}`})
			first := call(request(c.method, c.params))
			if second := call(request(c.method, c.params)); second != first || !strings.Contains(first, c.result) {
				t.Errorf("responses = %.99s and %.99s, want %.99s in both", first, second, c.result)
			}
			if n := s.count(c.method); n != c.want {
				t.Errorf("the node got %d calls, want %d", n, c.want)
			}
		})
	}
}

// TestTagsOfLogs: the node gets the numbers that tags stand for, so that a range is never larger than it was checked to be.
func TestTagsOfLogs(t *testing.T) {
	t.Parallel()
	const from, to, rest = `"fromBlock":`, `,"toBlock":`, `"address":` + someone + `,"topics":[["0x01"],null],`
	for filter, want := range map[string]string{
		from + `"0x1"` + to + `"0x2"`:              from + `"0x1"` + to + `"0x2"`,
		from + `"latest"` + to + `"latest"`:        from + `"latest"` + to + `"latest"`,
		from + `"pending"` + to + `"latest"`:       from + `"latest"` + to + `"latest"`,
		from + `null` + to + `"pending"`:           from + `"latest"` + to + `"latest"`,
		`"toBlock":"latest"`:                       from + `"latest"` + to + `"latest"`,
		from + `"finalized"` + to + `"latest"`:     from + `"0x64"` + to + `"0x82"`,
		from + `"safe"` + to + `"latest"`:          from + `"0x6e"` + to + `"0x82"`,
		from + `"finalized"` + to + `"safe"`:       from + `"0x64"` + to + `"0x6e"`,
		from + `"earliest"` + to + `"latest"`:      from + `"0x0"` + to + `"0x82"`,
		from + `"earliest"` + to + `"earliest"`:    from + `"earliest"` + to + `"earliest"`,
		from + `"0x10"` + to + `"finalized"`:       from + `"0x10"` + to + `"0x64"`,
		from + `"0x82"`:                            from + `"0x82"` + to + `"0x82"`,
		from + `"0x83"` + to + `"latest"`:          "",
		from + `"latest"` + to + `"finalized"`:     "",
		from + `"earliest"` + to + `"0x7fffffff"`:  "",
		from + `"finalized"` + to + `"0x7fffffff"`: "",
	} {
		t.Run(filter, func(t *testing.T) {
			t.Parallel()
			s, call := scripted(t, map[string]string{
				"eth_blockNumber": `"0x82"`, "finalized": `{"number":"0x64"}`, "safe": `{"number":"0x6e"}`, "eth_getLogs": `["logs"]`,
			})
			got := call(request("eth_getLogs", `{`+rest+filter+`}`))
			if want == "" {
				if !strings.Contains(got, `"code":-32602`) || s.count("eth_getLogs") != 0 {
					t.Errorf("got %s, %d calls reached the node, want -32602 and none", got, s.count("eth_getLogs"))
				}
				return
			}
			if sent := s.params["eth_getLogs"]; !strings.Contains(got, `["logs"]`) || sent != `{`+rest+want+`}` {
				t.Errorf("got %s, the node got %s, want %s", got, sent, want)
			}
		})
	}
	// A node's fault about a tag is the caller's.
	s, call := scripted(t, map[string]string{"eth_blockNumber": `"0x82"`, "safe": `null,"error":{"code":-32000,"message":"safe block not found"}`})
	if got := call(request("eth_getLogs", `{`+rest+from+`"safe"}`)); !strings.Contains(got, "safe block not found") || s.count("eth_getLogs") != 0 {
		t.Errorf("got %s, want the node's error", got)
	}
	s.set("safe", `null`)
	if got := call(request("eth_getLogs", `{`+rest+from+`"safe"}`)); !strings.Contains(got, `"code":-32002`) {
		t.Errorf("a node without a safe block: %s, want -32002", got)
	}
}

// TestFaultsAreNotKept: after a failure the node gets the next call.
func TestFaultsAreNotKept(t *testing.T) {
	t.Parallel()
	s, call := scripted(t, map[string]string{"eth_chainId": `"0x1","error":{"code":-32000,"message":"busy"}`})
	if got := call(request("eth_chainId", "")); !strings.Contains(got, `"message":"busy"`) {
		t.Errorf("got %s, want the node's error", got)
	}
	s.set("eth_chainId", `"0x1"`)
	if got := call(request("eth_chainId", "")); !strings.Contains(got, `"result":"0x1"`) {
		t.Errorf("got %s, want a result", got)
	}
}

// TestSameCallsAreSentOnce: callers with the same call share the response while the node works on it. A transaction is always sent, and calls after it
// don't share a response to one before it.
func TestSameCallsAreSentOnce(t *testing.T) {
	t.Parallel()
	wait := make(chan struct{})
	var counts, sends atomic.Int64
	waiting := roundTrip(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if strings.Contains(string(body), "eth_sendRawTransaction") {
			sends.Add(1)
		} else {
			counts.Add(1)
			<-wait
		}
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(`{"result":"0x1"}`))}, err
	})
	n := newNode(&url.URL{Scheme: "http", Host: "node.test"}, waiting)
	synctest.Test(t, func(t *testing.T) {
		wait = make(chan struct{})
		send := func(method string) {
			if got, err := n.do(t.Context(), &call{id: jsontext.Value("1"), method: method}); err != nil || string(got.result) != `"0x1"` {
				t.Errorf("%s: %s, %v, want the node's result, nil", method, got.result, err)
			}
		}
		for range 8 {
			go send("eth_getTransactionCount")
		}
		synctest.Wait()
		if got := counts.Load(); got != 1 {
			t.Errorf("the node got %d calls from 8 callers, want 1", got)
		}
		send("eth_sendRawTransaction")
		send("eth_sendRawTransaction")
		for range 2 {
			go send("eth_getTransactionCount")
		}
		synctest.Wait()
		if got := counts.Load(); got != 2 || sends.Load() != 2 {
			t.Errorf("the node got %d calls and %d transactions, want 2 and 2", got, sends.Load())
		}
		close(wait)
		synctest.Wait()
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
