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
	profilesv1 "github.com/vitrine/vitrine/proto/gen/vitrine/profiles/v1"
)

const (
	usersFile = "../../compose/nats.conf"
	houseKey  = "a-key-of-a-house-that-is-long-enough"
)

// tellers are the services that tell events, with the package of theirs.
var tellers = map[string]string{"auth": "auth", "profiles": "profiles", "catalog": "catalog", "checkout": "checkout", "chainwatcher": "chain", "approvals": "approvals"}

func guardedNATS(t *testing.T, dir string, port int) *NATS {
	t.Helper()
	n, err := StartGuardedNATS(usersFile, houseKey, dir, "127.0.0.1", port)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Stop)
	return n
}

// user is a connection as one that took over a service's container would make it.
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

func TestNobodyTellsTheEventsOfOthers(t *testing.T) {
	t.Parallel()
	n := guardedNATS(t, t.TempDir(), server.RANDOM_PORT)
	for _, address := range []string{n.URL(), strings.Replace(n.URLOf("checkout"), BrokerPassword(houseKey, "checkout"), BrokerPassword(houseKey, "catalog"), 1)} {
		if nc, err := nats.Connect(address); !errors.Is(err, nats.ErrAuthorization) {
			nc.Close()
			t.Errorf("%s was let in: %v", address, err)
		}
	}
	dialBus(t, n.URLOf("chainwatcher")) // makes the stream
	for _, service := range []string{"auth", "profiles", "catalog", "checkout", "chainwatcher", "approvals", "gateway"} {
		nc := n.user(t, service)
		js, err := jetstream.New(nc)
		if err != nil {
			t.Fatal(err)
		}
		for owner, pkg := range tellers {
			subject := "vitrine." + pkg + ".v1.by_" + service
			if owner == service {
				if _, err := js.Publish(t.Context(), subject, nil); err != nil {
					t.Errorf("%s cannot tell its own events: %v", service, err)
				}
			} else if err := nc.Publish(subject, nil); err != nil || !refused(t, nc, subject) {
				t.Errorf("%s tells events of %s", service, owner)
			}
		}
		for _, subject := range []string{
			"vitrine.by_" + service, "$JS.API.STREAM.PURGE.VITRINE", "$JS.API.STREAM.MSG.DELETE.VITRINE", "$JS.API.STREAM.CREATE.OTHER",
			"$JS.API.STREAM.RESTORE.VITRINE", "$JS.API.CONSUMER.CREATE.VITRINE.other", "$JS.API.CONSUMER.DURABLE.CREATE.VITRINE.other", "$JS.API.CONSUMER.DELETE.VITRINE.other",
			"$JS.API.CONSUMER.CREATE.VITRINE.chainwatcher-vitrine_checkout_v1_EtherRefundDue", "$JS.ACK.VITRINE.other.1.1.1.1.1", "_INBOX.other.1",
		} {
			if err := nc.Publish(subject, nil); err != nil || !refused(t, nc, subject) {
				t.Errorf("%s may publish to %s", service, subject)
			}
		}
		for _, subject := range []string{"$JS.API.STREAM.CREATE.VITRINE", "$JS.API.STREAM.UPDATE.VITRINE"} {
			// Without an answer's subject nothing is done.
			if err := nc.Publish(subject, nil); err != nil || refused(t, nc, subject) == (service == "chainwatcher") {
				t.Errorf("%s may shape the stream, or the chainwatcher may not", service)
			}
		}
		for _, subject := range []string{">", "vitrine.>", "_INBOX.>", "_INBOX.other.>", "$JS.>"} {
			if _, err := nc.SubscribeSync(subject); err != nil || !refused(t, nc, subject) {
				t.Errorf("%s hears %s", service, subject)
			}
		}
	}
	js, err := jetstream.New(n.user(t, "chainwatcher"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(t.Context(), bus.Stream)
	if err != nil {
		t.Fatal(err)
	}
	if kept := s.CachedInfo().State.Msgs; kept != uint64(len(tellers)) {
		t.Errorf("the stream keeps %d events, not %d", kept, len(tellers))
	}
}

// TestServicesHearWhatTheyConsume makes, asks and acknowledges with every consumer that a user may have.
func TestServicesHearWhatTheyConsume(t *testing.T) {
	t.Parallel()
	n := guardedNATS(t, t.TempDir(), server.RANDOM_PORT)
	dialBus(t, n.URLOf("chainwatcher"))
	opts, err := guarded(usersFile, houseKey)
	if err != nil {
		t.Fatal(err)
	}
	told, heard := map[string]jetstream.JetStream{}, 0
	for owner, pkg := range tellers {
		if told[pkg], err = jetstream.New(n.user(t, owner)); err != nil {
			t.Fatal(err)
		}
	}
	makes := regexp.MustCompile(`^\$JS\.API\.CONSUMER\.CREATE\.VITRINE\.([^.]+)\.(vitrine\.(\w+)\..+)$`)
	for _, u := range opts.Users {
		js, err := jetstream.New(n.user(t, u.Username))
		if err != nil {
			t.Fatal(err)
		}
		for _, subject := range u.Permissions.Publish.Allow {
			m := makes.FindStringSubmatch(subject)
			if m == nil || m[1] == "*" {
				continue // TestTheSiteFollowsTheCatalog
			}
			heard++
			if _, err := told[m[3]].Publish(t.Context(), m[2], []byte(u.Username)); err != nil {
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
				t.Errorf("%s: %v", m[1], err)
				continue
			}
			msg, err := c.Next(jetstream.FetchMaxWait(10 * time.Second))
			if err != nil {
				t.Errorf("%s: %v", m[1], err)
				continue
			}
			if err := msg.DoubleAck(t.Context()); err != nil || string(msg.Data()) != u.Username {
				t.Errorf("%s: heard %q, %v", m[1], msg.Data(), err)
			}
		}
	}
	if heard < 10 {
		t.Errorf("%d consumers", heard)
	}
}

// TestTheSiteFollowsTheCatalog follows events as a replica of the site does, and tries what one that was taken over would.
func TestTheSiteFollowsTheCatalog(t *testing.T) {
	t.Parallel()
	n := guardedNATS(t, t.TempDir(), server.RANDOM_PORT)
	dialBus(t, n.URLOf("chainwatcher"))
	site, catalog := n.user(t, "frontend"), n.user(t, "catalog")
	js, err := jetstream.New(site)
	if err != nil {
		t.Fatal(err)
	}
	follow := func(name, subject string) (jetstream.PushConsumer, error) {
		return js.CreateOrUpdatePushConsumer(t.Context(), bus.Stream, jetstream.ConsumerConfig{
			Name: name, FilterSubject: subject, DeliverSubject: "_INBOX.frontend." + name, AckPolicy: jetstream.AckNonePolicy,
			FlowControl: true, IdleHeartbeat: 5 * time.Second, InactiveThreshold: time.Minute,
		})
	}
	heard := make(chan string, 10)
	for _, replica := range []string{"frontend_a", "frontend_b"} {
		c, err := follow(replica, "vitrine.catalog.v1.>")
		if err != nil {
			t.Fatal(err)
		}
		cc, err := c.Consume(func(m jetstream.Msg) { heard <- replica + " " + string(m.Data()) })
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(cc.Stop)
	}
	told, err := jetstream.New(catalog)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := told.Publish(t.Context(), "vitrine.catalog.v1.artwork_changed", []byte("1")); err != nil {
		t.Fatal(err)
	}
	if got := []string{<-heard, <-heard}; !slices.Contains(got, "frontend_a 1") || !slices.Contains(got, "frontend_b 1") {
		t.Errorf("heard %q", got)
	}
	for _, subject := range []string{
		"vitrine.catalog.v1.artwork_changed",
		"$JS.API.CONSUMER.CREATE.VITRINE.frontend_c.vitrine.checkout.v1.order_paid", "$JS.API.CONSUMER.CREATE.VITRINE.frontend_c.>", "$JS.API.CONSUMER.CREATE.VITRINE",
		"$JS.API.CONSUMER.CREATE.VITRINE.checkout-vitrine_chain_v1_PaymentSeen.vitrine.catalog.v1.>",
		"$JS.API.CONSUMER.MSG.NEXT.VITRINE.checkout-vitrine_chain_v1_PaymentSeen", "$JS.API.CONSUMER.DELETE.VITRINE.checkout-vitrine_chain_v1_PaymentSeen",
		"$JS.API.STREAM.INFO.VITRINE", "$JS.API.STREAM.MSG.GET.VITRINE",
	} {
		if err := site.Publish(subject, nil); err != nil || !refused(t, site, subject) {
			t.Errorf("the site may publish to %s", subject)
		}
	}
	for _, subject := range []string{">", "vitrine.>", "vitrine.catalog.>", "_INBOX.>", "_INBOX.checkout.>"} {
		if _, err := site.SubscribeSync(subject); err != nil || !refused(t, site, subject) {
			t.Errorf("the site hears %s", subject)
		}
	}
}

// watched has a user watch what it may.
func watched(t *testing.T, n *NATS, user string) {
	t.Helper()
	if user != "gateway" {
		t.Errorf("%s may watch", user)
	}
	w := bus.NewWatch(time.Minute, func(*authv1.SessionsEnded) {}, testkit.Log(t))
	runIt(t, func(ctx context.Context) error { return w.Run(ctx, n.URLOf(user)) })
	testkit.Eventually(t, 20*time.Second, w.Current)
}

// TestABrokerWithUsersHealsItsStream: what relays and consumers do about a stream that was lost, they may do.
func TestABrokerWithUsersHealsItsStream(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	n := guardedNATS(t, dir, server.RANDOM_PORT)
	port := n.server.Addr().(*net.TCPAddr).Port
	f := &neighbours{t: t, profiles: kitDatabase(t), chainwatcher: kitDatabase(t), heard: map[string]int{}}
	runIt(t, outbox.NewRelay(f.chainwatcher, dialBus(t, n.URLOf("chainwatcher")), testkit.Log(t)).Run)
	runIt(t, outbox.NewRelay(f.profiles, dialBus(t, n.URLOf("profiles")), testkit.Log(t)).Run)
	c := bus.NewConsumer(dialBus(t, n.URLOf("approvals")), kitDatabase(t), "approvals", testkit.Log(t))
	bus.On(c, func(_ context.Context, m *chainv1.WithdrawalRequested) error { return f.hear(m.GetWithdrawalId()) })
	bus.On(c, func(_ context.Context, m *profilesv1.PayoutWalletUpdateRequested) error {
		return f.hear(m.GetUpdateId())
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

	f.say("first", f.profiles, f.chainwatcher)
	js, err := jetstream.New(n.user(t, "profiles"))
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), bus.Stream); err != nil {
		t.Fatal(err)
	}
	f.say("after it was deleted", f.profiles, f.chainwatcher)

	restart(func() error { return os.RemoveAll(store) })
	f.say("after it was removed", f.profiles, f.chainwatcher)

	// Events of profiles alone are lost: it notices, and cannot make a new stream itself.
	old := filepath.Join(t.TempDir(), "old")
	restart(func() error { return os.CopyFS(old, os.DirFS(store)) })
	f.mute(true)
	f.say("lost", f.profiles)
	restart(func() error { return errors.Join(os.RemoveAll(store), os.CopyFS(store, os.DirFS(old))) })
	f.mute(false)
	f.say("last", f.profiles, f.chainwatcher)
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, times := range f.heard {
		if times != 1 {
			t.Errorf("%s was heard %d times", id, times)
		}
	}
}

// neighbours are two services that tell events to a third.
type neighbours struct {
	t                      *testing.T
	profiles, chainwatcher *pgxpool.Pool
	all                    []string

	mu    sync.Mutex
	heard map[string]int
	deaf  bool
}

func (f *neighbours) hear(id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.deaf {
		return errors.New("deaf")
	}
	f.heard[id]++
	return nil
}

func (f *neighbours) mute(deaf bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.deaf = deaf
}

// say has services tell events, and waits until the third has heard all that were ever told, or has them published where it is deaf.
func (f *neighbours) say(what string, by ...*pgxpool.Pool) {
	f.t.Helper()
	for i := range 5 {
		for _, pool := range by {
			id := fmt.Sprintf("%s %d of %s", what, i, map[*pgxpool.Pool]string{f.profiles: "profiles", f.chainwatcher: "chainwatcher"}[pool])
			event := proto.Message(&profilesv1.PayoutWalletUpdateRequested{UpdateId: id})
			if pool == f.chainwatcher {
				event = &chainv1.WithdrawalRequested{WithdrawalId: id}
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
		heard, deaf := len(f.heard), f.deaf
		f.mu.Unlock()
		if !deaf {
			return heard == len(f.all)
		}
		var waiting int
		return by[0].QueryRow(f.t.Context(), `SELECT count(*) FROM outbox WHERE published_at IS NULL`).Scan(&waiting) == nil && waiting == 0
	})
	f.t.Logf("%s: %s", what, time.Since(began).Round(time.Millisecond))
}

func kitDatabase(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool, err := postgres.Open(t.Context(), testkit.Postgres(t, func(ctx context.Context, url string) error { return postgres.Migrate(ctx, url, nil) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// runIt runs fn until the test ends.
func runIt(t *testing.T, fn func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = fn(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
}
