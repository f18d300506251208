package bus

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/internal/testproto"
	"github.com/vitrine/vitrine/kit/testkit"
)

// seen collects the events of a watch, each id once.
type seen struct {
	mu  sync.Mutex
	ids []string
}

func (s *seen) add(e *testproto.ThingHappened) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.ids, e.GetThingId()) {
		s.ids = append(s.ids, e.GetThingId())
	}
}

func (s *seen) has(ids ...string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Equal(s.ids, ids)
}

func watch(t *testing.T, address string, since time.Duration) (*Watch, *seen) {
	t.Helper()
	s := new(seen)
	w := NewWatch(since, s.add, testkit.Log(t))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx, address) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return w, s
}

func happened(t *testing.T, id string) []byte {
	t.Helper()
	payload, err := proto.Marshal(&testproto.ThingHappened{ThingId: id})
	if err != nil {
		t.Fatal(err)
	}
	return payload
}

// TestWatch: every process sees every event, including recent ones, and an unreadable event doesn't block others.
func TestWatch(t *testing.T) {
	t.Parallel()
	address := testkit.NATS(t)
	b, err := Dial(t.Context(), address, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	publish(t, b, "1", happened(t, "before"))
	first, a := watch(t, address, time.Minute)
	second, c := watch(t, address, time.Minute)
	testkit.Eventually(t, soon, func() bool { return first.Current() && second.Current() && a.has("before") && c.has("before") })
	publish(t, b, "2", []byte{0xff})
	publish(t, b, "3", happened(t, "after"))
	testkit.Eventually(t, soon, func() bool { return a.has("before", "after") && c.has("before", "after") })
	if !first.Current() || !second.Current() {
		t.Error("Current() = false for an uninterrupted watch, want true")
	}
	var changes atomic.Int64
	all := NewPackageWatch("vitrine.test.v1", time.Minute, func() { changes.Add(1) }, testkit.Log(t))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { _ = all.Run(ctx, address) }()
	testkit.Eventually(t, soon, func() bool { return all.Current() && changes.Load() == 3 })
	late, d := watch(t, address, -time.Hour)
	testkit.Eventually(t, soon, late.Current)
	if !d.has() {
		t.Error("the watch delivered an event from before its start, want none")
	}
}

// TestWatchRestarts: no event is lost if the broker was unavailable or lost its store. Until it recovers, the watch isn't current.
func TestWatchRestarts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := testkit.Broker(t, dir, -1)
	port := server.Addr().(*net.TCPAddr).Port
	address := "nats://127.0.0.1:" + strconv.Itoa(port)
	b, err := Dial(t.Context(), address, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	w, s := watch(t, address, time.Minute)
	publish(t, b, "1", happened(t, "first"))
	testkit.Eventually(t, soon, func() bool { return w.Current() && s.has("first") })

	testkit.StopBroker(server)
	testkit.Eventually(t, soon, func() bool { return !w.Current() })
	server = testkit.Broker(t, dir, port)
	testkit.Eventually(t, soon, func() bool {
		_, err := b.Publish(t.Context(), Message{ID: "2", Subject: SubjectOf(&testproto.ThingHappened{}), Payload: happened(t, "second")})
		return err == nil
	})
	testkit.Eventually(t, soon, func() bool { return w.Current() && s.has("first", "second") })

	// The stream is replaced under the living connection.
	if err := b.js.DeleteStream(t.Context(), Stream); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, soon, func() bool { _, err := b.Ensure(t.Context()); return err == nil })
	publish(t, b, "3", happened(t, "third"))
	testkit.Eventually(t, soon, func() bool { return w.Current() && s.has("first", "second", "third") })
	testkit.StopBroker(server)
}

// TestWatchWaitsForTheBroker: the broker needn't be available at the start.
func TestWatchWaitsForTheBroker(t *testing.T) {
	t.Parallel()
	port := testkit.FreePort(t)
	w, _ := watch(t, "nats://127.0.0.1:"+strconv.Itoa(port), time.Minute)
	if w.Current() {
		t.Error("Current() = true without a broker, want false")
	}
	server := testkit.Broker(t, t.TempDir(), port)
	testkit.Eventually(t, soon, w.Current)
	testkit.StopBroker(server)
}

// TestWatchStartsByTheBrokersClock: if the broker's clock is a year slow, a watch still gets the events of the recent past.
func TestWatchStartsByTheBrokersClock(t *testing.T) {
	t.Parallel()
	address := testkit.NATS(t)
	b, err := Dial(t.Context(), address, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	publish(t, b, "1", happened(t, "once"))
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = slowClock(t, u.Host)
	w, s := watch(t, u.String(), -time.Hour)
	testkit.Eventually(t, soon, func() bool { return w.Current() && s.has("once") })
}

// slowClock forwards connections to a broker and makes the times of its replies a year earlier. It returns its address.
func slowClock(t *testing.T, broker string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	year := time.Now().UTC().Year()
	now, before := fmt.Appendf(nil, `"ts":"%d-`, year), fmt.Appendf(nil, `"ts":"%d-`, year-1)
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", broker)
			if err != nil {
				_ = client.Close()
				return
			}
			go func() {
				_, _ = io.Copy(server, client)
				_ = server.Close()
			}()
			go func() {
				part := make([]byte, 1<<16)
				for {
					n, err := server.Read(part)
					if _, failed := client.Write(bytes.ReplaceAll(part[:n], now, before)); err != nil || failed != nil {
						_ = client.Close()
						return
					}
				}
			}()
		}
	}()
	return listener.Addr().String()
}
