package ethrpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// parse reads one call strictly: an object with known members, without duplicates (if two parsers disagreed on duplicates, a forbidden
// method could pass), and an ID that is a string, an integer or null.
func parse(raw []byte) (*request, *response) {
	if !json.Valid(raw) {
		return nil, failed(nil, codeParse, "parse error")
	}
	members, err := object(raw, callMembers)
	if err != nil {
		return nil, failed(nil, codeInvalid, "invalid request: "+err.Error())
	}
	req := &request{ID: members["id"]}
	if req.ID != nil && !validID(req.ID) {
		return nil, failed(nil, codeInvalid, "invalid request: id must be a string, an integer or null")
	}
	var version string
	if err := json.Unmarshal(members["jsonrpc"], &version); err != nil || version != "2.0" {
		return nil, failed(req.ID, codeInvalid, `invalid request: jsonrpc must be "2.0"`)
	}
	if err := json.Unmarshal(members["method"], &req.Method); err != nil {
		return nil, failed(req.ID, codeInvalid, "invalid request: method must be a string")
	}
	req.Version, req.Params = version, []json.RawMessage{}
	if p, ok := members["params"]; ok && string(p) != "null" {
		if err := json.Unmarshal(p, &req.Params); err != nil {
			return nil, failed(req.ID, codeParams, "params must be an array")
		}
	}
	return req, nil
}

// The allowed members of calls, transactions and log filters.
var (
	callMembers = []string{"jsonrpc", "id", "method", "params"}
	txMembers   = []string{
		"from", "to", "gas", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "value", "data", "input", "nonce", "type", "chainId", "accessList",
	}
	logMembers = []string{"address", "topics", "blockHash", "fromBlock", "toBlock"}
)

// object reads the members of a JSON object. It returns an error if a member is unknown or repeated.
func object(raw []byte, known []string) (map[string]json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("not an object")
	}
	out := map[string]json.RawMessage{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := t.(string)
		// encoding/json ignores letter case in names and nodes don't, so only the exact names pass.
		if _, twice := out[name]; twice || !slices.Contains(known, name) {
			return nil, fmt.Errorf("member %q is repeated or unknown", name)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		out[name] = value
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one value")
	}
	return out, nil
}

func validID(raw json.RawMessage) bool {
	s := string(raw)
	if s == "null" || strings.HasPrefix(s, `"`) {
		return true
	}
	_, err := strconv.ParseInt(s, 10, 64)
	return err == nil
}

// check returns an error response, or nil if the call may be forwarded.
func check(req *request, callGas uint64) *response {
	if !slices.Contains(methods, req.Method) {
		return failed(req.ID, codeMethod, "the method "+strconv.Quote(req.Method)+" does not exist or is not available")
	}
	switch req.Method {
	case "eth_sendRawTransaction":
		var tx string
		if len(req.Params) != 1 || json.Unmarshal(req.Params[0], &tx) != nil || len(tx) > 2*maxRawTx+2 {
			return failed(req.ID, codeParams, "send one signed transaction of at most 128 KB")
		}
	case "eth_call", "eth_estimateGas":
		if err := boundedCall(req, callGas); err != nil {
			return failed(req.ID, codeParams, err.Error())
		}
	case "eth_getLogs":
		if err := boundedLogs(req.Params); err != nil {
			return failed(req.ID, codeParams, err.Error())
		}
	}
	return nil
}

// boundedCall rejects state overrides, which would let a caller run any code, and limits the gas of a call. It sets the limit in a call
// without gas, because a node may have no limit, and one call could then block it for hours.
func boundedCall(req *request, limit uint64) error {
	if len(req.Params) < 1 || len(req.Params) > 2 {
		return errors.New(req.Method + " takes a transaction and a block; state overrides are not available")
	}
	tx, err := object(req.Params[0], txMembers)
	if err != nil {
		return fmt.Errorf("the transaction: %w", err)
	}
	if raw, ok := tx["gas"]; ok && string(raw) != "null" {
		gas, err := number(raw)
		if err != nil {
			return errors.New("the transaction's gas is a number in hex")
		}
		if gas <= limit {
			return nil
		}
	}
	tx["gas"] = json.RawMessage(fmt.Sprintf(`"0x%x"`, limit))
	req.Params[0], err = json.Marshal(tx)
	return err
}

var (
	addressForm = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
	hashForm    = regexp.MustCompile(`^0x[0-9a-fA-F]{64}$`)
)

// boundedLogs accepts a filter with an address and either one block or a range of at most maxLogRange blocks. The filter is forwarded
// unchanged, so it must be unambiguous: for a node, null means no limit.
func boundedLogs(params []json.RawMessage) error {
	if len(params) != 1 {
		return errors.New("eth_getLogs takes one filter")
	}
	filter, err := object(params[0], logMembers)
	if err != nil {
		return fmt.Errorf("the filter: %w", err)
	}
	if !addressed(filter["address"]) {
		return fmt.Errorf("the filter must name an address, or at most %d", maxLogAddresses)
	}
	from, ranged := filter["fromBlock"]
	to, until := filter["toBlock"]
	if hash, ok := filter["blockHash"]; ok {
		var s string
		if ranged || until || json.Unmarshal(hash, &s) != nil || !hashForm.MatchString(s) {
			return errors.New("blockHash is a block's hash, without fromBlock and toBlock")
		}
		return nil
	}
	first, err1 := number(from)
	last, err2 := number(to)
	if err1 != nil || err2 != nil || last < first || last-first >= maxLogRange {
		return fmt.Errorf("the filter must name a blockHash, or fromBlock and toBlock as numbers at most %d blocks apart", maxLogRange)
	}
	return nil
}

// addressed reports whether a filter names one address, or a list of at most maxLogAddresses.
func addressed(raw json.RawMessage) bool {
	var one string
	list := []string{}
	if json.Unmarshal(raw, &one) == nil {
		list = append(list, one)
	} else if json.Unmarshal(raw, &list) != nil {
		return false
	}
	return len(list) > 0 && len(list) <= maxLogAddresses && !slices.ContainsFunc(list, func(a string) bool { return !addressForm.MatchString(a) })
}

func number(raw json.RawMessage) (uint64, error) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return 0, err
	}
	hex, ok := strings.CutPrefix(s, "0x")
	if !ok {
		return 0, errors.New("not hex")
	}
	return strconv.ParseUint(hex, 16, 63)
}
