package ethrpc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// call is a JSON-RPC 2.0 request object.
type call struct {
	id     jsontext.Value // nil for a notification
	method string
	params []jsontext.Value
}

// parse reads one call strictly: an object with known members, without duplicates (if two parsers disagreed on duplicates, a forbidden
// method could pass), and an ID that is a string, an integer or null.
func parse(raw []byte) (*call, *response) {
	var version, method, params jsontext.Value
	c := new(call)
	err := object(raw, false, func(name string, value jsontext.Value) bool {
		switch name {
		case "jsonrpc":
			version = value
		case "id":
			c.id = value
		case "method":
			method = value
		case "params":
			params = value
		default:
			return false
		}
		return true
	})
	switch {
	case errors.Is(err, errSyntax):
		return nil, failed(nil, codeParse, "parse error")
	case err != nil:
		id := field(raw, "id")
		if !validID(id) {
			id = nil
		}
		return nil, failed(id, codeInvalid, "invalid request: "+err.Error())
	case c.id != nil && !validID(c.id):
		return nil, failed(nil, codeInvalid, "invalid request: id must be a string, an integer or null")
	}
	if !is(version, "2.0") {
		return nil, failed(c.id, codeInvalid, `invalid request: jsonrpc must be "2.0"`)
	}
	var ok bool
	if i := slices.IndexFunc(methods, func(known string) bool { return is(method, known) }); i >= 0 {
		c.method = methods[i]
	} else if c.method, ok = text(method); !ok {
		return nil, failed(c.id, codeInvalid, "invalid request: method must be a string")
	}
	if c.params, ok = array(params); !ok {
		return nil, failed(c.id, codeParams, "params must be an array")
	}
	return c, nil
}

// txMembers are the members of transactions that are forwarded.
var txMembers = []string{
	"from", "to", "gas", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "value", "data", "input", "nonce", "type", "chainId", "accessList",
}

// txNotes are members that libraries keep for themselves in their transactions. They have no meaning to a node, and aren't forwarded.
var txNotes = []string{"chain", "common", "hardfork", "networkId"}

var (
	errSyntax = errors.New("not JSON")
	errObject = errors.New("not an object")
)

// decoder reads from memory, and returns parts of it.
type decoder struct {
	jsontext.Decoder

	from bytes.Buffer
}

// decoders are used again.
var decoders = sync.Pool{New: func() any { return new(decoder) }}

// decode calls read with a decoder of raw, which must read it to its end. A lenient decoder accepts duplicate members and invalid UTF-8.
func decode(raw []byte, lenient bool, read func(d *jsontext.Decoder) error) error {
	pooled := decoders.Get().(*decoder)
	defer decoders.Put(pooled)
	pooled.from = *bytes.NewBuffer(raw)
	d := &pooled.Decoder
	d.Reset(&pooled.from, jsontext.AllowDuplicateNames(lenient), jsontext.AllowInvalidUTF8(lenient))
	err := read(d)
	if err == nil {
		if _, end := d.ReadToken(); !errors.Is(end, io.EOF) {
			return errSyntax
		}
		return nil
	}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok && errors.Is(syntax.Err, jsontext.ErrDuplicateName) {
		return fmt.Errorf("member %q is repeated or unknown", syntax.JSONPointer.LastToken())
	} else if ok || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errSyntax
	}
	return err
}

// object calls member with the members of a JSON object, as parts of raw. It returns an error if member returns false, or if a member of the object, or
// of an object in it, is repeated. encoding/json ignores letter case in names and nodes don't, so only exact names are the same.
func object(raw []byte, lenient bool, member func(name string, value jsontext.Value) bool) error {
	return decode(raw, lenient, func(d *jsontext.Decoder) error {
		if begin, err := d.ReadToken(); err != nil {
			return err
		} else if begin.Kind() != '{' {
			return errObject
		}
		for d.PeekKind() == '"' {
			name, err := d.ReadValue()
			if err != nil {
				return err
			}
			known, ok := names[string(name)]
			if !ok {
				known, _ = text(name)
			}
			value, err := d.ReadValue()
			if err != nil {
				return err
			}
			end := int(d.InputOffset())
			if !member(known, raw[end-len(value):end:end]) {
				return fmt.Errorf("member %q is repeated or unknown", known)
			}
		}
		_, err := d.ReadToken()
		return err
	})
}

// names are the members that calls and responses usually have, as they are written: a name that is found here needs no memory.
var names = func() map[string]string {
	out := map[string]string{}
	others := []string{"jsonrpc", "id", "method", "params", "result", "error", "address", "topics", "blockHash", "fromBlock", "toBlock"}
	for _, name := range slices.Concat(txMembers, others) {
		out[strconv.Quote(name)] = name
	}
	return out
}()

// array returns the elements of a JSON array, as parts of raw. Without a value, and for null, it returns none.
func array(raw jsontext.Value) (out []jsontext.Value, ok bool) {
	if kind := raw.Kind(); kind == jsontext.KindInvalid || kind == 'n' {
		return nil, true
	} else if kind != '[' {
		return nil, false
	}
	err := decode(raw, true, func(d *jsontext.Decoder) error {
		if _, err := d.ReadToken(); err != nil {
			return err
		}
		for d.PeekKind() != ']' {
			value, err := d.ReadValue()
			if err != nil {
				return err
			}
			end := int(d.InputOffset())
			out = append(out, raw[end-len(value):end:end])
		}
		_, err := d.ReadToken()
		return err
	})
	return out, err == nil
}

// text returns the value of a JSON string.
func text(raw jsontext.Value) (string, bool) {
	if raw.Kind() != '"' {
		return "", false
	}
	out, err := jsontext.AppendUnquote(nil, raw)
	return string(out), err == nil
}

// is reports whether a JSON value is a text. It needs no memory if the value is written without escapes.
func is(raw jsontext.Value, wanted string) bool {
	if bytes.IndexByte(raw, '\\') < 0 {
		return len(raw) == len(wanted)+2 && raw[0] == '"' && string(raw[1:len(raw)-1]) == wanted
	}
	written, ok := text(raw)
	return ok && written == wanted
}

func validID(raw jsontext.Value) bool {
	if kind := raw.Kind(); kind == 'n' || kind == '"' {
		return true
	}
	_, err := strconv.ParseInt(string(raw), 10, 64)
	return err == nil
}

// check returns an error response, or nil if the call may be forwarded.
func check(c *call, callGas uint64) *response {
	if !slices.Contains(methods, c.method) {
		return failed(c.id, codeMethod, "the method "+strconv.Quote(c.method)+" does not exist or is not available")
	}
	switch c.method {
	case methodSend:
		if len(c.params) != 1 || c.params[0].Kind() != '"' || len(c.params[0]) > 2*maxRawTx+len(`"0x"`) {
			return failed(c.id, codeParams, "send one signed transaction of at most 128 KB")
		}
	case methodCall, methodEstimate:
		if err := boundedCall(c, callGas); err != nil {
			return failed(c.id, codeParams, err.Error())
		}
	case methodLogs:
		if _, err := logsOf(c); err != nil {
			return failed(c.id, codeParams, err.Error())
		}
	}
	return nil
}

// boundedCall rejects state overrides, which would let a caller run any code, and limits the gas that a call names. A call without gas stays without: the
// node knows best how much it accepts.
func boundedCall(c *call, limit uint64) error {
	if len(c.params) < 1 || len(c.params) > 2 {
		return errors.New(c.method + " takes a transaction and a block; state overrides are not available")
	}
	tx := c.params[0]
	out, changed := make(jsontext.Value, 0, len(tx)+len(`"gas":"0xffffffffffffffff"`)), false
	var invalid error
	err := object(tx, false, func(name string, value jsontext.Value) bool {
		if slices.Contains(txNotes, name) || name == "gas" && value.Kind() == 'n' {
			changed = true
			return true
		}
		if name == "gas" {
			asked, err := number(value)
			if err != nil {
				invalid = errors.New("the transaction's gas is a number in hex")
			}
			if asked > limit {
				value, changed = fmt.Appendf(nil, `"0x%x"`, limit), true
			}
		}
		out = append(append(append(append(out, ',', '"'), name...), '"', ':'), value...)
		return slices.Contains(txMembers, name)
	})
	switch {
	case err != nil:
		return fmt.Errorf("the transaction: %w", err)
	case invalid != nil:
		return invalid
	case changed && len(out) == 0:
		c.params[0] = jsontext.Value("{}")
	case changed:
		out[0] = '{'
		c.params[0] = append(out, '}')
	}
	return nil
}

// tooMuchGas matches the errors of nodes that refuse a call only for the gas that it names, because their own maximum is below ETH_CALL_GAS: the maximum
// of a transaction (EIP-7825) or of a block. Other nodes lower the gas.
var tooMuchGas = regexp.MustCompile(`(?i)gas limit\b.* (greater than|exceeds|too high).*\b(cap|block gas limit)\b`)

// dropGas removes the gas that a call names, and reports whether it named any. Without gas the node applies its own maximum.
func dropGas(c *call) bool {
	if c.method != methodCall && c.method != methodEstimate {
		return false
	}
	out, named := jsontext.Value(nil), false
	err := object(c.params[0], false, func(name string, value jsontext.Value) bool {
		if named = named || name == "gas"; name != "gas" {
			out = append(append(append(append(out, ',', '"'), name...), '"', ':'), value...)
		}
		return true
	})
	if err != nil || !named {
		return false
	}
	c.params[0] = append(append(jsontext.Value{'{'}, bytes.TrimPrefix(out, []byte{','})...), '}')
	return true
}

var (
	addressForm = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
	hashForm    = regexp.MustCompile(`^0x[0-9a-fA-F]{64}$`)
)

// logFilter is the parameter of eth_getLogs.
type logFilter struct{ address, topics, blockHash, fromBlock, toBlock jsontext.Value }

// logsOf returns the filter of a call: with an address, and with a block's hash, or a first and a last block.
func logsOf(c *call) (f logFilter, err error) {
	if len(c.params) != 1 {
		return f, errors.New("eth_getLogs takes one filter")
	}
	if err := f.read(c.params[0]); err != nil {
		return f, fmt.Errorf("the filter: %w", err)
	}
	if !addressed(f.address) {
		return f, fmt.Errorf("the filter must name an address, or at most %d", maxLogAddresses)
	}
	if f.blockHash != nil {
		if hash, ok := text(f.blockHash); !ok || f.fromBlock != nil || f.toBlock != nil || !hashForm.MatchString(hash) {
			return f, errors.New("blockHash is a block's hash, without fromBlock and toBlock")
		}
		return f, nil
	}
	for _, block := range []jsontext.Value{f.fromBlock, f.toBlock} {
		if _, err := number(block); err != nil && tagOf(block) == "" {
			return f, errors.New("fromBlock and toBlock are numbers in hex, latest, safe, finalized, earliest or pending")
		}
	}
	return f, nil
}

func (f *logFilter) read(raw jsontext.Value) error {
	return object(raw, false, func(name string, value jsontext.Value) bool {
		switch name {
		case "address":
			f.address = value
		case "topics":
			f.topics = value
		case "blockHash":
			f.blockHash = value
		case "fromBlock":
			f.fromBlock = value
		case "toBlock":
			f.toBlock = value
		default:
			return false
		}
		return true
	})
}

// between returns the filter with other blocks.
func (f *logFilter) between(from, to string) jsontext.Value {
	out := append(jsontext.Value(`{"address":`), f.address...)
	if f.topics != nil {
		out = append(append(out, `,"topics":`...), f.topics...)
	}
	return fmt.Appendf(out, `,"fromBlock":%q,"toBlock":%q}`, from, to)
}

// The tags of blocks.
const (
	latest    = "latest"
	safe      = "safe"
	finalized = "finalized"
	earliest  = "earliest"
)

// tagOf returns the tag of a block; "" for a number, or if it is invalid. Without a block, libraries mean the newest one, and no node has logs of pending
// blocks.
func tagOf(block jsontext.Value) string {
	if block == nil || block.Kind() == 'n' || is(block, "pending") {
		return latest
	}
	for _, tag := range []string{latest, safe, finalized, earliest} {
		if is(block, tag) {
			return tag
		}
	}
	return ""
}

// addressed reports whether a filter names one address, or a list of at most maxLogAddresses.
func addressed(raw jsontext.Value) bool {
	list := []jsontext.Value{raw}
	if raw.Kind() == '[' {
		list, _ = array(raw)
	}
	return len(list) > 0 && len(list) <= maxLogAddresses && !slices.ContainsFunc(list, func(v jsontext.Value) bool {
		address, ok := text(v)
		return !ok || !addressForm.MatchString(address)
	})
}

// number reads a number in hex.
func number(raw jsontext.Value) (uint64, error) {
	s, _ := text(raw)
	hex, ok := strings.CutPrefix(s, "0x")
	if !ok {
		return 0, errors.New("not hex")
	}
	return strconv.ParseUint(hex, 16, 63)
}
