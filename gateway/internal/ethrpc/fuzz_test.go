//go:build fuzz

package ethrpc

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"0x1"},"latest"]}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, fault := parse(raw)
		if (c == nil) == (fault == nil) {
			t.Fatalf("parse() = %v, %v, want a call or a fault", c, fault)
		}
		if c == nil || c.id == nil || check(c, 50_000_000) != nil {
			return
		}
		// The node must read a call the same way: as it is sent, it parses to the same values.
		again, fault := parse(encode(c))
		if fault != nil || again.method != c.method || !slices.EqualFunc(again.params, c.params, func(a, b jsontext.Value) bool { return string(a) == string(b) }) {
			t.Fatalf("%s became %s: %v, fault %v, want %v", raw, encode(c), again, fault, c)
		}
	})
}
