package rpc

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"time"

	"connectrpc.com/connect/v2"
)

const (
	retries   = 2
	retryBase = 50 * time.Millisecond
)

// retry repeats unary calls to a service that is unavailable, within the deadline and a budget (Budget): calls without side effects, and calls
// that the service can't have received. Streams aren't repeated.
func retry() connect.ClientInterceptor {
	budget := NewBudget()
	return func(next connect.ClientFunc) connect.ClientFunc {
		return func(ctx context.Context, spec connect.Spec) (connect.ClientStream, error) {
			if spec.StreamType != connect.StreamTypeUnary {
				return next(ctx, spec)
			}
			return &attempts{ctx: ctx, spec: spec, open: next, budget: budget}, nil
		}
	}
}

// attempts is a unary call. It sends the request when the response is received, once for each attempt.
type attempts struct {
	ctx     context.Context
	spec    connect.Spec
	open    connect.ClientFunc
	budget  *Budget
	request any
}

// SendHeaders implements connect.ClientStream.
func (*attempts) SendHeaders() error { return nil }

// Send implements connect.ClientStream.
func (a *attempts) Send(request any) error {
	a.request = request
	return nil
}

// CloseSend implements connect.ClientStream.
func (*attempts) CloseSend() error { return nil }

// Close implements connect.ClientStream.
func (*attempts) Close() error { return nil }

// Receive implements connect.ClientStream.
func (a *attempts) Receive(response any) error {
	ctx, cancel := withDeadline(a.ctx)
	defer cancel()
	a.budget.Refill()
	for try := 0; ; try++ {
		err := a.once(ctx, response)
		if err == nil {
			return nil
		}
		safe := a.spec.IdempotencyLevel == connect.IdempotencyNoSideEffects || neverSent(err)
		if !safe || try == retries || connect.CodeOf(err) != connect.CodeUnavailable || ctx.Err() != nil || !a.budget.Spend() {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(rand.N(retryBase << (2 * try))): //nolint:gosec // full jitter
		}
	}
}

func (a *attempts) once(ctx context.Context, response any) (err error) {
	stream, err := a.open(ctx, a.spec)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stream.Close()) }()
	if err := stream.Send(a.request); err != nil {
		return err
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	return stream.Receive(response)
}

// neverSent reports whether a call failed before a connection was open, so that the service can't have received it.
func neverSent(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}
