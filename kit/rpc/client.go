package rpc

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connecthttp"

	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/tracing"
)

// NewClient returns a client of another service at url:
//
//	chain := chainv1connect.NewChainServiceClient(rpc.NewClient(keys, "chainwatcher", cfg.ChainwatcherURL))
//
// Calls use the gRPC protocol, over unencrypted HTTP/2 for http:// and HTTP/2 over
// TLS for https://, with the certificates of keys if it has any. Each call is signed for the service
// with this name, which no other service accepts. A service calls on its own behalf, also
// while it serves a person; the gateway calls on behalf of the person in ctx. A call without a
// deadline gets one of 10 s. A call without side effects is retried at most twice
// while the service is unavailable, any other call only if no connection could be opened for it.
// A call inside a database transaction fails: make it before or after. More interceptors run once per attempt.
func NewClient(keys *identity.Keys, service, url string, more ...connect.ClientInterceptor) *connect.Client {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	dialer := &net.Dialer{Timeout: 3 * time.Second, KeepAlive: 15 * time.Second}
	transport := &http.Transport{
		Protocols:       p,
		DialContext:     dialer.DialContext,
		IdleConnTimeout: 90 * time.Second,
		// Pings notice a dead peer long before TCP would.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 5 * time.Second},
	}
	keys.Certificates().Secure(transport, dialer.DialContext)
	hc := &http.Client{CheckRedirect: httpclient.RefuseRedirects, Transport: tracing.RequestIDs(transport)}
	return connect.NewClient(
		connecthttp.NewTransport(hc, url, connecthttp.WithGRPC(), connecthttp.WithReadMaxBytes(maxMessage)),
		append([]connect.ClientInterceptor{outsideTx, traceSent, sign(keys, service), retry()}, more...)...,
	)
}

// errInsideTx means that a call would wait for the network while its database transaction holds a connection and locks.
var errInsideTx = errors.New("rpc: a call of another service inside a database transaction")

// outsideTx refuses calls inside a database transaction.
func outsideTx(next connect.ClientFunc) connect.ClientFunc {
	return func(ctx context.Context, spec connect.Spec) (connect.ClientStream, error) {
		if postgres.InsideAnyTx(ctx) {
			return nil, fmt.Errorf("%w: %s", errInsideTx, spec.Procedure)
		}
		return next(ctx, spec)
	}
}

// sign adds the token with which this process proves to a service who calls, and for which person.
func sign(keys *identity.Keys, service string) connect.ClientInterceptor {
	return func(next connect.ClientFunc) connect.ClientFunc {
		return func(ctx context.Context, spec connect.Spec) (connect.ClientStream, error) {
			var person *identity.Principal
			if keys.Service() == identity.Gateway {
				person, _ = identity.From(ctx)
			}
			token, err := keys.Sign(service, person)
			if err != nil {
				return nil, err
			}
			if call, ok := connect.CallInfoForClientContext(ctx); ok {
				call.RequestHeader().Set(identity.Header, token)
			}
			return next(ctx, spec)
		}
	}
}
