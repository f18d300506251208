package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/background"
)

const (
	// watchHeartbeat is how often the broker reports that nothing happened. Two missing reports end a watch.
	watchHeartbeat = 2 * time.Second
	// watchIdle is how long the broker keeps the consumer of a process that has ended.
	watchIdle = 30 * time.Second
)

// Watch delivers the events of one type, or of one package, to each process that runs a Watch, for state in memory. It has no inbox and
// acknowledges nothing. After a start, a lost connection or a gap it starts again with the recent events, so
// its function receives events more than once.
type Watch struct {
	subject string
	since   time.Duration
	handle  func([]byte) error
	log     *slog.Logger
	now     atomic.Pointer[watching]
}

// watching is one uninterrupted run of a watch.
type watching struct {
	bus    *Bus
	epoch  int
	caught atomic.Bool
}

// NewWatch calls fn with every event of a type, starting with those of the last since, by the broker's clock. fn must be fast and safe
// for concurrent use.
func NewWatch[M proto.Message](since time.Duration, fn func(event M), log *slog.Logger) *Watch {
	var zero M
	typ := zero.ProtoReflect().Type()
	return &Watch{
		subject: subjectOf(typ.Descriptor()), since: since, log: log,
		handle: func(b []byte) error {
			m := typ.New().Interface()
			if err := proto.Unmarshal(b, m); err != nil {
				return err
			}
			fn(m.(M))
			return nil
		},
	}
}

// NewPackageWatch calls fn after every event of a package such as vitrine.catalog.v1, starting with those of the last since. It doesn't read them. fn must
// be fast and safe for concurrent use.
func NewPackageWatch(name string, since time.Duration, fn func(), log *slog.Logger) *Watch {
	return &Watch{subject: name + ".>", since: since, log: log, handle: func([]byte) error {
		fn()
		return nil
	}}
}

// Current reports whether the watch has received all events of the broker, and would receive the next one within seconds.
func (w *Watch) Current() bool {
	n := w.now.Load()
	return n != nil && n.caught.Load() && n.bus.nc.IsConnected() && n.bus.Epoch() == n.epoch
}

// Run watches until ctx ends, and then returns nil. It waits for a broker that is down.
func (w *Watch) Run(ctx context.Context, address string) error {
	const least, most = 200 * time.Millisecond, 5 * time.Second
	var b *Bus
	defer func() { b.Close() }()
	wait := least
	for ctx.Err() == nil {
		began := time.Now()
		var err error
		if b == nil {
			b, err = Dial(ctx, address, w.log)
		}
		if err == nil {
			err = w.follow(ctx, b)
		}
		if ctx.Err() != nil {
			break
		}
		if time.Since(began) > time.Minute {
			wait = least
		}
		w.log.Warn("watching stopped, starting it again", "subject", w.subject, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, most)
	}
	return nil
}

var errReconnected = errors.New("the connection to the broker was lost and restored")

// follow watches until an event may have been missed.
func (w *Watch) follow(ctx context.Context, b *Bus) error {
	n := &watching{bus: b, epoch: b.Epoch()}
	state, err := b.Ensure(ctx)
	if err != nil {
		return err
	}
	setup, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	start := state.At.Add(-w.since)
	consumer, err := b.js.CreatePushConsumer(setup, Stream, jetstream.ConsumerConfig{
		FilterSubject: w.subject, DeliverSubject: b.nc.NewInbox(),
		DeliverPolicy: jetstream.DeliverByStartTimePolicy, OptStartTime: &start,
		AckPolicy: jetstream.AckNonePolicy, IdleHeartbeat: watchHeartbeat, InactiveThreshold: watchIdle, MemoryStorage: true,
	})
	if err != nil {
		return err
	}
	broken := make(chan error, 1)
	fail := func(err error) {
		select {
		case broken <- err:
		default:
		}
	}
	next := uint64(1)
	consuming, err := consumer.Consume(func(msg jetstream.Msg) {
		meta, err := msg.Metadata()
		if err != nil {
			fail(err)
			return
		}
		if meta.Sequence.Consumer != next {
			fail(fmt.Errorf("received event %d instead of %d", meta.Sequence.Consumer, next))
			return
		}
		next++
		// This is a goroutine of nats.go.
		if err := background.Guard(ctx, func(context.Context) error { return w.handle(msg.Data()) }); err != nil {
			w.log.Error("unreadable event", "subject", w.subject, "error", err)
		}
		if meta.NumPending == 0 {
			n.caught.Store(true)
		}
	}, jetstream.ConsumeErrHandler(func(_ jetstream.ConsumeContext, err error) { fail(err) }))
	if err != nil {
		return err
	}
	defer consuming.Stop()
	if consumer.CachedInfo().NumPending == 0 {
		n.caught.Store(true)
	}
	w.now.Store(n)
	defer w.now.Store(nil)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-broken:
			return err
		case <-tick.C:
			if b.Epoch() != n.epoch {
				return errReconnected
			}
		}
	}
}
