package session

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/bus"
	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/identity"
	"github.com/vitrine/vitrine/kit/testkit"
	authv1 "github.com/vitrine/vitrine/proto/gen/vitrine/auth/v1"
)

// authService is a connection to auth, which knows some ended sessions.
type authService struct {
	grpc.ClientConnInterface

	mu    sync.Mutex
	ended map[string]bool
	err   error
	calls int
}

func (a *authService) Invoke(ctx context.Context, method string, args, reply any, _ ...grpc.CallOption) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls++
	if _, person := identity.From(ctx); person || method != authv1.AccountService_CheckSession_FullMethodName {
		return errors.New("not the gateway's own call of CheckSession")
	}
	reply.(*authv1.CheckSessionResponse).Active = !a.ended[args.(*authv1.CheckSessionRequest).GetSessionId()]
	return a.err
}

func (a *authService) set(change func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change()
}

// ended has no broker, and an auth service that knows no ended session.
func ended(t *testing.T) *Ended {
	t.Helper()
	return NewEnded(&authService{}, testkit.Log(t))
}

func running(t *testing.T, a *authService, natsURL string) *Ended {
	t.Helper()
	e := NewEnded(a, testkit.Log(t))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- e.Run(ctx, natsURL) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return e
}

func publish(t *testing.T, b *bus.Bus, sessions ...string) {
	t.Helper()
	e := &authv1.SessionsEnded{AccountId: "a", SessionIds: sessions, Reason: "logout", EndedAt: timestamppb.Now()}
	payload, err := proto.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 10*time.Second, func() bool {
		_, err = b.Publish(t.Context(), bus.Message{ID: sessions[0], Subject: bus.SubjectOf(e), Payload: payload})
		return err == nil
	})
}

// TestEndedSessionsAreRefused within ten seconds of their end, also by a gateway that starts later, and during an outage of
// the broker.
func TestEndedSessionsAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	broker := testkit.Broker(t, dir, -1)
	port := broker.Addr().(*net.TCPAddr).Port
	address := "nats://127.0.0.1:" + strconv.Itoa(port)
	b, err := bus.Dial(t.Context(), address, testkit.Log(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	publish(t, b, "early-1", "early-2")
	a := &authService{ended: map[string]bool{}}
	one, two := running(t, a, address), running(t, a, address)
	for _, e := range []*Ended{one, two} {
		testkit.Eventually(t, 10*time.Second, func() bool {
			return e.watch.Current() && e.Has(t.Context(), "early-1") && e.Has(t.Context(), "early-2")
		})
	}
	if one.Has(t.Context(), "active") {
		t.Error("Has() of an active session = true, want false")
	}
	publish(t, b, "late")
	for _, e := range []*Ended{one, two} {
		testkit.Eventually(t, 10*time.Second, func() bool { return e.Has(t.Context(), "late") })
	}
	a.set(func() { a.calls, a.ended["late"], a.ended["gone"] = 0, true, true })
	if one.Has(t.Context(), "active") || a.calls != 0 {
		t.Errorf("active session with events: %d calls to auth, want none, and not ended", a.calls)
	}

	// Without the broker auth is called, but not for every request.
	testkit.StopBroker(broker)
	testkit.Eventually(t, 10*time.Second, func() bool { return one.Has(t.Context(), "gone") })
	a.set(func() { a.calls = 0 })
	for range 20 {
		if !one.Has(t.Context(), "gone") || one.Has(t.Context(), "active") || !one.Has(t.Context(), "late") {
			t.Fatal("Has() without the broker isn't true for the ended sessions gone and late, and false for the active one")
		}
	}
	a.set(func() {
		if a.calls > 2 {
			t.Errorf("auth was called %d times for two sessions, want at most 2", a.calls)
		}
		a.err = errors.New("down")
	})
	// Without either, reads continue until the access token expires.
	if one.Has(t.Context(), "unknown") {
		t.Error("Has() of a session that can't be checked = true, want false")
	}
	if !one.Has(t.Context(), "late") {
		t.Error("Has() of an ended session = false, want true")
	}

	broker = testkit.Broker(t, dir, port)
	publish(t, b, "unknown-2")
	testkit.Eventually(t, 10*time.Second, func() bool { return one.watch.Current() && one.Has(t.Context(), "unknown-2") })
	testkit.StopBroker(broker)
}

// TestEndedSessionsAreForgotten when their access tokens have expired.
func TestEndedSessionsAreForgotten(t *testing.T) {
	t.Parallel()
	e := ended(t)
	for id, ago := range map[string]time.Duration{"old": keep + time.Second, "young": keep - time.Minute} {
		e.add(&authv1.SessionsEnded{SessionIds: []string{id}, EndedAt: timestamppb.New(time.Now().Add(-ago))})
	}
	e.checked["once"] = checkResult{true, time.Now().Add(-time.Second)}
	if err := e.sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(e.ended) != 1 || len(e.checked) != 0 || !e.Has(t.Context(), "young") {
		t.Errorf("cached = %v, %v, want only young", e.ended, e.checked)
	}
}

// TestAFastGatewayKeepsEndedSessions: by its own clock the sessions ended long ago, by auth's a minute ago.
func TestAFastGatewayKeepsEndedSessions(t *testing.T) {
	t.Parallel()
	e := ended(t)
	e.SetClock(clock.Shifted(clock.System, -10*time.Minute))
	e.add(&authv1.SessionsEnded{SessionIds: []string{"s1"}, EndedAt: timestamppb.New(time.Now().Add(-11 * time.Minute))})
	if err := e.sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !e.Has(t.Context(), "s1") {
		t.Error("Has() of a session that ended a minute ago by auth's clock = false, want true")
	}
}

// TestEndedSessionIs401 for everything but logging in and out.
func TestEndedSessionIs401(t *testing.T) {
	t.Parallel()
	v, token := verifier(t)
	v.ended.add(&authv1.SessionsEnded{SessionIds: []string{"s1"}, EndedAt: timestamppb.Now()})
	h := v.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for path, want := range map[string]int{
		"/api/checkouts": 401, "/api/profiles": 401, "/graphql": 401, "/api/auth/auth0/user": 401,
		"/api/auth/logout": 200, "/api/auth/session": 200, "/api/auth/siwe/verify": 200, "/api/auth/tokens": 200,
	} {
		t.Run(path, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("Authorization", "Bearer "+token)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("%s responded with %d, want %d", path, w.Code, want)
			}
		})
	}
}
