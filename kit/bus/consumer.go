package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/background"
	"github.com/vitrine/vitrine/kit/internal/deadletter"
	"github.com/vitrine/vitrine/kit/postgres"
)

const (
	// MaxDeliver is how often an event is tried before it becomes a dead letter.
	MaxDeliver = 8
	ackWait    = 30 * time.Second
	swept      = time.Hour
	// handlerTimeout is less than half of ackWait, so that a slow handler ends before the broker
	// delivers the event to another replica.
	handlerTimeout = 14 * time.Second
)

// delays are the waits after the first, second, … failed delivery.
var delays = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second,
	30 * time.Second, time.Minute, 2 * time.Minute,
}

type poison struct{ error }

func (p poison) Unwrap() error { return p.error }

// Poison marks an error that no retry can fix: the event becomes a dead letter immediately.
// Poison(nil) is nil.
func Poison(err error) error {
	if err == nil {
		return nil
	}
	return poison{err}
}

// Consumer passes events to a service's handlers. Add handlers with On, then call Run.
type Consumer struct {
	bus      *Bus
	pool     *pgxpool.Pool
	service  string
	log      *slog.Logger
	delays   []time.Duration
	handlers []handler
	dead     prometheus.Gauge
	metrics  eventMetrics
	// handlerTimeout and ackWait equal the constants, except in tests.
	handlerTimeout, ackWait time.Duration
}

type handler struct {
	subject string
	kind    protoreflect.FullName
	durable string
	decode  func([]byte) (proto.Message, error)
	fn      func(context.Context, proto.Message) error
}

// NewConsumer creates a consumer without handlers. The service's name is part of the durable names and
// of the inbox: never change it.
func NewConsumer(b *Bus, pool *pgxpool.Pool, service string, log *slog.Logger) *Consumer {
	return &Consumer{
		bus: b, pool: pool, service: service, log: log, delays: delays, handlerTimeout: handlerTimeout, ackWait: ackWait,
		dead:    deadletter.Gauge(pool),
		metrics: newEventMetrics(),
	}
}

// On adds a handler for one event type. The handler runs inside a transaction carried by ctx (postgres.Conn),
// together with the inbox row, so an event whose transaction has committed never runs again. If it returns nil,
// the event is acknowledged. After an error or a panic it is retried; after MaxDeliver tries, or immediately for Poison,
// the event goes to dead_letters. A replica handles events of one type one after the other. Adding the
// same type twice is a programming error and panics.
func On[M proto.Message](c *Consumer, fn func(ctx context.Context, event M) error) {
	var zero M
	typ := zero.ProtoReflect().Type()
	subject := subjectOf(typ.Descriptor())
	for _, h := range c.handlers {
		if h.subject == subject {
			panic("bus.On: two functions for " + subject)
		}
	}
	c.handlers = append(c.handlers, handler{
		subject: subject,
		kind:    typ.Descriptor().FullName(),
		durable: c.service + "-" + strings.ReplaceAll(string(typ.Descriptor().FullName()), ".", "_"),
		decode: func(b []byte) (proto.Message, error) {
			m := typ.New().Interface()
			return m, proto.Unmarshal(b, m)
		},
		fn: func(ctx context.Context, m proto.Message) error { return fn(ctx, m.(M)) },
	})
}

// Run consumes until ctx ends, waits for the running handlers, and returns nil. It waits for a
// broker that is down or has lost its store.
func (c *Consumer) Run(ctx context.Context) error {
	parts := []func(context.Context) error{
		func(ctx context.Context) error { c.replay(ctx); return nil },
		func(ctx context.Context) error { c.watch(ctx); return nil },
		func(ctx context.Context) error {
			return kit.Every(ctx, swept, c.log, "cannot remove old inbox rows", c.sweep)
		},
	}
	for _, h := range c.handlers {
		parts = append(parts, func(ctx context.Context) error { c.keep(ctx, h); return nil })
	}
	return background.RunAll(ctx, parts...)
}

// keep consumes one type and restarts whenever consuming ends.
func (c *Consumer) keep(ctx context.Context, h handler) {
	const least, most = 200 * time.Millisecond, 5 * time.Second
	wait := least
	for ctx.Err() == nil {
		began := time.Now()
		err := c.consume(ctx, h)
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > time.Minute {
			wait = least
		}
		c.log.Warn("consuming stopped, starting it again", "subject", h.subject, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, most)
	}
}

func (c *Consumer) consume(ctx context.Context, h handler) error {
	if _, err := c.bus.Ensure(ctx); err != nil {
		return err
	}
	setup, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	// Deliveries are counted here and not by the broker, which would silently drop an event if the
	// database was down during its last delivery.
	consumer, err := c.bus.js.CreateOrUpdateConsumer(setup, Stream, jetstream.ConsumerConfig{
		Durable:       h.durable,
		FilterSubject: h.subject,
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       c.ackWait,
		MaxDeliver:    -1,
		DeliverPolicy: jetstream.DeliverAllPolicy,
	})
	if err != nil {
		return err
	}
	// One at a time: the broker counts a delivery and starts its timeout even for an event that only
	// waits here behind slow ones.
	it, err := consumer.Messages(
		jetstream.PullMaxMessages(1),
		jetstream.PullExpiry(10*time.Second),
		jetstream.PullHeartbeat(2*time.Second),
		jetstream.WithMessagesErrOnMissingHeartbeat(true))
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, it.Stop)
	defer func() { stop(); it.Stop() }()
	for {
		msg, err := it.Next()
		if err != nil {
			return err
		}
		c.handle(ctx, h, msg)
	}
}

// handle processes one delivery.
func (c *Consumer) handle(ctx context.Context, h handler, msg jetstream.Msg) {
	began := time.Now()
	// A running handler may outlive ctx.
	work, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.handlerTimeout)
	defer cancel()

	id, kind, tries := msg.Headers().Get(jetstream.MsgIDHeader), msg.Headers().Get(KindHeader), 1
	if meta, err := msg.Metadata(); err == nil {
		tries = int(meta.NumDelivered)
	}
	log := c.log.With("subject", h.subject, "event", id, "try", tries)
	work, span := handling(work, h, msg, tries)
	var err error
	defer func() {
		handled(span, err)
		c.metrics.observe(c.service, h.subject, msg, began, err)
	}()
	// A client that may send requests to the broker can direct the reply to any subject, even one that it
	// may not publish to. A reply is a message of the broker, without an id, or another event. Don't make
	// it a dead letter, because operators replay dead letters.
	if id == "" || kind != "" && kind != string(h.kind) {
		log.ErrorContext(work, "received a message that is not an event of this subject", "kind", kind)
		_ = msg.TermWithReason("not an event")
		return
	}

	err = c.apply(work, h, id, msg.Data())
	if err == nil {
		if err := msg.DoubleAck(work); err != nil {
			log.WarnContext(work, "not acknowledged, will be skipped when it is delivered again", "error", err)
		}
		return
	}
	if p := (poison{}); errors.As(err, &p) || tries >= MaxDeliver {
		after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if dead := c.deadLetter(after, h, id, msg.Data(), err, tries); dead == nil {
			log.ErrorContext(work, "event became a dead letter", "error", err)
			_ = msg.TermWithReason("dead letter")
			c.measure(after)
			return
		} else {
			log.ErrorContext(work, "cannot write the dead letter, trying again", "error", dead)
		}
	}
	delay := c.delays[min(tries, len(c.delays))-1]
	log.WarnContext(work, "event failed, retrying", "error", err, "after", delay)
	_ = msg.NakWithDelay(delay)
}

// apply runs the handler once per event, in one transaction with the inbox row.
func (c *Consumer) apply(ctx context.Context, h handler, id string, payload []byte) error {
	event, err := h.decode(payload)
	if err != nil {
		return Poison(fmt.Errorf("decode: %w", err))
	}
	return postgres.InTx(ctx, c.pool, func(ctx context.Context) error {
		tag, err := postgres.Conn(ctx, c.pool).Exec(ctx,
			`INSERT INTO inbox (consumer, id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, h.durable, id)
		if err != nil {
			return fmt.Errorf("inbox: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return nil
		}
		return guard(func() error { return h.fn(ctx, event) })
	})
}

// sweep deletes inbox rows of events that can't be sent again, because relays go back at most a week.
func (c *Consumer) sweep(ctx context.Context) error {
	_, err := c.pool.Exec(ctx, `DELETE FROM inbox WHERE at < now() - interval '60 days'`)
	return err
}

func guard(fn func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return fn()
}

func (c *Consumer) deadLetter(ctx context.Context, h handler, id string, payload []byte, reason error, tries int) error {
	_, err := c.pool.Exec(ctx, `
		INSERT INTO dead_letters (id, consumer, subject, payload, reason, attempts) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (consumer, id) DO UPDATE SET reason = excluded.reason, attempts = excluded.attempts, at = now()`,
		id, h.durable, h.subject, payload, text(reason), tries)
	return err
}
