package rpc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"connectrpc.com/connect"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit/gen/errorsv1"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/metrics"
	"github.com/vitrine/vitrine/kit/postgres"
)

const (
	// DefaultDeadline limits a unary call whose caller set no deadline.
	DefaultDeadline = 10 * time.Second
	maxMessage      = 8 << 20
	maxKey          = 200
)

// Options returns the options of every handler: panics become errors, each call is logged
// without personal data, the caller is verified and checked against the RPC's callers
// (CallersOf), the person and the idempotency key go into the context, areas of staff, sessions and
// step-ups are checked according to the RPC's options, messages are validated (OneLine, and the rules of their
// contracts), and unknown errors are masked. Handlers without public RPCs that write may pass nil sessions; an RPC
// that needs a session check is then unavailable.
func Options(log *slog.Logger, keys *identity.Keys, sessions Sessions) []connect.HandlerOption {
	return []connect.HandlerOption{
		connect.WithInterceptors(append(spans(false), &server{
			seconds: metrics.Histogram("vitrine_rpc_seconds", "Duration of RPCs, at the service that handles them.", "procedure", "code"),
			log:     log, keys: keys, sessions: sessions,
		})...),
		connect.WithReadMaxBytes(maxMessage),
	}
}

type server struct {
	seconds  *prometheus.HistogramVec
	log      *slog.Logger
	keys     *identity.Keys
	sessions Sessions
}

// WrapUnary implements connect.Interceptor.
func (s *server) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, req connect.AnyRequest) (connect.AnyResponse, error) {
		var res connect.AnyResponse
		err := s.call(ctx, req.Spec(), req.Header(), func(ctx context.Context) (err error) {
			ctx, cancel := withDeadline(ctx)
			defer cancel()
			if err := s.sessions.check(ctx, req.Spec()); err != nil {
				return err
			}
			if err := OneLine(req.Spec(), req.Any()); err != nil {
				return err
			}
			if err := check(req.Any()); err != nil {
				return err
			}
			res, err = next(ctx, req)
			return err
		})
		if err != nil {
			return nil, err
		}
		return res, nil
	}
}

// WrapStreamingHandler implements connect.Interceptor.
func (s *server) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return func(ctx context.Context, conn connect.StreamingHandlerConn) error {
		return s.call(ctx, conn.Spec(), conn.RequestHeader(), func(ctx context.Context) error {
			if err := s.sessions.check(ctx, conn.Spec()); err != nil {
				return err
			}
			return next(ctx, checked{conn})
		})
	}
}

// WrapStreamingClient implements connect.Interceptor.
func (s *server) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return next
}

type checked struct{ connect.StreamingHandlerConn }

func (c checked) Receive(m any) error {
	if err := c.StreamingHandlerConn.Receive(m); err != nil {
		return err
	}
	return check(m)
}

func withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, DefaultDeadline)
}

// call is common to unary calls and streams.
func (s *server) call(ctx context.Context, spec connect.Spec, h http.Header, fn func(context.Context) error) (err error) {
	began := time.Now()
	log := s.log.With("procedure", spec.Procedure)
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler { //nolint:errorlint // net/http compares it so
				panic(p)
			}
			log.ErrorContext(ctx, "panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			err = masked()
		}
		level, code := slog.LevelInfo, "ok"
		if err != nil {
			code = connect.CodeOf(err).String()
		} else if spec.IdempotencyLevel == connect.IdempotencyNoSideEffects {
			level = slog.LevelDebug
		}
		s.seconds.WithLabelValues(strings.TrimPrefix(spec.Procedure, "/"), code).Observe(time.Since(began).Seconds())
		reason, _ := ReasonOf(err)
		log.LogAttrs(ctx, level, "call", slog.String("code", code), slog.String("reason", reason),
			slog.Duration("duration", time.Since(began)))
	}()
	ctx, err = s.enter(ctx, spec, h)
	if err != nil {
		return err
	}
	if p, ok := identity.From(ctx); ok {
		log = log.With("account", p.Subject)
	}
	return s.public(ctx, log, fn(ctx))
}

// enter verifies the caller and adds the caller's headers to ctx.
func (s *server) enter(ctx context.Context, spec connect.Spec, h http.Header) (context.Context, error) {
	caller, err := s.caller(ctx, spec, h.Get(identity.Header))
	if err != nil {
		return ctx, err
	}
	if caller.Person != nil {
		ctx = identity.With(ctx, caller.Person)
	}
	if key := h.Get(IdempotencyKeyHeader); key != "" {
		if len(key) > maxKey {
			return ctx, Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_MALFORMED, "Idempotency-Key is longer than 200 characters", nil)
		}
		ctx = WithIdempotencyKey(ctx, key)
	}
	return ctx, nil
}

// public returns errors that are meant for the caller unchanged, and masks and logs all others.
func (s *server) public(ctx context.Context, log *slog.Logger, err error) error {
	if err == nil {
		return nil
	}
	if ce, ok := errors.AsType[*connect.Error](err); ok {
		reason, _ := ReasonOf(ce)
		switch code := ce.Code(); {
		case reason != "":
			// The cause is for operators, not for the caller.
			if code == connect.CodeUnavailable && err != error(ce) { //nolint:errorlint // wrapped means: with a cause
				log.WarnContext(ctx, "a service is unavailable", "error", err)
			}
			return ce
		case connect.IsWireError(ce):
			// This is another service's error that no adapter translated.
			if code == connect.CodeUnavailable || code == connect.CodeDeadlineExceeded {
				log.WarnContext(ctx, "a service is unavailable", "error", err)
				return Error(connect.CodeUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "temporarily unavailable", nil)
			}
		case code != connect.CodeUnknown && code != connect.CodeInternal && code != connect.CodeDataLoss:
			return ce
		}
	}
	switch {
	case errors.Is(err, context.Canceled):
		return connect.NewError(connect.CodeCanceled, errors.New("cancelled"))
	case errors.Is(err, context.DeadlineExceeded):
		log.WarnContext(ctx, "deadline exceeded", "error", err)
		return connect.NewError(connect.CodeDeadlineExceeded, errors.New("took too long"))
	case postgres.IsTemporary(err):
		log.WarnContext(ctx, "the database is unavailable", "error", err)
		return Error(connect.CodeUnavailable, errorsv1.Reason_REASON_UNAVAILABLE, "temporarily unavailable", nil)
	}
	log.ErrorContext(ctx, "internal error", "error", err)
	return masked()
}

func masked() error {
	return Error(connect.CodeInternal, errorsv1.Reason_REASON_INTERNAL, "something went wrong", nil)
}

// check validates a message by the rules of its proto file. The rules are
// compiled once per type for the whole process.
func check(m any) error {
	msg, ok := m.(proto.Message)
	if !ok {
		return nil
	}
	err := protovalidate.GlobalValidator.Validate(msg)
	if err == nil {
		return nil
	}
	var ve *protovalidate.ValidationError
	if !errors.As(err, &ve) {
		return fmt.Errorf("validation rules of %s: %w", msg.ProtoReflect().Descriptor().FullName(), err)
	}
	details := map[string]string{}
	for _, v := range ve.Violations {
		// A rule over a whole request has no path. Its id is the field that it is about.
		field := cmp.Or(jsonPath(msg.ProtoReflect().Descriptor(), v.Proto.GetField()), v.Proto.GetRuleId())
		if _, ok := details[field]; !ok {
			details[field] = v.Proto.GetMessage()
		}
	}
	return Error(connect.CodeInvalidArgument, errorsv1.Reason_REASON_INVALID, "a field is wrong", details)
}

// jsonPath returns a field's name in the JSON of the request.
func jsonPath(d protoreflect.MessageDescriptor, path *validate.FieldPath) string {
	var names []string
	for _, e := range path.GetElements() {
		name := e.GetFieldName()
		if d != nil {
			if f := d.Fields().ByName(protoreflect.Name(name)); f != nil {
				name, d = f.JSONName(), f.Message()
			} else {
				d = nil
			}
		}
		if e.HasIndex() {
			name += fmt.Sprintf("[%d]", e.GetIndex())
		}
		names = append(names, name)
	}
	return strings.Join(names, ".")
}
