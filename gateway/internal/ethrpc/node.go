package ethrpc

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"

	"github.com/vitrine/vitrine/gateway/internal/body"
	"github.com/vitrine/vitrine/gateway/internal/upstream"
	"github.com/vitrine/vitrine/kit/tracing"
)

const (
	// keptBytes is the memory for results of a node that are kept, keptEntry about what an entry needs besides its text.
	keptBytes = 8 << 20
	keptEntry = 160
	// keptFor limits how long a wrong result of a node lasts.
	keptFor = time.Hour
	// finalizedEvery is how often the newest final block is requested at most.
	finalizedEvery = 10 * time.Second
)

// node calls an Ethereum node. Callers with the same call at the same time share one request, and results that can't change are kept in memory.
type node struct {
	url     *url.URL
	to      http.RoundTripper // limits the time of a call
	flights singleflight.Group
	kept    *otter.Cache[string, jsontext.Value]
	// sends counts transactions: a call that begins after one was sent doesn't share the response to a call that began before.
	sends atomic.Uint64
	// finalized is the highest block that is known to be final, checked is when it was requested, in Unix nanoseconds.
	finalized atomic.Uint64
	checked   atomic.Int64
}

func newNode(address *url.URL, to http.RoundTripper) *node {
	return &node{url: address, to: to, kept: otter.Must(&otter.Options[string, jsontext.Value]{
		MaximumWeight:    keptBytes,
		Weigher:          func(k string, v jsontext.Value) uint32 { return uint32(len(k) + len(v) + keptEntry) },
		ExpiryCalculator: otter.ExpiryWriting[string, jsontext.Value](keptFor),
	})}
}

// transport returns how requests are sent to a node: through the environment's proxy if there is one for it.
func transport(to *url.URL, timeout time.Duration) http.RoundTripper {
	base := http.DefaultTransport.(*http.Transport) //nolint:forcetypeassert // net/http's own
	if proxy, err := http.ProxyFromEnvironment(&http.Request{URL: to}); err != nil || proxy != nil {
		through := base.Clone()
		through.MaxIdleConnsPerHost = 64
		through.ResponseHeaderTimeout = timeout
		return tracing.Outside(through)
	}
	return tracing.Outside(upstream.New(base, timeout, maxResponse))
}

// reply is a node's response, with a result or an error.
type reply struct{ result, fault jsontext.Value }

// do returns the node's response to a call that check accepted.
func (n *node) do(ctx context.Context, c *call) (reply, error) {
	encoded := encode(c)
	if c.method == methodSend {
		defer n.sends.Add(1)
		return n.send(ctx, encoded)
	}
	key := string(encoded)
	if result, ok := n.kept.GetIfPresent(key); ok {
		return reply{result: result}, nil
	}
	if err := ctx.Err(); err != nil { // the rest of a batch whose time is over
		return reply{}, err
	}
	out, err, _ := n.flights.Do(strconv.FormatUint(n.sends.Load(), 36)+key, func() (any, error) {
		// Others wait for the response, too, even if the first caller leaves. The time of its batch still counts.
		shared := context.WithoutCancel(ctx)
		if end, ok := ctx.Deadline(); ok {
			var cancel context.CancelFunc
			shared, cancel = context.WithDeadline(shared, end)
			defer cancel()
		}
		out, err := n.send(shared, encoded)
		if err == nil && out.fault == nil && n.unchanging(shared, c, out.result) {
			n.kept.Set(key, out.result)
		}
		return out, err
	})
	got, _ := out.(reply)
	return got, err
}

// bound replaces the tags of a filter by the numbers that they stand for, and returns false if the filter then has too many blocks. A fault is the node's.
func (n *node) bound(ctx context.Context, c *call) (ok bool, fault jsontext.Value, err error) {
	f, err := logsOf(c)
	if err != nil || f.blockHash != nil {
		return err == nil, nil, err
	}
	tags := [2]string{tagOf(f.fromBlock), tagOf(f.toBlock)}
	if tags[0] == tags[1] && tags[0] != "" { // one block, which needs no number
		c.params[0] = f.between(tags[0], tags[1])
		return true, nil, nil
	}
	var at [2]uint64
	for i, block := range []jsontext.Value{f.fromBlock, f.toBlock} {
		if tags[i] == "" {
			at[i], err = number(block)
		} else {
			at[i], fault, err = n.height(ctx, tags[i])
		}
		if fault != nil || err != nil {
			return false, fault, err
		}
	}
	if at[1] < at[0] || at[1]-at[0] >= maxLogRange {
		return false, nil, nil
	}
	if tags != [2]string{} {
		c.params[0] = f.between(fmt.Sprintf("0x%x", at[0]), fmt.Sprintf("0x%x", at[1]))
	}
	return true, nil, nil
}

// height returns the number of the block that has a tag.
func (n *node) height(ctx context.Context, tag string) (at uint64, fault jsontext.Value, err error) {
	c := &call{method: methodNewest}
	switch tag {
	case earliest:
		return 0, nil, nil
	case safe, finalized:
		c = &call{method: methodBlockByNumber, params: []jsontext.Value{jsontext.Value(strconv.Quote(tag)), jsontext.Value("false")}}
	}
	got, err := n.do(ctx, c)
	if err != nil || got.fault != nil {
		return 0, got.fault, err
	}
	if c.method == methodBlockByNumber {
		got.result = field(got.result, "number")
	}
	at, err = number(got.result)
	return at, nil, err
}

// encode returns the call as it is sent: exactly what was checked, under an ID of ours.
func encode(c *call) []byte {
	const begin, middle, end = `{"jsonrpc":"2.0","id":1,"method":"`, `","params":[`, "]}"
	size := len(begin) + len(c.method) + len(middle) + len(c.params) + len(end)
	for _, p := range c.params {
		size += len(p)
	}
	out := append(append(append(make([]byte, 0, size), begin...), c.method...), middle...)
	for i, p := range c.params {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, p...)
	}
	return append(out, end...)
}

// send posts a call. Its errors don't contain the node's address, which may contain a key.
func (n *node) send(ctx context.Context, call []byte) (out reply, err error) {
	req := (&http.Request{
		Method: http.MethodPost, URL: n.url, Host: n.url.Host, Header: http.Header{"Content-Type": jsonType}, Body: body.New(call), ContentLength: int64(len(call)),
	}).WithContext(ctx)
	res, err := n.to.RoundTrip(req) // doesn't follow redirects
	if err != nil {
		return out, errors.New("no connection")
	}
	defer func() { _ = res.Body.Close() }()
	text, err := body.OfResponse(res, maxResponse)
	if err != nil {
		return out, fmt.Errorf("status %d: the response ended", res.StatusCode)
	}
	// What a node writes is its own affair, as long as it is JSON.
	if err := object(text, true, func(name string, value jsontext.Value) bool {
		switch name {
		case "result":
			out.result = value
		case "error":
			out.fault = value
		}
		return true
	}); err != nil {
		return reply{}, fmt.Errorf("status %d: %w", res.StatusCode, err)
	}
	switch {
	case out.fault != nil && out.fault.Kind() != 'n':
		return reply{fault: out.fault}, nil
	case out.result == nil:
		return reply{result: jsontext.Value("null")}, nil
	}
	return reply{result: out.result}, nil
}

// field returns a member of an object, or nil.
func field(raw jsontext.Value, wanted string) (out jsontext.Value) {
	if object(raw, true, func(name string, value jsontext.Value) bool {
		if name == wanted {
			out = value
		}
		return true
	}) != nil {
		return nil
	}
	return out
}

// unchanging reports whether a call will always have this result: of a chain's ID, of a contract's code, and of final blocks with their
// transactions, receipts and logs.
func (n *node) unchanging(ctx context.Context, c *call, result jsontext.Value) bool {
	if len(result) > keptBytes/16 {
		return false
	}
	switch c.method {
	case methodChain, methodNetwork:
		return true
	case methodCode:
		return isContract(result)
	case methodBlockByNumber:
		at, err := parameter(c, 0)
		return err == nil && result.Kind() == '{' && n.isFinal(ctx, at)
	case methodBlockByHash, methodTransaction, methodReceipt:
		name := "blockNumber"
		if c.method == methodBlockByHash {
			name = "number"
		}
		at, err := number(field(result, name))
		return err == nil && n.isFinal(ctx, at)
	case methodLogs:
		filter, err := logsOf(c)
		if err != nil {
			return false
		}
		last, err := number(filter.toBlock)
		return err == nil && n.isFinal(ctx, last)
	}
	return false
}

// isContract reports whether code belongs to a contract, which keeps it (EIP-6780). An account's code names another contract (EIP-7702), and can
// change.
func isContract(code jsontext.Value) bool {
	s, ok := text(code)
	return ok && len(s) > len("0x") && !strings.HasPrefix(s, delegation)
}

// delegation begins the code of an account that uses a contract's.
const delegation = "0xef0100"

// parameter returns a parameter that is a number in hex.
func parameter(c *call, i int) (uint64, error) {
	if i >= len(c.params) {
		return 0, errors.New("missing")
	}
	return number(c.params[i])
}

// isFinal reports whether a block is final. It requests the newest final block if that was long ago.
func (n *node) isFinal(ctx context.Context, block uint64) bool {
	if block <= n.finalized.Load() {
		return true
	}
	last, now := n.checked.Load(), time.Now().UnixNano()
	if now-last < int64(finalizedEvery) || !n.checked.CompareAndSwap(last, now) {
		return false
	}
	out, err := n.send(ctx, []byte(`{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["finalized",false]}`))
	if err != nil {
		return false
	}
	if at, err := number(field(out.result, "number")); err == nil && at > 0 {
		n.finalized.Store(at)
		return block <= at
	}
	return false
}
