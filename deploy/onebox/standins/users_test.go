package standins

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/outbox"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
)

const (
	usersFile = "../../compose/nats.conf"
	brokerKey = "a-key-for-broker-passwords-in-tests"
)

// publishers maps each service that publishes events to its proto package.
var publishers = map[string]string{"auth": "auth", "profiles": "profiles", "catalog": "catalog", "checkout": "checkout", "chainwatcher": "chain", "approvals": "approvals"}

func guardedNATS(t *testing.T, dir string, port int) *NATS {
	t.Helper()
	n, err := StartGuardedNATS(usersFile, brokerKey, dir, "127.0.0.1", port)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Stop)
	return n
}

// user connects with the credentials of a service, as an attacker in its container could.
func (n *NATS) user(t *testing.T, service string) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect(n.URLOf(service), nats.CustomInboxPrefix("_INBOX."+service), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

func dialBus(t *testing.T, address string) *bus.Bus {
	t.Helper()
	b, err := bus.Dial(t.Context(), address, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// refused reports whether the broker refused what the connection last did with a subject.
func refused(t *testing.T, nc *nats.Conn, subject string) bool {
	t.Helper()
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	err := nc.LastError()
	return errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(err.Error(), `"`+subject+`"`)
}

func TestPublishPermissions(t *testing.T) {
	t.Parallel()
	n := guardedNATS(t, t.TempDir(), server.RANDOM_PORT)
	for _, address := range []string{n.URL(), strings.Replace(n.URLOf("checkout"), BrokerPassword(brokerKey, "checkout"), BrokerPassword(brokerKey, "catalog"), 1)} {
		if nc, err := nats.Connect(address); !errors.Is(err, nats.ErrAuthorization) {
			nc.Close()
			t.Errorf("connecting to %s: error = %v, want ErrAuthorization", address, err)
		}
	}
	dialBus(t, n.URLOf("chainwatcher")) // creates the stream
	for _, service := range []string{"auth", "profiles", "catalog", "checkout", "chainwatcher", "approvals", "gateway"} {
		t.Run(service, func(t *testing.T) {
			nc := n.user(t, service)
			js, err := jetstream.New(nc)
			if err != nil {
				t.Fatal(err)
			}
			for owner, pkg := range publishers {
				subject := "vitrine." + pkg + ".v1.by_" + service
				if owner == service {
					if _, err := js.Publish(t.Context(), subject, nil); err != nil {
						t.Errorf("%s cannot publish its own events: error = %v, want nil", service, err)
					}
				} else if err := nc.Publish(subject, nil); err != nil || !refused(t, nc, subject) {
					t.Errorf("%s can publish events of %s, want no right", service, owner)
				}
			}
			for _, subject := range []string{
				"vitrine.by_" + service, "$JS.API.STREAM.PURGE.VITRINE", "$JS.API.STREAM.MSG.DELETE.VITRINE", "$JS.API.STREAM.CREATE.OTHER",
				"$JS.API.STREAM.RESTORE.VITRINE", "$JS.API.CONSUMER.CREATE.VITRINE.other", "$JS.API.CONSUMER.DURABLE.CREATE.VITRINE.other", "$JS.API.CONSUMER.DELETE.VITRINE.other",
				"$JS.API.CONSUMER.CREATE.VITRINE.chainwatcher-vitrine_checkout_v1_EtherRefundDue", "$JS.ACK.VITRINE.other.1.1.1.1.1", "_INBOX.other.1",
			} {
				if err := nc.Publish(subject, nil); err != nil || !refused(t, nc, subject) {
					t.Errorf("%s can publish to %s, want no right", service, subject)
				}
			}
			for _, subject := range []string{"$JS.API.STREAM.CREATE.VITRINE", "$JS.API.STREAM.UPDATE.VITRINE"} {
				// Without a reply subject, the broker does nothing.
				if err := nc.Publish(subject, nil); err != nil || refused(t, nc, subject) == (service == "chainwatcher") {
					t.Errorf("%s can publish to %s = %t, want only the chainwatcher", service, subject, service != "chainwatcher")
				}
			}
			for _, subject := range []string{">", "vitrine.>", "_INBOX.>", "_INBOX.other.>", "$JS.>"} {
				if _, err := nc.SubscribeSync(subject); err != nil || !refused(t, nc, subject) {
					t.Errorf("%s can subscribe to %s, want no right", service, subject)
				}
			}
		})
	}
	js, err := jetstream.New(n.user(t, "chainwatcher"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(t.Context(), bus.Stream)
	if err != nil {
		t.Fatal(err)
	}
	if kept := s.CachedInfo().State.Msgs; kept != uint64(len(publishers)) {
		t.Errorf("the stream has %d events, want %d", kept, len(publishers))
	}
}

// TestConsumePermissions creates every consumer that a user is allowed to have, fetches an event and acknowledges it.
func TestConsumePermissions(t *testing.T) {
	t.Parallel()
	n := guardedNATS(t, t.TempDir(), server.RANDOM_PORT)
	dialBus(t, n.URLOf("chainwatcher"))
	opts, err := guarded(usersFile, brokerKey)
	if err != nil {
		t.Fatal(err)
	}
	clients, received := map[string]jetstream.JetStream{}, 0
	for owner, pkg := range publishers {
		if clients[pkg], err = jetstream.New(n.user(t, owner)); err != nil {
			t.Fatal(err)
		}
	}
	creates := regexp.MustCompile(`^\$JS\.API\.CONSUMER\.CREATE\.VITRINE\.([^.]+)\.(vitrine\.(\w+)\..+)$`)
	for _, u := range opts.Users {
		js, err := jetstream.New(n.user(t, u.Username))
		if err != nil {
			t.Fatal(err)
		}
		for _, subject := range u.Permissions.Publish.Allow {
			m := creates.FindStringSubmatch(subject)
			if m == nil || u.Username == "frontend" {
				continue // see TestSitePermissions
			}
			received++
			if _, err := clients[m[3]].Publish(t.Context(), m[2], []byte(u.Username)); err != nil {
				t.Fatal(err)
			}
			if m[1] == "*" { // a watch, whose consumers have random names
				watched(t, n, u.Username)
				continue
			}
			c, err := js.CreateOrUpdateConsumer(t.Context(), bus.Stream, jetstream.ConsumerConfig{
				Durable: m[1], FilterSubject: m[2], AckPolicy: jetstream.AckExplicitPolicy, DeliverPolicy: jetstream.DeliverLastPolicy,
			})
			if err != nil {
				t.Errorf("%s: error = %v, want nil", m[1], err)
				continue
			}
			msg, err := c.Next(jetstream.FetchMaxWait(10 * time.Second))
			if err != nil {
				t.Errorf("%s: error = %v, want nil", m[1], err)
				continue
			}
			if err := msg.DoubleAck(t.Context()); err != nil || string(msg.Data()) != u.Username {
				t.Errorf("%s: received %q, %v, want %s", m[1], msg.Data(), err, u.Username)
			}
		}
	}
	if received < 10 {
		t.Errorf("%d consumers, want at least 10", received)
	}
}

// TestSitePermissions receives events as replicas of the site do, and tries what an attacker with their credentials could do.
func TestSitePermissions(t *testing.T) {
	t.Parallel()
	n := guardedNATS(t, t.TempDir(), server.RANDOM_PORT)
	dialBus(t, n.URLOf("chainwatcher"))
	site, catalog := n.user(t, "frontend"), n.user(t, "catalog")
	js, err := jetstream.New(site)
	if err != nil {
		t.Fatal(err)
	}
	subscribe := func(name, subject string) (jetstream.PushConsumer, error) {
		return js.CreateOrUpdatePushConsumer(t.Context(), bus.Stream, jetstream.ConsumerConfig{
			Name: name, FilterSubject: subject, DeliverSubject: "_INBOX.frontend." + name, AckPolicy: jetstream.AckNonePolicy,
			FlowControl: true, IdleHeartbeat: 5 * time.Second, InactiveThreshold: time.Minute,
		})
	}
	received := make(chan string, 10)
	for _, replica := range []string{"frontend_a", "frontend_b"} {
		c, err := subscribe(replica, "vitrine.catalog.v1.>")
		if err != nil {
			t.Fatal(err)
		}
		cc, err := c.Consume(func(m jetstream.Msg) { received <- replica + " " + string(m.Data()) })
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(cc.Stop)
	}
	publisher, err := jetstream.New(catalog)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := publisher.Publish(t.Context(), "vitrine.catalog.v1.artwork_changed", []byte("1")); err != nil {
		t.Fatal(err)
	}
	if got := []string{<-received, <-received}; !slices.Contains(got, "frontend_a 1") || !slices.Contains(got, "frontend_b 1") {
		t.Errorf("received %q, want frontend_a 1 and frontend_b 1", got)
	}
	for _, subject := range []string{
		"vitrine.catalog.v1.artwork_changed",
		"$JS.API.CONSUMER.CREATE.VITRINE.frontend_c.vitrine.checkout.v1.order_paid", "$JS.API.CONSUMER.CREATE.VITRINE.frontend_c.>", "$JS.API.CONSUMER.CREATE.VITRINE",
		"$JS.API.CONSUMER.CREATE.VITRINE.checkout-vitrine_chain_v1_PaymentSeen.vitrine.catalog.v1.>",
		"$JS.API.CONSUMER.MSG.NEXT.VITRINE.checkout-vitrine_chain_v1_PaymentSeen", "$JS.API.CONSUMER.DELETE.VITRINE.checkout-vitrine_chain_v1_PaymentSeen",
		"$JS.API.STREAM.INFO.VITRINE", "$JS.API.STREAM.MSG.GET.VITRINE",
	} {
		if err := site.Publish(subject, nil); err != nil || !refused(t, site, subject) {
			t.Errorf("the site can publish to %s, want no right", subject)
		}
	}
	for _, subject := range []string{">", "vitrine.>", "vitrine.catalog.>", "_INBOX.>", "_INBOX.checkout.>"} {
		if _, err := site.SubscribeSync(subject); err != nil || !refused(t, site, subject) {
			t.Errorf("the site can subscribe to %s, want no right", subject)
		}
	}
}

// watched starts watches with the permissions of a user.
func watched(t *testing.T, n *NATS, user string) {
	t.Helper()
	if user != "gateway" {
		t.Errorf("%s can watch the stream, want no right", user)
	}
	for _, w := range []*bus.Watch{
		bus.NewWatch(time.Minute, func(*authv1.SessionsEnded) {}, testkit.Log(t)), bus.NewPackageWatch("vitrine.catalog.v1", time.Minute, func() {}, testkit.Log(t)),
	} {
		runIt(t, func(ctx context.Context) error { return w.Run(ctx, n.URLOf(user)) })
		testkit.Eventually(t, 20*time.Second, w.Current)
	}
}

// TestLostStreamIsRestored loses the stream of a broker with permissions: relays and consumers are allowed to restore it.
func TestLostStreamIsRestored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	n := guardedNATS(t, dir, server.RANDOM_PORT)
	port := n.server.Addr().(*net.TCPAddr).Port
	f := &events{t: t, checkout: kitDatabase(t), chainwatcher: kitDatabase(t), received: map[string]int{}}
	runIt(t, outbox.NewRelay(f.chainwatcher, dialBus(t, n.URLOf("chainwatcher")), testkit.Log(t)).Run)
	runIt(t, outbox.NewRelay(f.checkout, dialBus(t, n.URLOf("checkout")), testkit.Log(t)).Run)
	c := bus.NewConsumer(dialBus(t, n.URLOf("catalog")), kitDatabase(t), "catalog", testkit.Log(t))
	bus.On(c, func(_ context.Context, m *chainv1.TokenMinted) error { return f.receive(m.GetCheckoutId()) })
	bus.On(c, func(_ context.Context, m *checkoutv1.EditionsChanged) error {
		return f.receive(fmt.Sprint(m.GetArtworkId()))
	})
	runIt(t, c.Run)
	store := filepath.Join(dir, "nats")
	restart := func(change func() error) {
		n.Stop()
		if err := change(); err != nil {
			t.Fatal(err)
		}
		n = guardedNATS(t, dir, port)
	}

	f.publish("first", f.checkout, f.chainwatcher)
	js, err := jetstream.New(n.user(t, "profiles"))
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), bus.Stream); err != nil {
		t.Fatal(err)
	}
	f.publish("after it was deleted", f.checkout, f.chainwatcher)

	restart(func() error { return os.RemoveAll(store) })
	f.publish("after it was removed", f.checkout, f.chainwatcher)

	// Only events of checkout are lost. It notices, but is not allowed to create a stream.
	old := filepath.Join(t.TempDir(), "old")
	restart(func() error { return os.CopyFS(old, os.DirFS(store)) })
	f.fail(true)
	f.publish("lost", f.checkout)
	restart(func() error { return errors.Join(os.RemoveAll(store), os.CopyFS(store, os.DirFS(old))) })
	f.fail(false)
	f.publish("last", f.checkout, f.chainwatcher)
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, times := range f.received {
		if times != 1 {
			t.Errorf("%s was received %d times, want 1", id, times)
		}
	}
}

// events publishes events of two services and counts what a third one receives.
type events struct {
	t                      *testing.T
	checkout, chainwatcher *pgxpool.Pool
	all                    []string

	mu       sync.Mutex
	received map[string]int
	failing  bool
}

func (f *events) receive(id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failing {
		return errors.New("consumer is failing")
	}
	f.received[id]++
	return nil
}

func (f *events) fail(failing bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failing = failing
}

// publish adds five events per service and waits until the consumer has received all events so far. If the consumer is failing, it waits
// until they are published.
func (f *events) publish(what string, by ...*pgxpool.Pool) {
	f.t.Helper()
	for i := range 5 {
		for _, pool := range by {
			number := int64(len(f.all))
			id, event := fmt.Sprint(number), proto.Message(&checkoutv1.EditionsChanged{ArtworkId: number})
			if pool == f.chainwatcher {
				id = fmt.Sprintf("%s %d", what, i)
				event = &chainv1.TokenMinted{CheckoutId: id}
			}
			err := postgres.InTx(f.t.Context(), pool, func(ctx context.Context) error { return outbox.Add(ctx, postgres.Conn(ctx, pool), id, event) })
			if err != nil {
				f.t.Fatal(err)
			}
			f.all = append(f.all, id)
		}
	}
	began := time.Now()
	testkit.Eventually(f.t, 2*time.Minute, func() bool {
		f.mu.Lock()
		received, failing := len(f.received), f.failing
		f.mu.Unlock()
		if !failing {
			return received == len(f.all)
		}
		var waiting int
		return by[0].QueryRow(f.t.Context(), `SELECT count(*) FROM outbox WHERE published_at IS NULL`).Scan(&waiting) == nil && waiting == 0
	})
	f.t.Logf("%s: %s", what, time.Since(began).Round(time.Millisecond))
}

func kitDatabase(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.Postgres(t, func(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, nil) }))
}

// runIt runs fn until the test ends.
func runIt(t *testing.T, fn func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = fn(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
}
