package ethrpc

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/vitrine/vitrine/kit/background"
)

const (
	// checkedEvery is how often nodes are asked for what they must have, checkedAgain after a check that found something.
	checkedEvery = 10 * time.Minute
	checkedAgain = 30 * time.Second
	// checkTimeout limits one check of a node.
	checkTimeout = 30 * time.Second
)

// Need is a method, or a tag of a block, that is requested at nodes.
type Need struct {
	Name string
	// Without says what happens if a node doesn't have it; empty for what nodes must have.
	Without string
	// method is called with params, which change nothing and may fail.
	method, params string
}

const (
	nowhere = `"0x0000000000000000000000000000000000000000000000000000000000000000"`
	nobody  = `"0x0000000000000000000000000000000000000000"`
	// rarely is for methods that neither the site nor the defaults of wallet libraries need.
	rarely = "calls of it fail"
)

// Needs returns all methods that are forwarded, and all tags. docs/operating/nodes.md has the same list.
func Needs() []Need {
	tag := func(name, without string) Need {
		return Need{Name: name, Without: without, method: methodBlockByNumber, params: strconv.Quote(name) + ",false"}
	}
	method := func(name, without, params string) Need { return Need{name, without, name, params} }
	const call = `{"to":` + nobody + `}`
	return []Need{
		method(methodChain, "", ""),
		method(methodNetwork, rarely, ""),
		method("net_listening", rarely, ""),
		method("eth_syncing", rarely, ""),
		method(methodNewest, "", ""),
		method("eth_gasPrice", "", ""),
		method("eth_maxPriorityFeePerGas", "", ""),
		method("eth_feeHistory", "", `"0x1","latest",[]`),
		method("eth_getBalance", "", nobody+`,"latest"`),
		method("eth_getTransactionCount", "", nobody+`,"latest"`),
		method(methodCode, "", nobody+`,"latest"`),
		method("eth_getStorageAt", rarely, nobody+`,"0x0","latest"`),
		method(methodSend, "", `"0x"`),
		method(methodCall, "", call+`,"latest"`),
		method(methodEstimate, "", call),
		method(methodLogs, "", `{"address":`+nobody+`,"fromBlock":"latest","toBlock":"latest"}`),
		method(methodBlockByNumber, "", `"latest",false`),
		method(methodBlockByHash, "", nowhere+`,false`),
		method(methodTransaction, "", nowhere),
		method(methodReceipt, "", nowhere),
		method("eth_getBlockTransactionCountByNumber", rarely, `"latest"`),
		method("eth_getBlockTransactionCountByHash", rarely, nowhere),
		tag(latest, ""),
		tag(finalized, "nothing is kept in memory, so each call reaches the node; logs up to it fail"),
		tag(safe, "logs up to it fail"),
	}
}

// Run checks nodes until ctx ends: that they respond, and have what pages need. What is missing is in Problems and, once, in the log.
func (p *Proxy) Run(ctx context.Context) error {
	var parts []func(context.Context) error
	for id, n := range p.nodes {
		parts = append(parts, func(ctx context.Context) error {
			for {
				pause := checkedEvery
				if !p.complete(ctx, id, n) {
					pause = checkedAgain
				}
				select {
				case <-ctx.Done():
					return nil
				case <-time.After(pause):
				}
			}
		})
	}
	return background.RunAll(ctx, parts...)
}

// complete checks a node, and records what it lacks.
func (p *Proxy) complete(ctx context.Context, id uint64, n *node) bool {
	found := ""
	if missing := n.missing(ctx, id); missing != "" {
		found = fmt.Sprintf("chain %d: the node in ETH_RPC_URLS %s", id, missing)
	}
	if ctx.Err() != nil {
		return true
	}
	p.mu.Lock()
	before := p.lacks[id]
	p.lacks[id] = found
	p.mu.Unlock()
	switch found {
	case before:
	case "":
		p.Log.InfoContext(ctx, "the node for /rpc has what it must have", "chain", id)
	default:
		p.Log.WarnContext(ctx, "the node for /rpc can't serve pages and wallets (docs/operating/nodes.md)", "problem", found)
	}
	return found == ""
}

// Problems returns a line for each node that lacks what it must have. The lines are public: they contain no address.
func (p *Proxy) Problems(context.Context) (lines []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(p.lacks)) {
		if line := p.lacks[id]; line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// missing returns what a node lacks, or "".
func (n *node) missing(ctx context.Context, id uint64) string {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	var names []string
	for _, need := range Needs() {
		got, err := n.send(ctx, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":%q,"params":[%s]}`, need.method, need.params))
		switch {
		case err != nil:
			return "does not respond to " + need.method
		case need.Name == methodChain && got.fault == nil:
			if chain, err := number(got.result); err != nil || chain != id {
				return "serves another chain"
			}
		}
		if need.Without == "" && need.lacks(got) {
			names = append(names, need.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "doesn't have " + strings.Join(names, ", ")
}

// codeNoMethod is JSON-RPC's code for a method that doesn't exist. Not all nodes use it.
const codeNoMethod = "-32601"

var absent = []string{"not exist", "not supported", "unsupported", "not found", "not available", "not implemented", "not allowed"}

// lacks reports whether a response says that the node doesn't have the method or the tag.
func (need *Need) lacks(got reply) bool {
	if need.Name != need.method && (got.fault != nil || got.result.Kind() != '{') { // a tag that the node doesn't have
		return true
	}
	if got.fault == nil {
		return false
	}
	words := strings.ToLower(message(got.fault))
	return string(field(got.fault, "code")) == codeNoMethod || (strings.Contains(words, "method") || strings.Contains(words, strings.ToLower(need.method))) &&
		slices.ContainsFunc(absent, func(s string) bool { return strings.Contains(words, s) })
}

// message returns the words of a node's error.
func message(fault jsontext.Value) string {
	words, _ := text(field(fault, "message"))
	return words
}
