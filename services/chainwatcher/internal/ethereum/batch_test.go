package ethereum

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/rpc"
)

// TestABatchKeepsItsConnection: the next batch doesn't open another connection.
func TestABatchKeepsItsConnection(t *testing.T) {
	t.Parallel()
	var connections atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `[{"id":0,"result":"a"}]`+strings.Repeat("\n", 10_000))
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	p := &peer{url: server.URL, http: server.Client()}
	for range 5 {
		var got string
		if err := p.batch(t.Context(), []rpc.BatchElem{{Result: &got}}); err != nil || got != "a" {
			t.Fatalf("batch = %q, %v, want a", got, err)
		}
	}
	if n := connections.Load(); n != 1 {
		t.Errorf("%d connections were opened, want 1", n)
	}
}

func TestResponsesOfABatch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text   string
		first  any // the first call's result or error
		second any
		err    error
	}{
		"in order":            {text: `[{"jsonrpc":"2.0","id":0,"result":"a"},{"jsonrpc":"2.0","id":1,"result":"b"}]`, first: "a", second: "b"},
		"in another order":    {text: ` [ {"id": 1, "result": "b"}, {"id": 0, "result": "a"} ] `, first: "a", second: "b"},
		"ids after results":   {text: `[{"result":"a","id":0},{"result":"b","more":{"x":[1]},"id":1}]`, first: "a", second: "b"},
		"an error":            {text: `[{"id":0,"error":{"code":-32601,"message":"no"}},{"id":1,"result":"b","error":null}]`, first: refusal{-32601, "no"}, second: "b"},
		"an error before ids": {text: `[{"error":{"code":-32601,"message":"no"},"id":0},{"id":1,"result":null}]`, first: refusal{-32601, "no"}, second: ""},
		"one is missing":      {text: `[{"id":1,"result":"b"}]`, first: rpc.ErrMissingBatchResponse, second: "b"},
		"neither":             {text: `[{"id":0},{"id":1,"result":"b"}]`, first: rpc.ErrMissingBatchResponse, second: "b"},
		"an id that is none":  {text: `[{"id":7,"result":"b"}]`, err: errors.New("a response came for call 7 of 2")},
		"one response":        {text: `{"id":null,"error":{"code":-32600,"message":"too many"}}`, err: errNoBatch},
		"cut off":             {text: `[{"id":0,"result":"a"},{"id":1,"resu`, err: io.ErrUnexpectedEOF},
		"cut between":         {text: `[{"id":0,"result":"a"}`, err: io.EOF},
		"nothing":             {text: ``, err: io.EOF},
		"a page":              {text: `<html>`, err: errors.New("invalid character '<' looking for beginning of value")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			results := []string{"", ""}
			calls := []rpc.BatchElem{{Result: &results[0]}, {Result: &results[1]}}
			err := decodeBatch(json.NewDecoder(strings.NewReader(c.text)), calls)
			if c.err != nil {
				if err == nil || !errors.Is(err, c.err) && err.Error() != c.err.Error() {
					t.Errorf("error = %v, want %v", err, c.err)
				}
				return
			}
			for i, want := range []any{c.first, c.second} {
				var got any = results[i]
				if calls[i].Error != nil {
					got = calls[i].Error
				}
				if err != nil || got != want {
					t.Errorf("call %d = %v, %v, want %v", i, got, err, want)
				}
			}
		})
	}
}
