package bus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/vitrine/vitrine/kit/internal/deadletter"
	"github.com/vitrine/vitrine/kit/internal/testproto"
	"github.com/vitrine/vitrine/kit/testkit"
)

func thing(id string) []byte {
	p, _ := proto.Marshal(&testproto.ThingHappened{ThingId: id})
	return p
}

// counted returns the process's metric of dead letters; -1 if there are none or several.
func counted(t *testing.T, pool *pgxpool.Pool) (n float64) {
	t.Helper()
	families, err := prometheus.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	series := 0
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "vitrine_dead_letters" && m.GetLabel()[0].GetValue() == pool.Config().ConnConfig.Database {
				series, n = series+1, m.GetGauge().GetValue()
			}
		}
	}
	if series != 1 {
		return -1
	}
	return n
}

// A retried dead letter succeeds once its cause is fixed, and then doesn't run again.
func TestReplay(t *testing.T) {
	t.Parallel()
	b, pool, c := setup(t)
	var cured atomic.Bool
	var mu sync.Mutex
	runs := map[string]int{}
	On(c, func(_ context.Context, event *testproto.ThingHappened) error {
		mu.Lock()
		defer mu.Unlock()
		if !cured.Load() {
			return Poison(errors.New("not cured"))
		}
		runs[event.GetThingId()]++
		return nil
	})
	run(t, c)
	run(t, NewConsumer(b, pool, "other", testkit.Log(t))) // a second one of the same database does not count twice
	for _, id := range []string{"a", "b"} {
		publish(t, b, id, thing(id))
		letter(t, pool, id)
	}
	testkit.Eventually(t, soon, func() bool { return counted(t, pool) == 2 })
	if n, err := deadletter.Replay(t.Context(), pool, "other"); n != 0 || !errors.Is(err, deadletter.ErrNone) {
		t.Errorf("replayed %d for another subject: %v; want none and ErrNone", n, err)
	}
	// Too early: it stays, with one more attempt.
	if n, err := deadletter.Replay(t.Context(), pool, "a"); n != 1 || err != nil {
		t.Fatalf("replayed %d (%v), want 1", n, err)
	}
	testkit.Eventually(t, soon, func() bool {
		list, err := deadletter.List(t.Context(), pool)
		return err == nil && slices.ContainsFunc(list, func(l deadletter.Letter) bool {
			return l.ID == "a" && l.Attempts == 2 && !l.Replaying && l.Reason == "not cured"
		})
	})
	cured.Store(true)
	if n, err := deadletter.Replay(t.Context(), pool, ""); n != 2 || err != nil {
		t.Fatalf("replayed %d (%v), want 2", n, err)
	}
	testkit.Eventually(t, soon, func() bool {
		list, err := deadletter.List(t.Context(), pool)
		return err == nil && len(list) == 0 && counted(t, pool) == 0
	})
	var known int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM inbox`).Scan(&known); err != nil || known != 2 {
		t.Errorf("inbox has %d events (%v), want 2", known, err)
	}
	mu.Lock()
	defer mu.Unlock()
	if runs["a"] != 1 || runs["b"] != 1 {
		t.Errorf("runs = %v, want one each", runs)
	}
}

// A service that only receives events also deletes old inbox rows.
func TestOldInboxRowsAreDeleted(t *testing.T) {
	t.Parallel()
	_, pool, c := setup(t)
	if _, err := pool.Exec(t.Context(), `INSERT INTO inbox (consumer, id, at) VALUES ('test', 'old', now() - interval '61 days'), ('test', 'young', now() - interval '59 days')`); err != nil {
		t.Fatal(err)
	}
	run(t, c)
	testkit.Eventually(t, soon, func() bool {
		var left string
		return pool.QueryRow(t.Context(), `SELECT string_agg(id, ' ') FROM inbox`).Scan(&left) == nil && left == "young"
	})
}

// Events that always fail become dead letters after a limited number of attempts. Other types of events don't wait for them: all of them
// are handled while a slow one is still in its first attempt.
func TestPoisonBlocksNoOtherEvents(t *testing.T) {
	t.Parallel()
	b, pool, c := setup(t)
	c.handlerTimeout = 500 * time.Millisecond
	const others = 100
	begun, heard := make(chan struct{}), make(chan struct{})
	slow := sync.OnceFunc(func() {
		close(begun)
		select {
		case <-heard:
		case <-time.After(soon):
			t.Errorf("other events weren't delivered within %s of a slow one, want them delivered", soon)
		}
	})
	On(c, func(ctx context.Context, event *testproto.ThingHappened) error {
		switch event.GetThingId() {
		case "panics":
			panic("always")
		case "slow":
			slow()
			<-ctx.Done()
			return ctx.Err()
		case "fails":
			return errors.New("always")
		}
		return nil
	})
	var count atomic.Int32
	On(c, func(context.Context, *wrapperspb.StringValue) error {
		if count.Add(1) == others {
			close(heard)
		}
		return nil
	})
	// The other subject isn't part of our stream, so create one for it.
	c.handlers[1].subject = "vitrine.test.v1.neighbour"
	run(t, c)
	unknown := protowire.AppendTag(thing("version 9"), 1000, protowire.Fixed64Type) // announces eight bytes and ends
	for id, payload := range map[string][]byte{
		"garbage": []byte("\xff\xff\xff"), "unknown": unknown, "panics": thing("panics"), "slow": thing("slow"), "fails": thing("fails"),
	} {
		publish(t, b, id, payload)
	}
	<-begun
	for i := range others {
		p, _ := proto.Marshal(wrapperspb.String(fmt.Sprint(i)))
		if _, err := b.Publish(t.Context(), Message{ID: fmt.Sprint("n", i), Subject: "vitrine.test.v1.neighbour", Payload: p}); err != nil {
			t.Fatal(err)
		}
	}
	for id, want := range map[string]struct {
		reason string
		tries  int
	}{"garbage": {"decode", 1}, "unknown": {"decode", 1}, "panics": {"panic: always", MaxDeliver}, "slow": {"", MaxDeliver}, "fails": {"always", MaxDeliver}} {
		if reason, n := letter(t, pool, id); n != want.tries || !strings.HasPrefix(reason, want.reason) {
			t.Errorf("dead letter %s: %d tries, reason %q, want %d and %q", id, n, reason, want.tries, want.reason)
		}
	}
}

// A failing event gets all its attempts with their delays, even behind slow ones: the broker's timeout and its delivery count only advance
// while an event is being handled.
func TestSlowEventsCostOthersNoAttempts(t *testing.T) {
	t.Parallel()
	b, pool, c := setup(t)
	c.handlerTimeout, c.ackWait = 400*time.Millisecond, 2*time.Second
	pause := 200 * time.Millisecond
	c.delays = []time.Duration{pause}
	var mu sync.Mutex
	var tried []time.Time
	On(c, func(ctx context.Context, event *testproto.ThingHappened) error {
		if event.GetThingId() == "slow" {
			slow, cancel := context.WithTimeout(ctx, c.handlerTimeout/2)
			defer cancel()
			<-slow.Done()
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		tried = append(tried, time.Now())
		return errors.New("not now")
	})
	for i := range 15 {
		publish(t, b, fmt.Sprint("slow", i), thing("slow"))
	}
	publish(t, b, "tired", thing("tired"))
	run(t, c)
	if _, n := letter(t, pool, "tired"); n != MaxDeliver {
		t.Errorf("dead letter after %d deliveries, want %d", n, MaxDeliver)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(tried) != MaxDeliver {
		t.Errorf("tried %d times, want %d", len(tried), MaxDeliver)
	}
	for i := 1; i < len(tried); i++ {
		if waited := tried[i].Sub(tried[i-1]); waited < pause {
			t.Errorf("attempt %d came %s after the previous one, want at least %s", i+1, waited, pause)
		}
	}
}

// A replica that stops doesn't lose events that it hasn't started to handle.
func TestAnEndingReplicaCostsNoTries(t *testing.T) {
	t.Parallel()
	b, pool, c := setup(t)
	c.ackWait = 2 * time.Second
	begun, ended := make(chan struct{}), make(chan struct{})
	var tries atomic.Int32
	On(c, func(_ context.Context, event *testproto.ThingHappened) error {
		if event.GetThingId() == "slow" {
			close(begun)
			<-ended
			return nil
		}
		tries.Add(1)
		return errors.New("not now")
	})
	publish(t, b, "slow", thing("slow"))
	publish(t, b, "tired", thing("tired"))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); _ = c.Run(ctx) }()
	<-begun
	stop()
	close(ended)
	<-done
	run(t, c)
	if _, n := letter(t, pool, "tired"); n != MaxDeliver || tries.Load() != MaxDeliver {
		t.Errorf("dead letter after %d deliveries and %d attempts, want %d of each", n, tries.Load(), MaxDeliver)
	}
}
