package rpc

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"

	"connectrpc.com/connect"

	"github.com/vitrine/vitrine/kit/httpclient"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/tracing"
)

const (
	retries   = 2
	retryBase = 50 * time.Millisecond
)

// Client is for calling another service:
//
//	hc, opts := rpc.Client(keys, "chainwatcher")
//	chain := chainv1connect.NewChainServiceClient(hc, cfg.ChainwatcherURL, opts...)
//
// Calls use the gRPC protocol, over unencrypted HTTP/2 for http:// and HTTP/2 over
// TLS for https://, with the certificates of keys if it has any. A client that is built without the returned options fails
// instead of falling back to the Connect protocol. Each call is signed for the service
// with this name, which no other service accepts. A service calls on its own behalf, also
// while it serves a person; the gateway calls on behalf of the person in ctx. A call without a
// deadline gets one of 10 s. A call without side effects is retried at most twice
// while the service is unavailable, any other call only if no connection could be opened for it.
func Client(keys *identity.Keys, service string) (connect.HTTPClient, []connect.ClientOption) {
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
	return grpcOnly{hc}, []connect.ClientOption{
		connect.WithGRPC(),
		connect.WithInterceptors(append(spans(true), &client{keys: keys, service: service, budget: NewBudget()})...),
		connect.WithReadMaxBytes(maxMessage),
	}
}

// grpcOnly sends gRPC requests and rejects all others.
type grpcOnly struct{ http *http.Client }

// Do implements connect.HTTPClient.
func (c grpcOnly) Do(req *http.Request) (*http.Response, error) {
	if t := req.Header.Get("Content-Type"); t != "application/grpc" && !strings.HasPrefix(t, "application/grpc+") {
		return nil, fmt.Errorf("rpc: %s is not a gRPC request: build the client with all options of rpc.Client", req.URL.Path)
	}
	return c.http.Do(req) //nolint:gosec // the address is a setting
}

type client struct {
	keys    *identity.Keys
	service string
	budget  *Budget
}

// WrapUnary implements connect.Interceptor.
func (c *client) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, req connect.AnyRequest) (connect.AnyResponse, error) {
		ctx, cancel := withDeadline(ctx)
		defer cancel()
		if err := c.sign(ctx, req.Header()); err != nil {
			return nil, err
		}
		c.budget.Refill()
		for try := 0; ; try++ {
			res, err := next(ctx, req)
			if err == nil {
				return res, nil
			}
			safe := req.Spec().IdempotencyLevel == connect.IdempotencyNoSideEffects || neverSent(err)
			if !safe || try == retries || connect.CodeOf(err) != connect.CodeUnavailable || ctx.Err() != nil || !c.budget.Spend() {
				return nil, err
			}
			select {
			case <-ctx.Done():
				return nil, err
			case <-time.After(rand.N(retryBase << (2 * try))): //nolint:gosec // full jitter
			}
		}
	}
}

// WrapStreamingClient implements connect.Interceptor.
func (c *client) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, spec connect.Spec) connect.StreamingClientConn {
		conn := next(ctx, spec)
		if err := c.sign(ctx, conn.RequestHeader()); err != nil {
			return failed{conn, err}
		}
		return conn
	}
}

// WrapStreamingHandler implements connect.Interceptor.
func (c *client) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

func (c *client) sign(ctx context.Context, h http.Header) error {
	var person *identity.Principal
	if c.keys.Service() == identity.Gateway {
		person, _ = identity.From(ctx)
	}
	token, err := c.keys.Sign(c.service, person)
	if err != nil {
		return err
	}
	h.Set(identity.Header, token)
	return nil
}

// failed is a stream that could not be opened.
type failed struct {
	connect.StreamingClientConn

	err error
}

func (f failed) Send(any) error { return f.err }

// neverSent reports whether a call failed before a connection was open, so that the service can't have received it.
func neverSent(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}
