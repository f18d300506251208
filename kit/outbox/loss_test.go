package outbox_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/testkit"
)

// healed checks the guarantees after a broker lost its store.
const healed = 5 * time.Minute

// fleet is two services that publish and one that consumes, on a broker whose store can be tampered with.
type fleet struct {
	t          *testing.T
	dir        string
	port       int
	broker     *server.Server
	one, other *pgxpool.Pool
	seen       seen
	all        []string
}

func newFleet(t *testing.T) *fleet {
	f := &fleet{t: t, dir: t.TempDir(), one: database(t), other: database(t)}
	f.broker = testkit.Broker(t, f.dir, 0)
	u, err := url.Parse(f.broker.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	f.port, _ = strconv.Atoi(u.Port())
	for _, pool := range []*pgxpool.Pool{f.one, f.other} {
		start(t, outbox.NewRelay(pool, dial(t, f.broker.ClientURL()), testkit.Log(t)).Run)
	}
	start(t, f.seen.consume(dial(t, f.broker.ClientURL()), database(t), t).Run)
	return f
}

// say adds events to both services.
func (f *fleet) say(name string, count int) {
	for i := range count {
		id := fmt.Sprintf("%s-%02d", name, i)
		add(f.t, f.one, "one-"+id)
		add(f.t, f.other, "other-"+id)
		f.all = append(f.all, "one-"+id, "other-"+id)
	}
}

func (f *fleet) published() {
	f.t.Helper()
	testkit.Eventually(f.t, soon, func() bool { return count(f.t, f.one, pending)+count(f.t, f.other, pending) == 0 })
}

// heard waits until the consumer has handled every event once.
func (f *fleet) heard(within time.Duration) {
	f.t.Helper()
	began := time.Now()
	testkit.Eventually(f.t, within, func() bool { return f.seen.len() >= len(f.all) })
	f.t.Logf("converged after %s", time.Since(began).Round(time.Millisecond))
	f.seen.mu.Lock()
	got := slices.Sorted(slices.Values(f.seen.ids))
	f.seen.mu.Unlock()
	if want := slices.Sorted(slices.Values(f.all)); !slices.Equal(got, want) {
		f.t.Errorf("got  %v\nwant %v", got, want)
	}
}

// restart puts another store under the broker.
func (f *fleet) restart(change func()) {
	testkit.StopBroker(f.broker)
	change()
	f.broker = testkit.Broker(f.t, f.dir, f.port)
}

func (f *fleet) keepCopy() (dir string) {
	f.t.Helper()
	dir = f.t.TempDir()
	f.restart(func() { f.replace(dir, f.dir) })
	return dir
}

func (f *fleet) replace(to, from string) {
	f.t.Helper()
	if err := os.RemoveAll(to); err != nil {
		f.t.Fatal(err)
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		f.t.Fatal(err)
	}
}

func TestStoreRemoved(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	f.say("early", 10)
	f.heard(soon)
	f.restart(func() { f.replace(f.dir, t.TempDir()) })
	f.say("late", 10)
	f.heard(healed)
}

// The store of an hour ago is restored: events that were acknowledged since are gone, and new ones take their sequences.
func TestStoreRolledBack(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	f.say("early", 10)
	f.heard(soon)
	old := f.keepCopy()
	f.say("lost", 10)
	f.heard(soon)
	f.restart(func() { f.replace(f.dir, old) })
	f.say("late", 30)
	f.heard(healed)
}

// As above, but consumers hadn't read that far: only the outbox still has the lost events.
func TestStoreRolledBackBeforeEventsWereReceived(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	f.say("early", 10)
	f.heard(soon)
	old := f.keepCopy()
	f.seen.pause(true)
	f.say("lost", 10)
	f.published()
	f.restart(func() { f.replace(f.dir, old) })
	f.seen.pause(false)
	f.say("late", 30)
	f.heard(healed)
}

// The stream is rolled back, the consumers' positions aren't: they are ahead of their stream.
func TestConsumersAheadOfTheirStream(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	f.say("early", 10)
	f.heard(soon)
	old := f.keepCopy()
	f.say("lost", 10)
	f.heard(soon)
	f.restart(func() {
		const streams = "jetstream/$G/streams/" + bus.Stream
		f.replace(filepath.Join(f.dir, streams, "msgs"), filepath.Join(old, streams, "msgs"))
	})
	f.say("late", 30)
	f.heard(healed)
}

// The stream is purged or deleted while everyone is connected.
func TestStreamEmptiedUnderALivingConnection(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(context.Context, *fleet, jetstream.JetStream) error{
		// The state that the server leaves when a stream is deleted and created at the same time.
		"without folder": func(ctx context.Context, f *fleet, js jetstream.JetStream) error {
			s, err := js.Stream(ctx, bus.Stream)
			if err != nil {
				return err
			}
			if err := s.Purge(ctx); err != nil {
				return err
			}
			folder := filepath.Join(f.dir, "jetstream/$G/streams", bus.Stream)
			for range 100 { // the server may write a file between listing the folder and removing it
				if err = os.RemoveAll(folder); err == nil {
					break
				}
			}
			return err
		},
		"purged": func(ctx context.Context, _ *fleet, js jetstream.JetStream) error {
			s, err := js.Stream(ctx, bus.Stream)
			if err != nil {
				return err
			}
			return s.Purge(ctx)
		},
		"deleted": func(ctx context.Context, _ *fleet, js jetstream.JetStream) error {
			return js.DeleteStream(ctx, bus.Stream)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFleet(t)
			f.say("early", 10)
			f.heard(soon)
			f.seen.pause(true)
			f.say("lost", 10)
			f.published()
			nc, err := nats.Connect(f.broker.ClientURL())
			if err != nil {
				t.Fatal(err)
			}
			defer nc.Close()
			js, err := jetstream.New(nc)
			if err != nil {
				t.Fatal(err)
			}
			if err := harm(t.Context(), f, js); err != nil {
				t.Fatal(err)
			}
			f.seen.pause(false)
			f.heard(healed)
		})
	}
}
