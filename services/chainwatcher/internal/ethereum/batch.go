package ethereum

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/ethereum/go-ethereum/rpc"
)

// errNoBatch is a response that isn't a list although several calls were sent.
var errNoBatch = errors.New("one response came for several calls")

// refusal is an error in a node's response.
type refusal struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Error implements error.
func (r refusal) Error() string { return r.Message }

// ErrorCode implements rpc.Error.
func (r refusal) ErrorCode() int { return r.Code }

// batch sends several calls in one request, like BatchCallContext of rpc.Client. It decodes each result once instead of four times, because
// decoding is most of the work of catching up.
func (p *peer) batch(ctx context.Context, calls []rpc.BatchElem) error {
	if p.http == nil { // a WebSocket
		return p.client.Client().BatchCallContext(ctx, calls)
	}
	list := make([]map[string]any, len(calls))
	for i, c := range calls {
		list[i] = map[string]any{"jsonrpc": "2.0", "id": i, "method": c.Method, "params": c.Args}
	}
	body, err := json.Marshal(list)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := p.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { // a connection is used again only if its response was read to the end
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
	}()
	if res.StatusCode/100 != 2 {
		text, _ := io.ReadAll(io.LimitReader(res.Body, 4<<10))
		return rpc.HTTPError{StatusCode: res.StatusCode, Status: res.Status, Body: text}
	}
	return decodeBatch(json.NewDecoder(res.Body), calls)
}

// decodeBatch decodes the responses to calls whose ids are their positions.
func decodeBatch(in *json.Decoder, calls []rpc.BatchElem) error {
	for i := range calls {
		calls[i].Error = rpc.ErrMissingBatchResponse
	}
	switch token, err := in.Token(); {
	case err != nil:
		return err
	case token != json.Delim('['):
		return errNoBatch
	}
	for in.More() {
		if err := decodeResponse(in, calls); err != nil {
			return err
		}
	}
	_, err := in.Token() // a response that was cut off has no end
	return err
}

// decodeResponse decodes one response. The id comes before the result, or the result is kept until then.
func decodeResponse(in *json.Decoder, calls []rpc.BatchElem) error {
	if token, err := in.Token(); err != nil || token != json.Delim('{') {
		return errors.Join(err, errNoBatch)
	}
	call := &rpc.BatchElem{}
	var early json.RawMessage
	var failure *refusal
	answered := false
	for in.More() {
		key, err := in.Token()
		if err != nil {
			return err
		}
		switch key {
		case "id":
			id := -1
			if err = in.Decode(&id); err == nil && (id < 0 || id >= len(calls)) {
				err = fmt.Errorf("a response came for call %d of %d", id, len(calls))
			}
			if err == nil {
				call = &calls[id]
			}
		case "result":
			if answered = true; call.Result == nil {
				err = in.Decode(&early)
			} else {
				err = in.Decode(call.Result)
			}
		case "error":
			err = in.Decode(&failure)
		default:
			err = in.Decode(new(json.RawMessage))
		}
		if err != nil {
			return err
		}
	}
	switch {
	case failure != nil:
		call.Error = *failure
	case early != nil && call.Result != nil:
		call.Error = json.Unmarshal(early, call.Result)
	case answered:
		call.Error = nil
	}
	_, err := in.Token()
	return err
}
