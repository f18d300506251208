package bus

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/vitrine/vitrine/kit/internal/testproto"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/report"
	"github.com/vitrine/vitrine/kit/report/reporttest"
	"github.com/vitrine/vitrine/kit/testkit"
)

const soon = 20 * time.Second

func TestSubjectOf(t *testing.T) {
	for want, m := range map[string]proto.Message{
		"vitrine.test.v1.thing_happened":               &testproto.ThingHappened{},
		"google.protobuf.string_value":                 &wrapperspb.StringValue{},
		"google.protobuf.u_int64_value":                &wrapperspb.UInt64Value{},
		"google.protobuf.file_descriptor_proto":        &descriptorpb.FileDescriptorProto{},
		"google.protobuf.FieldOptions.feature_support": &descriptorpb.FieldOptions_FeatureSupport{},
	} {
		t.Run(want, func(t *testing.T) {
			if got := SubjectOf(m); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func migrate(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, nil) }

func setup(t *testing.T) (*Bus, *pgxpool.Pool, *Consumer) {
	t.Helper()
	pool := testkit.Pool(t, testkit.Postgres(t, migrate))
	b, err := Dial(t.Context(), testkit.NATS(t), testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	c := NewConsumer(b, pool, "test", testkit.Log(t))
	c.delays = []time.Duration{10 * time.Millisecond}
	return b, pool, c
}

func run(t *testing.T, c *Consumer) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = c.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
}

func publish(t *testing.T, b *Bus, id string, payload []byte) {
	t.Helper()
	if _, err := b.Publish(t.Context(), Message{ID: id, Subject: SubjectOf(&testproto.ThingHappened{}), Payload: payload}); err != nil {
		t.Fatal(err)
	}
}

func letter(t *testing.T, pool *pgxpool.Pool, id string) (reason string, attempts int) {
	t.Helper()
	testkit.Eventually(t, soon, func() bool {
		return pool.QueryRow(t.Context(), `SELECT reason, attempts FROM dead_letters WHERE id = $1`, id).Scan(&reason, &attempts) == nil
	})
	return reason, attempts
}

func TestErrorsAndPanicsAreRetried(t *testing.T) {
	t.Parallel()
	b, pool, c := setup(t)
	var tries atomic.Int32
	On(c, func(ctx context.Context, _ *testproto.ThingHappened) error {
		// The writes of a failed attempt were rolled back: otherwise the key would conflict.
		if _, err := postgres.Conn(ctx, pool).Exec(ctx, `INSERT INTO inbox VALUES ('effect', 'one')`); err != nil {
			return Poison(err)
		}
		switch tries.Add(1) {
		case 1:
			return errors.New("broken")
		case 2:
			panic("broken")
		}
		return nil
	})
	run(t, c)
	publish(t, b, "f1", nil)
	testkit.Eventually(t, soon, func() bool {
		var n int
		return pool.QueryRow(t.Context(), `SELECT count(*) FROM inbox`).Scan(&n) == nil && n == 2
	})
	if tries.Load() != 3 {
		t.Errorf("tries = %d, want 3", tries.Load())
	}
}

func TestDeadLetters(t *testing.T) {
	t.Parallel()
	b, pool, c := setup(t)
	var tries atomic.Int32
	On(c, func(_ context.Context, event *testproto.ThingHappened) error {
		if event.GetThingId() == "poison" {
			return Poison(errors.New("never"))
		}
		tries.Add(1)
		return errors.New("not now")
	})
	run(t, c)
	body := func(id string) []byte {
		p, _ := proto.Marshal(&testproto.ThingHappened{ThingId: id})
		return p
	}
	publish(t, b, "unreadable", []byte("\xff\xff\xff"))
	publish(t, b, "poison", body("poison"))
	publish(t, b, "tired", body("tired"))
	if reason, n := letter(t, pool, "unreadable"); n != 1 || !strings.HasPrefix(reason, "decode") {
		t.Errorf("unreadable: reason %q after %d deliveries, want decode… after 1", reason, n)
	}
	if reason, n := letter(t, pool, "poison"); n != 1 || reason != "never" {
		t.Errorf("poison: reason %q after %d deliveries, want never after 1", reason, n)
	}
	if reason, n := letter(t, pool, "tired"); n != MaxDeliver || reason != "not now" || tries.Load() != MaxDeliver {
		t.Errorf("tired: reason %q after %d deliveries and %d tries, want \"not now\" after %d of each", reason, n, tries.Load(), MaxDeliver)
	}
}

// TestDeadLettersAreReported once, when the retries are over, without the event's content.
func TestDeadLettersAreReported(t *testing.T) {
	t.Parallel()
	b, pool, c := setup(t)
	r := reporttest.Receive(t)
	h, flush, err := report.Wrap(slog.DiscardHandler, report.Options{DSN: r.DSN, Service: "test"})
	if err != nil {
		t.Fatal(err)
	}
	c.log = slog.New(h)
	On(c, func(_ context.Context, event *testproto.ThingHappened) error {
		switch event.GetThingId() {
		case "poison":
			return Poison(errors.New("no account of ada@example.org"))
		case "panic":
			panic("no map")
		default:
			return errors.New("not yet")
		}
	})
	run(t, c)
	for _, id := range []string{"poison", "panic", "retried"} {
		publish(t, b, id, thing(id))
		letter(t, pool, id)
	}
	var titles []string
	testkit.Eventually(t, soon, func() bool {
		flush()
		titles = nil
		for _, e := range r.Events() {
			titles = append(titles, e.Title())
			if e.Tags["subject"] != "vitrine.test.v1.thing_happened" {
				t.Errorf("tags of the report = %v, want subject vitrine.test.v1.thing_happened", e.Tags)
			}
		}
		return len(titles) == 3
	})
	slices.Sort(titles)
	want := []string{": no account of [email]", ": not yet", ": panic: no map"}
	for i, title := range titles {
		if !strings.HasSuffix(title, want[i]) {
			t.Errorf("reported %q, want %q", titles, want)
		}
	}
}

func TestPublishReportsDuplicates(t *testing.T) {
	t.Parallel()
	b, _, _ := setup(t)
	m := Message{ID: "same", Subject: "vitrine.test.v1.thing_happened"}
	seqs, err := b.Publish(t.Context(), m, m, Message{ID: "other", Subject: m.Subject})
	if err != nil || len(seqs) != 3 || seqs[0] != seqs[1] || seqs[2] != seqs[0]+1 {
		t.Errorf("sequences %v (%v), want the same one twice, then the next", seqs, err)
	}
	if id, err := b.IDAt(t.Context(), seqs[2]); id != "other" || err != nil {
		t.Errorf("IDAt of the last message = %q (%v), want other", id, err)
	}
	if id, err := b.IDAt(t.Context(), 99); id != "" || err != nil {
		t.Errorf("IDAt beyond the end = %q (%v), want nothing", id, err)
	}
}

// TestBrokerDownForLong: a broker without a quorum keeps its connections but acknowledges nothing. When it recovers, events
// are published again over the same connection.
func TestBrokerDownForLong(t *testing.T) {
	t.Parallel()
	b, _, _ := setup(t)
	if err := b.js.DeleteStream(t.Context(), Stream); err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(b.nc.ConnectedUrl())
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	// A client receives the events and does not acknowledge them.
	if _, err := nc.Subscribe("vitrine.>", func(*nats.Msg) {}); err != nil {
		t.Fatal(err)
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	m := Message{Subject: "vitrine.test.v1.thing_happened"}
	for range 50 {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if _, err := b.Publish(ctx, slices.Repeat([]Message{m}, 100)...); err == nil {
			t.Error("Publish without an acknowledgement succeeded, want an error")
		}
		cancel()
	}
	nc.Close()
	if _, err := b.Ensure(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 30*time.Second, func() bool {
		_, err = b.Publish(t.Context(), m)
		return err == nil
	})
}

// TestRepliesOfTheBrokerAreNotEvents: a reply of the broker, and another event, arrive on a subject to which their sender may not publish.
func TestRepliesOfTheBrokerAreNotEvents(t *testing.T) {
	t.Parallel()
	b, pool, c := setup(t)
	var mu sync.Mutex
	var heard []string
	On(c, func(_ context.Context, event *testproto.ThingHappened) error {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, event.GetThingId())
		return nil
	})
	run(t, c)
	subject := SubjectOf(&testproto.ThingHappened{})
	publish(t, b, "first", thing("first"))
	for _, ask := range []*nats.Msg{
		{Subject: "$JS.API.STREAM.MSG.GET.VITRINE", Reply: subject, Data: []byte(`{"seq":1}`)},
		{Subject: "$JS.API.STREAM.INFO.VITRINE", Reply: subject},
	} {
		if err := b.nc.PublishMsg(ask); err != nil {
			t.Fatal(err)
		}
	}
	other := Message{ID: "other", Subject: subject, Payload: thing("other"), Headers: map[string]string{KindHeader: "vitrine.test.v1.OtherHappened"}}
	last := Message{ID: "last", Subject: subject, Payload: thing("last"), Headers: map[string]string{KindHeader: "vitrine.test.v1.ThingHappened"}}
	// The broker's replies arrive before anything published now, because both go through its single loop.
	testkit.Eventually(t, soon, func() bool { s, err := b.Ensure(t.Context()); return err == nil && s.LastSeq == 3 })
	if _, err := b.Publish(t.Context(), other, last); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, soon, func() bool { mu.Lock(); defer mu.Unlock(); return slices.Contains(heard, "last") })
	mu.Lock()
	defer mu.Unlock()
	var letters int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM dead_letters`).Scan(&letters); err != nil || letters > 0 || len(heard) != 2 {
		t.Errorf("handled %v, want two; %d dead letters, want 0; error = %v", heard, letters, err)
	}
}

// refusals returns how many connections a broker has closed because it didn't know the client.
func refusals(t *testing.T, s *server.Server) (n int) {
	t.Helper()
	closed, err := s.Connz(&server.ConnzOptions{State: server.ConnClosed})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range closed.Conns {
		if c.Reason == server.AuthenticationViolation.String() {
			n++
		}
	}
	return n
}

// TestBrokerUsers: a client with a name and a password is accepted before there are users, retries while it is refused, and reconnects
// when the broker knows it. Errors don't contain its address.
func TestBrokerUsers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := testkit.Broker(t, dir, 0)
	u, err := url.Parse(open.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("teller", "canary")
	b, err := Dial(t.Context(), u.String(), testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	testkit.StopBroker(open)
	users := func(password string) *server.Server {
		return testkit.Broker(t, dir, port, &server.User{Username: "teller", Password: password, Permissions: &server.Permissions{
			Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.teller.>"}},
		}})
	}
	wrong := users("another")
	// Twice refused, a client usually stops retrying.
	testkit.Eventually(t, soon, func() bool { return refusals(t, wrong) > 2 })
	testkit.StopBroker(wrong)
	users("canary")
	testkit.Eventually(t, soon, func() bool {
		_, err := b.Publish(t.Context(), Message{Subject: "vitrine.test.v1.thing_happened"})
		return err == nil
	})
	for _, address := range []string{"nats://teller:ca%nary@127.0.0.1", "nats://127.0.0.1:1,nats://teller:ca%nary@127.0.0.1"} {
		if _, err := Dial(t.Context(), address, testkit.Log(t)); err == nil || strings.Contains(err.Error(), "nary") {
			t.Errorf("Dial() = %v, want an error without the password", err)
		}
	}
}

func TestDialStopsRetrying(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := Dial(ctx, "nats://127.0.0.1:1", testkit.Log(t)); err == nil {
		t.Error("Dial() without a broker: error = nil, want one")
	}
}

func TestPoison(t *testing.T) {
	cause := errors.New("x")
	if Poison(nil) != nil || !errors.Is(Poison(cause), cause) {
		t.Errorf("Poison(nil) = %v, Poison(%v) = %v, want nil and the cause", Poison(nil), cause, Poison(cause))
	}
}
