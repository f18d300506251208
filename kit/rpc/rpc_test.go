package rpc_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connecthttp"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/identity/identitytest"
	pb "github.com/vitrine/vitrine/kit/internal/testproto"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/report"
	"github.com/vitrine/vitrine/kit/report/reporttest"
	"github.com/vitrine/vitrine/kit/rpc"
	"github.com/vitrine/vitrine/kit/testkit"
)

const procedure = "/vitrine.test.v1.TestService/DoThing"

// server is the process "test" of a fleet.
type server struct {
	*httptest.Server

	t     *testing.T
	fleet *identitytest.Fleet
}

type handle func(ctx context.Context, req *pb.DoThingRequest) (*pb.DoThingResponse, error)

func setup(t *testing.T, fn handle) (*server, *testkit.Buffer) {
	t.Helper()
	fleet := identitytest.New(t)
	l := new(testkit.Buffer)
	mux := http.NewServeMux()
	mount(mux, rpc.NewServer(slog.New(slog.NewJSONHandler(l, nil)), fleet.Keys(t, "test"), nil), connect.Spec{Procedure: procedure}, fn)
	s := start(mux)
	t.Cleanup(s.Close)
	return &server{s, t, fleet}, l
}

// mount serves one RPC.
func mount(mux *http.ServeMux, server *connect.Server, spec connect.Spec, fn handle) {
	server.Register(connect.Method{Spec: spec, Handler: func(ctx context.Context, _ connect.Spec, stream connect.ServerStream) error {
		req := &pb.DoThingRequest{}
		if err := stream.Receive(req); err != nil {
			return err
		}
		res, err := fn(ctx, req)
		if err != nil {
			return err
		}
		return stream.Send(res)
	}})
	rpc.Mount(mux, server)
}

// start serves HTTP/1.1 and HTTP/2 without encryption.
func start(h http.Handler) *httptest.Server {
	s := httptest.NewUnstartedServer(h)
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetHTTP1(true)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	return s
}

// client calls the RPC of a server, described by its Spec.
type client struct {
	*connect.Client

	spec connect.Spec
}

// do calls the RPC.
func (c client) do(ctx context.Context, req *pb.DoThingRequest) (*pb.DoThingResponse, error) {
	res := &pb.DoThingResponse{}
	return res, c.CallUnary(ctx, c.spec, req, res)
}

// asGateway returns a client of the gateway.
func asGateway(s *server, more ...connect.ClientInterceptor) client {
	s.t.Helper()
	return clientOf(s, s.fleet.Keys(s.t, identity.Gateway), "test", more...)
}

func clientOf(s *server, caller *identity.Keys, service string, more ...connect.ClientInterceptor) client {
	return client{rpc.NewClient(caller, service, s.URL, more...), connect.Spec{Procedure: procedure}}
}

// plain returns a client that signs no calls and uses the Connect protocol.
func plain(s *server) client {
	return client{connect.NewClient(connecthttp.NewTransport(s.Client(), s.URL)), connect.Spec{Procedure: procedure}}
}

// as returns the ctx of a call with the token of a caller.
func as(ctx context.Context, token string) context.Context {
	return testkit.WithHeader(ctx, identity.Header, token)
}

func good() *pb.DoThingRequest {
	return &pb.DoThingRequest{FirstName: "Ada Lovelace"}
}

func TestCallerAndKeyArrive(t *testing.T) {
	s, _ := setup(t, func(ctx context.Context, req *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		p, ok := identity.From(ctx)
		if !ok {
			p = &identity.Principal{Subject: "nobody"}
		}
		left := time.Duration(0)
		if at, ok := ctx.Deadline(); ok {
			left = time.Until(at)
		}
		if left <= 0 || left > rpc.DefaultDeadline {
			return nil, fmt.Errorf("deadline in %s", left)
		}
		return &pb.DoThingResponse{Greeting: fmt.Sprint(p.Subject, rpc.IdempotencyKey(ctx), protocol(ctx))}, nil
	})
	for name, c := range map[string]struct {
		caller string
		want   string
	}{
		"the gateway, for a person":  {identity.Gateway, "u1k1grpc"},
		"a service serving a person": {"checkout", "nobodyk1grpc"},
	} {
		ctx := identity.With(testkit.WithHeader(t.Context(), "Idempotency-Key", "k1"), &identity.Principal{Subject: "u1"})
		res, err := clientOf(s, s.fleet.Keys(t, c.caller), "test").do(ctx, good())
		if err != nil || res.GetGreeting() != c.want {
			t.Errorf("%s: %v %v, want %q", name, res, err, c.want)
		}
	}
	for name, c := range map[string]client{
		"another fleet":         clientOf(s, identitytest.New(t).Keys(t, identity.Gateway), "test"),
		"calls another service": clientOf(s, s.fleet.Keys(t, identity.Gateway), "auth"),
	} {
		_, err := c.do(t.Context(), good())
		if reason, _ := rpc.ReasonOf(err); connect.CodeOf(err) != connect.CodeUnauthenticated || reason != "caller_unknown" {
			t.Errorf("%s: %v, want unauthenticated with caller_unknown", name, err)
		}
	}
	_, err := asGateway(s).do(testkit.WithHeader(t.Context(), "Idempotency-Key", strings.Repeat("k", 201)), good())
	if reason, _ := rpc.ReasonOf(err); reason != "malformed" {
		t.Errorf("a key of 201 characters: error = %v, want malformed", err)
	}
}

// TestDeadlineReachesTheService: the caller's remaining time is the service's deadline.
func TestDeadlineReachesTheService(t *testing.T) {
	left := make(chan time.Duration, 1)
	s, _ := setup(t, func(ctx context.Context, _ *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		at, _ := ctx.Deadline()
		left <- time.Until(at)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := asGateway(s).do(ctx, good())
	if got := <-left; got <= 0 || got > 300*time.Millisecond {
		t.Errorf("deadline at the service = %s, want at most 300ms", got)
	}
	if connect.CodeOf(err) != connect.CodeDeadlineExceeded {
		t.Errorf("got %v, want deadline exceeded", err)
	}
}

// TestStreams: headers, principal, validation and errors of a stream are those of a unary call.
func TestStreams(t *testing.T) {
	const path = "/vitrine.test.v1.TestService/Watch"
	fleet := identitytest.New(t)
	mux := http.NewServeMux()
	server := rpc.NewServer(slog.New(slog.DiscardHandler), fleet.Keys(t, "test"), nil)
	spec := connect.Spec{Procedure: path, StreamType: connect.StreamTypeServer}
	server.Register(connect.Method{Spec: spec, Handler: func(ctx context.Context, _ connect.Spec, stream connect.ServerStream) error {
		if err := stream.Receive(&pb.DoThingRequest{}); err != nil {
			return err
		}
		p, _ := identity.From(ctx)
		for i := range 3 {
			if err := stream.Send(&pb.DoThingResponse{Greeting: fmt.Sprint(p.Subject, i, protocol(ctx))}); err != nil {
				return err
			}
		}
		return rpc.Error(connect.CodeOutOfRange, errorsv1.Reason_REASON_EXPIRED, "too late", map[string]string{"id": "7"})
	}})
	rpc.Mount(mux, server)
	s := start(mux)
	defer s.Close()
	watch := rpc.NewClient(fleet.Keys(t, identity.Gateway), "test", s.URL)
	stream, err := watch.CallServerStream(identity.With(t.Context(), &identity.Principal{Subject: "u1"}), spec, good())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for err == nil {
		res := &pb.DoThingResponse{}
		if err = stream.Receive(res); err == nil {
			got = append(got, res.GetGreeting())
		}
	}
	if want := "[u10grpc u11grpc u12grpc]"; fmt.Sprint(got) != want {
		t.Errorf("received %v, want %s", got, want)
	}
	reason, details := rpc.ReasonOf(err)
	if connect.CodeOf(err) != connect.CodeOutOfRange || reason != "expired" || details["id"] != "7" {
		t.Errorf("stream error = %v, reason %q, details %v, want out_of_range, expired and id 7", err, reason, details)
	}
	stream, err = watch.CallServerStream(t.Context(), spec, &pb.DoThingRequest{FirstName: "A"})
	if err != nil {
		t.Fatal(err)
	}
	err = stream.Receive(&pb.DoThingResponse{})
	if reason, details := rpc.ReasonOf(err); reason != "invalid" || details["firstName"] == "" {
		t.Errorf("an invalid message: error = %v, want invalid for firstName", err)
	}
}

// protocol returns the protocol of the call that is served.
func protocol(ctx context.Context) string {
	call, _ := connect.CallInfoForServerContext(ctx)
	return call.Protocol
}

// storeError is an error like blob.UnavailableError: its cause is a network error, as those of the database are.
type storeError struct{ cause error }

func (e storeError) Error() string     { return "object store: " + e.cause.Error() }
func (e storeError) Unwrap() error     { return e.cause }
func (storeError) Unavailable() string { return "the object store" }

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		panics bool
		code   connect.Code
		reason string
		says   string
		logs   string
	}{
		"public":        {err: fmt.Errorf("wrapped: %w", rpc.Error(connect.CodeFailedPrecondition, errorsv1.Reason_REASON_CONFLICT, "sold", map[string]string{"artworkId": "7"})), code: connect.CodeFailedPrecondition, reason: "conflict", says: "sold"},
		"plain code":    {err: connect.NewError(connect.CodeNotFound, "no such thing"), code: connect.CodeNotFound, says: "no such thing"},
		"unknown":       {err: errors.New("password is hush"), code: connect.CodeInternal, reason: "internal", says: "something went wrong"},
		"bare internal": {err: connect.NewError(connect.CodeInternal, "password is hush"), code: connect.CodeInternal, reason: "internal", says: "something went wrong"},
		"panic":         {panics: true, code: connect.CodeInternal, reason: "internal", says: "something went wrong"},
		"deadline":      {err: context.DeadlineExceeded, code: connect.CodeDeadlineExceeded},
		"unavailable":   {err: rpc.Unavailable(errorsv1.Reason_REASON_MAINTENANCE, "wait", errors.New("dial: hush")), code: connect.CodeUnavailable, reason: "maintenance", says: "wait"},
		"database":      {err: fmt.Errorf("orders: %w", &pgconn.PgError{Code: "53300", Message: "hush"}), code: connect.CodeUnavailable, reason: "unavailable", says: "temporarily unavailable", logs: "the database is unavailable"},
		"store": {
			err:  fmt.Errorf("avatar: %w", storeError{&net.OpError{Op: "dial", Err: errors.New("hush")}}),
			code: connect.CodeUnavailable, reason: "unavailable", says: "temporarily unavailable", logs: "the object store is unavailable",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, logged := setup(t, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
				if c.panics {
					panic("password is hush")
				}
				return nil, c.err
			})
			_, err := asGateway(s).do(t.Context(), good())
			reason, details := rpc.ReasonOf(err)
			if connect.CodeOf(err) != c.code || reason != c.reason || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "hush") {
				t.Errorf("error = %v, reason %q, want %v, %q and a text with %q", err, reason, c.code, c.reason, c.says)
			}
			if c.reason == "conflict" && details["artworkId"] != "7" {
				t.Errorf("details %v, want artworkId 7", details)
			}
			if (c.reason == "internal" || c.code == connect.CodeUnavailable) && !strings.Contains(logged.String(), "hush") {
				t.Errorf("log = %s, want the cause in it", logged.String())
			}
			if !strings.Contains(logged.String(), c.logs) {
				t.Errorf("log = %s, want %q in it", logged.String(), c.logs)
			}
			if !strings.Contains(logged.String(), `"msg":"call"`) || strings.Contains(logged.String(), "Lovelace") {
				t.Errorf("want a logged call without personal data, got %s", logged.String())
			}
		})
	}
}

// TestReports: an error that a call logs is reported once, without personal data of the call.
func TestReports(t *testing.T) {
	const person, wallet, secret = "ada@example.org", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "kZ3v8Q2mX9cL4nB7pR1tY6wU5sD0fG_h"
	for name, c := range map[string]struct {
		fails func() error
		title string
	}{
		"panic":   {func() error { panic("no row of " + person + " with " + secret) }, "panic: no row of [email] with [id]"},
		"unknown": {func() error { return errors.New("wallet " + wallet + " of " + person) }, "internal error: wallet [hex] of [email]"},
		"public": {func() error {
			return rpc.Error(connect.CodeNotFound, errorsv1.Reason_REASON_NOT_FOUND, "no such thing", nil)
		}, ""},
		"unavailable": {func() error { return &pgconn.PgError{Code: "53300"} }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			received := reporttest.Receive(t)
			h, flush, err := report.Wrap(slog.DiscardHandler, report.Options{DSN: received.DSN, Release: "build-7", Service: "x"})
			if err != nil {
				t.Fatal(err)
			}
			fleet := identitytest.New(t)
			mux := http.NewServeMux()
			mount(mux, rpc.NewServer(slog.New(h), fleet.Keys(t, "test"), nil), connect.Spec{Procedure: procedure}, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
				return nil, c.fails()
			})
			s := start(kit.LogPanics(mux, slog.New(h)))
			defer s.Close()
			ctx := testkit.WithHeader(testkit.WithHeader(t.Context(), "Cookie", "session="+secret), "Authorization", "Bearer "+secret)
			ctx = identity.With(ctx, &identity.Principal{Subject: "account-7", Email: person, IP: "192.0.2.7"})
			if _, err := asGateway(&server{s, t, fleet}).do(ctx, good()); err == nil {
				t.Fatal("error = nil, want one")
			}
			flush()
			var titles []string
			for _, e := range received.Events() {
				titles = append(titles, e.Title())
				if e.Tags["procedure"] != procedure || e.Release != "build-7" {
					t.Errorf("report's tags = %v, release = %q, want the procedure and build-7", e.Tags, e.Release)
				}
				for _, planted := range []string{person, wallet, secret, "Lovelace", "192.0.2.7", "account-7", "127.0.0.1"} {
					if strings.Contains(e.Raw, planted) {
						t.Errorf("report = %s, want no %s in it", e.Raw, planted)
					}
				}
			}
			if got := strings.Join(titles, "; "); got != c.title {
				t.Errorf("reported %q, want %q", got, c.title)
			}
		})
	}
}

func TestAnotherServicesErrorIsMasked(t *testing.T) {
	for code, want := range map[connect.Code]connect.Code{connect.CodeUnavailable: connect.CodeUnavailable, connect.CodeNotFound: connect.CodeInternal} {
		behind, _ := setup(t, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
			return nil, connect.NewError(code, "inner")
		})
		front, _ := setup(t, func(ctx context.Context, _ *pb.DoThingRequest) (*pb.DoThingResponse, error) {
			return asGateway(behind).do(ctx, good())
		})
		_, err := asGateway(front).do(t.Context(), good())
		if connect.CodeOf(err) != want || strings.Contains(err.Error(), "inner") {
			t.Errorf("%s: %v, want code %v without the inner message", code, err, want)
		}
	}
}

func TestFieldsAreValidated(t *testing.T) {
	s, _ := setup(t, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		t.Error("the call was handled, want it rejected")
		return nil, nil
	})
	_, err := asGateway(s).do(t.Context(), &pb.DoThingRequest{FirstName: "A"})
	reason, details := rpc.ReasonOf(err)
	if connect.CodeOf(err) != connect.CodeInvalidArgument || reason != "invalid" || details["firstName"] == "" {
		t.Errorf("%v %q %v; want invalid, with firstName", err, reason, details)
	}
}

func TestOnlySafeCallsAreRetried(t *testing.T) {
	var calls atomic.Int32
	s, _ := setup(t, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		if calls.Add(1)%3 != 0 {
			return nil, connect.NewError(connect.CodeUnavailable, "busy")
		}
		return &pb.DoThingResponse{}, nil
	})
	safe := asGateway(s)
	safe.spec.IdempotencyLevel = connect.IdempotencyNoSideEffects
	if _, err := safe.do(t.Context(), good()); err != nil || calls.Load() != 3 {
		t.Errorf("a call without side effects: %v after %d calls, want success after 3", err, calls.Load())
	}
	calls.Store(0)
	if _, err := asGateway(s).do(t.Context(), good()); connect.CodeOf(err) != connect.CodeUnavailable || calls.Load() != 1 {
		t.Errorf("another call: %v after %d calls, want unavailable after 1", err, calls.Load())
	}
	// A service that stays unavailable uses up the retry budget.
	calls.Store(0)
	busy, _ := setup(t, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		calls.Add(1)
		return nil, connect.NewError(connect.CodeUnavailable, "busy")
	})
	c := asGateway(busy)
	c.spec.IdempotencyLevel = connect.IdempotencyNoSideEffects
	for range 20 {
		_, _ = c.do(t.Context(), good())
	}
	if n := calls.Load(); n > 20+12 {
		t.Errorf("calls while the server fails = %d, want at most 32", n)
	}
}

// TestACallThatWasNeverSentIsRetried: while a service restarts, nothing listens at its address. A call with side effects is retried then, because the
// service can't have received it.
func TestACallThatWasNeverSentIsRetried(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	s, _ := setup(t, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		calls.Add(1)
		return &pb.DoThingResponse{}, nil
	})
	refused := true
	down := func(next connect.ClientFunc) connect.ClientFunc {
		return func(ctx context.Context, spec connect.Spec) (connect.ClientStream, error) {
			if refused {
				refused = false
				_, err := new(net.Dialer).DialContext(ctx, "tcp", "127.0.0.1:1")
				return nil, connect.NewError(connect.CodeUnavailable, "refused").WithCause(err)
			}
			return next(ctx, spec)
		}
	}
	if _, err := asGateway(s, down).do(t.Context(), good()); err != nil || calls.Load() != 1 {
		t.Errorf("error = %v after %d calls, want nil after 1", err, calls.Load())
	}
	// The error of a connection that nobody accepts is recognized as it arrives from the transport.
	nobody := &server{&httptest.Server{URL: "http://127.0.0.1:1"}, t, s.fleet}
	_, err := asGateway(nobody).do(t.Context(), good())
	if op, ok := errors.AsType[*net.OpError](err); !ok || op.Op != "dial" || connect.CodeOf(err) != connect.CodeUnavailable {
		t.Errorf("error = %v, want unavailable that wraps the failed dial", err)
	}
}

// TestNoCallInsideATransaction: a transaction would hold a connection and locks while it waits for another service.
func TestNoCallInsideATransaction(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	s, _ := setup(t, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		calls.Add(1)
		return &pb.DoThingResponse{}, nil
	})
	pool := testkit.Pool(t, testkit.Postgres(t, func(context.Context, string) error { return nil }))
	call := func(ctx context.Context) error {
		_, err := asGateway(s).do(ctx, good())
		return err
	}
	for what, inside := range map[string]func(ctx context.Context) error{
		"in a transaction": call,
		"in a ctx that outlives its caller": func(ctx context.Context) error {
			return call(context.WithoutCancel(ctx))
		},
	} {
		if err := postgres.InTx(t.Context(), pool, inside); err == nil || !strings.Contains(err.Error(), procedure) || calls.Load() != 0 {
			t.Errorf("%s: error = %v after %d calls, want one that names the call, and none", what, err, calls.Load())
		}
	}
	if err := call(t.Context()); err != nil || calls.Load() != 1 {
		t.Errorf("without a transaction: error = %v after %d calls, want none after one", err, calls.Load())
	}
}

// TestCallsAreLoggedWithTheirAccount: its id, and no other personal data.
func TestCallsAreLoggedWithTheirAccount(t *testing.T) {
	t.Parallel()
	s, logged := setup(t, func(context.Context, *pb.DoThingRequest) (*pb.DoThingResponse, error) {
		return nil, rpc.Error(connect.CodePermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, "no", nil)
	})
	ctx := identity.With(t.Context(), &identity.Principal{Subject: "u1", SessionID: "s1", Email: "ada@example.org"})
	if _, err := asGateway(s).do(ctx, good()); connect.CodeOf(err) != connect.CodePermissionDenied {
		t.Fatalf("got %v, want code %v", err, connect.CodePermissionDenied)
	}
	if text := logged.String(); !strings.Contains(text, `"account":"u1"`) || !strings.Contains(text, `"reason":"forbidden"`) || strings.Contains(text, "ada@") {
		t.Errorf("want the account and the reason without the email, got %s", text)
	}
}
