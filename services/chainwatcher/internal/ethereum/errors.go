// Package ethereum connects to chains over JSON-RPC: headers, events by block hash, the contracts, and the keys. It maps nodes'
// errors to the core's three classes.
package ethereum

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
)

// errFalse is a response that contradicts the header of its block, so the node is wrong whatever the others say. It is an ErrTemporary.
var errFalse = fmt.Errorf("%w: the block's header shows that the response is false", chain.ErrTemporary)

// notYet are the error texts of different nodes for a block that they don't have.
var notYet = []string{"unknown block", "header not found", "block not found", "not found", "resource not found", "after last accepted block"}

// classify maps a node's error to a class. An unknown error is temporary: a retry is safe, but a credit is not.
func classify(err error) error {
	if err == nil {
		return nil
	}
	for _, known := range []error{chain.ErrNotYet, chain.ErrTemporary, chain.ErrBroken, chain.ErrReverted, context.Canceled} {
		if errors.Is(err, known) {
			return err
		}
	}
	if errors.Is(err, ethereum.NotFound) {
		return chain.ErrNotYet
	}
	if failure, ok := errors.AsType[rpc.Error](err); ok && failure.ErrorCode() != noMethod {
		text := strings.ToLower(failure.Error())
		for _, words := range notYet {
			if strings.Contains(text, words) {
				return fmt.Errorf("%w: %s", chain.ErrNotYet, failure.Error())
			}
		}
	}
	if network, ok := errors.AsType[*url.Error](err); ok {
		err = &url.Error{Op: network.Op, URL: hostOf(network.URL), Err: network.Err} // the path may contain a key
	}
	return fmt.Errorf("%w: %w", chain.ErrTemporary, err)
}

// noMethod is JSON-RPC's error code for a method that doesn't exist.
const noMethod = -32601

// unsupported reports whether an error says that the node doesn't have the method. Not all nodes use the code for it.
func unsupported(err error, method string) bool {
	failure, ok := errors.AsType[rpc.Error](err)
	if !ok {
		return false
	}
	text := strings.ToLower(failure.Error())
	return failure.ErrorCode() == noMethod || (strings.Contains(text, "method") || strings.Contains(text, strings.ToLower(method))) &&
		slices.ContainsFunc([]string{"not exist", "not supported", "unsupported", "not found", "not available", "not implemented", "not allowed"},
			func(words string) bool { return strings.Contains(text, words) })
}

// tooLarge reports whether a node may have refused a request for its size. Providers limit the calls in a batch and the blocks of logs, each
// with another error.
func tooLarge(err error) bool {
	if status, ok := errors.AsType[rpc.HTTPError](err); ok {
		return status.StatusCode == http.StatusBadRequest || status.StatusCode == http.StatusRequestEntityTooLarge
	}
	_, refused := errors.AsType[rpc.Error](err)
	return errors.Is(err, errNoBatch) || refused && !errors.Is(classify(err), chain.ErrNotYet)
}

// worthAnotherNode reports whether another node might succeed.
func worthAnotherNode(err error) bool {
	var network net.Error
	var status rpc.HTTPError
	var syntax *json.SyntaxError
	return errors.As(err, &network) || errors.As(err, &status) || errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, io.EOF) || errors.Is(err, context.DeadlineExceeded)
}

// timedOut reports whether a call failed because of its deadline.
func timedOut(err error) bool {
	var network net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout()
}

// unavailable reports whether a node is unreachable or rate-limits us: a smaller request wouldn't help.
func unavailable(err error) bool {
	var network *net.OpError
	var status rpc.HTTPError
	return errors.As(err, &network) && !network.Timeout() || errors.As(err, &status) && (status.StatusCode == http.StatusTooManyRequests ||
		status.StatusCode == http.StatusBadGateway || status.StatusCode == http.StatusServiceUnavailable)
}

// revertData returns the data of a reverted call. reverted is false for other errors.
func revertData(err error) (data []byte, reverted bool) {
	if refused, ok := errors.AsType[rpc.DataError](err); ok {
		if text, ok := refused.ErrorData().(string); ok {
			return decodeHex(text), true
		}
	}
	if err != nil && strings.Contains(strings.ToLower(err.Error()), "revert") {
		return nil, true
	}
	return nil, false
}
