package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/internal/testproto"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
)

const soon = 20 * time.Second

func migrate(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, nil) }

func database(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.Postgres(t, migrate))
}

func dial(t *testing.T, url string) *bus.Bus {
	t.Helper()
	b, err := bus.Dial(t.Context(), url, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// start runs fn until the returned function is called or the test ends.
func start(t *testing.T, fn func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := fn(ctx); err != nil {
			t.Error(err)
		}
	}()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

func add(t *testing.T, pool *pgxpool.Pool, ids ...string) {
	t.Helper()
	err := postgres.InTx(t.Context(), pool, func(ctx context.Context) error {
		for _, id := range ids {
			if err := outbox.Add(ctx, postgres.Conn(ctx, pool), id, &testproto.ThingHappened{ThingId: id}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// purge empties the stream, as expiry does.
func purge(t *testing.T, broker string) {
	t.Helper()
	nc, err := nats.Connect(broker)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(t.Context(), bus.Stream)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, pool *pgxpool.Pool, sql string) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

const pending = `SELECT count(*) FROM outbox WHERE published_at IS NULL`

// seen records the events that a consumer got.
type seen struct {
	mu     sync.Mutex
	ids    []string
	paused bool
}

// pause makes the consumer reject events.
func (s *seen) pause(paused bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paused = paused
}

func (s *seen) consume(b *bus.Bus, pool *pgxpool.Pool, t *testing.T) *bus.Consumer {
	c := bus.NewConsumer(b, pool, "test", testkit.Log(t))
	bus.On(c, func(_ context.Context, event *testproto.ThingHappened) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.paused {
			return errors.New("paused")
		}
		s.ids = append(s.ids, event.GetThingId())
		return nil
	})
	return c
}

func (s *seen) len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.ids)
}

func TestEventsArriveOnceAndInOrder(t *testing.T) {
	t.Parallel()
	from, to, b := database(t), database(t), dial(t, testkit.NATS(t))
	var s seen
	start(t, s.consume(b, to, t).Run)
	r := outbox.NewRelay(from, b, testkit.Log(t))
	start(t, r.Run)

	var want []string
	for i := range 250 {
		want = append(want, "f"+strconv.Itoa(i))
	}
	add(t, from, want...)
	add(t, from, want[0]) // a repeated step
	testkit.Eventually(t, soon, func() bool { return s.len() >= len(want) && count(t, from, pending) == 0 })
	if fmt.Sprint(s.ids) != fmt.Sprint(want) {
		t.Errorf("handled %v, want %v", s.ids, want)
	}

	if err := r.Republish(t.Context()); err != nil {
		t.Fatal(err)
	}
	add(t, from, "last")
	testkit.Eventually(t, soon, func() bool { return count(t, from, pending) == 0 && s.len() > len(want) })
	if s.len() != len(want)+1 {
		t.Errorf("handled %d events, want %d", s.len(), len(want)+1)
	}
}

func TestNothingIsPublishedOfARolledBackTransaction(t *testing.T) {
	t.Parallel()
	pool := database(t)
	broken := errors.New("broken")
	err := postgres.InTx(t.Context(), pool, func(ctx context.Context) error {
		if err := outbox.Add(ctx, postgres.Conn(ctx, pool), "", &testproto.ThingHappened{}); err != nil {
			return err
		}
		return broken
	})
	if !errors.Is(err, broken) || count(t, pool, `SELECT count(*) FROM outbox`) != 0 {
		t.Errorf("InTx() = %v with %d events, want %v with none", err, count(t, pool, `SELECT count(*) FROM outbox`), broken)
	}
}

func TestTwoRelays(t *testing.T) {
	t.Parallel()
	from, to, b := database(t), database(t), dial(t, testkit.NATS(t))
	var s seen
	start(t, s.consume(b, to, t).Run)
	for range 2 {
		start(t, outbox.NewRelay(from, b, testkit.Log(t)).Run)
	}
	for i := range 20 {
		add(t, from, "f"+strconv.Itoa(i))
	}
	testkit.Eventually(t, soon, func() bool { return s.len() == 20 && count(t, from, pending) == 0 })
}

// locked returns a transaction that holds the lock of the relay, as another replica does.
func locked(t *testing.T, pool *pgxpool.Pool) pgx.Tx {
	t.Helper()
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) })
	if _, err := tx.Exec(t.Context(), `SELECT 1 FROM outbox_stream FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	return tx
}

// A replica that starts while another one publishes must not mistake the other's progress for a stream that was rolled back.
func TestARelayThatStartsWhileAnotherPublishes(t *testing.T) {
	t.Parallel()
	from, to, b := database(t), database(t), dial(t, testkit.NATS(t))
	stop := start(t, outbox.NewRelay(from, b, testkit.Log(t)).Run)
	add(t, from, "a")
	testkit.Eventually(t, soon, func() bool { return count(t, from, pending) == 0 })
	stop()
	before, err := b.Ensure(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	// The other replica has published, and is about to record it.
	other := locked(t, from)
	start(t, outbox.NewRelay(from, b, testkit.Log(t)).Run)
	testkit.Eventually(t, soon, func() bool {
		return count(t, from, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM outbox_stream FOR UPDATE'`) == 1
	})
	add(t, from, "b")
	var m bus.Message
	row := other.QueryRow(t.Context(), `SELECT id, subject, payload, headers FROM outbox WHERE published_at IS NULL`)
	if err := row.Scan(&m.ID, &m.Subject, &m.Payload, &m.Headers); err != nil {
		t.Fatal(err)
	}
	seqs, err := b.Publish(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range []string{`UPDATE outbox SET published_at = now() WHERE id = $1`, `UPDATE outbox_stream SET last_seq = ` + strconv.FormatUint(seqs[0], 10) + `, last_id = $1`} {
		if _, err := other.Exec(t.Context(), note, m.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}

	var s seen
	start(t, s.consume(b, to, t).Run)
	add(t, from, "c")
	testkit.Eventually(t, soon, func() bool { return s.len() == 3 && count(t, from, pending) == 0 })
	after, err := b.Ensure(t.Context())
	if err != nil || !after.Created.Equal(before.Created) {
		t.Errorf("the stream was created at %v, %v, want %v", after.Created, err, before.Created)
	}
}

// Events that a replica publishes to a stream that another one is deleting don't count as published.
func TestARelayThatPublishesWhileAnotherDiscards(t *testing.T) {
	t.Parallel()
	from, to, b := database(t), database(t), dial(t, testkit.NATS(t))
	start(t, outbox.NewRelay(from, b, testkit.Log(t)).Run)
	add(t, from, "a")
	testkit.Eventually(t, soon, func() bool { return count(t, from, pending) == 0 })
	before, err := b.Ensure(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	// The other replica has the lock, and the relay has published and is about to record it.
	other := locked(t, from)
	add(t, from, "b")
	testkit.Eventually(t, soon, func() bool {
		return count(t, from, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%outbox_stream%'`) == 1
	})
	discarded, err := b.Discard(t.Context(), before.Created)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Exec(t.Context(), `UPDATE outbox SET published_at = NULL WHERE published_at IS NOT NULL`); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Exec(t.Context(), `UPDATE outbox_stream SET created_at = $1, last_seq = 0, last_id = ''`, discarded.Created); err != nil {
		t.Fatal(err)
	}
	if err := other.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}

	var s seen
	start(t, s.consume(b, to, t).Run)
	testkit.Eventually(t, soon, func() bool { return s.len() == 2 && count(t, from, pending) == 0 })
	after, err := b.Ensure(t.Context())
	if err != nil || !after.Created.Equal(discarded.Created) {
		t.Errorf("the stream was created at %v, %v, want %v", after.Created, err, discarded.Created)
	}
}

// A broker that returns without its store gets the events of the outbox again, and consumers, whose durables are gone too, handle only new
// ones.
func TestBrokerLosesItsStore(t *testing.T) {
	t.Parallel()
	from, to := database(t), database(t)
	first := testkit.Broker(t, t.TempDir(), 0)
	u, err := url.Parse(first.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	port, _ := strconv.Atoi(u.Port())
	b := dial(t, first.ClientURL())
	start(t, outbox.NewRelay(from, b, testkit.Log(t)).Run)
	var s seen
	stop := start(t, s.consume(b, to, t).Run)
	add(t, from, "known")
	testkit.Eventually(t, soon, func() bool { return s.len() == 1 })
	stop()
	add(t, from, "lost") // stored by the broker, not consumed yet
	testkit.Eventually(t, soon, func() bool { return count(t, from, pending) == 0 })

	testkit.StopBroker(first)
	start(t, s.consume(b, to, t).Run)
	add(t, from, "late") // while the broker is away
	testkit.Broker(t, t.TempDir(), port)

	testkit.Eventually(t, 40*time.Second, func() bool { return s.len() >= 3 && count(t, from, pending) == 0 })
	if fmt.Sprint(s.ids) != "[known lost late]" {
		t.Errorf("handled %v, want [known lost late]", s.ids)
	}
}

// A store that was rolled back is detected even after others published beyond that position.
func TestBrokerLosesTheLastEvents(t *testing.T) {
	t.Parallel()
	from, to := database(t), database(t)
	b := dial(t, testkit.NATS(t))
	relay := func() (stop func()) { return start(t, outbox.NewRelay(from, b, testkit.Log(t)).Run) }
	stop := relay()
	add(t, from, "a", "b")
	testkit.Eventually(t, soon, func() bool { return count(t, from, pending) == 0 })
	stop()
	// As if sequence 2 had been another service's event since a crash.
	if _, err := from.Exec(t.Context(), `UPDATE outbox_stream SET last_id = 'forgotten'`); err != nil {
		t.Fatal(err)
	}
	if _, err := from.Exec(t.Context(), `UPDATE outbox SET published_at = now() - interval '1 hour'`); err != nil {
		t.Fatal(err)
	}
	relay()
	testkit.Eventually(t, soon, func() bool {
		return count(t, from, `SELECT count(*) FROM outbox WHERE published_at > now() - interval '1 minute'`) == 2
	})
	var s seen
	start(t, s.consume(b, to, t).Run)
	testkit.Eventually(t, soon, func() bool { return s.len() == 2 })
}

// If a service published nothing for a month, its last event is neither in the stream nor in its table. Nothing was lost.
func TestAMonthWithoutEventsIsNoLoss(t *testing.T) {
	t.Parallel()
	broker := testkit.NATS(t)
	from, b := database(t), dial(t, broker)
	stop := start(t, outbox.NewRelay(from, b, testkit.Log(t)).Run)
	add(t, from, "a")
	testkit.Eventually(t, soon, func() bool { return count(t, from, pending) == 0 })
	stop()
	if _, err := from.Exec(t.Context(), `UPDATE outbox_stream SET last_id = 'swept'; DELETE FROM outbox`); err != nil {
		t.Fatal(err)
	}
	before, err := b.Ensure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	purge(t, broker)
	start(t, outbox.NewRelay(from, b, testkit.Log(t)).Run)
	add(t, from, "b")
	testkit.Eventually(t, soon, func() bool { return count(t, from, pending) == 0 })
	after, err := b.Ensure(t.Context())
	if err != nil || !after.Created.Equal(before.Created) {
		t.Errorf("the stream was created at %v, %v, want %v", after.Created, err, before.Created)
	}
}

// TestAWeekOfEventsIsRepublished: no statement changes so many rows that a slow disk would exceed its timeout.
func TestAWeekOfEventsIsRepublished(t *testing.T) {
	t.Parallel()
	const (
		events = 6000
		// At a millisecond a row, as on a busy disk, this takes a fifth of the statement timeout.
		most = 1000
	)
	pool := testkit.Pool(t, testkit.Postgres(t, migrate))
	for _, sql := range []string{
		fmt.Sprintf(`INSERT INTO outbox (id, subject, payload, published_at) SELECT 'f' || n, 'vitrine.test', '', now() FROM generate_series(1, %d) n`, events),
		`INSERT INTO outbox (id, subject, payload, published_at) VALUES ('old', 'vitrine.test', '', now() - interval '8 days')`,
		fmt.Sprintf(`CREATE FUNCTION limited() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF (SELECT count(*) FROM changed) > %d THEN RAISE EXCEPTION '%% rows in one statement', (SELECT count(*) FROM changed); END IF;
			RETURN NULL;
		END $$`, most),
		`CREATE TRIGGER limited AFTER UPDATE ON outbox REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION limited()`,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	relay := outbox.NewRelay(pool, nil, testkit.Log(t))
	if err := relay.Republish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := count(t, pool, `SELECT count(*) FROM outbox WHERE published_at IS NULL`); n != events {
		t.Errorf("%d events in the outbox, want %d", n, events)
	}
}

// TestTheDatabaseDecidesWhatIsRepublished: published_at is the database's time, so its clock decides which events are older than the
// stream's retention.
func TestTheDatabaseDecidesWhatIsRepublished(t *testing.T) {
	t.Parallel()
	pool := testkit.Pool(t, testkit.ClockAhead(t, testkit.Postgres(t, migrate), 24*time.Hour))
	for id, age := range map[string]time.Duration{"kept": bus.MaxAge - time.Hour, "expired": bus.MaxAge + time.Hour} {
		if _, err := pool.Exec(t.Context(), `INSERT INTO outbox (id, subject, payload, published_at) VALUES ($1, 'vitrine.test', '', clock_timestamp() - $2::interval)`, id, age); err != nil {
			t.Fatal(err)
		}
	}
	if err := outbox.NewRelay(pool, nil, testkit.Log(t)).Republish(t.Context()); err != nil {
		t.Fatal(err)
	}
	var again []string
	if err := pool.QueryRow(t.Context(), `SELECT coalesce(array_agg(id), '{}') FROM outbox WHERE published_at IS NULL`).Scan(&again); err != nil || !slices.Equal(again, []string{"kept"}) {
		t.Errorf("published again = %v, %v, want the event that the stream should still hold", again, err)
	}
}
