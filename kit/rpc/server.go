// Package rpc is the common part of Connect servers and clients: one error
// format, deadlines, validation, the caller's principal, retries of safe calls.
package rpc

import (
	"log/slog"
	"net/http"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connecthttp"

	"github.com/vitrine/vitrine/kit/identity"
)

// maxMessage is the maximum size of a message in bytes.
const maxMessage = 8 << 20

// NewServer returns the server for a service's handlers. Its interceptors run in the order below, each inside the one above it:
//
//   - What records a call is outside of what changes its error, so that it records what the caller gets.
//   - The caller is verified before anything else is read from the call, and the session is checked before the message is read.
//   - An error of the handler, or of the checks before it, is masked. Refusals of the caller are public already.
//
// With nil sessions an RPC that needs a session check is unavailable.
func NewServer(log *slog.Logger, keys *identity.Keys, sessions Sessions) *connect.Server {
	return connect.NewServer(
		traceServed,
		measure(),
		logCalls(log),
		recoverPanics,
		verifyCaller(keys),
		maskErrors,
		keepIdempotencyKey,
		limitServed,
		sessions.intercept,
		requireOneLine,
		requireValid,
	)
}

// Mount serves the handlers that are registered with server. They accept gRPC and Connect.
func Mount(mux *http.ServeMux, server *connect.Server) {
	connecthttp.Mount(mux, server, connecthttp.WithReadMaxBytes(maxMessage))
}

// received is a stream whose messages are checked when the handler receives them.
type received struct {
	connect.ServerStream

	check func(message any) error
}

// Receive implements connect.ServerStream.
func (r received) Receive(message any) error {
	if err := r.ServerStream.Receive(message); err != nil {
		return err
	}
	return r.check(message)
}
