package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/internal/gauge"
	"github.com/vitrine/vitrine/kit/postgres"
)

const (
	// MaxDeliver is how often a fact is tried before it becomes a dead letter.
	MaxDeliver = 8
	ackWait    = 30 * time.Second
	swept      = time.Hour
	// handlerTimeout stays below half of ackWait, so that a slow handler ends
	// before the broker gives the fact to another replica.
	handlerTimeout = 14 * time.Second
)

// delays are the waits after the first, second, … failed delivery.
var delays = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second,
	30 * time.Second, time.Minute, 2 * time.Minute,
}

type poison struct{ error }

func (p poison) Unwrap() error { return p.error }

// Poison marks an error that no repetition will cure: the fact becomes a dead
// letter at once. Poison(nil) is nil.
func Poison(err error) error {
	if err == nil {
		return nil
	}
	return poison{err}
}

// Consumer hands facts to a service's functions. Add them with On, then Run.
type Consumer struct {
	bus      *Bus
	pool     *pgxpool.Pool
	service  string
	log      *slog.Logger
	delays   []time.Duration
	handlers []handler
	dead     prometheus.Gauge
	// handlerTimeout and ackWait are the constants', but for tests.
	handlerTimeout, ackWait time.Duration
}

type handler struct {
	subject string
	kind    protoreflect.FullName
	durable string
	decode  func([]byte) (proto.Message, error)
	fn      func(context.Context, proto.Message) error
}

// NewConsumer makes a consumer without functions. The service's name is part of
// the durable names and of the inbox: never change it.
func NewConsumer(b *Bus, pool *pgxpool.Pool, service string, log *slog.Logger) *Consumer {
	return &Consumer{
		bus: b, pool: pool, service: service, log: log, delays: delays, handlerTimeout: handlerTimeout, ackWait: ackWait,
		dead: gauge.Of(pool, "vitrine_dead_letters", "Facts that a consumer gave up on and nobody has dealt with."),
	}
}

// On adds a function for one type of fact. It runs inside a transaction that ctx
// carries (postgres.Conn), together with the inbox row: a fact whose transaction
// has committed never runs again. Nil acknowledges; an error or a panic tries
// again later, and after MaxDeliver tries, or at once for Poison, the fact goes
// to dead_letters. Facts of one type run one after the other in a replica. The
// same type twice is a mistake in the code and panics.
func On[M proto.Message](c *Consumer, fn func(ctx context.Context, fact M) error) {
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

// Run consumes until ctx ends; it then returns nil after the running functions
// have ended. A broker that is away or has lost its store is waited for.
func (c *Consumer) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	for _, h := range c.handlers {
		wg.Go(func() { c.keep(ctx, h) })
	}
	wg.Go(func() { c.replay(ctx) })
	wg.Go(func() { c.watch(ctx) })
	wg.Go(func() { _ = kit.Every(ctx, swept, c.log, "cannot remove old inbox rows", c.sweep) })
	<-ctx.Done()
	wg.Wait()
	return nil
}

// keep consumes one type, and starts again whenever consuming ends.
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
		c.log.Warn("consuming again", "subject", h.subject, "error", err)
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
	// The limit of deliveries is counted here, not by the broker: the broker would
	// drop a fact silently when the database was away during the last delivery.
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
	// One at a time: the broker counts a delivery, and its clock runs, also for a fact that only waits here behind slow ones.
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

// handle settles one delivery.
func (c *Consumer) handle(ctx context.Context, h handler, msg jetstream.Msg) {
	// A function that has begun may end after ctx has.
	work, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.handlerTimeout)
	defer cancel()

	id, kind, tries := msg.Headers().Get(jetstream.MsgIDHeader), msg.Headers().Get(KindHeader), 1
	if meta, err := msg.Metadata(); err == nil {
		tries = int(meta.NumDelivered)
	}
	log := c.log.With("subject", h.subject, "fact", id, "try", tries)
	// Who may ask the broker anything can have the answer sent to any subject, also to one that it may not publish to itself: the broker's
	// own words, which have no id, or another fact. It is no dead letter, because people have those tried again.
	if id == "" || kind != "" && kind != string(h.kind) {
		log.Error("what came is not a fact of this subject", "kind", kind)
		_ = msg.TermWithReason("not a fact")
		return
	}

	err := c.apply(work, h, id, msg.Data())
	if err == nil {
		if err := msg.DoubleAck(work); err != nil {
			log.Warn("not acknowledged, will be skipped when it comes again", "error", err)
		}
		return
	}
	if p := (poison{}); errors.As(err, &p) || tries >= MaxDeliver {
		after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if dead := c.bury(after, h, id, msg.Data(), err, tries); dead == nil {
			log.Error("fact became a dead letter", "error", err)
			_ = msg.TermWithReason("dead letter")
			c.measure(after)
			return
		} else {
			log.Error("cannot write the dead letter, trying again", "error", dead)
		}
	}
	delay := c.delays[min(tries, len(c.delays))-1]
	log.Warn("fact failed, trying again", "error", err, "after", delay)
	_ = msg.NakWithDelay(delay)
}

// apply runs the function once per fact, in one transaction with the inbox row.
func (c *Consumer) apply(ctx context.Context, h handler, id string, payload []byte) error {
	fact, err := h.decode(payload)
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
		return guard(func() error { return h.fn(ctx, fact) })
	})
}

// sweep forgets facts that nobody sends again: relays go back a week at most.
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

func (c *Consumer) bury(ctx context.Context, h handler, id string, payload []byte, reason error, tries int) error {
	_, err := c.pool.Exec(ctx, `
		INSERT INTO dead_letters (id, consumer, subject, payload, reason, attempts) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (consumer, id) DO UPDATE SET reason = excluded.reason, attempts = excluded.attempts, at = now()`,
		id, h.durable, h.subject, payload, text(reason), tries)
	return err
}
