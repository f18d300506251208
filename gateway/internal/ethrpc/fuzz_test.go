//go:build fuzz

package ethrpc

import (
	"encoding/json"
	"testing"
)

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		req, fault := parse(raw)
		if (req == nil) == (fault == nil) {
			t.Fatalf("parse() = %v, %v, want a request or a fault", req, fault)
		}
		// The node must read a request the same way: rewritten, it parses to the same value.
		if req == nil || req.ID == nil {
			return
		}
		out, err := json.Marshal(req)
		if err != nil {
			t.Fatal(err)
		}
		again, fault := parse(out)
		if fault != nil || again.Method != req.Method {
			t.Fatalf("%s became %s with method %v, fault %v, want method %s", raw, out, again, fault, req.Method)
		}
	})
}
