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
	err := object(raw, false, func(name string, value jsontext.Value, _ int) bool {
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
		return nil, failed(nil, codeInvalid, "invalid request: "+err.Error())
	case c.id != nil && !validID(c.id):
		return nil, failed(nil, codeInvalid, "invalid request: id must be a string, an integer or null")
	}
	if version, ok := text(version); !ok || version != "2.0" {
		return nil, failed(c.id, codeInvalid, `invalid request: jsonrpc must be "2.0"`)
	}
	var ok bool
	if c.method, ok = text(method); !ok {
		return nil, failed(c.id, codeInvalid, "invalid request: method must be a string")
	}
	if c.params, ok = array(params); !ok {
		return nil, failed(c.id, codeParams, "params must be an array")
	}
	return c, nil
}

// txMembers are the allowed members of transactions.
var txMembers = []string{
	"from", "to", "gas", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "value", "data", "input", "nonce", "type", "chainId", "accessList",
}

var (
	errSyntax = errors.New("not JSON")
	errObject = errors.New("not an object")
)

// decoders are used again. A decoder reads from memory, and returns parts of it.
var decoders = sync.Pool{New: func() any { return jsontext.NewDecoder(bytes.NewBuffer(nil)) }}

// decode calls read with a decoder of raw, which must read it to its end. A lenient decoder accepts duplicate members and invalid UTF-8.
func decode(raw []byte, lenient bool, read func(d *jsontext.Decoder) error) error {
	d := decoders.Get().(*jsontext.Decoder)
	defer decoders.Put(d)
	d.Reset(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(lenient), jsontext.AllowInvalidUTF8(lenient))
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

// object calls member with the members of a JSON object, as parts of raw, and where each value begins. It returns an error if member returns false,
// or if a member of the object, or of an object in it, is repeated. encoding/json ignores letter case in names and nodes don't, so only exact names
// are the same.
func object(raw []byte, lenient bool, member func(name string, value jsontext.Value, at int) bool) error {
	return decode(raw, lenient, func(d *jsontext.Decoder) error {
		if begin, err := d.ReadToken(); err != nil {
			return err
		} else if begin.Kind() != '{' {
			return errObject
		}
		for d.PeekKind() == '"' {
			name, err := d.ReadToken()
			if err != nil {
				return err
			}
			known := name.String()
			value, err := d.ReadValue()
			if err != nil {
				return err
			}
			end := int(d.InputOffset())
			if at := end - len(value); !member(known, raw[at:end:end], at) {
				return fmt.Errorf("member %q is repeated or unknown", known)
			}
		}
		_, err := d.ReadToken()
		return err
	})
}

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
	case "eth_call", "eth_estimateGas":
		if err := boundedCall(c, callGas); err != nil {
			return failed(c.id, codeParams, err.Error())
		}
	case methodLogs:
		if err := boundedLogs(c.params); err != nil {
			return failed(c.id, codeParams, err.Error())
		}
	}
	return nil
}

// boundedCall rejects state overrides, which would let a caller run any code, and limits the gas of a call. It sets the limit in a call
// without gas, because a node may have no limit, and one call could then block it for hours.
func boundedCall(c *call, limit uint64) error {
	if len(c.params) < 1 || len(c.params) > 2 {
		return errors.New(c.method + " takes a transaction and a block; state overrides are not available")
	}
	tx, members := c.params[0], 0
	var gas jsontext.Value
	var gasAt int
	if err := object(tx, false, func(name string, value jsontext.Value, at int) bool {
		if members++; name == "gas" {
			gas, gasAt = value, at
		}
		return slices.Contains(txMembers, name)
	}); err != nil {
		return fmt.Errorf("the transaction: %w", err)
	}
	most := fmt.Appendf(nil, `"0x%x"`, limit)
	switch asked, err := number(gas); {
	case gas == nil:
		first := bytes.IndexByte(tx, '{') + 1
		most = append([]byte(`"gas":`), most...)
		if members > 0 {
			most = append(most, ',')
		}
		c.params[0] = slices.Insert(slices.Clone(tx), first, most...)
	case gas.Kind() != 'n' && err != nil:
		return errors.New("the transaction's gas is a number in hex")
	case gas.Kind() == 'n' || asked > limit:
		c.params[0] = slices.Concat(tx[:gasAt], most, tx[gasAt+len(gas):])
	}
	return nil
}

var (
	addressForm = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
	hashForm    = regexp.MustCompile(`^0x[0-9a-fA-F]{64}$`)
)

// boundedLogs accepts a filter with an address and either one block or a range of at most maxLogRange blocks. The filter is forwarded
// unchanged, so it must be unambiguous: for a node, null means no limit.
func boundedLogs(params []jsontext.Value) error {
	if len(params) != 1 {
		return errors.New("eth_getLogs takes one filter")
	}
	var filter logFilter
	if err := filter.read(params[0]); err != nil {
		return fmt.Errorf("the filter: %w", err)
	}
	if !addressed(filter.address) {
		return fmt.Errorf("the filter must name an address, or at most %d", maxLogAddresses)
	}
	if filter.blockHash != nil {
		if hash, ok := text(filter.blockHash); !ok || filter.fromBlock != nil || filter.toBlock != nil || !hashForm.MatchString(hash) {
			return errors.New("blockHash is a block's hash, without fromBlock and toBlock")
		}
		return nil
	}
	first, err1 := number(filter.fromBlock)
	last, err2 := number(filter.toBlock)
	if err1 != nil || err2 != nil || last < first || last-first >= maxLogRange {
		return fmt.Errorf("the filter must name a blockHash, or fromBlock and toBlock as numbers at most %d blocks apart", maxLogRange)
	}
	return nil
}

// logFilter is the parameter of eth_getLogs, without its topics.
type logFilter struct{ address, blockHash, fromBlock, toBlock jsontext.Value }

func (f *logFilter) read(raw jsontext.Value) error {
	return object(raw, false, func(name string, value jsontext.Value, _ int) bool {
		switch name {
		case "address":
			f.address = value
		case "blockHash":
			f.blockHash = value
		case "fromBlock":
			f.fromBlock = value
		case "toBlock":
			f.toBlock = value
		default:
			return name == "topics"
		}
		return true
	})
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
